#include "ical/random_rules.h"

#include <algorithm>

#include "ical/civil.h"

namespace norn::ical::testing {
namespace {

// `highest` is not included, as with rapidcheck's own ranges.
int number(int lowest, int highest) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(lowest, highest));
}

bool one_in(int n) {
  return number(0, n) == 0;
}

void add_number(RuleNumbers& numbers, int min, int max, bool from_end) {
  int value = number(min, max + 1);
  // The ends of the range are where mistakes are.
  if (one_in(4)) value = max;
  if (from_end && one_in(2)) value = -value;
  numbers.push_back(static_cast<int16_t>(value));
}

void fill(RuleNumbers& numbers, int min, int max, bool from_end, int most = 4) {
  for (int left = number(1, most + 1); left > 0; --left) add_number(numbers, min, max, from_end);
}

void fill_by_day(Rule& rule) {
  const bool numbered = (rule.frequency == Frequency::kMonthly ||
                         (rule.frequency == Frequency::kYearly && rule.by_week_number.empty())) &&
                        one_in(2);
  const int highest = rule.frequency == Frequency::kMonthly || !rule.by_month.empty() ? 5 : 53;
  for (int left = number(1, 5); left > 0; --left) {
    OrdinalDay day{0, static_cast<Weekday>(number(0, kWeekDays))};
    if (numbered && !one_in(4)) {
      day.ordinal = number(1, highest + 1) * (one_in(2) ? -1 : 1);
    }
    rule.by_day.push_back(day);
  }
}

void fill_days(Rule& rule) {
  const Frequency frequency = rule.frequency;
  const bool yearly = frequency == Frequency::kYearly;
  if (one_in(4)) fill(rule.by_month, 1, 12, false);
  if (yearly && one_in(6)) fill(rule.by_week_number, 1, 53, true);
  if ((yearly || frequency > Frequency::kDaily) && one_in(8)) fill(rule.by_year_day, 1, 366, true);
  if (frequency != Frequency::kWeekly && one_in(5)) fill(rule.by_month_day, 1, 31, true, 8);
  if (one_in(2)) fill_by_day(rule);
}

void fill_times(Rule& rule) {
  if (one_in(4)) fill(rule.by_hour, 0, 23, false);
  if (one_in(4)) fill(rule.by_minute, 0, 59, false);
  if (one_in(4)) fill(rule.by_second, 0, 60, false);
}

bool has_by_part(const Rule& rule) {
  return !rule.by_month.empty() || !rule.by_week_number.empty() || !rule.by_year_day.empty() ||
         !rule.by_month_day.empty() || !rule.by_day.empty() || !rule.by_hour.empty() ||
         !rule.by_minute.empty() || !rule.by_second.empty();
}

// How many days the reference looks at: more would take too long.
int days_of(Frequency frequency) {
  constexpr int kDays[] = {366 * 12, 366 * 5, 366 * 3, 366 * 2, 60, 12, 2};
  return kDays[static_cast<size_t>(frequency)];
}

void fill_end(RandomSeries& series) {
  Rule& rule = series.rule;
  const int way = number(0, 4);
  if (way == 0) rule.count = number(1, 40);
  if (way == 1) {
    const int64_t span = series.end - series.start.second;
    const TimeForm form = one_in(3) ? TimeForm::kDate : TimeForm::kLocal;
    int64_t until = series.start.second + span * number(0, 100) / 100;
    if (form == TimeForm::kDate) until = day_of_second(until) * kDaySeconds;
    rule.until = DateTime{form, until};
  }
}

Rule random_rule() {
  Rule rule;
  rule.frequency = static_cast<Frequency>(number(0, 7));
  if (one_in(2)) rule.interval = number(1, one_in(8) ? 200 : 6);
  if (one_in(3)) rule.week_start = static_cast<Weekday>(number(0, kWeekDays));
  fill_days(rule);
  fill_times(rule);
  if (has_by_part(rule) && one_in(3)) fill(rule.by_set_position, 1, one_in(6) ? 366 : 6, true);
  // As parse_rule leaves it.
  return parse_rule(rule_text(rule)).value();
}

RandomSeries make_series() {
  RandomSeries series;
  series.rule = random_rule();
  const Day day = number(day_of(1995, 0, 1), day_of(2030, 0, 1));
  const bool on_edge = one_in(3);
  const int64_t time = on_edge ? (one_in(2) ? 0 : kDaySeconds - 1) : number(0, kDaySeconds);
  const bool whole_day = series.rule.frequency < Frequency::kHourly && one_in(5);
  series.start.form = whole_day ? TimeForm::kDate : TimeForm::kLocal;
  series.start.second = day * kDaySeconds + (whole_day ? 0 : time);
  series.end = series.start.second + days_of(series.rule.frequency) * kDaySeconds;
  fill_end(series);
  return series;
}

}  // namespace

rc::Gen<RandomSeries> random_series() {
  return rc::gen::exec([] { return make_series(); });
}

rc::Gen<RandomSeries> random_zoned_series() {
  return rc::gen::exec([] {
    RandomSeries series = make_series();
    series.start.form = TimeForm::kLocal;
    series.zone = *rc::gen::elementOf(std::vector<std::string>{
        "America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "America/Sao_Paulo", "Africa/Casablanca", "America/St_Johns"});
    return series;
  });
}

}  // namespace norn::ical::testing
