#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a person has in their agenda, whichever app it is from.
namespace norn::agenda {

// In the order of their names, which is that of things with the same start.
enum class Kind : uint8_t { kAnniversary, kBirthday, kBlocked, kEntry, kEvent, kStay, kTask };
constexpr size_t kKindCount = 7;
std::string_view to_text(Kind kind);  // "anniversary"
std::optional<Kind> kind_from(std::string_view text);

// A set of kinds.
class Kinds {
 public:
  constexpr Kinds() = default;
  static constexpr Kinds all() { return Kinds((1U << kKindCount) - 1); }
  static constexpr Kinds of(std::initializer_list<Kind> kinds) {
    Kinds set;
    for (const Kind kind : kinds) set.add(kind);
    return set;
  }

  constexpr void add(Kind kind) { bits_ |= bit(kind); }
  constexpr void remove(Kind kind) { bits_ &= ~bit(kind); }
  constexpr bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool overlaps(Kinds other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr uint32_t bits() const { return bits_; }
  friend bool operator==(Kinds, Kinds) = default;

 private:
  explicit constexpr Kinds(uint32_t bits) : bits_(bits) {}
  static constexpr uint32_t bit(Kind kind) { return 1U << static_cast<uint32_t>(kind); }
  uint32_t bits_ = 0;
};

// What the reader may do to a thing.
struct Rights {
  bool change = false;
  bool move = false;
  bool resize = false;
  bool complete = false;
  bool remove = false;
  bool answer = false;  // To an invitation.
  friend bool operator==(const Rights&, const Rights&) = default;
};

// What a thing belongs to.
struct Owner {
  std::string kind;  // "person", "calendar", "project", "place" or "tree"
  std::string id;
  std::string name = {};  // Empty: the reader.
  friend bool operator==(const Owner&, const Owner&) = default;
};

// A time in the zone of the agenda. Wall times are as if they were UTC. In the hour that clocks
// repeat, an end by the clock may be before the start, and two instants have one wall time.
struct Times {
  bool all_day = false;
  int64_t start_s = 0;                      // All-day: midnight of the first day.
  std::optional<int64_t> end_s = {};        // All-day: midnight after the last day.
  std::optional<int64_t> start_utc_s = {};  // The instants of what has a time,
  std::optional<int64_t> end_utc_s = {};    // and an end.
  friend bool operator==(const Times&, const Times&) = default;
};

// Why a task is where it is: a task can be in an agenda for two reasons.
enum class TaskAs : uint8_t { kDue, kPlanned, kOverdue };
std::string_view to_text(TaskAs as);  // "due", "planned", "overdue"

struct TaskState {
  TaskAs as = TaskAs::kDue;
  bool done = false;
  std::string status = {};    // "TODO"; empty if its app has none.
  std::string priority = {};  // "HIGH"; likewise.
  std::optional<Times> due = {};
  std::optional<Times> planned = {};
  friend bool operator==(const TaskState&, const TaskState&) = default;
};

struct StayState {
  int64_t nights = 0;
  std::optional<std::string> guest = {};  // Nullopt: the reader may not know who comes.
  bool is_own = false;
  std::string arrival;    // "2026-07-01"
  std::string departure;  // "2026-07-05"
  std::string check_in;   // "16:00"
  std::string check_out;
  friend bool operator==(const StayState&, const StayState&) = default;
};

struct DayState {
  std::string which;  // "birthday", "deathDay" or "wedding"
  int64_t years = 0;
  bool is_living = false;
  std::string kinship = {};  // "grandmother"; empty if it is not known.
  std::vector<std::string> person_ids = {};
  friend bool operator==(const DayState&, const DayState&) = default;
};

struct Item {
  Kind kind = Kind::kEvent;
  std::string app;  // "planner"
  std::string id;   // Of the thing in its app; of an occurrence its own.
  std::string title;
  Times times;
  Owner owner;
  std::string self;  // "/api/v1/planner/events/evt_..."
  Rights rights = {};
  std::string etag = {};  // Without quotes; empty for what cannot be changed.
  std::string color = {};
  std::string location = {};
  std::vector<std::string> people = {};  // The users whom it concerns.
  std::string uid = {};                  // Of iCalendar.
  std::string series_id = {};
  std::string status = {};  // "TENTATIVE"; empty: nothing special.
  // Of what the reader is invited to: "waiting", "yes", "no" or "maybe".
  std::string answer = {};
  bool is_free = false;  // Whether the time is free in spite of it.
  // Its title in a calendar file, which has no other place for an age or a kinship. Empty: `title`.
  std::string file_title = {};
  std::optional<TaskState> task = {};
  std::optional<StayState> stay = {};
  std::optional<DayState> day = {};
  friend bool operator==(const Item&, const Item&) = default;
};

// The order of an agenda: by start, all-day first, then kind and id. The rest makes it total: two
// apps, two trees of other programs or two reasons for one task may have the same so far.
struct ItemOrder {
  int64_t start_s = 0;
  bool has_time = false;
  Kind kind = Kind::kEvent;
  std::string_view id;
  std::string_view app;
  std::string_view owner_id;
  uint8_t as = 0;

  static ItemOrder of(const Item& item) {
    return {.start_s = item.times.start_s,
            .has_time = !item.times.all_day,
            .kind = item.kind,
            .id = item.id,
            .app = item.app,
            .owner_id = item.owner.id,
            .as = static_cast<uint8_t>(item.task ? item.task->as : TaskAs::kDue)};
  }
  friend auto operator<=>(const ItemOrder&, const ItemOrder&) = default;
};

}  // namespace norn::agenda
