#pragma once

#include <string_view>

// The key of what the room keeps in the table `norn`. No other file knows it.
namespace norn::availability::keys {

// PK = USER#<id>: who may see when the person is busy.
inline constexpr std::string_view kPreferences = "AVAILABILITY";

}  // namespace norn::availability::keys
