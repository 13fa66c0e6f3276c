#include "apps/calendars/entries/range.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/sentences.h"
#include "base/check.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

// How much one request may cost. A page of the store has up to 1 MB. Pages without an entry of the
// range are read and not kept.
constexpr size_t kMaxPagesKept = 16;
constexpr size_t kMaxPagesRead = 128;
constexpr int64_t kMaxDaysOfEntries = 100'000;  // All days of all entries together.

// Finds the entries that begin on these days.
store::QueryRequest beginning_on(const Context& context, const Calendar& calendar, Date first,
                                 Date last) {
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk AND GSI1SK BETWEEN :first AND :last";
  request.placeholders.values = {{":pk", keys::calendar(calendar.id)},
                                 {":first", keys::first_on(first)},
                                 {":last", keys::last_on(last)}};
  return request;
}

// Finds all entries that may be in the range: they began at most the longest span before it.
store::QueryRequest query_of(const Context& context, const Calendar& calendar, Date from, Date to) {
  const Date earliest = Date(std::chrono::year(1) / 1 / 1);
  const Date first = std::max(
      earliest, from - std::chrono::days(std::min(calendar.longest_span_days, kMaxSpanDays) - 1));
  return beginning_on(context, calendar, first, to);
}

// Whether the entry of an item begins before the range.
bool is_earlier(store::ItemView item, std::string_view first_key_of_range) {
  const auto sort_key = item.find("GSI1SK");
  const auto key = sort_key ? sort_key->plain_string() : std::nullopt;
  return key && *key < first_key_of_range;
}

// Whether the entry of an item has one day. Checked without reading the whole item, because one
// long entry in a calendar makes every range read many items before it.
bool has_one_day(store::ItemView item) {
  const auto kind = item.find("kind");
  return kind && kind->json().find("MultiDay") == std::string_view::npos;
}

// Sorts by date, then in the order of a day. The index is sorted by date already, unless another
// program wrote a key that does not match its date. Keys are sorted instead of the larger entries.
std::vector<EntryView> in_order(std::vector<EntryView> entries) {
  std::vector<std::pair<DaySortKey, EntryView*>> keys;
  keys.reserve(entries.size());
  for (EntryView& entry : entries) keys.emplace_back(entry.sort_key(), &entry);
  const auto date_of = [](const auto& key) { return key.second->date(); };
  if (!std::ranges::is_sorted(keys, {}, date_of)) std::ranges::sort(keys, {}, date_of);
  for (auto begin = keys.begin(); begin != keys.end();) {
    const Date day = date_of(*begin);
    const auto end =
        std::find_if(begin, keys.end(), [&](const auto& key) { return date_of(key) != day; });
    std::sort(begin, end, [](const auto& left, const auto& right) {
      return comes_before(left.first, right.first);
    });
    begin = end;
  }
  std::vector<EntryView> sorted;
  sorted.reserve(entries.size());
  for (const auto& key : keys) sorted.push_back(std::move(*key.second));
  return sorted;
}

// Appends the entries of a page that are in the calendar and do not end before `from`.
void add_entries(std::vector<EntryView>& entries, const store::ItemList& items,
                 std::string_view calendar_id, Date from) {
  const std::string first_key = keys::first_on(from);
  entries.reserve(entries.size() + items.size());
  bool before_range = true;  // The index is sorted by date.
  for (const store::ItemView item : items) {
    before_range = before_range && is_earlier(item, first_key);
    if (before_range && has_one_day(item)) continue;
    EntryView& entry = entries.emplace_back();
    const auto read = entry.read(item);
    if (read && entry.last_day() >= from && entry.calendar_id() == calendar_id) continue;
    // Entries of other programs that cannot be read are left out, and need attention.
    entries.pop_back();
  }
}

std::unexpected<Error> too_many_entries() {
  return invalid("to", kTooManyEntries);
}

