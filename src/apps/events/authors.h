#pragma once

#include <optional>
#include <string>

#include "apps/events/model.h"
#include "apps/events/owner.h"

// Who created and last changed the events of shared things, which several people write. The events
// of a person name nobody.
namespace norn::events {

// The acting person has changed it.
inline void sign(const Owner& owner, Stamp& stamp) {
  if (!owner.names_authors()) {
    stamp.created_by.reset();
    stamp.updated_by.reset();
    return;
  }
  stamp.updated_by = owner.user_id;
}

// The acting person has created it.
inline void sign_new(const Owner& owner, Stamp& stamp) {
  stamp.created_by = owner.user_id;
  sign(owner, stamp);
}

// Adds the condition that the person who created it is still named: deleting an account removes
// them without a new version, and what was read before must not name them again.
template <typename Request>
void expect_creator(Request& request, const Stamp& stamp) {
  if (!stamp.created_by) return;
  request.condition += " AND createdBy = :createdBy";
  request.placeholders.values.emplace(":createdBy", *stamp.created_by);
}

}  // namespace norn::events
