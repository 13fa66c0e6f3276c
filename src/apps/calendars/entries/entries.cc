#include "apps/calendars/entries/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/forget_author.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
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
  if (!start) return invalid("kind.start", kEntryStartForm);
  if (!end) return invalid("kind.end", kEntryEndForm);
  if (*end <= *start) return invalid("kind.end", kEntryEndNotLater);
  return {};
}

Result<void> check_days(const MultiDay& multi, Date date) {
  if (multi.start != date) {
    return invalid("kind.start", kEntryStartNotDate);
  }
  if (!is_possible(multi.end)) {
    return invalid("kind.end", kEntryEndYear);
  }
  if (multi.end < multi.start) {
    return invalid("kind.end", kEntryEndBeforeStart);
  }
  if ((multi.end - multi.start).count() >= kMaxSpanDays) {
    return invalid("kind.end", kEntryTooLong(kMaxSpanDays));
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
  if (!item) return not_found(kEntryNotFound);
  auto entry = entry_from(*item);
  // What is wrong with an entry that cannot be read is told to members only.
  const std::string calendar_id = entry ? entry->calendar_id : apps::text_of(*item, "calendarId");
  auto access = authorize(context, user_id, calendar_id, needed);
  if (!access && access.error().code == ErrorCode::kNotFound) return not_found(kEntryNotFound);
  if (!access) return std::unexpected(std::move(access).error());
  if (!entry) return std::unexpected(std::move(entry).error());
  return FoundEntry{std::move(*item), *std::move(entry), std::move(*access)};
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
                 .updated_at = now,
                 .created_by = user_id,
                 .updated_by = user_id};
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

// The day of an entry, and the time of one that has one.
std::string start_text(const Entry& entry) {
  const auto* const timed = std::get_if<Timed>(&entry.kind);
  std::string text = date_text(entry.date);
  return timed == nullptr ? text : text + "T" + timed->start;
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

// For the transaction that moves an entry, written by `user_id`, to the calendar of `next`. Its
// creator may never have been there. One whose account is gone is left out.
Result<std::vector<Action>> bring_creator(const Context& context, const std::string& user_id,
                                          Entry& next) {
  if (!next.created_by || next.created_by == user_id) return std::vector<Action>();
  NORN_ASSIGN(auto actions, bring_author(context, next.calendar_id, *next.created_by));
  if (actions) return *std::move(actions);
  next.created_by.reset();
  return std::vector<Action>();
}

// Replaces the entry by `next`, which may be in another calendar.
Result<bool> write_entry(const Context& context, const std::string& user_id,
                         const FoundEntry& found, Entry& next) {
  const std::string& from = found.entry.calendar_id;
  std::vector<Action> of_creator;
  if (next.calendar_id != from) {
    NORN_ASSIGN(of_creator, bring_creator(context, user_id, next));
  }
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
    std::ranges::move(of_creator, std::back_inserter(actions));
  }
  return write_all(context.store, std::move(actions));
}

Result<std::optional<Entry>> write_next(const Context& context, const std::string& user_id,
                                        const FoundEntry& found, Entry next) {
  if (next == found.entry) return next;
  next.updated_at = now_text(context);
  next.updated_by = user_id;
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
  if (task == nullptr) return conflict("kind", kEntryNoTask);
  task->completed = completed;
  return write_next(context, user_id, found, std::move(next));
}

Result<std::optional<Done>> try_remove_entry(const Context& context, const std::string& user_id,
                                             const std::string& entry_id, const std::string& etag) {
  NORN_ASSIGN(const auto found, find_entry(context, user_id, entry_id, Role::kWriter));
  if (etag_of(found.entry) != etag) return stale_entry(found.entry);
  const std::string& calendar_id = found.entry.calendar_id;
  std::vector<Action> actions = {remove(context.tables.calendars(), found.item, entry_attributes()),
                                 still_has_role(context, user_id, calendar_id, Role::kWriter),
                                 calendar_is_there(context, calendar_id)};
  NORN_TRY(bin_of(context).add({.owner = keys::calendar(calendar_id),
                                .id = entry_id,
                                .kind = std::string(kBinnedEntry),
                                .title = found.entry.title,
                                .starts_at = start_text(found.entry),
                                .deleted_by = user_id,
                                .items = {{context.tables.calendars(), found.item}}},
                               actions));
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

Result<std::optional<Entry>> try_restore_entry(const Context& context, const std::string& user_id,
                                               const std::string& calendar_id,
                                               const std::string& entry_id) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, calendar_id, Role::kWriter));
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const auto binned, bin.find(keys::calendar(calendar_id), entry_id));
  if (binned.kind != kBinnedEntry || binned.items.size() != 1) return not_found(kEntryNotFound);
  const store::Item& item = binned.items.front().item;
  NORN_ASSIGN(auto entry, entry_from(item));
  NORN_ASSIGN(const auto taken, find_item(context, entry_key(entry_id)));
  if (taken) {
    return conflict(apps::kBinIdTaken);
  }
  NORN_TRY(context.quotas.check_restored_in(keys::calendar(calendar_id), apps::kEntriesQuota));
  std::vector<Action> actions = {put_new(context.tables.calendars(), item),
                                 still_has_role(context, user_id, calendar_id, Role::kWriter),
                                 calendar_holds(context, access.calendar, entry.span_days())};
  bin.take(binned, actions);
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return entry;
}

}  // namespace

Result<void> check_kind(const Kind& kind, Date date) {
  if (!is_possible(date)) return invalid("date", kEntryDateYear);
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

Result<sharing::Authors> Entries::authors(const std::string& user_id, const std::string& entry_id) {
  NORN_ASSIGN(const auto found, find_entry(context_, user_id, entry_id, Role::kReader));
  return sharing::find_authors(context_.users, found.entry.created_by, found.entry.updated_by);
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
    return invalid("calendarId", kCalendarIdInvalid);
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

Result<Entry> Entries::restore(const std::string& user_id, const std::string& calendar_id,
                               const std::string& entry_id) {
  return decide_and_write(
      [&] { return try_restore_entry(context_, user_id, calendar_id, entry_id); });
}

}  // namespace norn::calendars
