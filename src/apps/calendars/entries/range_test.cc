#include "apps/calendars/entries/range.h"

#include <gtest/gtest.h>

#include "apps/calendars/entries/entries.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

Date date_of(std::string_view text) {
  return parse_date(text).value();
}

Entry entry(std::string id, std::string title, std::string_view day, Kind kind) {
  Entry entry;
  entry.id = std::move(id);
  entry.calendar_id = "c";
  entry.title = std::move(title);
  entry.date = date_of(day);
  entry.kind = std::move(kind);
  return entry;
}

MultiDay between(std::string_view start, std::string_view end) {
  return {date_of(start), date_of(end)};
}

TEST(CalendarDays, ADayBeginsWithWhatLastsLongest) {
  // Each comes before all that follow it.
  const Entry order[] = {
      entry("9", "Zoo", "2024-01-15", between("2024-01-15", "2024-01-16")),
      entry("8", "Apple", "2024-01-15", AllDay{}),
      entry("7", "banana", "2024-01-15", AllDay{}),
      entry("5", "Cherry", "2024-01-15", AllDay{}),
      entry("6", "Cherry", "2024-01-15", AllDay{}),
      entry("4", "Z", "2024-01-15", Task{true}),
      entry("3", "Z", "2024-01-15", Timed{"08:00:00", "20:00:00"}),
      entry("2", "A", "2024-01-15", Timed{"09:00:00", "09:30:00"}),
      entry("1", "Ab", "2024-01-15", Timed{"09:00:00", "09:15:00"}),
  };
  for (size_t i = 0; i < std::size(order); ++i) {
    for (size_t j = 0; j < std::size(order); ++j) {
      EXPECT_EQ(comes_before(order[i], order[j]), i < j) << i << " and " << j;
    }
  }
}

TEST(CalendarDays, AnEntryIsOnEachOfItsDaysWithinTheRange) {
  const std::vector<Entry> sorted = {
      entry("a", "Before", "2024-01-10", between("2024-01-10", "2024-01-15")),
      entry("b", "Timed", "2024-01-15", Timed{"09:00:00", "09:30:00"}),
      entry("c", "After", "2024-01-17", between("2024-01-17", "2024-02-20")),
      entry("d", "Aged", "2024-01-18", between("2024-01-18", "2024-01-18")),
      entry("e", "Task", "2024-01-18", Task{}),
  };
  std::vector<store::Item> items;
  for (const Entry& one : sorted) items.push_back(to_item(one));
  std::vector<EntryView> entries;
  for (const store::Item& item : items) entries.push_back(EntryView::of(item).value());
  const std::vector<Day> days = days_of(entries, date_of("2024-01-15"), date_of("2024-01-18"));
  ASSERT_EQ(days.size(), 3);
  EXPECT_EQ(days[0].date, date_of("2024-01-15"));
  EXPECT_EQ(days[0].entries, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(days[1].date, date_of("2024-01-17"));
  EXPECT_EQ(days[1].entries, (std::vector<size_t>{2}));
  EXPECT_EQ(days[2].date, date_of("2024-01-18"));
  EXPECT_EQ(days[2].entries, (std::vector<size_t>{2, 3, 4}));
  EXPECT_TRUE(days_of({}, date_of("2024-01-15"), date_of("2024-01-18")).empty());
}

TEST(CalendarDays, KindsAreWhole) {
  struct Row {
    Kind kind;
    std::string_view day;
    std::string field;  // Of the error; empty: it is good.
  };
  const Row rows[] = {
      {AllDay{}, "2024-01-15", ""},
      {Task{}, "0001-01-01", ""},
      {Timed{"09:00:00", "09:00:01"}, "2024-01-15", ""},
      {Timed{"00:00:00", "23:59:59"}, "2024-01-15", ""},
      {between("2024-01-15", "2024-01-15"), "2024-01-15", ""},
      {between("2024-01-15", "2034-01-21"), "2024-01-15", ""},
      {between("9999-12-30", "9999-12-31"), "9999-12-30", ""},
      {Timed{"09:00:00", "09:00:00"}, "2024-01-15", "kind.end"},
      {Timed{"09:00:00", "08:00:00"}, "2024-01-15", "kind.end"},
      {Timed{"09:00", "09:30:00"}, "2024-01-15", "kind.start"},
      {Timed{"09:00:00", "24:00:00"}, "2024-01-15", "kind.end"},
      {between("2024-01-15", "2024-01-14"), "2024-01-15", "kind.end"},
      {between("2024-01-15", "2034-01-22"), "2024-01-15", "kind.end"},
      {between("2024-01-15", "2024-01-16"), "2024-01-14", "kind.start"},
      {MultiDay{date_of("9999-12-31"), date_of("9999-12-31") + std::chrono::days(1)}, "9999-12-31",
       "kind.end"},
  };
  for (const Row& row : rows) {
    const auto result = check_kind(row.kind, date_of(row.day));
    ASSERT_EQ(result.has_value(), row.field.empty()) << row.field;
    if (!result) {
      EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
      EXPECT_EQ(fault_of(result.error())->field, row.field);
    }
  }
  const auto late = check_kind(AllDay{}, date_of("9999-12-31") + std::chrono::days(1));
  ASSERT_FALSE(late);
  EXPECT_EQ(fault_of(late.error())->field, "date");
}

}  // namespace
}  // namespace norn::calendars
