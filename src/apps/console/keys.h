#pragma once

#include <string_view>

// The key of what the console has in the table `norn`.
namespace norn::console::keys {

// The key with which positions in tables are sealed (cursors.h): PK = SK.
inline constexpr std::string_view kConsoleKey = "CONSOLE_KEY";

}  // namespace norn::console::keys
