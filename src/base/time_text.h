#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Dates and times as text (RFC 3339), in the Gregorian calendar and UTC.
namespace norn {

// A day, without a time zone.
using Date = std::chrono::sys_days;

// "2024-01-15": exactly ten characters, a day that exists, years 0001 to 9999.
std::optional<Date> parse_date(std::string_view text);
std::string date_text(Date date);

// "2024-01-15T10:30:00Z" and "2024-01-15T10:30:00.000Z" of milliseconds since 1970.
std::string timestamp_s(int64_t ms);
std::string timestamp_ms(int64_t ms);
// Reads both of them.
std::optional<int64_t> parse_timestamp_ms(std::string_view text);

// Whole seconds since midnight of "09:00:00" (00:00:00 to 23:59:59).
std::optional<int> parse_time_of_day_s(std::string_view text);

}  // namespace norn