Result<void> check_days_of_entries(const std::vector<EntryView>& entries, Date from, Date to) {
  int64_t total = 0;
  for (const EntryView& entry : entries) {
    total += (std::min(entry.last_day(), to) - std::max(entry.date(), from)).count() + 1;
  }
  if (total > kMaxDaysOfEntries) return too_many_entries();
  return {};
}

// Sorts the entries of several days, which come first on each of their days and are sorted by the
// day on which they begin. The others are in order already.
void sort_first(std::vector<size_t>& indexes, const std::vector<EntryView>& entries) {
  const auto end = std::ranges::find_if(
      indexes, [&](size_t index) { return !entries[index].has_several_days(); });
  std::sort(indexes.begin(), end, [&](size_t left, size_t right) {
    return comes_before(entries[left].sort_key(), entries[right].sort_key());
  });
}

}  // namespace

bool comes_before(const Entry& left, const Entry& right) {
  return comes_before(sort_key_of(left.kind, left.title, left.id),
                      sort_key_of(right.kind, right.title, right.id));
}

std::vector<Day> days_of(const std::vector<EntryView>& sorted, Date from, Date to) {
  NORN_CHECK(from <= to && (to - from).count() < kMaxRangeDays, "a range has been checked");
  std::vector<Day> all;
  all.reserve(static_cast<size_t>((to - from).count() + 1));
  for (Date date = from; date <= to; date += std::chrono::days(1)) all.push_back({date, {}});
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Date last = std::min(sorted[i].last_day(), to);
    for (Date date = std::max(sorted[i].date(), from); date <= last; date += std::chrono::days(1)) {
      all[static_cast<size_t>((date - from).count())].entries.push_back(i);
    }
  }
  std::erase_if(all, [](const Day& day) { return day.entries.empty(); });
  for (Day& day : all) sort_first(day.entries, sorted);
  return all;
}

Result<void> check_range(Date from, Date to) {
  if (to < from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((to - from).count() >= kMaxRangeDays) {
    return invalid("to", apps::kRangeTooLong(kMaxRangeDays));
  }
  return {};
}

Result<Range> read_range(const Context& context, const Calendar& calendar, Date from, Date to) {
  store::QueryRequest request = query_of(context, calendar, from, to);
  Range range;
  for (size_t pages = 0;; ++pages) {
    if (pages == kMaxPagesRead || range.pages.size() > kMaxPagesKept) return too_many_entries();
    NORN_ASSIGN(auto page, context.store.query(request));
    const size_t before = range.entries.size();
    add_entries(range.entries, page.items, calendar.id, from);
    if (range.entries.size() > before) range.pages.push_back(std::move(page.items));
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  NORN_TRY(check_days_of_entries(range.entries, from, to));
  range.entries = in_order(std::move(range.entries));
  range.days = days_of(range.entries, from, to);
  return range;
}

Result<std::vector<Entry>> read_open_tasks(const Context& context, const Calendar& calendar,
                                           Date from, Date to) {
  store::QueryRequest request = beginning_on(context, calendar, from, to);
  // Of many entries few are open tasks, so the store leaves out the others.
  request.filter = "#kind.#completed = :open";
  request.placeholders.names = {{"#kind", "kind"}, {"#completed", "completed"}};
  request.placeholders.values.emplace(":open", store::Value::boolean(false));
  std::vector<Entry> tasks;
  for (size_t pages = 0;; ++pages) {
    if (pages == kMaxPagesRead) return too_many_entries();
    NORN_ASSIGN(const auto page, context.store.query(request));
    for (const store::ItemView item : page.items) {
      const auto entry = EntryView::of(item);
      // Another program may have written what is no task, and a key of another day or calendar.
      if (!entry || entry->calendar_id() != calendar.id) continue;
      if (entry->date() < from || entry->date() > to) continue;
      Entry task = entry->decode();
      const auto* const state = std::get_if<Task>(&task.kind);
      if (state != nullptr && !state->completed) tasks.push_back(std::move(task));
    }
    if (!page.last_key) return tasks;
    request.start_after = page.last_key;
  }
}

}  // namespace norn::calendars
