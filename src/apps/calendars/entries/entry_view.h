#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/model.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::calendars {

// Where an entry stands among those of its day.
struct DayPlace {
  int rank;                // MultiDay, all-day, task, timed.
  std::string_view start;  // Of those with a time.
  std::string_view title;
  std::string_view id;
};
DayPlace place_of(const Kind& kind, std::string_view title, std::string_view id);
bool comes_before(const DayPlace& left, const DayPlace& right);

// An entry as it stands in its item: a month shows hundreds, and most of what they consist of goes
// into the reply as it is in the table. Valid as long as the item's bytes are.
class EntryView {
 public:
  // kCorruption when the item is not what to_item writes.
  static Result<EntryView> of(store::ItemView item);
  // The same into a view of nothing, for those who read many.
  Result<void> read(store::ItemView item);

  std::string_view id() const { return inside(json_.id); }
  std::string_view calendar_id() const { return inside(json_.calendar_id); }
  std::string_view title() const;
  Date date() const { return date_; }
  Date last_day() const { return calendars::last_day(date_, kind_); }
  bool has_several_days() const { return std::holds_alternative<MultiDay>(kind_); }
  DayPlace place() const { return place_of(kind_, title(), id()); }
  Entry decode() const;

  std::string_view json_of_id() const { return json_.id; }  // With its quotes.
  // About what append_members appends.
  size_t json_bytes() const;
  // {"calendarId","color","createdAt","date","description","id","kind","location","title",
  // "updatedAt", without the brace that closes it.
  void append_members(std::string& out) const;

 private:
  // The members in the order of the item, each as JSON: texts with quotes and escapes, or null.
  struct Json {
    std::string_view calendar_id;
    std::string_view color;
    std::string_view created_at;
    std::string_view date;
    std::string_view description;
    std::string_view id;
    std::string_view location;
    std::string_view title;
    std::string_view updated_at;
  };

  // What is between the quotes.
  static std::string_view inside(std::string_view quoted) {
    return quoted.substr(1, quoted.size() - 2);
  }
  bool read_kind(std::string_view value);
  bool read_texts();

  Json json_;
  Date date_;
  Kind kind_;
  std::string unescaped_title_;  // Empty when the title has no escapes.
};

}  // namespace norn::calendars
