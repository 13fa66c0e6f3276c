#include <fmt/format.h>

#include <optional>

#include "apps/planner/render.h"
#include "apps/planner/render_members.h"
#include "apps/planner/when_text.h"
#include "base/append.h"
#include "base/json_writer.h"

// Views are what the planner is asked for most, so what all occurrences of a series have in common
// is made once.
namespace norn::planner {
namespace {

using members::Form;

// About what one occurrence takes; a guess that is wrong costs a copy.
constexpr size_t kUsualBytes = 640;

// The members of an occurrence that has no item, around those that are its own.
struct Common {
  std::string_view uuid;    // Of the id: "inst_<tag>_<uuid>".
  std::string before_time;  // From "kind" to the value of "recurrenceId",
  std::string details;      // from there to "isAllDay",
  std::string after_times;  // and from "startTzid" to the end.
};

class ViewWriter {
 public:
  ViewWriter(std::string& out, const View& view)
      : out_(out), view_(view), common_(view.masters.size()) {}

  void append(const Placed& placed) {
    switch (placed.kind) {
      case Placed::Kind::kEvent:
        append_event(placed);
        break;
      case Placed::Kind::kOccurrence:
        append_occurrence(placed);
        break;
      case Placed::Kind::kException:
        append_exception(placed);
        break;
    }
    members::placing(out_, placed.when.kind, placed.start_local_s, placed.end_local_s);
    out_.push_back('}');
  }

 private:
  void append_event(const Placed& placed) {
    const Event& event = view_.events[placed.source];
    append_all(out_, {R"({"id":")", event.id, R"(","kind":"event")"});
    members::details(out_, event.details, Form::kInView);
    members::times(out_, event.when);
    members::zones(out_, event.when);
    members::stamps(out_, event.details, event.ical, event.stamp, Form::kInView);
    fmt::format_to(std::back_inserter(out_), R"(,"etag":"v{}")", event.stamp.version);
  }

  void append_occurrence(const Placed& placed) {
    const Common& common = common_of(placed.master);
    append_all(out_, {R"({"id":"inst_)", placed.tag, "_", common.uuid, common.before_time});
    append_start(placed.when);
    out_.append(common.details);
    members::times(out_, placed.when);
    out_.append(common.after_times);
  }

  void append_exception(const Placed& placed) {
    const Instance& instance = view_.instances[placed.source];
    const Master& master = view_.masters[placed.master];
    append_all(out_, {R"({"id":")", instance.id(), R"(","kind":"occurrence","masterId":")",
                      instance.master_id, R"(","recurrenceId":")",
                      time_text(instance.recurrence_kind, instance.recurrence_s), "\""});
    members::boolean(out_, "isException", true);
    members::details(out_, instance.details, Form::kInView);
    members::times(out_, instance.when);
    members::zones(out_, instance.when);
    members::text(out_, "rrule", master.repeats.rrule);
    members::texts(out_, "modifiedFields", instance.modified_fields);
    members::stamps(out_, instance.details, master.ical, instance.stamp, Form::kInView);
    fmt::format_to(std::back_inserter(out_), R"(,"etag":"v{}.{}")", master.stamp.version,
                   instance.stamp.version);
  }

  // As `start_key` writes it.
  void append_start(const When& when) {
    if (when.kind == TimeKind::kAllDay) {
      append_date(out_, when.start_s);
      return;
    }
    append_wall_time(out_, when.start_s);
    if (when.kind == TimeKind::kTimed) out_.push_back('Z');
  }

  const Common& common_of(size_t place) {
    std::optional<Common>& common = common_[place];
    if (common) return *common;
    const Master& master = view_.masters[place];
    common.emplace();
    common->uuid = std::string_view(master.id).substr(std::string_view("mst_").size());
    append_all(common->before_time,
               {R"(","kind":"occurrence","masterId":")", master.id, R"(","recurrenceId":")"});
    common->details = R"(","isException":false)";
    members::details(common->details, master.details, Form::kInView);
    members::zones(common->after_times, master.when);
    members::text(common->after_times, "rrule", master.repeats.rrule);
    const Stamp stamp = {.version = 0, .created_at = {}, .updated_at = master.stamp.updated_at};
    members::stamps(common->after_times, master.details, master.ical, stamp, Form::kInView);
    fmt::format_to(std::back_inserter(common->after_times), R"(,"etag":"v{}.0")",
                   master.stamp.version);
    return *common;
  }

  std::string& out_;
  const View& view_;
  std::vector<std::optional<Common>> common_;  // By the places of View::masters.
};

}  // namespace

void append_json(std::string& out, const View& view) {
  out.reserve(out.size() + view.placed.size() * kUsualBytes);
  ObjectWriter object(out);
  object.text("from", date_text(view.from));
  object.text("to", date_text(view.to));
  object.text("tzid", view.tzid);
  ListWriter list(object.key("occurrences"));
  ViewWriter writer(out, view);
  for (const Placed& placed : view.placed) {
    list.next();
    writer.append(placed);
  }
  list.close();
  object.close();
}

}  // namespace norn::planner
