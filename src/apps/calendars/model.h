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

// What calendars are made of, and how each is an item of the table: attribute for attribute as the
// design shows it.
namespace norn::calendars {

enum class Role : uint8_t { kReader, kWriter, kOwner };  // Each may do what those before it may.
std::string_view to_text(Role role);                     // "reader", "writer", "owner"
std::optional<Role> role_from(std::string_view text);

struct Calendar {
  std::string id;
  std::string name;
  std::string color;  // "#3B82F6"
  std::optional<std::string> description;
  std::string created_at;  // "2024-01-15T10:30:00Z"
  std::string updated_at;
  // Beyond the design: the most days that a MultiDay entry has lasted, so that a range finds those
  // that began before it. Absent (1) until there is a longer one.
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
  Date end;  // Its last day.
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
// Of an entry of this kind that is on the day `first`.
Date last_day(Date first, const Kind& kind);

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

  Date last_day() const { return calendars::last_day(date, kind); }
  int64_t span_days() const { return (last_day() - date).count() + 1; }
  friend bool operator==(const Entry&, const Entry&) = default;
};

store::Item to_item(const Calendar& calendar);
store::Item to_item(const Membership& membership);
store::Item to_item(const Entry& entry);
// The names of the attributes that those items have at most, of which changes look whether they are
// still the same.
const std::vector<std::string>& membership_attributes();
const std::vector<std::string>& entry_attributes();

// Of items that are known to be of that kind; kCorruption when they are not what to_item writes.
Result<Calendar> calendar_from(store::ItemView item);
Result<Membership> membership_from(store::ItemView item);
Result<Entry> entry_from(store::ItemView item);

// The tag of a state: of everything that people can change, and of when they did. That of an entry
// is of its JSON, which has to be made for every reply anyway.
std::string etag_of(const Calendar& calendar);
std::string etag_of(const Membership& membership);
std::string etag_of(const Entry& entry);

}  // namespace norn::calendars
