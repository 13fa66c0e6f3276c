#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace norn::events {

// The ids of the API: `evt_<uuid>` of an event, `mst_<uuid>` of a series, and
// `inst_<tag>_<uuid of the series>` of an occurrence, whether it has an item of its own or not.
//
// Events and series of other programs may have any id (apps::is_id). An occurrence of such a series
// is `inst_<tag>_<rest>` if the id of the series is `mst_<rest>`, and `inst_<tag>_~<id>` otherwise.
//
// The tag of an occurrence is its day in the series, "20251224", in the zone of the series. If the
// series may occur more than once a day, it is the second, "20251224T150000Z", in UTC (wall time in
// a floating series). The tag stays the same when the occurrence is moved.
struct EventId {
  enum class Kind : uint8_t { kEvent, kMaster, kInstance };

  Kind kind = Kind::kEvent;
  std::string text;       // As it was read.
  std::string master_id;  // Of a series itself, and of an occurrence.
  std::string tag;        // Of an occurrence.
};

// Returns nullopt for texts that cannot be ids, so that they never become keys. The prefix
// determines the kind; an id without a known prefix counts as an event's (see `is_norn_id`).
std::optional<EventId> parse_event_id(std::string_view text);

// Whether Norn made the id, so that its prefix is right: other programs may name an event `mst_x`,
// or a series `x`.
bool is_norn_id(const EventId& id);

std::string event_id(std::string_view uuid);
std::string master_id(std::string_view uuid);
std::string instance_id(std::string_view master_id, std::string_view tag);

constexpr size_t kDayTagSize = 8;  // "20251224"

// Whether the text is a tag: a day that exists, with or without a time.
bool is_tag(std::string_view text);

}  // namespace norn::events
