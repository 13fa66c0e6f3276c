#include "apps/reminders/reminders.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/reminders/keys.h"
#include "apps/reminders/limits.h"
#include "apps/reminders/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::reminders {
namespace {

constexpr int64_t kWeekSeconds = 7 * ical::kDaySeconds;
// Of an event, as the agenda has them.
constexpr std::string_view kCancelled = "CANCELLED";
constexpr std::string_view kDeclined = "no";

// What a person did with a reminder. It is valid for one due time: after an event was moved, its
// reminder comes again.
struct Answer {
  bool dismissed = false;
  std::optional<int64_t> snoozed_until_s = {};
  std::optional<int64_t> due_s = {};

  bool is_about(const Reminder& reminder) const { return !due_s || *due_s == reminder.due_s; }
};

using Answers = std::map<std::string, Answer, std::less<>>;  // By the reminder's id.

std::optional<int64_t> instant_from(const std::string& text) {
  const auto ms = parse_timestamp_ms(text);
  return ms ? std::optional(*ms / 1'000) : std::nullopt;
}

Result<Answers> read_answers(store::Store& store, const apps::TableNames& tables,
                             const std::string& user_id, int64_t now_s) {
  store::QueryRequest request;
  request.table = tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", accounts::keys::user(user_id)},
                                 {":prefix", std::string(keys::kAnswers)}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(store, std::move(request)));
  Answers answers;
  for (const store::Item& item : items) {
    if (apps::integer_of(item, "ttl") <= now_s) continue;
    Answer& answer = answers[apps::text_of(item, "SK").substr(keys::kAnswers.size())];
    answer.dismissed = apps::boolean_of(item, "dismissed");
    answer.snoozed_until_s = instant_from(apps::text_of(item, "snoozedUntil"));
    answer.due_s = instant_from(apps::text_of(item, "dueAt"));
  }
  return answers;
}

// A late task is on today in the agenda, and reminds of when it was due: a reminder stays the same
// until it is answered. What is only left over, and due some other day, is in the agenda there.
void put_where_due(agenda::Item& item) {
  if (!item.task || item.task->as != agenda::TaskAs::kOverdue || !item.task->due) return;
  if (item.task->due->start_s >= item.times.start_s) return;
  item.times = *item.task->due;
  item.task->as = agenda::TaskAs::kDue;
}

// When the reminders of something in the agenda are counted from; nullopt if it has none.
std::optional<int64_t> counted_from(const agenda::Item& item, const Query& query) {
  if (item.task && (item.task->done || item.task->as != agenda::TaskAs::kDue)) return std::nullopt;
  if (item.stay && !item.stay->is_own) return std::nullopt;
  if (item.status == kCancelled || item.answer == kDeclined) return std::nullopt;
  if (!item.times.all_day) return item.times.start_utc_s;
  return query.zone.utc_of(item.times.start_s + query.settings.day_minutes * 60);
}

// The day of a wall time.
Date day_of_wall(int64_t wall_s) {
  return Date(std::chrono::days(ical::floor_div(wall_s, ical::kDaySeconds)));
}

// The day of an instant in the person's zone, and so many days later.
Date day_around(const Query& query, int64_t instant_s, int more_days) {
  return agenda::day_in(query.zone, instant_s * 1'000) + std::chrono::days(more_days);
}

agenda::AgendaRequest agenda_request(const Query& query, Date from, Date to, agenda::Kinds kinds) {
  return {.from = from, .to = to, .tzid = query.zone.name(), .kinds = kinds};
}

}  // namespace

std::string ListedReminder::id() const {
  ReminderId id = ReminderId::of(reminder);
  if (is_of_kind) id.day = date_text(day_of_wall(reminder.item.times.start_s));
  return id.text();
}

Result<Query> Reminders::query_of(const std::string& user_id, int64_t from_s, int64_t to_s,
                                  std::vector<agenda::Dependency>& dependencies) {
  Query query{.from_s = from_s, .to_s = to_s};
  NORN_ASSIGN(query.settings, settings_.get(user_id));
  const auto& of_agenda = agenda_.sources();
  for (size_t i = 0; i < of_agenda.size(); ++i) {
    auto own = of_agenda[i]->own_zone(user_id);
    // What cannot be read, and a name that the machine no longer knows, is UTC.
    if (!own) log::warn("the zone of a person could not be read: {}", own.error().message);
    if (!own || !*own) continue;
    if (const auto zone = ical::TimeZone::find((*own)->tzid)) query.zone = *zone;
    dependencies.push_back({i, std::move((*own)->owners)});
    break;
  }
  return query;
}

void Reminders::add_of_sources(const std::string& user_id, const Query& query,
                               std::vector<ListedReminder>& reminders, DueReminders& due) {
  if (!query.settings.of_events) return;
  for (ReminderSource* const source : sources_) {
    auto part = source->due(user_id, query);
    if (!part) {
      log::warn("the reminders of {} could not be read: {}", source->app(), part.error().message);
      due.is_whole = false;
      continue;
    }
    for (Reminder& reminder : part->reminders) {
      reminders.push_back({.reminder = std::move(reminder)});
    }
    const auto& of_agenda = agenda_.sources();
    for (size_t i = 0; i < of_agenda.size(); ++i) {
      if (of_agenda[i]->app() == source->app()) due.dependencies.push_back({i, part->owners});
    }
  }
}

// What the organizer of an event has set is not for those who are invited.
bool Reminders::says_itself(const agenda::Item& item) const {
  if (item.kind != agenda::Kind::kEvent || item.rights.answer) return false;
  return std::ranges::any_of(
      sources_, [&](const ReminderSource* source) { return source->app() == item.app; });
}

std::vector<ListedReminder> Reminders::by_kinds(std::vector<agenda::Item> items,
                                                const Query& query) const {
  // Who is invited to an event that they read anyway has it twice, and is reminded by that which
  // says when.
  using Same = std::pair<std::string, int64_t>;
  std::set<Same> said;
  std::erase_if(items, [&](const agenda::Item& item) {
    const bool says = says_itself(item);
    if (says && !item.uid.empty()) said.emplace(item.uid, item.times.start_s);
    return says;
  });
  std::vector<ListedReminder> reminders;
  for (agenda::Item& item : items) {
    put_where_due(item);
    const auto start_s = counted_from(item, query);
    if (!start_s || said.contains(Same(item.uid, item.times.start_s))) continue;
    for (const int64_t minutes : query.settings.of_kinds.at(item.kind)) {
      const Reminder reminder{item, minutes, *start_s - minutes * 60};
      reminders.push_back({.reminder = reminder, .is_of_kind = true});
    }
  }
  return reminders;
}

// An agenda of the days from which reminders may be due, with the kinds that are not off.
Result<void> Reminders::add_of_kinds(const std::string& user_id, const Query& query,
                                     std::vector<ListedReminder>& reminders, DueReminders& due) {
  const agenda::Kinds kinds = query.settings.kinds();
  if (kinds.is_empty()) return {};
  int64_t longest_s = 0;
  for (const auto& [kind, minutes] : query.settings.of_kinds) {
    if (!minutes.empty()) longest_s = std::max(longest_s, minutes.back() * 60);
  }
  // A day more on both sides, for times of day.
  NORN_ASSIGN(
      agenda::AgendaPage page,
      agenda_.all(user_id, agenda_request(query, day_around(query, query.from_s, -1),
                                          day_around(query, query.to_s + longest_s, 1), kinds)));
  for (ListedReminder& one : by_kinds(std::move(page.items), query)) {
    const int64_t due_s = one.due_s();
    if (due_s >= query.from_s && due_s < query.to_s) reminders.push_back(std::move(one));
  }
  std::ranges::move(page.dependencies, std::back_inserter(due.dependencies));
  due.is_whole = due.is_whole && page.failed.empty();
  return {};
}

Result<DueReminders> Reminders::list(const std::string& user_id, int64_t from_s, int64_t to_s) {
  DueReminders due;
  NORN_ASSIGN(const Query query, query_of(user_id, from_s, to_s, due.dependencies));
  std::vector<ListedReminder> reminders;
  if (from_s < to_s) {
    add_of_sources(user_id, query, reminders, due);
    NORN_TRY(add_of_kinds(user_id, query, reminders, due));
  }
  NORN_ASSIGN(const Answers answers, read_answers(store_, tables_, user_id, clock_.now_s()));
  for (ListedReminder& one : reminders) {
    if (!answers.empty()) {
      const auto answer = answers.find(one.id());
      if (answer != answers.end() && answer->second.is_about(one.reminder)) continue;
    }
    due.listed.push_back(std::move(one));
  }
  // Snoozed reminders are due at the new time only.
  for (const auto& [text, answer] : answers) {
    const auto& until_s = answer.snoozed_until_s;
    if (answer.dismissed || !until_s || *until_s < from_s || *until_s >= to_s) continue;
    const auto id = parse_reminder_id(text);
    if (!id) continue;
    auto found = find(user_id, *id, query);
    if (!found) {
      if (fault_of(found.error()) == nullptr) return std::unexpected(found.error());
      log::warn("a snoozed reminder could not be read: {}", found.error().message);
      due.is_whole = false;
      continue;
    }
    std::optional<ListedReminder>& snoozed = *found;
    if (!snoozed || !answer.is_about(snoozed->reminder)) continue;
    snoozed->snoozed_until_s = until_s;
    due.listed.push_back(*std::move(snoozed));
  }
  std::ranges::sort(due.listed, {}, [](const ListedReminder& one) {
    return std::tuple(one.due_s(), std::string_view(one.reminder.item.title),
                      std::string_view(one.reminder.item.id), one.reminder.minutes);
  });
  if (due.listed.size() > kMaxListed) due.listed.resize(kMaxListed);
  return due;
}

Result<std::optional<ListedReminder>> Reminders::find(const std::string& user_id,
                                                      const ReminderId& id, const Query& query) {
  if (!id.day.empty()) return find_of_kind(user_id, id, query);
  if (!query.settings.of_events) return std::nullopt;
  for (ReminderSource* const source : sources_) {
    if (source->app() != id.app) continue;
    NORN_ASSIGN(auto found, source->find(user_id, id, query));
    if (!found) return std::nullopt;
    return ListedReminder{.reminder = *std::move(found)};
  }
  return std::nullopt;
}

Result<std::optional<ListedReminder>> Reminders::find_of_kind(const std::string& user_id,
                                                              const ReminderId& id,
                                                              const Query& query) {
  const auto setting = query.settings.of_kinds.find(id.kind);
  const auto day = parse_date(id.day);
  if (setting == query.settings.of_kinds.end() || !day) return std::nullopt;
  if (!std::ranges::binary_search(setting->second, id.minutes)) return std::nullopt;
  NORN_ASSIGN(
      agenda::AgendaPage page,
      agenda_.all(user_id, agenda_request(query, *day, *day, agenda::Kinds::of({id.kind}))));
  for (ListedReminder& one : by_kinds(std::move(page.items), query)) {
    if (one.id() == id.text()) return std::move(one);
  }
  return std::nullopt;
}

Result<void> Reminders::write_answer(const std::string& user_id, const std::string& reminder_id,
                                     store::Map answer, int64_t matters_s) {
  const auto id = parse_reminder_id(reminder_id);
  if (!id) return not_found(kReminderNotFound);
  std::vector<agenda::Dependency> not_kept;
  NORN_ASSIGN(const Query query, query_of(user_id, 0, 0, not_kept));
  NORN_ASSIGN(const auto found, find(user_id, *id, query));
  if (!found) return not_found(kReminderNotFound);
  const int64_t due_s = found->due_s();
  // An answer is kept until a reminder is over. A series has any number of them ahead.
  if (due_s > clock_.now_s() + kMaxListDays * ical::kDaySeconds) {
    return conflict(kReminderFarAhead(kMaxListDays));
  }
  matters_s = std::max(matters_s, due_s);
  answer.insert_or_assign("dueAt", timestamp_s(due_s * 1'000));
  answer.insert_or_assign("PK", accounts::keys::user(user_id));
  answer.insert_or_assign("SK", keys::answer(reminder_id));
  answer.insert_or_assign("entityType", "REMINDER");
  answer.insert_or_assign("updatedAt", timestamp_s(clock_.now_ms()));
  answer.insert_or_assign("ttl", store::Value::number(matters_s + kWeekSeconds));
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map(answer);
  NORN_TRY(store_.put(put));
  count_change(user_id);
  return {};
}

Result<void> Reminders::dismiss(const std::string& user_id, const std::string& reminder_id) {
  return write_answer(user_id, reminder_id, {{"dismissed", store::Value::boolean(true)}},
                      clock_.now_s());
}

Result<void> Reminders::snooze(const std::string& user_id, const std::string& reminder_id,
                               int64_t minutes) {
  if (minutes < 1 || minutes > kMaxSnoozeMinutes) {
    return invalid("snoozeMinutes", kSnoozeRange(kMaxSnoozeMinutes));
  }
  const int64_t until_s = clock_.now_s() + minutes * 60;
  return write_answer(user_id, reminder_id, {{"snoozedUntil", timestamp_s(until_s * 1'000)}},
                      until_s);
}

Result<Settings> Reminders::change_settings(const std::string& user_id, SettingsChange change) {
  NORN_ASSIGN(Settings changed, settings_.change(user_id, std::move(change)));
  count_change(user_id);
  return changed;
}

Result<Settings> Reminders::set_override(const std::string& user_id, const std::string& owner,
                                         const std::string& thing_id,
                                         std::optional<Minutes> minutes) {
  std::optional<std::string> name;
  for (size_t i = 0; i < sources_.size() && !name; ++i) {
    NORN_ASSIGN(name, sources_[i]->override_name(user_id, owner, thing_id));
  }
  if (!name && !minutes) {
    // What was set for something that is gone can be taken back.
    NORN_ASSIGN(const Settings settings, settings_.get(user_id));
    const std::string set_name = thing_id.empty() ? owner : owner + "/" + thing_id;
    if (settings.overrides.contains(set_name)) name = set_name;
  }
  if (!name) return not_found(kOverrideNotFound);
  NORN_ASSIGN(Settings changed, settings_.set_override(user_id, *name, std::move(minutes)));
  count_change(user_id);
  return changed;
}

}  // namespace norn::reminders
