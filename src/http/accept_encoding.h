#pragma once

#include <string_view>

namespace norn::http {

// How much a client likes a content coding, by the Accept-Encoding that it sent (RFC 9110, 12.5.3),
// in thousandths; 0 means not at all.
int quality_of_coding(std::string_view accepted, std::string_view coding);

}  // namespace norn::http
