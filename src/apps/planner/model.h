#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// What the planner is made of, and how each is an item of the table: attribute for attribute as the
// design shows it.
namespace norn::planner {

enum class TimeKind : uint8_t { kTimed, kAllDay, kFloating };

// When something is. Seconds since 1970: of timed ones in UTC; of all-day and floating ones on the
// wall, as if that were UTC.
struct When {
  TimeKind kind = TimeKind::kTimed;
  int64_t start_s = 0;           // Midnight of the first day of an all-day event.
  std::optional<int64_t> end_s;  // Left out: a moment. All-day: midnight after the last day.
  std::string start_tzid = {};   // Of timed ones: an IANA name.
  std::optional<std::string> end_tzid = {};  // When that is another one: a journey.

  int64_t duration_s() const { return end_s ? *end_s - start_s : 0; }
  friend bool operator==(const When&, const When&) = default;
};

enum class Status : uint8_t { kConfirmed, kTentative, kCancelled };
std::string_view to_text(Status status);  // "CONFIRMED"
std::optional<Status> status_from(std::string_view text);

struct Link {
  std::string target;                     // An id: letters, digits, _ and -.
  std::optional<std::string> title = {};  // What a person calls it.
  friend bool operator==(const Link&, const Link&) = default;
};

struct Details {
  std::string title;
  std::optional<std::string> description = {};
  std::optional<std::string> location = {};
  std::optional<std::string> color = {};  // "#22c55e"
  Status status = Status::kConfirmed;
  std::vector<std::string> tags = {};          // In order, each once.
  std::vector<int64_t> reminder_minutes = {};  // In order, each once.
  std::vector<Link> links = {};
  std::optional<int64_t> ttl = {};  // When it goes by itself, in seconds since 1970.
  // Lines of a calendar file that mean nothing to us, for those who get it back.
  std::string ical_other = {};
  friend bool operator==(const Details&, const Details&) = default;
};

struct Stamp {
  int64_t version = 1;     // 0: of an occurrence that has no item.
  std::string created_at;  // "2025-11-20T10:00:00Z"
  std::string updated_at;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

struct Ical {
  std::string uid;  // Of ours "<id>@norn"; imported ones keep theirs.
  int64_t sequence = 0;
  friend bool operator==(const Ical&, const Ical&) = default;
};

// EVENT
struct Event {
  std::string id;
  Details details;
  When when;
  Stamp stamp;
  Ical ical;
  friend bool operator==(const Event&, const Event&) = default;
};

// How a series repeats.
struct Repeats {
  std::string rrule;
  // No occurrence starts after it; on the wall for all-day and floating series.
  std::optional<int64_t> until_s = {};
  std::vector<std::string> exdate = {};  // Tags.
  // Days, "20251224", at the time of day of the series; or times, "20251224T150000Z" (on the wall
  // for floating series), perhaps with how long they take, "/PT2H".
  std::vector<std::string> rdate = {};
  bool has_exceptions = false;  // There are INSTANCE items.
  friend bool operator==(const Repeats&, const Repeats&) = default;
};

// MASTER: `when` is that of the first occurrence.
struct Master {
  std::string id;
  Details details;
  When when;
  Repeats repeats;
  Stamp stamp;
  Ical ical;
  friend bool operator==(const Master&, const Master&) = default;
};

// INSTANCE: one occurrence, whole. Those without an item are as the series says.
struct Instance {
  std::string master_id;
  std::string tag;
  int64_t recurrence_s = 0;  // When the series has it; on the scale of the series' `when`.
  // Of what kind the series' times are, which is that of recurrence_s.
  TimeKind recurrence_kind = TimeKind::kTimed;
  Details details;
  When when;
  Stamp stamp;
  std::vector<std::string> modified_fields = {};  // Attributes that are not as the series says.

  std::string id() const;
  friend bool operator==(const Instance&, const Instance&) = default;
};

// The values of entityType.
constexpr std::string_view kEventType = "EVENT";
constexpr std::string_view kMasterType = "MASTER";
constexpr std::string_view kInstanceType = "INSTANCE";
constexpr std::string_view kLinkType = "LINK";

store::Item to_item(const std::string& user_id, const Event& event);
store::Item to_item(const std::string& user_id, const Master& master);
store::Item to_item(const std::string& user_id, const Instance& instance);
// Of the links that have an item of their own: all but the first.
std::vector<store::Item> link_items(const std::string& user_id, std::string_view entity_type,
                                    const std::string& event_id, const Details& details);

// kCorruption when the items are not what to_item writes: of another kind, without what each must
// have, or with a value that cannot be one. Attributes that are not ours are left aside.
Result<Event> event_from(store::ItemView item);
Result<Master> master_from(store::ItemView item);
Result<Instance> instance_from(store::ItemView item);

// The text of GSI1SK: "2025-12-15T14:00:00Z"; "2025-12-15" when all-day; without the Z floating.
std::string start_key(const When& when);
// A time on the scale of such a `when` as it is written: startUtc, startDate, startLocal,
// recurrenceId. (rruleUntil always has the form of a UTC time; of all-day and floating series it is
// one on the wall.)
std::string time_text(TimeKind kind, int64_t second);

// Whether it should have gone by itself already.
bool has_expired(const Details& details, int64_t now_ms);

// One occurrence, and the series it belongs to.
struct SeriesOccurrence {
  Master master;
  Instance instance;  // Its version is 0 when the series alone says how it is.
  bool is_stored() const { return instance.stamp.version > 0; }
};

// Whatever an id stands for.
using Thing = std::variant<Event, Master, SeriesOccurrence>;

// "v3" of an event or a series; "v3.1" of an occurrence: of the series and of its own item.
std::string etag_of(const Thing& thing);

}  // namespace norn::planner
