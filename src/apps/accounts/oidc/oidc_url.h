#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Addresses, as signing in with a provider needs them.
namespace norn::accounts {

// Whether an address of a provider may be used: https, or http on this machine (where nobody can
// listen in), with a host, and made of visible ASCII without user names and fragments.
bool is_safe_url(std::string_view url);

using Fields = std::vector<std::pair<std::string_view, std::string_view>>;
// "a=1&b=2%203": the query of an address, or a form.
std::string form_text(const Fields& fields);
// `url` with more parameters behind those that it has already.
std::string with_query(std::string_view url, const Fields& fields);

// Where a browser may be sent after signing in: a path of our own. "/" for everything that is not
// one, or that a browser could take for an address elsewhere.
std::string local_path(std::string_view wanted);

}  // namespace norn::accounts
