#pragma once

#include <string_view>

namespace norn::accounts {

// Whether an attacker tries `password` among the first hundred thousand or so: it is in the list of
// about 47,000 common passwords, is one of them with up to four digits or signs after it
// ("sunshine2026", "football!"), or one of them twice. Upper and lower case, and other forms of the
// same letters (full width), make no difference. `password` has to be valid UTF-8.
bool is_common_password(std::string_view password);

}  // namespace norn::accounts
