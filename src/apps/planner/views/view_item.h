#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/model.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::planner {

enum class ItemKind : uint8_t { kEvent, kMaster, kInstance };

// An EVENT, MASTER or INSTANCE as it stands in its item: a view shows dozens, thousands of times a
// second, and most of what they consist of goes into the reply as it is in the table. Valid as long
// as the item's bytes are.
class ViewItem {
 public:
  // Into a view of nothing. kCorruption when the item is not what to_item writes.
  Result<void> read(store::ItemView item);

  store::ItemView source() const { return source_; }
  ItemKind kind() const { return kind_; }
  std::string_view id() const { return inside(json_.id); }
  // Of a series itself, and of an occurrence.
  std::string_view master_id() const { return inside(json_.master_id); }
  std::string_view tag() const { return tag_; }  // Of an INSTANCE.
  std::string_view title() const;
  std::optional<std::string> location() const { return text_of(json_.location); }
  std::optional<std::string> color() const { return text_of(json_.color); }
  Status status() const { return status_; }
  bool has_expired(int64_t now_ms) const;
  // `quoted` is a tag as JSON.
  bool has_tag(std::string_view quoted) const;
  std::vector<std::string> tags() const;
  std::vector<int64_t> reminder_minutes() const;
  bool has_reminders() const { return !json_.reminder_minutes.empty(); }

  // `when`, on the scale that it has there.
  TimeKind time_kind() const { return time_kind_; }
  int64_t start_s() const { return start_s_; }
  bool has_end() const { return has_end_; }
  int64_t duration_s() const { return duration_s_; }
  std::string_view start_tzid() const { return inside(json_.start_tzid); }
  // Empty unless it is another one.
  std::string_view end_tzid() const { return inside(json_.end_tzid); }

  When when() const;

  // Of a series.
  bool has_exceptions() const { return has_exceptions_; }
  std::string rrule() const { return text_of(json_.rrule).value_or(""); }
  std::optional<int64_t> until_s() const { return until_s_; }
  // Whether an occurrence with an item of its own is still one: the series may have ended before
  // it, or leave it out.
  bool still_has(const ViewItem& instance) const;
  // What a series is expanded by; nothing else of it.
  void read_times_into(Master& master) const;
  bool has_dates() const { return has_dates_; }        // Some in rdate.
  bool has_left_out() const { return has_left_out_; }  // Some in exdate.
  std::vector<std::string> exdate() const { return texts_in(exdate_); }
  std::vector<std::string> rdate() const { return texts_in(rdate_); }

  // Members as JSON: texts with quotes and escapes, or null; lists; empty when they are not there.
  struct Json {
    std::string_view color;
    std::string_view end_tzid;
    std::string_view id;
    std::string_view location;
    std::string_view master_id;
    std::string_view modified_fields;  // As in the table: {"L":[{"S":"title"}]}
    std::string_view recurrence_id;
    std::string_view reminder_minutes;  // As in the table: {"NS":["15"]}
    std::string_view rrule;
    std::string_view rrule_until;
    std::string_view sequence;
    std::string_view start_tzid;
    std::string_view status;
    std::string_view tags;
    std::string_view title;
    std::string_view ttl;
    std::string_view updated_at;
    std::string_view version;
  };
  const Json& json() const { return json_; }

 private:
  // What is between the quotes; nothing of null and of what is not there.
  static std::string_view inside(std::string_view quoted) {
    return quoted.size() < 2 || quoted.front() != '"' ? std::string_view()
                                                      : quoted.substr(1, quoted.size() - 2);
  }
  static std::optional<std::string> text_of(std::string_view json);
  static std::vector<std::string> texts_in(std::string_view value);

  struct Attributes;  // What is looked at and not kept, as it stands there.
  void take(std::string_view name, std::string_view value, Attributes& attributes);
  void take_e(std::string_view name, std::string_view value, Attributes& attributes);
  void take_r(std::string_view name, std::string_view value);
  void take_s(std::string_view name, std::string_view value, Attributes& attributes);
  bool read_times(const Attributes& times);
  bool read_kind(const Attributes& attributes);
  bool read_numbers();
  bool read_repeats();

  store::ItemView source_;
  Json json_;
  std::string_view exdate_;  // As in the table.
  std::string_view rdate_;
  std::string_view tag_;
  ItemKind kind_ = ItemKind::kEvent;
  TimeKind time_kind_ = TimeKind::kTimed;
  Status status_ = Status::kConfirmed;
  bool has_end_ = false;
  bool has_exceptions_ = false;
  bool has_dates_ = false;
  bool has_left_out_ = false;
  int64_t start_s_ = 0;
  int64_t duration_s_ = 0;
  std::optional<int64_t> ttl_s_;
  std::optional<int64_t> until_s_;
  std::string unescaped_title_;  // Empty when the title has no escapes.
};

}  // namespace norn::planner
