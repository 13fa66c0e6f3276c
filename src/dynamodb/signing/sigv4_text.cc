#include "dynamodb/signing/sigv4_text.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>

#include "base/ascii.h"

namespace norn::dynamodb {
namespace {

std::string percent_decode(std::string_view text) {
  std::string decoded;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size()) {
      const int high = hex_value(text[at + 1]);
      const int low = hex_value(text[at + 2]);
      if (high >= 0 && low >= 0) {
        decoded.push_back(static_cast<char>(16 * high + low));
        at += 2;
        continue;
      }
    }
    decoded.push_back(text[at]);
  }
  return decoded;
}

std::optional<int> digits(std::string_view text) {
  int number = 0;
  for (const char letter : text) {
    if (!is_digit(letter)) return std::nullopt;
    number = 10 * number + (letter - '0');
  }
  return number;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::pair<std::string, std::string>> query_parameters(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const std::string_view part : split(query, '&')) {
    if (part.empty()) continue;
    const size_t equals = std::min(part.find('='), part.size());
    parameters.emplace_back(percent_decode(part.substr(0, equals)),
                            percent_decode(part.substr(std::min(equals + 1, part.size()))));
  }
  return parameters;
}

std::optional<int64_t> parse_basic_time(std::string_view text) {
  if (text.size() != 16 || text[8] != 'T' || text[15] != 'Z') return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(4, 2));
  const auto day = digits(text.substr(6, 2));
  const auto hour = digits(text.substr(9, 2));
  const auto minute = digits(text.substr(11, 2));
  const auto second = digits(text.substr(13, 2));
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const std::chrono::sys_seconds time = std::chrono::sys_days(date) + std::chrono::hours(*hour) +
                                        std::chrono::minutes(*minute) +
                                        std::chrono::seconds(*second);
  return 1000 * static_cast<int64_t>(time.time_since_epoch().count());
}

std::string format_basic_time(int64_t milliseconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(milliseconds / 1000)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::optional<int64_t> parse_http_date(std::string_view text) {
  const std::string copy(text);
  tm parts{};
  const char* end = strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return 1000 * static_cast<int64_t>(timegm(&parts));
}

}  // namespace norn::dynamodb
