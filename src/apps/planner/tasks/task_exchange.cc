#include "apps/planner/tasks/task_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <span>
#include <utility>

#include "apps/events/exchange/ical_other.h"
#include "apps/events/exchange/ical_times.h"
#include "apps/events/exchange/import_items.h"
#include "apps/events/exchange/import_zones.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/planner/preferences.h"
#include "apps/planner/sentences.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/limits.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/rank.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/text.h"
#include "ical/content_line.h"

namespace norn::planner {
namespace {

using ical::CalendarItem;
using ical::CalendarTime;
using ical::TimeForm;

constexpr std::string_view kPlannedLine = "X-NORN-PLANNED";
constexpr std::string_view kPlannedZoneLine = "X-NORN-PLANNED-TZID";
constexpr std::string_view kPlannedMinutesLine = "X-NORN-PLANNED-MINUTES";
constexpr std::string_view kDueZoneLine = "X-NORN-TZID";
constexpr std::string_view kNornUidEnd = "@norn";
// In one transaction.
constexpr size_t kTasksAtOnce = 40;
constexpr size_t kMaxShownTasks = 100;
constexpr int64_t kAllPercent = 100;
// PRIORITY (RFC 5545, 3.8.1.9): 1 is the highest, 5 medium, 9 the lowest.
constexpr std::array<int64_t, 4> kIcalPriorities = {9, 5, 3, 1};

std::optional<TaskPriority> priority_of(int64_t number) {
  if (number < 1 || number > 9) return std::nullopt;
  if (number == 1) return TaskPriority::kUrgent;
  if (number < 5) return TaskPriority::kHigh;
  return number == 5 ? TaskPriority::kMedium : TaskPriority::kLow;
}

std::optional<ical::DateTime> utc_time(const std::string& timestamp) {
  const auto second = second_of_utc(timestamp);
  if (!second) return std::nullopt;
  return ical::DateTime{TimeForm::kUtc, *second};
}

CalendarTime file_time(const TaskTime& time) {
  return calendar_time(time.is_day ? TimeKind::kAllDay : TimeKind::kTimed, time.tzid, time.at_s);
}

void add_line(CalendarItem& item, std::string_view name, std::string value) {
  item.other.push_back({.name = std::string(name), .value = std::move(value)});
}

void add_planned(const Task& task, CalendarItem& item) {
  if (!task.planned) return;
  const TaskTime& planned = *task.planned;
  const bool fits =
      !task.due || (task.due->is_day == planned.is_day && planned.at_s < task.due->at_s);
  if (fits) item.start = file_time(planned);
  add_line(item, kPlannedLine, key_text(planned));
  if (planned.is_day) return;
  add_line(item, kPlannedZoneLine, planned.tzid);
  if (task.planned_minutes) {
    add_line(item, kPlannedMinutesLine, fmt::to_string(*task.planned_minutes));
  }
}

const std::string* line_value(const CalendarItem& item, std::string_view name) {
  const auto found = std::ranges::find(item.other, name, &ical::ContentLine::name);
  return found == item.other.end() ? nullptr : &found->value;
}

std::optional<std::string> zone_in(const CalendarItem& item, std::string_view name) {
  const std::string* const tzid = line_value(item, name);
  if (tzid == nullptr || !ical::TimeZone::find(*tzid)) return std::nullopt;
  return *tzid;
}

// Reads one VTODO.
class TodoReader {
 public:
  TodoReader(const CalendarItem& item, ImportZones& zones, int64_t now_ms, ImportNotes& notes)
      : item_(item), zones_(zones), now_ms_(now_ms), notes_(notes) {}

  // Without id, rank and version. Returns kInvalid with the reason if there cannot be such a task.
  Result<Task> read() {
    Task task;
    read_texts(task);
    read_progress(task);
    NORN_TRY(read_times(task));
    const Stamp stamp = ItemReader(zones_, now_ms_).stamp(item_);
    task.created_at = stamp.created_at;
    task.updated_at = stamp.updated_at;
    task.sequence = item_.sequence;
    task.priority = priority_of(item_.priority);
    if (item_.rule || !item_.dates.empty()) {
      notes_.add(item_.line, kImportTaskRepeats(shown_title(item_)));
    }
    return task;
  }

