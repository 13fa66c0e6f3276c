#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "apps/events/exchange/exchange_test_world.h"
#include "apps/events/exchange/import_text.h"
#include "apps/events/series/event_id.h"

// Whatever a person has: what is written of it, somebody else takes in, and writes the same.
namespace norn::events {
namespace {

constexpr int kRoundTrips = 40;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  int64_t number(int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random_);
  }
  bool one_in(int64_t count) { return number(1, count) == 1; }
  template <typename T>
  T one_of(const std::vector<T>& values) {
    return values[static_cast<size_t>(number(0, static_cast<int64_t>(values.size()) - 1))];
  }

 private:
  std::mt19937 random_;
};

const std::vector<std::string> kRoundTripZones = {
    "UTC",          "Europe/Berlin",       "Europe/London", "America/New_York", "America/Sao_Paulo",
    "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"};

const std::vector<std::string> kWords = {
    "Lunch",
    "a, b; c\\d",
    "Größe",
    "会議 😀",
    "back\\nslash",
    "\"quoted\" : ^n",
    "line\nbreak and a text that is long enough to be folded somewhere, between two characters é"};

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

Details random_details(Dice& dice) {
  Details details;
  details.title = one_line(dice.one_of(kWords));
  if (dice.one_in(2)) details.description = dice.one_of(kWords);
  if (dice.one_in(3)) details.location = one_line(dice.one_of(kWords));
  if (dice.one_in(3)) details.color = "#22c55e";
  if (dice.one_in(4))
    details.status = dice.one_of<Status>({Status::kTentative, Status::kCancelled});
  std::set<std::string> tags;
  std::set<int64_t> minutes;
  for (int64_t i = dice.number(0, 3); i > 0; --i) {
    tags.insert(cut_to_characters(one_line(dice.one_of(kWords)), 50));
    minutes.insert(dice.number(0, 40'320));
  }
  details.tags.assign(tags.begin(), tags.end());
  details.reminder_minutes.assign(minutes.begin(), minutes.end());
  if (dice.one_in(4)) {
    details.ical_other =
        "SUMMARY;LANGUAGE=de:\r\nURL:https://example.org/?a=b,c\r\nPRIORITY:3\r\n"
        "ATTENDEE;CN=\"A, B\":mailto:a@example.org\r\nBEGIN:VALARM\r\nACTION:EMAIL\r\n"
        "TRIGGER;RELATED=END:PT5M\r\nSUMMARY:x\r\nEND:VALARM\r\n";
  }
  return details;
}

When random_when(Dice& dice) {
  When when;
  when.kind = dice.one_of<TimeKind>(
      {TimeKind::kTimed, TimeKind::kTimed, TimeKind::kAllDay, TimeKind::kFloating});
  when.start_s = dice.number(second("2000-01-02"), second("2040-01-01"));
  if (when.kind == TimeKind::kAllDay) {
    when.start_s -= when.start_s % 86'400;
    when.end_s = when.start_s + dice.number(1, 20) * 86'400;
    return when;
  }
  when.start_s -= when.start_s % dice.one_of<int64_t>({1, 60, 1800, 3600});
  if (!dice.one_in(4)) when.end_s = when.start_s + dice.number(0, 200'000);
  if (when.kind == TimeKind::kTimed) {
    when.start_tzid = dice.one_of(kRoundTripZones);
    if (when.end_s && dice.one_in(5)) when.end_tzid = dice.one_of(kRoundTripZones);
  }
  return when;
}

Stamp random_stamp(Dice& dice) {
  const int64_t created = dice.number(second("2010-01-01"), second("2020-01-01"));
  return {dice.number(1, 9), timestamp_s(created * 1000),
          timestamp_s((created + dice.number(0, 1'000'000)) * 1000)};
}

Event random_event(Dice& dice, Ids& ids) {
  Event event{.id = event_id(ids.uuid()),
              .details = random_details(dice),
              .when = random_when(dice),
              .stamp = random_stamp(dice),
              .ical = {}};
  event.ical = {.uid = event.id + "@norn", .sequence = dice.number(0, 3)};
  return event;
}

std::string random_rule(Dice& dice) {
  std::string rule = "FREQ=" + dice.one_of<std::string>(
                                   {"DAILY", "WEEKLY", "MONTHLY", "YEARLY", "WEEKLY;BYDAY=MO,WE,FR",
                                    "MONTHLY;BYDAY=-1FR", "DAILY;BYHOUR=9,17", "HOURLY",
                                    "DAILY;BYHOUR=9", "MONTHLY;BYMONTHDAY=31"});
  if (dice.one_in(3)) rule += fmt::format(";INTERVAL={}", dice.number(2, 5));
  if (dice.one_in(3)) rule += fmt::format(";COUNT={}", dice.number(1, 30));
  return rule;
}

// A series, and the changed ones among its first occurrences.
WholeSeries random_series(Dice& dice, Ids& ids) {
  WholeSeries stored;
  Master& master = stored.master;
  master = {.id = master_id(ids.uuid()),
            .details = random_details(dice),
            .when = random_when(dice),
            .repeats = {.rrule = random_rule(dice)},
            .stamp = random_stamp(dice),
            .ical = {}};
  if (master.when.kind == TimeKind::kAllDay) master.repeats.rrule = "FREQ=DAILY;INTERVAL=2";
  master.ical = {.uid = master.id + "@norn", .sequence = dice.number(0, 3)};
  // Clocks on walls say when a series is: no time that comes twice can be meant the second time.
  const Series series = must(Series::of(master));
  const auto occurrences = must(series.first_occurrences({}, 12));
  master.when.start_s = occurrences.front().utc_s;
  if (master.when.end_s) {
    *master.when.end_s = std::max(*master.when.end_s, master.when.start_s + 3600);
    if (master.when.kind == TimeKind::kAllDay) master.when.end_s = master.when.start_s + 86'400;
  }
  if (dice.one_in(3)) {
    master.repeats.until_s = occurrences.back().utc_s - dice.number(0, 1);
    if (occurrences.size() == 1) master.repeats.until_s = occurrences.back().utc_s;
  }
  std::set<std::string> left_out;
  const bool is_sub_daily = series.is_sub_daily();
  for (size_t i = 1; i + 1 < occurrences.size(); ++i) {
    const std::string tag = series.tag_of(occurrences[i]);
    if (dice.one_in(5)) {
      left_out.insert(tag);
    } else if (dice.one_in(4)) {
      Instance instance = series.instance_of(occurrences[i]);
      instance.details = random_details(dice);
      instance.when = random_when(dice);
      instance.stamp = random_stamp(dice);
      stored.exceptions.push_back(instance);
    }
  }
  if (dice.one_in(3)) {
    const int64_t later = occurrences.back().local_s + 30 * 86'400;
    master.repeats.rdate = {day_tag(later)};
    if (is_sub_daily) master.repeats.rdate = {time_tag(later) + "/PT2H"};
    if (master.repeats.until_s) *master.repeats.until_s = later + 86'400;
  }
  master.repeats.exdate.assign(left_out.begin(), left_out.end());
  master.repeats.has_exceptions = !stored.exceptions.empty();
  return stored;
}

Texts lines_of(const std::string& text) {
  Texts lines;
  ical::LineReader reader(text);
  std::string line;
  while (reader.next(line)) lines.push_back(line);
  return lines;
}

// The first lines that differ.
Texts differences(const std::string& one, const std::string& other) {
  Texts first = lines_of(one);
  Texts second = lines_of(other);
  first.resize(std::max(first.size(), second.size()));
  second.resize(first.size());
  Texts found;
  for (size_t i = 0; i < first.size() && found.size() < 6; ++i) {
    if (first[i] != second[i]) found.push_back(first[i] + " <> " + second[i]);
  }
  return found;
}

class EngineRoundTrip : public ExchangeTest {
 protected:
  template <typename Thing>
  void put(const std::string& user_id, const Thing& thing) {
    store::PutRequest request;
    request.table = tables.planner();
    request.item = to_item(user_id, thing);
    must(store_.put(request));
  }
};

TEST_P(EngineRoundTrip, LosesNothing) {
  for (unsigned seed = 1; seed <= kRoundTrips; ++seed) {
    Dice dice(seed);
    const std::string from = ids.uuid();
    const std::string to = ids.uuid();
    add_person(from);
    add_person(to);
    for (int64_t i = dice.number(0, 6); i > 0; --i) put(from, random_event(dice, ids));
    for (int64_t i = dice.number(1, 4); i > 0; --i) {
      const WholeSeries series = random_series(dice, ids);
      put(from, series.master);
      for (const Instance& instance : series.exceptions) put(from, instance);
    }
    const std::string text = whole_export(context, from);
    const ImportReport report = take_in(to, text);
    EXPECT_EQ(report.skipped, 0) << "seed " << seed;
    EXPECT_EQ(differences(ordered(whole_export(context, to)), ordered(text)), Texts{})
        << "seed " << seed;
    // Both have it now.
    EXPECT_EQ(take_in(to, text).unchanged, report.created) << "seed " << seed;
    EXPECT_EQ(take_in(from, text).unchanged, report.created) << "seed " << seed;
    if (HasFailure()) return;
  }
}

NORN_ENGINE_FOR_EVERY_OWNER(EngineRoundTrip);

}  // namespace
}  // namespace norn::events
