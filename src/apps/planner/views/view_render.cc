#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/planner/render.h"
#include "apps/planner/series/series.h"
#include "apps/planner/series/when_text.h"
#include "apps/planner/series/when_zone.h"
#include "apps/planner/views/views.h"
#include "base/append.h"
#include "base/json_text.h"
#include "ical/civil.h"
#include "ical/time_zone.h"

// Views as JSON. They are asked for more often than everything else together, so what stands in the
// items goes straight into the reply.
namespace norn::planner {
namespace {

std::string_view or_null(std::string_view json) {
  return json.empty() ? std::string_view("null") : json;
}

// {"NS":["15","60"]} as [15,60]
void append_numbers(std::string& out, std::string_view set) {
  const size_t begin = set.find('[');
  out.push_back('[');
  if (begin != std::string_view::npos) {
    for (const char c : set.substr(begin + 1, set.find(']') - begin - 1)) {
      if (c != '"') out.push_back(c);
    }
  }
  out.push_back(']');
}

// {"L":[{"S":"title"}]} as ["title"]; names of attributes, which need no escapes.
void append_names(std::string& out, std::string_view list) {
  constexpr std::string_view kBegin = R"({"S":)";
  out.push_back('[');
  bool first = true;
  for (size_t at = list.find(kBegin); at != std::string_view::npos; at = list.find(kBegin, at)) {
    at += kBegin.size();
    const size_t end = list.find('}', at);
    if (!std::exchange(first, false)) out.push_back(',');
    out.append(list.substr(at, end - at));
  }
  out.push_back(']');
}

// Times as text. The seven times of a thing are on one day, or on two.
class Dates {
 public:
  std::string_view text(ical::Day day) {
    Kept& kept = kept_[day & 1];
    if (kept.day != day) {
      kept.day = day;
      kept.text.clear();
      append_date(kept.text, day * ical::kDaySeconds);
    }
    return kept.text;
  }

  void append_wall_time(std::string& out, int64_t second) {
    const ical::Day day = ical::day_of_second(second);
    const auto of_day = static_cast<unsigned>(second - day * ical::kDaySeconds);
    char time[] = {'T', '0', '0', ':', '0', '0', ':', '0', '0'};
    const auto put = [&time](size_t at, unsigned number) {
      time[at] = static_cast<char>('0' + number / 10);
      time[at + 1] = static_cast<char>('0' + number % 10);
    };
    put(1, of_day / 3600);
    put(4, of_day / 60 % 60);
    put(7, of_day % 60);
    append_all(out, {text(day), std::string_view(time, sizeof(time))});
  }

 private:
  struct Kept {
    ical::Day day = std::numeric_limits<ical::Day>::min();
    std::string text;
  };
  Kept kept_[2];
};

class ViewWriter {
 public:
  ViewWriter(std::string& out, const View& view) : out_(out), view_(view) {}

  void append(const Placed& placed) {
    const ViewItem& item = view_.items[placed.item];
    append_names_of(placed, item);
    append_details(item);
    append_times(placed, item);
    append_series(placed, item);
    append_stamp(placed, item);
    append_place(placed, item);
  }

 private:
  void append_tag(const Placed& placed) {
    if (placed.has_tag_time) {
      out_.append(time_tag(placed.tag_s));
      return;
    }
    const std::string_view date = dates_.text(ical::day_of_second(placed.tag_s));
    append_all(out_, {date.substr(0, 4), date.substr(5, 2), date.substr(8, 2)});
  }

  void append_names_of(const Placed& placed, const ViewItem& item) {
    if (placed.kind == Placed::Kind::kEvent) {
      append_all(out_, {R"({"id":)", item.json().id, R"(,"kind":"event")"});
      return;
    }
    const ViewItem& master = view_.items[placed.master];
    const bool is_exception = placed.kind == Placed::Kind::kException;
    if (is_exception) {
      append_all(out_, {R"({"id":)", item.json().id});
    } else {
      out_.append(R"({"id":"inst_)");
      append_tag(placed);
      constexpr size_t kPrefixBytes = 4;  // "mst_"
      append_all(out_, {"_", master.id().substr(kPrefixBytes), "\""});
    }
    append_all(out_,
               {R"(,"kind":"occurrence","masterId":)", master.json().id, R"(,"recurrenceId":)"});
    if (is_exception) {
      out_.append(item.json().recurrence_id);
    } else {
      append_time(item.time_kind(), placed.start_s);
    }
    out_.append(is_exception ? R"(,"isException":true)" : R"(,"isException":false)");
  }

  void append_details(const ViewItem& item) {
    const ViewItem::Json& json = item.json();
    append_all(out_,
               {R"(,"title":)", json.title, R"(,"location":)", or_null(json.location),
                R"(,"color":)", or_null(json.color), R"(,"status":)", json.status, R"(,"tags":)",
                json.tags.empty() ? "[]" : json.tags, R"(,"reminderMinutes":)"});
    append_numbers(out_, json.reminder_minutes);
  }

