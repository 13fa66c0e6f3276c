#pragma once

#include <string_view>

namespace norn::store {

// Whether an attribute of this name can only be used through a #placeholder. Ignores case.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html
bool is_reserved_word(std::string_view name);

}  // namespace norn::store
