#include "apps/planner/reminders/reminder_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "apps/planner/events/events.h"
#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/planner/series/series.h"
#include "apps/planner/series/when.h"
#include "apps/planner/series/when_zone.h"
#include "apps/planner/views/view_gathering.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

// Collects the reminders that are due in [from, to).
class DueReminders {
 public:
  DueReminders(Gathering& gathering, const ical::TimeZone& zone, int64_t from_s, int64_t to_s)
      : gathering_(gathering), zone_(zone), from_s_(from_s), to_s_(to_s) {}

  void add_events() {
    for (const uint32_t place : gathering_.events()) add_whole(place);
  }

  Result<void> add_series() {
    for (const uint32_t place : gathering_.masters()) {
      const ViewItem& item = gathering_.items()[place];
      if (!item.has_reminders() && !item.master().repeats.has_exceptions) continue;
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
    if (!item.has_reminders() || item.status() == Status::kCancelled) return;
    for (const int64_t minutes : item.details().reminder_minutes) {
      add(item, item.when(), minutes, [&] { return item.id(); });
    }
  }

  // The starts for one value of reminderMinutes are in a window as long as [from, to), however
  // early the reminder is.
  void add_occurrences(const Gathering::OpenSeries& opened) {
    const ViewItem& item = gathering_.items()[opened.item];
    for (const int64_t minutes : item.details().reminder_minutes) {
      const ical::Window window = {.from_s = from_s_ + minutes * 60 - kDaySeconds,
                                   .to_s = to_s_ + minutes * 60 + kDaySeconds};
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
    const int64_t start_s = instants_of(when, zone_).start_s;
    const int64_t due_s = start_s - minutes * 60;
    if (due_s < from_s_ || due_s >= to_s_) return;
    reminders_.push_back({.event_id = id_of(),
                          .minutes = minutes,
                          .due_s = due_s,
                          .title = item.title(),
                          .location = item.details().location,
                          .color = item.details().color,
                          .when = when,
                          .start_local_s = wall_times_of(when, zone_).start_s});
    // Thousands of series may have thousands of reminders each.
    if (reminders_.size() >= 8 * kMaxListedReminders) keep_first();
  }

  Gathering& gathering_;
  const ical::TimeZone& zone_;
  const int64_t from_s_;
  const int64_t to_s_;
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

std::string Reminder::id() const {
  return fmt::format("{}.{}", event_id, minutes);
}

std::string ReminderId::text() const {
  return fmt::format("{}.{}", event.text, minutes);
}

std::optional<ReminderId> parse_reminder_id(std::string_view text) {
  const size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(dot + 1);
  int64_t minutes = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), minutes);
  // Only the canonical text of a number is part of an id.
  if (error != std::errc() || fmt::format("{}", minutes) != digits) return std::nullopt;
  if (minutes < 0 || minutes > kMaxReminderMinutes) return std::nullopt;
  auto event = parse_event_id(text.substr(0, dot));
  if (!event || event->kind == EventId::Kind::kMaster) return std::nullopt;
  return ReminderId{.event = std::move(*event), .minutes = minutes};
}

Result<std::vector<Reminder>> Views::reminders(const std::string& user_id, int64_t from_s,
                                               int64_t to_s) {
  Gathering gathering(context_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  const ical::TimeZone& zone = zone_of(meta.default_tzid);
  if (from_s >= to_s) return std::vector<Reminder>();
  // A day more on both sides, for wall times.
  const ViewWindow window(from_s - kDaySeconds, to_s + kMaxReminderMinutes * 60 + kDaySeconds,
                          zone);
  NORN_TRY(gathering.read(window, 0));
  DueReminders due(gathering, zone, from_s, to_s);
  due.add_events();
  NORN_TRY(due.add_series());
  return std::move(due).take();
}

Result<std::optional<Reminder>> find_reminder(const Context& context, const std::string& user_id,
                                              const ReminderId& id) {
  Details details;
  When when;
  if (id.event.kind == EventId::Kind::kEvent) {
    NORN_ASSIGN(const auto item, read_item(context, user_id, keys::event(id.event.text)));
    if (!item) return std::nullopt;
    NORN_ASSIGN(Event event, event_from(*item));
    details = std::move(event.details);
    when = std::move(event.when);
  } else {
    NORN_ASSIGN(auto instance, read_due_occurrence(context, user_id, id.event));
    if (!instance) return std::nullopt;
    details = std::move(instance->details);
    when = std::move(instance->when);
  }
  if (details.status == Status::kCancelled || has_expired(details, context.clock.now_ms()) ||
      std::ranges::find(details.reminder_minutes, id.minutes) == details.reminder_minutes.end()) {
    return std::nullopt;
  }
  NORN_ASSIGN(const ViewMeta meta, read_view_meta(context, user_id));
  const ical::TimeZone& zone = zone_of(meta.default_tzid);
  return Reminder{.event_id = id.event.text,
                  .minutes = id.minutes,
                  .due_s = instants_of(when, zone).start_s - id.minutes * 60,
                  .title = std::move(details.title),
                  .location = std::move(details.location),
                  .color = std::move(details.color),
                  .when = when,
                  .start_local_s = wall_times_of(when, zone).start_s};
}

}  // namespace norn::planner
