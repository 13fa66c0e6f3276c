#pragma once

#include <string_view>

namespace norn::accounts {

// Whether it is one of the passwords of ten and more characters that people choose most often, and
// that are tried first. `lowered` is in lower case.
bool is_common_password(std::string_view lowered);

}  // namespace norn::accounts
