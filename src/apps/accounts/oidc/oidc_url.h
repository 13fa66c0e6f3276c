#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// URLs for signing in with a provider.
namespace norn::accounts {

// Whether a URL of a provider may be used: https, or http on this machine (where no one can
// eavesdrop), with a host, in printable ASCII, without user names and fragments.
bool is_safe_url(std::string_view url);

using Fields = std::vector<std::pair<std::string_view, std::string_view>>;
// "a=1&b=2%203": the query of an address, or a form.
std::string form_text(const Fields& fields);
// Adds parameters to the query of `url`.
std::string with_query(std::string_view url, const Fields& fields);

// The path of ours to which the browser is redirected after signing in: `wanted`, or "/" if it is
// no path, or a browser could take it for a URL of another site.
std::string local_path(std::string_view wanted);

}  // namespace norn::accounts
