#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/time_text.h"
#include "store/item.h"
#include "store/value.h"

// The types of calendars and their items, which have the attributes of the design and few others.
namespace norn::calendars {

// The time of items of other programs that have none.
constexpr std::string_view kUnknownTime = "1970-01-01T00:00:00Z";

enum class Role : uint8_t { kReader, kWriter, kOwner };  // Each includes the ones before it.
std::string_view to_text(Role role);                     // "reader", "writer", "owner"
std::optional<Role> role_from(std::string_view text);

struct Calendar {
  std::string id;
  std::string name;
  std::string color;  // "#3B82F6"
  std::optional<std::string> description;
  std::string created_at;  // "2024-01-15T10:30:00Z"
  std::string updated_at;
  // Not in the design: the length of the longest MultiDay entry so far, so that a range finds the
  // entries that began before it. The item has no such attribute while it is 1.
  int64_t longest_span_days = 1;
  friend bool operator==(const Calendar&, const Calendar&) = default;
};

struct Membership {
  std::string calendar_id;
  std::string user_id;
  Role role = Role::kReader;
  std::string created_at;
  std::string updated_at;
  friend bool operator==(const Membership&, const Membership&) = default;
};

struct MultiDay {
  Date start;
  Date end;  // The last day.
  friend bool operator==(const MultiDay&, const MultiDay&) = default;
};
struct AllDay {
  friend bool operator==(const AllDay&, const AllDay&) = default;
};
struct Timed {
  std::string start;  // "09:00:00"
  std::string end;
  friend bool operator==(const Timed&, const Timed&) = default;
};
struct Task {
  bool completed = false;
  friend bool operator==(const Task&, const Task&) = default;
};
using Kind = std::variant<MultiDay, AllDay, Timed, Task>;
// The last day of an entry of this kind that begins on `first`.
Date last_day(Date first, const Kind& kind);

std::string_view type_of(const Kind& kind);  // "MultiDay", "AllDay", "Timed", "Task"
// The attribute `kind` of an entry: a map with its `type`.
store::Value value_of(const Kind& kind);
// Returns nullopt if the attribute is none of the four kinds. Accepts any order of days and times.
std::optional<Kind> kind_from(const store::AttributeView& attribute);
// Appends the same members as plain JSON: {"completed":false,"type":"Task"}
void append_json(std::string& out, const Kind& kind);

struct Entry {
  std::string id;
  std::string calendar_id;
  std::string title;
  std::optional<std::string> description;
  std::optional<std::string> location;
  Date date;  // The first day.
  std::string color;
  Kind kind;
  std::string created_at;
  std::string updated_at;
  // Beyond the design: the ids of the people who created and last changed it. Items of other
  // programs have none, and those of deleted accounts are removed.
  std::optional<std::string> created_by = std::nullopt;
  std::optional<std::string> updated_by = std::nullopt;

  Date last_day() const { return calendars::last_day(date, kind); }
  int64_t span_days() const { return (last_day() - date).count() + 1; }
  friend bool operator==(const Entry&, const Entry&) = default;
};

store::Item to_item(const Calendar& calendar);
store::Item to_item(const Membership& membership);
store::Item to_item(const Entry& entry);
// All attributes that the item of an entry can have, for the condition that it is unchanged.
const std::vector<std::string>& entry_attributes();

// Read items that another program may have written. What may be missing has a default; kUnreadable
// says what is wrong with the rest.
Result<Calendar> calendar_from(store::ItemView item);
Result<Membership> membership_from(store::ItemView item);
Result<Entry> entry_from(store::ItemView item);

// A hash of everything that users can change, and of the time of the last change. The tag of an
// entry is a hash of its JSON without its authors, which every reply needs anyway: removing a
// deleted account from an entry is no change that an editor has to know.
std::string etag_of(const Calendar& calendar);
std::string etag_of(const Membership& membership);
std::string etag_of(const Entry& entry);

}  // namespace norn::calendars