 private:
  void read_texts(Task& task) {
    CalendarItem plain = item_;
    // The task has it itself; and it has no reminders, so that nothing is said of alarms.
    plain.priority = 0;
    plain.alarms.clear();
    Details details = ItemReader(zones_, now_ms_).details(plain, notes_);
    task.title = std::move(details.title);
    task.description = std::move(details.description);
    task.color = std::move(details.color);
    task.tags = std::move(details.tags);
    task.ical_other = std::move(details.ical_other);
    const std::string kept = kept_text();
    if (task.ical_other.size() + kept.size() > kMaxOtherBytes) {
      notes_.add(item_.line, kImportPropertiesTooLong(shown_title(item_), 1));
    } else {
      task.ical_other += kept;
    }
  }

  // Place and alarms.
  std::string kept_text() const {
    CalendarItem kept;
    kept.location = item_.location;
    kept.alarms = item_.alarms;
    const ical::Component component = ical::item_component(kept, kAnyTime);
    std::string text;
    for (const ical::ContentLine& line : component.lines) {
      if (line.name == "LOCATION") text += ical::content_line_text(line);
    }
    for (const ical::Component& part : component.components) text += ical::component_text(part);
    return is_valid_utf8(text) ? text : std::string();
  }

  void read_progress(Task& task) {
    const bool is_cancelled = item_.status == "CANCELLED";
    const bool is_done = is_cancelled || item_.status == "COMPLETED" || item_.completed ||
                         item_.percent_complete >= kAllPercent;
    if (is_cancelled) notes_.add(item_.line, kImportTaskCancelled(shown_title(item_)));
    if (!is_done) {
      task.percent = std::clamp<int64_t>(item_.percent_complete, 0, kAllPercent - 1);
      return;
    }
    const int64_t now_s = now_ms_ / 1000;
    const int64_t at_s =
        item_.completed ? item_.completed->second : changed_s(item_).value_or(now_s);
    task.completed_at = timestamp_s(std::clamp<int64_t>(at_s, 0, now_s) * 1000);
  }

  Result<void> read_times(Task& task) {
    if (item_.end) {
      task.due = task_time(*item_.end, kDueZoneLine);
    } else if (item_.start && item_.duration_s && *item_.duration_s > 0) {
      CalendarTime due = *item_.start;
      due.time.second += *item_.duration_s;
      task.due = task_time(due, kDueZoneLine);
    }
    task.planned = own_planned();
    if (!task.planned && item_.start) task.planned = task_time(*item_.start, kDueZoneLine);
    for (const auto& time : {task.due, task.planned}) {
      if (time && !(is_in_event_years(time->at_s) && is_in_event_years(local_s_of(*time)))) {
        return invalid("due", kImportYears);
      }
    }
    if (task.planned && !task.planned->is_day) task.planned_minutes = minutes();
    return {};
  }

  TaskTime task_time(const CalendarTime& time, std::string_view zone_line) {
    if (time.time.form == TimeForm::kDate) return {.is_day = true, .at_s = time.time.second};
    const bool floats = time.time.form == TimeForm::kLocal && !time.zone;
    if (floats) {
      return {.is_day = false,
              .at_s = zone_of(zones_.own_tzid()).utc_of(time.time.second),
              .tzid = zones_.own_tzid()};
    }
    const int64_t at_s = time.utc_s();
    // A time in UTC is a moment: its person sees it by their own clocks.
    std::string tzid = time.zone ? zones_.known(*time.zone, at_s, notes_).tzid
                                 : zone_in(item_, zone_line).value_or(zones_.own_tzid());
    return {.is_day = false, .at_s = at_s, .tzid = std::move(tzid)};
  }