  // On the scale of such times, as the table writes them.
  void append_time(TimeKind kind, int64_t second) {
    out_.push_back('"');
    if (kind == TimeKind::kAllDay) {
      out_.append(dates_.text(ical::day_of_second(second)));
    } else {
      dates_.append_wall_time(out_, second);
      if (kind == TimeKind::kTimed) out_.push_back('Z');
    }
    out_.push_back('"');
  }

  void append_wall(std::string_view name, int64_t second) {
    out_.append(name);
    dates_.append_wall_time(out_, second);
    out_.push_back('"');
  }

  void append_times(const Placed& placed, const ViewItem& item) {
    const int64_t end_s = placed.start_s + placed.duration_s;
    const ViewItem::Json& json = item.json();
    if (item.time_kind() == TimeKind::kAllDay) {
      out_.append(R"(,"isAllDay":true,"startDate":)");
      append_time(TimeKind::kAllDay, placed.start_s);
      out_.append(R"(,"endDate":)");
      append_time(TimeKind::kAllDay, end_s);
      out_.append(R"(,"startTzid":null,"endTzid":null)");
      return;
    }
    out_.append(R"(,"isAllDay":false)");
    const bool is_timed = item.time_kind() == TimeKind::kTimed;
    if (is_timed) {
      out_.append(R"(,"startUtc":)");
      append_time(TimeKind::kTimed, placed.start_s);
      out_.append(R"(,"endUtc":)");
      placed.has_end ? append_time(TimeKind::kTimed, end_s) : void(out_.append("null"));
    }
    const std::string_view start_tzid = item.start_tzid();
    const std::string_view end_tzid = item.end_tzid().empty() ? start_tzid : item.end_tzid();
    append_wall(R"(,"startLocal":")",
                is_timed ? local_of(start_tzid, placed.start_s) : placed.start_s);
    if (placed.has_end) {
      append_wall(R"(,"endLocal":")", is_timed ? local_of(end_tzid, end_s) : end_s);
    } else {
      out_.append(R"(,"endLocal":null)");
    }
    append_all(out_, {R"(,"startTzid":)", or_null(json.start_tzid), R"(,"endTzid":)",
                      or_null(json.end_tzid)});
  }

  void append_series(const Placed& placed, const ViewItem& item) {
    if (placed.kind == Placed::Kind::kEvent) return;
    append_all(out_, {R"(,"rrule":)", view_.items[placed.master].json().rrule});
    if (placed.kind != Placed::Kind::kException) return;
    out_.append(R"(,"modifiedFields":)");
    append_names(out_, item.json().modified_fields);
  }

  void append_stamp(const Placed& placed, const ViewItem& item) {
    const ViewItem::Json& json = item.json();
    const bool is_event = placed.kind == Placed::Kind::kEvent;
    const ViewItem& master = view_.items[placed.master];
    const std::string_view sequence = master.json().sequence;
    const std::string_view version =
        placed.kind == Placed::Kind::kOccurrence ? std::string_view("0") : json.version;
    if (!json.ttl.empty()) append_all(out_, {R"(,"ttl":)", json.ttl});
    append_all(out_,
               {R"(,"sequence":)", sequence.empty() ? "0" : sequence, R"(,"version":)", version,
                R"(,"updatedAt":)", json.updated_at, R"(,"etag":"v)", master.json().version});
    if (!is_event) append_all(out_, {".", version});
    out_.push_back('"');
  }

  // Where it lies in the view.
  void append_place(const Placed& placed, const ViewItem& item) {
    const TimeKind kind =
        item.time_kind() == TimeKind::kAllDay ? TimeKind::kAllDay : TimeKind::kFloating;
    out_.append(R"(,"start":)");
    append_time(kind, placed.start_local_s);
    out_.append(R"(,"end":)");
    append_time(kind, placed.end_local_s);
    out_.push_back('}');
  }

  // Most things of a view have the same one.
  int64_t local_of(std::string_view tzid, int64_t utc_s) {
    if (!zone_ || tzid != tzid_) {
      tzid_ = tzid;
      zone_.emplace(zone_of(std::string(tzid)));
    }
    return zone_->local_of(utc_s);
  }

  std::string& out_;
  const View& view_;
  Dates dates_;
  std::string_view tzid_;
  std::optional<ical::OffsetCursor> zone_;
};

}  // namespace

void append_json(std::string& out, const View& view) {
  constexpr size_t kUsualBytes = 900;  // Of one thing.
  out.reserve(out.size() + view.placed.size() * kUsualBytes + kUsualBytes);
  append_all(out, {R"({"from":")", date_text(view.from), R"(","to":")", date_text(view.to),
                   R"(","tzid":)"});
  append_json_string(out, view.tzid);
  out.append(R"(,"occurrences":[)");
  ViewWriter writer(out, view);
  bool first = true;
  for (const Placed& placed : view.placed) {
    if (!std::exchange(first, false)) out.push_back(',');
    writer.append(placed);
  }
  out.append("]}");
}

}  // namespace norn::planner
