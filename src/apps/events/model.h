#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// The engine's types, and how each becomes an item of the table, attribute for attribute as the
// design shows it.
namespace norn::events {

enum class TimeKind : uint8_t { kTimed, kAllDay, kFloating };

// Start and end in seconds since 1970: UTC for timed ones; wall time, as if it were UTC, for
// all-day and floating ones. Below, "the scale of a When" means one or the other.
struct When {
  TimeKind kind = TimeKind::kTimed;
  int64_t start_s = 0;           // All-day: midnight of the first day.
  std::optional<int64_t> end_s;  // nullopt: no duration. All-day: midnight after the last day.
  std::string start_tzid = {};   // Timed: an IANA name.
  std::optional<std::string> end_tzid = {};  // If it ends in another zone.

  int64_t duration_s() const { return end_s ? *end_s - start_s : 0; }
  friend bool operator==(const When&, const When&) = default;
};

enum class Status : uint8_t { kConfirmed, kTentative, kCancelled };
std::string_view to_text(Status status);  // "CONFIRMED"
std::optional<Status> status_from(std::string_view text);

struct Link {
  std::string target;                     // An id: letters, digits, _ and -.
  std::optional<std::string> title = {};  // The name that the person gave it.
  friend bool operator==(const Link&, const Link&) = default;
};

struct Details {
  std::string title;
  std::optional<std::string> description = {};
  std::optional<std::string> location = {};
  std::optional<std::string> color = {};  // "#22c55e"
  Status status = Status::kConfirmed;
  std::vector<std::string> tags = {};          // Sorted, without duplicates.
  std::vector<int64_t> reminder_minutes = {};  // Sorted, without duplicates.
  std::vector<Link> links = {};
  std::optional<int64_t> ttl = {};  // When it is deleted automatically, in seconds since 1970.
  // Lines of an imported file that the engine does not know; exports have them again.
  std::string ical_other = {};
  friend bool operator==(const Details&, const Details&) = default;
};

struct Stamp {
  int64_t version = 1;     // 0: an occurrence without an item.
  std::string created_at;  // "2025-11-20T10:00:00Z"
  std::string updated_at;
  // Of events of shared things: the ids of the people who created and last changed them. Items of
  // other programs have none, and those of deleted accounts are removed. An exception has no
  // creator of its own, but that of its series.
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

struct Ical {
  std::string uid;  // "<id>@norn"; imported ones keep their own.
  int64_t sequence = 0;
  friend bool operator==(const Ical&, const Ical&) = default;
};

// What a guest has said to an invitation.
enum class Answer : uint8_t { kWaiting, kYes, kNo, kMaybe };
std::string_view to_text(Answer answer);  // "waiting"
std::optional<Answer> answer_from(std::string_view text);

// Somebody who is invited to an event or a series: by e-mail address, or as a member of what owns
// the event. An address may or may not be that of an account; those who invited learn neither.
struct Guest {
  std::string id;            // "gst_<uuid>"
  std::string email = {};    // In normal form; empty: a member.
  std::string user_id = {};  // Whose agenda the event is in; empty: an address outside.
  Answer answer = Answer::kWaiting;
  std::string invited_by = {};  // A user id.
  std::string invited_at = {};  // "2025-11-20T10:00:00Z"
  friend bool operator==(const Guest&, const Guest&) = default;
};

// The guests of an event or a series. They have a version of their own, so that an answer is no
// change of the event: every write of the event has the condition that it is unchanged, too.
struct Guests {
  std::vector<Guest> list = {};
  int64_t version = 0;  // 0: there never were any.

