#include "apps/events/reminders/reminder_times.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/service/events.h"
#include "apps/events/views/view_gathering.h"
#include "apps/shared/items.h"

namespace norn::events {
namespace {

const std::vector<int64_t>& chosen_minutes(const ReminderWindow& window, const std::string& id,
                                           const Details& details) {
  if (!window.minutes_of) return details.reminder_minutes;
  return window.minutes_of(id, details.reminder_minutes);
}

// Collects the reminders that are due in [from, to).
class DueReminders {
 public:
  DueReminders(Gathering& gathering, const ReminderWindow& window)
      : gathering_(gathering), window_(window) {}

  void add_events() {
    for (const uint32_t place : gathering_.events()) add_whole(place);
  }

  Result<void> add_series() {
    for (const uint32_t place : gathering_.masters()) {
      const ViewItem& item = gathering_.items()[place];
      if (minutes_of(item).empty() && !item.master().repeats.has_exceptions) continue;
      Gathering::OpenSeries opened;
      NORN_ASSIGN(const bool occurs, gathering_.open(place, opened));
      if (occurs && gathering_.items()[place].status() != Status::kCancelled) {
        add_occurrences(opened);
      }
    }
    for (const Gathering::Exception& exception : gathering_.exceptions()) add_whole(exception.item);
    return {};
  }

  std::vector<Reminder> take() && {
    keep_first();
    return std::move(reminders_);
  }

 private:
  // An event or an exception.
  void add_whole(uint32_t place) {
    const ViewItem& item = gathering_.items()[place];
    if (item.status() == Status::kCancelled) return;
    for (const int64_t minutes : minutes_of(item)) {
      add(item, item.when(), minutes, [&] { return item.id(); });
    }
  }

  // The starts for one value of reminderMinutes are in a window as long as [from, to), however
  // early the reminder is.
  void add_occurrences(const Gathering::OpenSeries& opened) {
    const ViewItem& item = gathering_.items()[opened.item];
    for (const int64_t minutes : minutes_of(item)) {
      const ical::Window window = {.from_s = window_.from_s + minutes * 60 - kDaySeconds,
                                   .to_s = window_.to_s + minutes * 60 + kDaySeconds};
      for (const auto& occurrence : gathering_.occurrences(opened, window, kMaxListedReminders)) {
        add(item, opened.series->when_of(occurrence), minutes,
            [&] { return instance_id(item.id(), opened.series->tag_of(occurrence)); });
      }
    }
  }

  // Sorts them, and drops those beyond the limit.
  void keep_first() {
    const auto place = [](const Reminder& reminder) {
      return std::tie(reminder.due_s, reminder.title, reminder.event_id, reminder.minutes);
    };
    std::ranges::sort(reminders_, [&](const auto& left, const auto& right) {
      return place(left) < place(right);
    });
    if (reminders_.size() > kMaxListedReminders) reminders_.resize(kMaxListedReminders);
  }

  template <typename IdOf>
  void add(const ViewItem& item, const When& when, int64_t minutes, IdOf id_of) {
    const int64_t start_s = instants_of(when, window_.zone).start_s;
    const int64_t due_s = start_s - minutes * 60;
    if (due_s < window_.from_s || due_s >= window_.to_s) return;
    reminders_.push_back({.event_id = id_of(),
                          .minutes = minutes,
                          .due_s = due_s,
                          .title = item.title(),
                          .location = item.details().location,
                          .color = item.details().color,
                          .when = when,
                          .start_local_s = wall_times_of(when, window_.zone).start_s});
    // Thousands of series may have thousands of reminders each.
    if (reminders_.size() >= 8 * kMaxListedReminders) keep_first();
  }

  const std::vector<int64_t>& minutes_of(const ViewItem& item) const {
    const bool is_event = item.kind() == ItemKind::kEvent;
    return chosen_minutes(window_, is_event ? item.id() : item.master_id(), item.details());
  }

  Gathering& gathering_;
  const ReminderWindow& window_;
  std::vector<Reminder> reminders_;
};

Result<std::optional<store::Item>> read_item(const Context& context, const std::string& user_id,
                                             const std::string& sort_key) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(user_id), sort_key);
  request.consistent = true;
  NORN_ASSIGN(auto found, context.store.get(request));
  return std::move(found.item);
}

// An occurrence, from its item or from the series.
Result<std::optional<Instance>> read_due_occurrence(const Context& context,
                                                    const std::string& user_id, const EventId& id) {
  NORN_ASSIGN(const auto master_item, read_item(context, user_id, keys::master(id.master_id)));
  if (!master_item) return std::nullopt;
  NORN_ASSIGN(const Master master, master_from(*master_item));
  if (has_expired(master.details, context.clock.now_ms())) return std::nullopt;
  NORN_ASSIGN(const Series series, Series::of(master));
  if (series.is_left_out(id.tag)) return std::nullopt;
  NORN_ASSIGN(const auto item, read_item(context, user_id, keys::instance(id.master_id, id.tag)));
  if (item) {
    NORN_ASSIGN(auto instance, instance_from(*item));
    return instance;
  }
  NORN_ASSIGN(const auto occurrence, series.find(id.tag));
  if (!occurrence) return std::nullopt;
  return series.instance_of(*occurrence);
}

}  // namespace

Result<std::vector<Reminder>> Views::reminders(const std::string& user_id,
                                               const ReminderWindow& window) {
  Gathering gathering(context_, kept_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  if (window.from_s >= window.to_s || !meta.has_events) return std::vector<Reminder>();
  // A day more on both sides, for wall times.
  const ViewWindow days(window.from_s - kDaySeconds,
                        window.to_s + kMaxReminderMinutes * 60 + kDaySeconds, window.zone);
  NORN_TRY(gathering.read(days, 0));
  DueReminders due(gathering, window);
  due.add_events();
  NORN_TRY(due.add_series());
  return std::move(due).take();
}

Result<std::optional<Reminder>> find_reminder(const Context& context, const std::string& user_id,
                                              const EventId& id, int64_t minutes,
                                              const ReminderWindow& window) {
  Details details;
  When when;
  const bool is_event = id.kind == EventId::Kind::kEvent;
  if (is_event) {
    NORN_ASSIGN(const auto item, read_item(context, user_id, keys::event(id.text)));
    if (!item) return std::nullopt;
    NORN_ASSIGN(Event event, event_from(*item));
    details = std::move(event.details);
    when = std::move(event.when);
  } else {
    NORN_ASSIGN(auto instance, read_due_occurrence(context, user_id, id));
    if (!instance) return std::nullopt;
    details = std::move(instance->details);
    when = std::move(instance->when);
  }
  if (details.status == Status::kCancelled || has_expired(details, context.clock.now_ms())) {
    return std::nullopt;
  }
  const auto& chosen = chosen_minutes(window, is_event ? id.text : id.master_id, details);
  if (std::ranges::find(chosen, minutes) == chosen.end()) return std::nullopt;
  return Reminder{.event_id = id.text,
                  .minutes = minutes,
                  .due_s = instants_of(when, window.zone).start_s - minutes * 60,
                  .title = std::move(details.title),
                  .location = std::move(details.location),
                  .color = std::move(details.color),
                  .when = when,
                  .start_local_s = wall_times_of(when, window.zone).start_s};
}

}  // namespace norn::events
