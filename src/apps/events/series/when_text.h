#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Times as text, in items and in replies. Views format thousands of them, so this does not use fmt.
// Years 0 to 9999.
namespace norn::events {

// "2025-12-15"
void append_date(std::string& out, int64_t second);
// "2025-12-15T14:00:00"
void append_wall_time(std::string& out, int64_t second);

std::string date_text_of(int64_t second);
std::string wall_text_of(int64_t second);  // "2025-12-15T14:00:00"
std::string utc_text_of(int64_t second);   // "2025-12-15T14:00:00Z"

// The inverse; nullopt for texts of another form. Fractions of a second are dropped.
std::optional<int64_t> second_of_date(std::string_view text);
std::optional<int64_t> second_of_wall(std::string_view text);
std::optional<int64_t> second_of_utc(std::string_view text);

}  // namespace norn::events