  // The guest with an account; nullptr if the person is not invited.
  const Guest* find_user(std::string_view user_id) const;
  friend bool operator==(const Guests&, const Guests&) = default;
};

// EVENT
struct Event {
  std::string id;
  Details details;
  When when;
  Stamp stamp;
  Ical ical;
  Guests guests = {};
  friend bool operator==(const Event&, const Event&) = default;
};

// The recurrence of a series.
struct Repeats {
  std::string rrule;
  // No occurrence starts after it; wall time for all-day and floating series.
  std::optional<int64_t> until_s = {};
  std::vector<std::string> exdate = {};  // Tags.
  // Additional occurrences. Days, "20251224", at the time of day of the series; or times,
  // "20251224T150000Z" (wall time in floating series), with or without a duration, "/PT2H".
  std::vector<std::string> rdate = {};
  bool has_exceptions = false;  // Whether there are INSTANCE items.
  friend bool operator==(const Repeats&, const Repeats&) = default;
};

// MASTER: a series. `when` is that of the first occurrence.
struct Master {
  std::string id;
  Details details;
  When when;
  Repeats repeats;
  Stamp stamp;
  Ical ical;
  Guests guests = {};  // Of all occurrences.
  friend bool operator==(const Master&, const Master&) = default;
};

// INSTANCE: an exception, an occurrence that differs from its series, with all of its attributes.
struct Instance {
  std::string master_id;
  std::string tag;
  int64_t recurrence_s = 0;  // Its start in the series, on the scale of the series.
  // The kind of the series' times.
  TimeKind recurrence_kind = TimeKind::kTimed;
  Details details;
  When when;
  Stamp stamp;
  std::vector<std::string> modified_fields = {};  // Attributes that differ from the series.

  std::string id() const;
  friend bool operator==(const Instance&, const Instance&) = default;
};

// The values of entityType.
constexpr std::string_view kEventType = "EVENT";
constexpr std::string_view kMasterType = "MASTER";
constexpr std::string_view kInstanceType = "INSTANCE";
constexpr std::string_view kLinkType = "LINK";
constexpr std::string_view kGuestType = "GUEST";

store::Item to_item(const std::string& user_id, const Event& event);
store::Item to_item(const std::string& user_id, const Master& master);
store::Item to_item(const std::string& user_id, const Instance& instance);
// The LINK items of all links but the first, which is in the item itself.
std::vector<store::Item> link_items(const std::string& user_id, std::string_view entity_type,
                                    const std::string& event_id, const Details& details);

// Also read items of other programs: optional attributes may be missing, null or invalid, ids may
// have any form, and sets may be lists. Return kUnreadable if the item is of another kind or has no
// valid key, time, rule or version. Unknown attributes are ignored.
Result<Event> event_from(store::ItemView item);
Result<Master> master_from(store::ItemView item);
Result<Instance> instance_from(store::ItemView item);
// The guests that an EVENT or MASTER names. Leaves out what cannot be read.
std::vector<Guest> guests_in(store::ItemView item);
// One of them; nullopt if it cannot be read.
std::optional<Guest> guest_from(const store::Value& value);
// As the attribute `guests`.
store::List list_of(const std::vector<Guest>& guests);

// GSI1SK: "2025-12-15T14:00:00Z"; all-day "2025-12-15"; floating without the Z.
std::string start_key(const When& when);
// A time as stored in startUtc, startDate, startLocal and recurrenceId. (rruleUntil always has the
// form of a UTC time, even if it is a wall time.)
std::string time_text(TimeKind kind, int64_t second);

// Whether its ttl has passed; the store may delete it later.
bool has_expired(const Details& details, int64_t now_ms);

// An occurrence and its series.
struct SeriesOccurrence {
  Master master;
  Instance instance;  // Version 0: as the series defines it.
  bool is_stored() const { return instance.stamp.version > 0; }
};

// A series with its exceptions, the occurrences that have items, in the order of their tags.
struct WholeSeries {
  Master master;
  std::vector<Instance> exceptions;
};

// What an id can refer to.
using Thing = std::variant<Event, Master, SeriesOccurrence>;

// When and by whom it was created and last changed: of an occurrence, created with its series.
Stamp stamp_of(const Thing& thing);

// "v3" for an event or a series; "v3.1" for an occurrence: the versions of the series and of its
// item.
std::string etag_of(const Thing& thing);

}  // namespace norn::events
