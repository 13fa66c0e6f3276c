#pragma once

#include <string_view>

namespace norn::http {

// Whether an If-None-Match names `tag` (without its quotes), or anything at all (RFC 9110, 13.1.2):
// the comparison is the weak one, which does not look at W/.
bool has_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace norn::http