  std::optional<TaskTime> own_planned() const {
    const std::string* const text = line_value(item_, kPlannedLine);
    if (text == nullptr) return std::nullopt;
    if (const auto day = second_of_date(*text)) return TaskTime{.is_day = true, .at_s = *day};
    const auto second = second_of_utc(*text);
    if (!second) return std::nullopt;
    return TaskTime{.is_day = false,
                    .at_s = *second,
                    .tzid = zone_in(item_, kPlannedZoneLine).value_or(zones_.own_tzid())};
  }

  std::optional<int64_t> minutes() const {
    const std::string* const text = line_value(item_, kPlannedMinutesLine);
    int64_t number = item_.duration_s.value_or(0) / 60;
    if (text != nullptr) std::from_chars(text->data(), text->data() + text->size(), number);
    if (number < 1 || number > kMaxPlannedMinutes) return std::nullopt;
    return number;
  }

  const CalendarItem& item_;
  ImportZones& zones_;
  const int64_t now_ms_;
  ImportNotes& notes_;
};

struct KnownTask {
  store::Item item;
  Task task;
};

// Ids that the task of a UID may have: the one that Norn has written into the UID, and the one that
// follows from it.
std::vector<std::string> ids_of_uid(const std::string& user_id, const std::string& uid) {
  std::vector<std::string> ids;
  if (uid.ends_with(kNornUidEnd)) {
    std::string own = uid.substr(0, uid.size() - kNornUidEnd.size());
    if (apps::is_id(own)) ids.push_back(std::move(own));
  }
  ids.push_back(task_id(apps::id_from(fmt::format("task of {}: {}", user_id, uid))));
  return ids;
}

std::string new_id(const std::string& user_id, const std::string& uid) {
  const std::vector<std::string> ids = ids_of_uid(user_id, uid);
  const std::string prefix = task_id("");
  const bool is_own = ids.front().starts_with(prefix) && is_uuid(ids.front().substr(prefix.size()));
  return is_own ? ids.front() : ids.back();
}

// What a file does not say, or only Norn decides.
void keep_ours(Task& wanted, const Task& ours) {
  wanted.id = ours.id;
  wanted.rank = ours.rank;
  wanted.ttl = ours.ttl;
  wanted.created_at = ours.created_at;
  if (wanted.is_done() && ours.is_done()) wanted.archived_at = ours.archived_at;
  if (wanted.planned && !wanted.planned->is_day && !wanted.planned_minutes) {
    wanted.planned_minutes = ours.planned_minutes;
  }
}

bool has_same_content(Task wanted, const Task& ours) {
  wanted.version = ours.version;
  wanted.sequence = ours.sequence;
  wanted.updated_at = ours.updated_at;
  return wanted == ours;
}

bool is_ours_newer(const CalendarItem& file, const Task& ours) {
  if (file.sequence != ours.sequence) return file.sequence < ours.sequence;
  const auto changed = changed_s(file);
  const auto ours_s = second_of_utc(ours.updated_at);
  return changed && ours_s && *changed < *ours_s;
}

// What is done with some of the tasks of a file.
struct TaskDecisions {
  int64_t created = 0;
  int64_t updated = 0;
  int64_t unchanged = 0;
  int64_t skipped = 0;
  ImportNotes notes;
  std::vector<ImportedEvent> shown;
  std::vector<apps::Action> actions;
};

class TaskImport {
 public:
  TaskImport(const Context& context, const std::string& user_id, Preferences preferences,
             bool dry_run)
      : context_(context),
        user_id_(user_id),
        preferences_(std::move(preferences)),
        zones_(preferences_.default_tzid),
        dry_run_(dry_run) {}

