#pragma once

#include <optional>
#include <string>

#include "apps/calendars/model.h"
#include "store/item.h"
#include "store/value.h"

// The kind of an entry as the attribute `kind`: a map with its `type`.
namespace norn::calendars {

store::Value value_of(const Kind& kind);
// Nullopt when it is none of the four. What times and days it has makes sense is not checked.
std::optional<Kind> kind_from(const store::AttributeView& attribute);
// The same members as plain JSON: {"completed":false,"type":"Task"}
void append_json(std::string& out, const Kind& kind);
// "MultiDay", "AllDay", "Timed", "Task".
std::string_view type_of(const Kind& kind);

}  // namespace norn::calendars
