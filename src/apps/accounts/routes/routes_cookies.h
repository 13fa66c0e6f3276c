#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

// The cookies of accounts. Over https their names begin with `__Host-`, which browsers accept only
// from this host over https, so that no other site can set one.
namespace norn::accounts {

// kBinding is of a sign-in with a provider, kDevice of the browser (Visitor::device).
enum class CookieKind { kSession, kBinding, kDevice };

// Over https, a cookie without the prefix is ignored.
std::optional<std::string_view> find_cookie(const http::Request& request, CookieKind kind,
                                            std::string_view public_origin);
void put_cookie(const http::Request& request, http::Response& response, CookieKind kind,
                std::string_view public_origin, const std::string& value);
void clear_cookie(const http::Request& request, http::Response& response, CookieKind kind,
                  std::string_view public_origin);

}  // namespace norn::accounts
