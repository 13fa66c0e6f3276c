#include "apps/calendars/entries/entries.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// Every change is optimistic: it is written under the condition that the entry is still the one
// that was read.
namespace norn::calendars {
namespace {

const Date kFirstDate = Date(std::chrono::year(1) / 1 / 1);
const Date kLastDate = Date(std::chrono::year(9999) / 12 / 31);

bool is_possible(Date date) {
  return date >= kFirstDate && date <= kLastDate;
}

Result<void> check_times(const Timed& timed) {
  const auto start = parse_time_of_day_s(timed.start);
  const auto end = parse_time_of_day_s(timed.end);
  if (!start) return invalid("kind.start", "The start must be a time of day, like 09:00:00.");
  if (!end) return invalid("kind.end", "The end must be a time of day, like 09:30:00.");
  if (*end <= *start) return invalid("kind.end", "The end must be later than the start.");
  return {};
}

Result<void> check_days(const MultiDay& multi, Date date) {
  if (multi.start != date) {
    return invalid("kind.start",
                   "An entry of several days begins on its date: both must be equal.");
  }
  if (!is_possible(multi.end)) {
    return invalid("kind.end", "The end must be in the years 0001 to 9999.");
  }
  if (multi.end < multi.start) {
    return invalid("kind.end", "The end must not be before the start.");
  }
  if ((multi.end - multi.start).count() >= kMaxSpanDays) {
    return invalid("kind.end",
                   fmt::format("An entry must not last longer than {} days.", kMaxSpanDays));
  }
  return {};
}

struct FoundEntry {
  store::Item item;
  Entry entry;
  Access access;
};

// Reads an entry and authorizes the user. Returns kNotFound with "entry" if the user is no member.
Result<FoundEntry> find_entry(const Context& context, const std::string& user_id,
                              const std::string& entry_id, Role needed) {
  NORN_ASSIGN(auto item, find_item(context, entry_key(entry_id)));
  if (!item) return not_found("entry");
  auto entry = entry_from(*item);
  // What is wrong with an entry that cannot be read is told to members only.
  const std::string calendar_id = entry ? entry->calendar_id : apps::text_of(*item, "calendarId");
  auto access = authorize(context, user_id, calendar_id, needed);
  if (!access && access.error().code == ErrorCode::kNotFound) return not_found("entry");
  if (!access) return std::unexpected(std::move(access).error());
  if (!entry) return std::unexpected(std::move(entry).error());
  return FoundEntry{std::move(*item), *std::move(entry), std::move(*access)};
}

// For the transaction that writes an entry with so many days: the calendar exists, and its longest
// span is at least this.
Action calendar_holds(const Context& context, const Calendar& calendar, int64_t span_days) {
  if (span_days <= calendar.longest_span_days) return calendar_is_there(context, calendar.id);
  return raise_longest_span(context.tables.calendars(), calendar.id, span_days);
}

Result<std::optional<Entry>> try_create_entry(const Context& context, const std::string& user_id,
                                              const std::string& calendar_id,
                                              const EntryInput& input,
                                              const apps::Creation& creation) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, calendar_id, Role::kWriter));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(auto found, find_entry(context, user_id, *made, Role::kReader));
    return std::move(found.entry);
  }
  NORN_TRY(context.quotas.check_new_in(keys::calendar(calendar_id), apps::kEntriesQuota));
  const std::string now = now_text(context);
  Entry entry = {.id = context.ids.uuid(),
                 .calendar_id = calendar_id,
                 .title = input.title,
                 .description = input.description,
                 .location = input.location,
                 .date = input.date,
                 .color = input.color.value_or(access.calendar.color),
                 .kind = input.kind,
                 .created_at = now,
                 .updated_at = now};
  std::vector<Action> actions = {put_new(context.tables.calendars(), to_item(entry)),
                                 still_has_role(context, user_id, calendar_id, Role::kWriter),
                                 calendar_holds(context, access.calendar, entry.span_days())};
  if (auto remembered = context.idempotency.remember(creation, entry.id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return entry;
}

std::unexpected<Error> stale_entry(const Entry& entry) {
  std::string current;
  append_json(current, entry);
  return stale("entry", std::move(current), etag_of(entry));
}

// The date of a MultiDay entry is its start, so both change together.
void change_days(Entry& entry, const EntryPatch& patch) {
  if (patch.kind) {
    entry.kind = *patch.kind;
    const auto* const chosen = std::get_if<MultiDay>(&entry.kind);
    entry.date = patch.date.value_or(chosen != nullptr ? chosen->start : entry.date);
    return;
  }
  if (!patch.date) return;
  if (auto* const multi = std::get_if<MultiDay>(&entry.kind)) {
    const auto moved = *patch.date - entry.date;
    *multi = {multi->start + moved, multi->end + moved};
  }
  entry.date = *patch.date;
}

Entry patched(const Entry& entry, const EntryPatch& patch) {
  Entry next = entry;
  if (patch.title) next.title = *patch.title;
  if (patch.description) next.description = *patch.description;
  if (patch.location) next.location = *patch.location;
  if (patch.color) next.color = *patch.color;
  if (patch.calendar_id) next.calendar_id = *patch.calendar_id;
  change_days(next, patch);
  return next;
}

// Replaces the entry by `next`, which may be in another calendar.
Result<bool> write_entry(const Context& context, const std::string& user_id,
                         const FoundEntry& found, const Entry& next) {
  const std::string& from = found.entry.calendar_id;
  std::vector<Action> actions = {
      replace(context.tables.calendars(), found.item, to_item(next), entry_attributes()),
      still_has_role(context, user_id, from, Role::kWriter)};
  if (next.calendar_id == from) {
    actions.push_back(calendar_holds(context, found.access.calendar, next.span_days()));
  } else {
    NORN_ASSIGN(const auto target, authorize(context, user_id, next.calendar_id, Role::kWriter));
    NORN_TRY(context.quotas.check_new_in(keys::calendar(next.calendar_id), apps::kEntriesQuota));
    actions.push_back(calendar_is_there(context, from));
    actions.push_back(still_has_role(context, user_id, next.calendar_id, Role::kWriter));
    actions.push_back(calendar_holds(context, target.calendar, next.span_days()));
  }
  return write_all(context.store, std::move(actions));
}

Result<std::optional<Entry>> write_next(const Context& context, const std::string& user_id,
                                        const FoundEntry& found, Entry next) {
  if (next == found.entry) return next;
  next.updated_at = now_text(context);
  NORN_ASSIGN(const bool written, write_entry(context, user_id, found, next));
  if (!written) return std::nullopt;
  return next;
}

Result<std::optional<Entry>> try_change_entry(const Context& context, const std::string& user_id,
                                              const std::string& entry_id, const EntryPatch& patch,
                                              const std::string& etag) {
  NORN_ASSIGN(const auto found, find_entry(context, user_id, entry_id, Role::kWriter));
  if (etag_of(found.entry) != etag) return stale_entry(found.entry);
  Entry next = patched(found.entry, patch);
  if (patch.kind || patch.date) NORN_TRY(check_kind(next.kind, next.date));
  NORN_TRY(context.quotas.check_change_in(keys::calendar(found.entry.calendar_id)));
  return write_next(context, user_id, found, std::move(next));
}

Result<std::optional<Entry>> try_complete(const Context& context, const std::string& user_id,
                                          const std::string& entry_id, bool completed) {
  NORN_ASSIGN(const auto found, find_entry(context, user_id, entry_id, Role::kWriter));
  Entry next = found.entry;
  auto* const task = std::get_if<Task>(&next.kind);
  if (task == nullptr)
    return conflict("kind", "Only a task can be completed, and this entry is no task.");
  task->completed = completed;
  return write_next(context, user_id, found, std::move(next));
}

Result<std::optional<Done>> try_remove_entry(const Context& context, const std::string& user_id,
                                             const std::string& entry_id, const std::string& etag) {
  NORN_ASSIGN(const auto found, find_entry(context, user_id, entry_id, Role::kWriter));
  if (etag_of(found.entry) != etag) return stale_entry(found.entry);
  const std::string& calendar_id = found.entry.calendar_id;
  NORN_ASSIGN(
      const bool written,
      write_all(context.store, {remove(context.tables.calendars(), found.item, entry_attributes()),
                                still_has_role(context, user_id, calendar_id, Role::kWriter),
                                calendar_is_there(context, calendar_id)}));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

Result<void> check_kind(const Kind& kind, Date date) {
  if (!is_possible(date)) return invalid("date", "The date must be in the years 0001 to 9999.");
  if (const auto* const timed = std::get_if<Timed>(&kind)) return check_times(*timed);
  if (const auto* const multi = std::get_if<MultiDay>(&kind)) return check_days(*multi, date);
  return {};
}

Result<Range> Entries::range(const std::string& user_id, const std::string& calendar_id, Date from,
                             Date to) {
  NORN_TRY(check_range(from, to));
  NORN_ASSIGN(const auto access, authorize(context_, user_id, calendar_id, Role::kReader));
  return read_range(context_, access.calendar, from, to);
}

Result<void> Entries::check_reader(const std::string& user_id, const std::string& calendar_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kReader));
  return {};
}

