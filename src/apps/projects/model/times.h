#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time_text.h"

namespace norn::projects {

constexpr int64_t kMsPerSecond = 1'000;
constexpr int64_t kSecondsPerDay = 86'400;
constexpr int64_t kMsPerDay = kSecondsPerDay * kMsPerSecond;

// The time of items of other programs that have none.
constexpr std::string_view kUnknownTime = "1970-01-01T00:00:00Z";

// The time of "2024-01-31T23:59:59Z", with or without milliseconds, in whole seconds as a text;
// nullopt if it is none.
std::optional<std::string> whole_seconds(std::string_view text);

}  // namespace norn::projects