  Result<void> run(std::span<const ImportGroup> todos, ImportReport& report, ImportNotes& notes) {
    NORN_ASSIGN(room_, context_.quotas.room(user_id_, apps::kPlannerTasksQuota));
    while (!todos.empty()) {
      const auto some = todos.first(std::min(todos.size(), kTasksAtOnce));
      todos = todos.subspan(some.size());
      NORN_ASSIGN(TaskDecisions made, apps::decide_and_write([&] { return try_import(some); }));
      room_ -= made.created;
      report.created += made.created;
      report.updated += made.updated;
      report.unchanged += made.unchanged;
      report.skipped += made.skipped;
      notes.add_all(std::move(made.notes));
      for (ImportedEvent& shown : made.shown) {
        if (report.events.size() < kMaxShownTasks) report.events.push_back(std::move(shown));
      }
    }
    return {};
  }

 private:
  Result<std::optional<TaskDecisions>> try_import(std::span<const ImportGroup> todos) {
    NORN_ASSIGN(const auto known, read_known(todos));
    TaskDecisions decisions;
    for (const ImportGroup& group : todos) decide(group, known, decisions);
    if (dry_run_ || decisions.actions.empty()) return decisions;
    // One action more, so that nothing is written for a person who is gone.
    decisions.actions.push_back(apps::is_there(
        context_.tables.planner(), apps::key_of(keys::user(user_id_), keys::user_meta(user_id_))));
    NORN_ASSIGN(const bool written,
                apps::write_all(context_.store, std::exchange(decisions.actions, {})));
    if (!written) return std::nullopt;
    return decisions;
  }

  // By id; those that cannot be read are nullopt.
  using KnownTasks = std::map<std::string, std::optional<KnownTask>>;
  Result<KnownTasks> read_known(std::span<const ImportGroup> todos) {
    std::map<std::string, store::Item> wanted;
    for (const ImportGroup& group : todos) {
      for (const std::string& id : ids_of_uid(user_id_, group.uid)) {
        wanted.emplace(id, apps::key_of(keys::user(user_id_), keys::task(id)));
      }
    }
    std::vector<store::Item> wanted_keys;
    for (auto& [id, key] : wanted) wanted_keys.push_back(std::move(key));
    NORN_ASSIGN(auto items, apps::get_all(context_.store, context_.tables.planner(), wanted_keys));
    KnownTasks known;
    for (store::Item& item : items) {
      const std::string id = apps::text_of(item, "SK").substr(keys::kTasks.size());
      auto task = task_from(item);
      if (task) {
        known.emplace(id, KnownTask{std::move(item), *std::move(task)});
      } else {
        known.emplace(id, std::nullopt);
      }
    }
    return known;
  }

  void decide(const ImportGroup& group, const KnownTasks& known, TaskDecisions& decisions) {
    for (const CalendarItem* const change : group.overrides) {
      ++decisions.skipped;
      decisions.notes.add(change->line, kImportTaskChange(shown_title(*change)));
    }
    if (group.main == nullptr) return;
    const CalendarItem& item = *group.main;
    const auto skip = [&](const Said& reason) {
      ++decisions.skipped;
      decisions.notes.add(item.line, kImportSkipped(shown_title(item), reason));
    };
    auto read = TodoReader(item, zones_, context_.clock.now_ms(), decisions.notes).read();
    if (!read) return skip(said_by(read.error()));
    Task& wanted = *read;
    wanted.ical_uid = group.uid;
    const KnownTask* ours = nullptr;
    for (const std::string& id : ids_of_uid(user_id_, group.uid)) {
      const auto found = known.find(id);
      if (found == known.end()) continue;
      if (!found->second) return skip(apps::kItemUnreadable("task"));
      if (ours == nullptr && found->second->task.ical_uid == group.uid) ours = &*found->second;
    }
    if (ours == nullptr) {
      if (decisions.created >= room_) return skip(kImportQuotaReached(apps::kPlannerTasksQuota));
      return create(std::move(wanted), decisions);
    }
    update(std::move(wanted), *ours, item, decisions);
  }

  void create(Task wanted, TaskDecisions& decisions) {
    wanted.id = new_id(user_id_, wanted.ical_uid);
    // In the order of the file.
    wanted.rank = apps::rank_at(context_.clock.now_ms() + order_++, wanted.id);
    complete(wanted);
    ++decisions.created;
    show(wanted, decisions);
    decisions.actions.push_back(
        apps::put_new(context_.tables.planner(), to_item(user_id_, wanted)));
  }

