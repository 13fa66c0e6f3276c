#pragma once

#include <cstdint>
#include <string_view>

#include "apps/events/model.h"
#include "apps/events/series/event_change.h"
#include "base/error.h"

namespace norn::events {

// Applies a change to the details. Returns kInvalid of "title", "color", "tags", "reminderMinutes",
// "links" or "ttl"; a ttl must be after `now_s`.
Result<Details> applied(const Details& base, const DetailsChange& change, int64_t now_s);

// Whether the text can be the target of a link: letters, digits, _ and -.
bool is_link_target(std::string_view text);

}  // namespace norn::events
