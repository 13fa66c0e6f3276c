#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace norn::planner {

// The ids that people and programs use: `evt_<uuid>` of an event, `mst_<uuid>` of a series, and
// `inst_<tag>_<uuid of the series>` of one occurrence, whether it has an item of its own or not.
//
// The tag of an occurrence is the day on which the series has it, "20251224", by the wall clock of
// the series; where a series may come more than once a day, the second, "20251224T150000Z", in UTC
// (wall time when the series floats). It never changes: also not when the occurrence is moved.
struct EventId {
  enum class Kind : uint8_t { kEvent, kMaster, kInstance };

  Kind kind = Kind::kEvent;
  std::string text;       // As it was read.
  std::string master_id;  // Of a series itself, and of an occurrence.
  std::string tag;        // Of an occurrence.
};

// Nullopt when it has none of these forms: such an id cannot be there, and never becomes a key.
std::optional<EventId> parse_event_id(std::string_view text);

// The same questions without taking anything apart: for those who read items.
bool is_event_id(std::string_view text);
bool is_master_id(std::string_view text);

std::string event_id(std::string_view uuid);
std::string master_id(std::string_view uuid);
std::string instance_id(std::string_view master_id, std::string_view tag);

constexpr size_t kDayTagSize = 8;  // "20251224"

// Whether it is written like a tag: eight digits of a day that exists, and perhaps a time.
bool is_tag(std::string_view text);

}  // namespace norn::planner
