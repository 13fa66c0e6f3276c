#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Text functions for signatures.
namespace norn::dynamodb {

std::vector<std::string_view> split(std::string_view text, char separator);

// The parameters of a query string, decoded, in their order.
std::vector<std::pair<std::string, std::string>> query_parameters(std::string_view query);

// "20150830T123600Z" (ISO 8601's basic format) to milliseconds since 1970 and back.
std::optional<int64_t> parse_basic_time(std::string_view text);
std::string format_basic_time(int64_t milliseconds);
// "Mon, 09 Sep 2011 23:36:00 GMT", which a Date header may have instead.
std::optional<int64_t> parse_http_date(std::string_view text);

}  // namespace norn::dynamodb
