#include "apps/calendars/entries/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/entries_access.h"
#include "apps/calendars/keys.h"
#include "base/faults.h"
#include "base/log.h"

namespace norn::calendars {
namespace {

// What one question may cost: pages of the store are of 1 MB. Those before the range, in which
// nothing reaches into it, are only looked at.
constexpr size_t kMaxPagesKept = 16;
constexpr size_t kMaxPagesRead = 128;
constexpr int64_t kMaxDaysOfEntries = 100'000;  // All days of all entries together.

Result<void> check_range(Date from, Date to) {
  if (to < from) return invalid("to", "The end of the range must not be before its beginning.");
  if ((to - from).count() >= kMaxRangeDays) {
    return invalid("to", fmt::format("A range must not have more than {} days.", kMaxRangeDays));
  }
  return {};
}

// All that may touch the range: an entry that reaches into it began at most the longest span
// earlier.
store::QueryRequest query_of(const Context& context, const Calendar& calendar, Date from, Date to) {
  const Date earliest = Date(std::chrono::year(1) / 1 / 1);
  const Date first = std::max(
      earliest, from - std::chrono::days(std::min(calendar.longest_span_days, kMaxSpanDays) - 1));
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk AND GSI1SK BETWEEN :first AND :last";
  request.placeholders.values = {{":pk", keys::calendar(calendar.id)},
                                 {":first", keys::first_on(first)},
                                 {":last", keys::last_on(to)}};
  return request;
}

// Whether an item is of a day before the range.
bool is_earlier(store::ItemView item, std::string_view first_key_of_range) {
  const auto sort_key = item.find("GSI1SK");
  const auto key = sort_key ? sort_key->plain_string() : std::nullopt;
  return key && *key < first_key_of_range;
}

// Whether an item is on one day only, which can be told without reading all of it: with one long
// entry in a calendar, most of what is looked at before the range is such.
bool has_one_day(store::ItemView item) {
  const auto kind = item.find("kind");
  return kind && kind->json().find("MultiDay") == std::string_view::npos;
}

// The index has them by day already, unless other programs wrote keys that are not of their dates:
// only the order within the days is missing. Places are sorted instead of entries, which are
// larger.
std::vector<EntryView> in_order(std::vector<EntryView> entries) {
  std::vector<std::pair<DayPlace, EntryView*>> places;
  places.reserve(entries.size());
  for (EntryView& entry : entries) places.emplace_back(entry.place(), &entry);
  const auto date_of = [](const auto& place) { return place.second->date(); };
  if (!std::ranges::is_sorted(places, {}, date_of)) std::ranges::sort(places, {}, date_of);
  for (auto begin = places.begin(); begin != places.end();) {
    const Date day = date_of(*begin);
    const auto end =
        std::find_if(begin, places.end(), [&](const auto& place) { return date_of(place) != day; });
    std::sort(begin, end, [](const auto& left, const auto& right) {
      return comes_before(left.first, right.first);
    });
    begin = end;
  }
  std::vector<EntryView> sorted;
  sorted.reserve(entries.size());
  for (const auto& place : places) sorted.push_back(std::move(*place.second));
  return sorted;
}

// Appends what a page has of the calendar and the days since `from`.
void add_entries(std::vector<EntryView>& entries, const store::ItemList& items,
                 std::string_view calendar_id, Date from) {
  const std::string first_key = keys::first_on(from);
  entries.reserve(entries.size() + items.size());
  bool before_range = true;  // The index has them by day.
  for (const store::ItemView item : items) {
    before_range = before_range && is_earlier(item, first_key);
    if (before_range && has_one_day(item)) continue;
    EntryView& entry = entries.emplace_back();
    const auto read = entry.read(item);
    if (read && entry.last_day() >= from && entry.calendar_id() == calendar_id) continue;
    entries.pop_back();
    // Other programs can write to the table; one broken item must not hide all others.
    if (!read) log::warn("An entry is left out of a range. {}", read.error().message);
  }
}

std::unexpected<Error> too_much() {
  return invalid("to", "There are too many entries in this range; ask for fewer days.");
}

Result<void> check_days_of_entries(const std::vector<EntryView>& entries, Date from, Date to) {
  int64_t total = 0;
  for (const EntryView& entry : entries) {
    total += (std::min(entry.last_day(), to) - std::max(entry.date(), from)).count() + 1;
  }
  if (total > kMaxDaysOfEntries) return too_much();
  return {};
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

}  // namespace

Result<Range> Entries::range(const std::string& user_id, const std::string& calendar_id, Date from,
                             Date to) {
  NORN_TRY(check_range(from, to));
  NORN_ASSIGN(const auto access, authorize(context_, user_id, calendar_id, Role::kReader));
  store::QueryRequest request = query_of(context_, access.calendar, from, to);
  Range range;
  for (size_t pages = 0;; ++pages) {
    if (pages == kMaxPagesRead || range.pages.size() > kMaxPagesKept) return too_much();
    NORN_ASSIGN(auto page, context_.store.query(request));
    const size_t before = range.entries.size();
    add_entries(range.entries, page.items, calendar_id, from);
    if (range.entries.size() > before) range.pages.push_back(std::move(page.items));
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  NORN_TRY(check_days_of_entries(range.entries, from, to));
  range.entries = in_order(std::move(range.entries));
  range.days = days_of(range.entries, from, to);
  return range;
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

}  // namespace norn::calendars
