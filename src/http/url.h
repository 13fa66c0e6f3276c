#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// How texts inside URLs are read (RFC 3986, 2.1); base/percent.h has how they are written.
namespace norn::http {

// More parameters than any form has. Further ones are dropped.
constexpr size_t kMaxParameters = 1000;

// One segment of a path. Nothing when a '%' has no two hexadecimal digits behind it, or when a
// control character comes out: neither is in any name that we made.
std::optional<std::string> percent_decode(std::string_view text);

// A query, or a body of application/x-www-form-urlencoded: names and values in their order,
// decoded. As browsers read it, a '%' without digits stands for itself and nothing is refused, so
// any byte may be in the values.
std::vector<std::pair<std::string, std::string>> parse_query(std::string_view text);

}  // namespace norn::http
