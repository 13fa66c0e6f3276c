#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/entries/entries_access.h"
#include "apps/calendars/render.h"
#include "base/faults.h"

// Entries that change. Optimistic: every change is written under the condition that the entry is
// what the change was decided by.
namespace norn::calendars {
namespace {

std::unexpected<Error> stale_entry(const Entry& entry) {
  std::string current;
  append_json(current, entry);
  return stale("entry", std::move(current), etag_of(entry));
}

// The days of the entry and its kind belong together: a MultiDay entry is on the day that it
// starts, and moves as a whole.
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

// Writes `next` instead of what was found, in the same calendar or in another one.
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
  return write_next(context, user_id, found, std::move(next));
}

Result<std::optional<Entry>> try_complete(const Context& context, const std::string& user_id,
                                          const std::string& entry_id, bool completed) {
  NORN_ASSIGN(const auto found, find_entry(context, user_id, entry_id, Role::kWriter));
  Entry next = found.entry;
  auto* const task = std::get_if<Task>(&next.kind);
  if (task == nullptr) return conflict("kind", "Only a task can be completed; this is none.");
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

Result<Entry> Entries::change(const std::string& user_id, const std::string& entry_id,
                              const EntryPatch& patch, const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  if (patch.calendar_id && !is_uuid(*patch.calendar_id)) {
    return invalid("calendarId", "The calendar must be the id of a calendar.");
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
