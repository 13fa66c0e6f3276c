#pragma once

#include <string_view>
#include <vector>

#include "http/message.h"

namespace norn::http {

// "de" of "de-CH;q=0.8". Empty if it is no language of two or three letters, which all languages of
// the web app have.
std::string_view primary_language(std::string_view tag);

// The languages of a client, the preferred one first, by Accept-Language (RFC 9110, 12.5.4).
// Clients list them in the order of their weights, which are not read. At most the first eight.
std::vector<std::string_view> accepted_languages(const Request& request);

}  // namespace norn::http