Result<Entry> Entries::get(const std::string& user_id, const std::string& entry_id) {
  NORN_ASSIGN(auto found, find_entry(context_, user_id, entry_id, Role::kReader));
  return std::move(found.entry);
}

Result<Entry> Entries::create(const std::string& user_id, const std::string& calendar_id,
                              const EntryInput& input, const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  NORN_TRY(check_kind(input.kind, input.date));
  return decide_and_write(
      [&] { return try_create_entry(context_, user_id, calendar_id, input, creation); });
}

Result<Entry> Entries::change(const std::string& user_id, const std::string& entry_id,
                              const EntryPatch& patch, const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  if (patch.calendar_id && !apps::is_id(*patch.calendar_id)) {
    return invalid("calendarId", "`calendarId` must be the id of a calendar.");
  }
  return decide_and_write(
      [&] { return try_change_entry(context_, user_id, entry_id, patch, etag); });
}

Result<Entry> Entries::complete(const std::string& user_id, const std::string& entry_id,
                                bool completed) {
  return decide_and_write([&] { return try_complete(context_, user_id, entry_id, completed); });
}

Result<void> Entries::remove(const std::string& user_id, const std::string& entry_id,
                             const std::string& etag) {
  const auto attempt = [&] { return try_remove_entry(context_, user_id, entry_id, etag); };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

}  // namespace norn::calendars
