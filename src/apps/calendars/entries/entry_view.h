#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/model.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::calendars {

// What entries of a day are sorted by.
struct DaySortKey {
  int rank;                // MultiDay, all-day, task, timed.
  std::string_view start;  // Empty unless timed.
  std::string_view title;
  std::string_view id;
};
DaySortKey sort_key_of(const Kind& kind, std::string_view title, std::string_view id);
bool comes_before(const DaySortKey& left, const DaySortKey& right);

// A view of an entry in the bytes of its item, valid as long as they are. A month has hundreds of
// entries, and their attributes are copied from the table to the reply without being decoded.
class EntryView {
 public:
  // Returns kUnreadable, with the reason, if another program wrote an item that is no entry.
  static Result<EntryView> of(store::ItemView item);
  // The same into an empty view, which saves a copy when many are read.
  Result<void> read(store::ItemView item);

  std::string_view id() const { return inside(json_.id); }
  std::string_view calendar_id() const { return inside(json_.calendar_id); }
  std::string_view title() const;
  Date date() const { return date_; }
  Date last_day() const { return calendars::last_day(date_, kind_); }
  bool has_several_days() const { return std::holds_alternative<MultiDay>(kind_); }
  DaySortKey sort_key() const { return sort_key_of(kind_, title(), id()); }
  Entry decode() const;

  std::string_view json_of_id() const { return json_.id; }  // With its quotes.
  // About how many bytes append_members and append_authors append.
  size_t json_bytes() const;
  // Appends {"calendarId","color","createdAt","date","description","id","kind","location","title",
  // "updatedAt", without the closing brace.
  void append_members(std::string& out) const;
  // Appends ,"createdBy","updatedBy".
  void append_authors(std::string& out) const;

 private:
  // The members in the order of the item, each as JSON: texts with quotes and escapes, or null.
  struct Json {
    std::string_view calendar_id;
    std::string_view color;
    std::string_view created_at;
    std::string_view created_by;
    std::string_view date;
    std::string_view description;
    std::string_view id;
    std::string_view location;
    std::string_view title;
    std::string_view updated_at;
    std::string_view updated_by;
  };

  // Without the quotes.
  static std::string_view inside(std::string_view quoted) {
    return quoted.substr(1, quoted.size() - 2);
  }
  bool read_kind(std::string_view value);
  bool read_texts();
  bool ends_after_start() const { return last_day() >= date_; }

  Json json_;
  Date date_;
  Kind kind_;
  std::string unescaped_title_;  // Empty when the title has no escapes.
};

}  // namespace norn::calendars
