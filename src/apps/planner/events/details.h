#pragma once

#include <cstdint>
#include <string_view>

#include "apps/planner/events/events.h"
#include "apps/planner/model.h"
#include "base/error.h"

namespace norn::planner {

constexpr size_t kMaxDescriptionBytes = 10'240;

// What a change makes of the details. kInvalid names the member: "title", "color", "tags",
// "reminderMinutes", "links", "ttl". A ttl must lie after `now_s`.
Result<Details> applied(const Details& base, const DetailsChange& change, int64_t now_s);

// Whether it can be the target of a link: letters, digits, _ and -.
bool is_link_target(std::string_view text);

}  // namespace norn::planner
