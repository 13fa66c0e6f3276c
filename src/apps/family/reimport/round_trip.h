#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "apps/family/exchange/imported_fields.h"

namespace norn::family {

// The fields of an item as a file says them that it was exported to: GEDCOM does not know all that
// Norn does, so a file may say something else that means no change. `xref_of` is the xref of a
// source by its id. Empty for items that cannot be read.
Fields fields_after_export(store::ItemView item, std::string_view lines,
                           const std::function<std::string(const std::string&)>& xref_of);

// Whether two fields say the same. Lines may be in another order, or in the words of another
// version of GEDCOM.
bool says_the_same(const Field& left, const Field& right);
bool have_same_lines(std::string_view left, std::string_view right);

}  // namespace norn::family