  void update(Task wanted, const KnownTask& ours, const CalendarItem& item,
              TaskDecisions& decisions) {
    keep_ours(wanted, ours.task);
    complete(wanted);
    const bool is_newer_here = is_ours_newer(item, ours.task);
    const bool is_same = has_same_content(wanted, ours.task);
    if (is_newer_here && !is_same) {
      decisions.notes.add(item.line, kImportNewerHere(shown_title(item)));
    }
    if (is_newer_here || is_same) {
      ++decisions.unchanged;
      return;
    }
    wanted.version = ours.task.version + 1;
    ++decisions.updated;
    show(wanted, decisions);
    decisions.actions.push_back(apps::edit(context_.tables.planner(), ours.item,
                                           to_item(user_id_, wanted), task_attributes())
                                    .action);
  }

  void complete(Task& task) const {
    const bool has_time = task.planned && !task.planned->is_day;
    if (has_time && !task.planned_minutes) {
      task.planned_minutes = preferences_.default_event_duration;
    }
  }

  static void show(const Task& task, TaskDecisions& decisions) {
    const auto& time = task.planned ? task.planned : task.due;
    std::string start;
    if (time) start = time->is_day ? key_text(*time) : wall_text_of(local_s_of(*time));
    decisions.shown.push_back({.title = task.title, .start = std::move(start), .is_task = true});
  }

  const Context& context_;
  const std::string& user_id_;
  const Preferences preferences_;
  ImportZones zones_;
  const bool dry_run_;
  int64_t room_ = 0;
  int64_t order_ = 0;
};

}  // namespace

CalendarItem calendar_item(const Task& task) {
  CalendarItem item = item_of_other(task.ical_other);
  item.kind = CalendarItem::Kind::kTodo;
  item.uid = task.ical_uid;
  item.sequence = task.sequence;
  item.created = utc_time(task.created_at);
  item.last_modified = utc_time(task.updated_at);
  item.stamp = item.last_modified;
  item.summary = task.title;
  item.description = task.description.value_or("");
  item.categories = task.tags;
  if (task.color) add_line(item, "X-NORN-COLOR", *task.color);
  item.priority = task.priority ? kIcalPriorities[static_cast<size_t>(*task.priority)] : 0;
  if (task.due) {
    item.end = file_time(*task.due);
    // A time in UTC says nothing of a zone.
    if (!task.due->is_day && !item.end->zone) add_line(item, kDueZoneLine, task.due->tzid);
  }
  add_planned(task, item);
  if (task.is_done()) {
    item.status = "COMPLETED";
    item.completed = utc_time(*task.completed_at);
    item.percent_complete = kAllPercent;
  } else {
    item.status = task.percent > 0 ? "IN-PROCESS" : "NEEDS-ACTION";
    item.percent_complete = task.percent;
  }
  return item;
}

ExportedKind exported_tasks(const Context& context, ArchivedTasks archived) {
  const auto item_of = [&clock = context.clock, archived](
                           const std::string&,
                           store::ItemView item) -> std::optional<CalendarItem> {
    const auto task = task_from(item);
    if (!task || has_expired(*task, clock.now_ms())) return std::nullopt;
    if (task->is_archived() && archived == ArchivedTasks::kWithout) return std::nullopt;
    return calendar_item(*task);
  };
  return {.query =
              [context](const std::string& owner_id) {
                return events::items_below(context, owner_id, keys::kTasks);
              },
          .item_of = item_of};
}

Result<void> import_tasks(const Context& context, const std::string& user_id,
                          const std::vector<ImportGroup>& todos, bool dry_run, ImportReport& report,
                          ImportNotes& notes) {
  NORN_ASSIGN(Meta meta, read_meta(context, user_id));
  return TaskImport(context, user_id, std::move(meta.preferences), dry_run)
      .run(todos, report, notes);
}

}  // namespace norn::planner
