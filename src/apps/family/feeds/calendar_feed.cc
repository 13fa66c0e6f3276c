#include "apps/family/feeds/calendar_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/time_text.h"
#include "ical/calendar_file.h"
#include "ical/civil.h"

namespace norn::family {
namespace {

// English comes first: it is for all others.
constexpr std::array<FeedWords, 3> kFeedWords = {{
    {.language = "en",
     .calendar = "Family days",
     .with_kinship = "{} ({})",
     .couple = "{} and {}",
     .age = "{}, {}",
     .born = "{}, born {} years ago",
     .born_one = "{}, born a year ago",
     .died = "{}, died {} years ago",
     .died_one = "{}, died a year ago",
     .married = "{}, married for {} years",
     .married_one = "{}, married for a year"},
    {.language = "de",
     .calendar = "Familientage",
     .with_kinship = "{} ({})",
     .couple = "{} und {}",
     .age = "{}, {}",
     .born = "{}, vor {} Jahren geboren",
     .born_one = "{}, vor einem Jahr geboren",
     .died = "{}, vor {} Jahren gestorben",
     .died_one = "{}, vor einem Jahr gestorben",
     .married = "{}, seit {} Jahren verheiratet",
     .married_one = "{}, seit einem Jahr verheiratet"},
    {.language = "zh",
     .calendar = "家庭纪念日",
     .with_kinship = "{}（{}）",
     .couple = "{}和{}",
     .age = "{}，{} 岁",
     .born = "{}，诞辰 {} 周年",
     .born_one = "{}，诞辰 1 周年",
     .died = "{}，逝世 {} 周年",
     .died_one = "{}，逝世 1 周年",
     .married = "{}，结婚 {} 周年",
     .married_one = "{}，结婚 1 周年"},
}};
constexpr ical::DateTime kFeedEpoch{ical::TimeForm::kUtc, 0};
constexpr std::chrono::years kYearsBefore{1};
constexpr std::chrono::years kYearsAhead{2};

std::string filled(std::string_view words, const auto&... values) {
  return fmt::format(fmt::runtime(words), values...);
}

// The name that a family uses: "Ada Lovelace", by the preferred name if there is one.
std::string name_of(const AnniversaryPerson& person, const FeedWords& words) {
  Person named = person.seen.person;
  if (named.preferred_name) named.first_name = *named.preferred_name;
  const std::string name = named.full_name();
  return person.kinship.empty() ? name : filled(words.with_kinship, name, person.kinship);
}

std::string names_of(const Anniversary& anniversary, const FeedWords& words) {
  std::string first = name_of(anniversary.people.front(), words);
  if (anniversary.people.size() == 1) return first;
  return filled(words.couple, first, name_of(anniversary.people.back(), words));
}

ical::CalendarTime whole_day(Date day) {
  return {.time = {ical::TimeForm::kDate, day.time_since_epoch().count() * ical::kDaySeconds}};
}

std::optional<ical::DateTime> feed_time(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return ical::DateTime{ical::TimeForm::kUtc, *ms / 1000};
}

// The same in every version of the file.
std::string uid_of(const Anniversary& anniversary) {
  const std::chrono::year_month_day day{anniversary.day};
  std::string uid = fmt::format("{}-{}", to_text(anniversary.kind), anniversary.tree_id);
  for (const AnniversaryPerson& one : anniversary.people) uid += "-" + one.seen.person.id;
  return fmt::format("{}-{}@norn", uid, static_cast<int>(day.year()));
}

ical::CalendarItem calendar_item(const Anniversary& anniversary, const FeedWords& words) {
  ical::CalendarItem item;
  item.uid = uid_of(anniversary);
  item.start = whole_day(anniversary.day);
  item.end = whole_day(anniversary.day + std::chrono::days(1));
  item.summary = title_of(anniversary, words);
  item.description = anniversary.tree_name;
  item.stamp = item.last_modified = feed_time(anniversary.people.front().seen.person.updated_at);
  // The day does not count as busy.
  item.other.push_back({.name = "TRANSP", .value = "TRANSPARENT"});
  return item;
}

AnniversaryQuery query_around(Date today) {
  const std::chrono::year_month_day date{today};
  const auto month = date.year() / date.month();
  return {.from = Date{(month - kYearsBefore) / 1},
          .to = Date{(month + kYearsAhead) / std::chrono::last},
          .nearest_to = today};
}

}  // namespace

const FeedWords* feed_words(std::string_view language) {
  const auto found = std::ranges::find(kFeedWords, language, &FeedWords::language);
  return found != kFeedWords.end() ? &*found : nullptr;
}

Result<std::string> language_for(const Context& context, const std::string& user_id,
                                 const std::vector<std::string_view>& languages) {
  NORN_ASSIGN(const auto account, context.users.find_account(user_id));
  const FeedWords* words = account ? feed_words(account->language) : nullptr;
  for (const std::string_view language : languages) {
    if (words == nullptr) words = feed_words(language);
  }
  return std::string(words != nullptr ? words->language : kFeedWords.front().language);
}

std::string title_of(const Anniversary& anniversary, const FeedWords& words) {
  const std::string names = names_of(anniversary, words);
  const int64_t years = anniversary.years;
  const auto in_words = [&](std::string_view one, std::string_view many) {
    return years == 1 ? filled(one, names) : filled(many, names, years);
  };
  switch (anniversary.kind) {
    case AnniversaryKind::kBirthday:
      if (anniversary.people.front().seen.is_living) return filled(words.age, names, years);
      return in_words(words.born_one, words.born);
    case AnniversaryKind::kDeathDay:
      return in_words(words.died_one, words.died);
    case AnniversaryKind::kWedding:
      break;
  }
  return in_words(words.married_one, words.married);
}

Result<std::string> calendar_feed(const Context& context, Kinship& kinship,
                                  const std::string& user_id,
                                  const std::vector<AnniversaryKind>& kinds,
                                  const std::vector<std::string_view>& languages) {
  AnniversaryQuery query = query_around(today(context));
  query.kinds = kinds;
  NORN_ASSIGN(query.language, language_for(context, user_id, languages));
  const FeedWords& words = *feed_words(query.language);
  NORN_ASSIGN(const Anniversaries found, anniversaries_of(context, kinship, user_id, query));
  ical::CalendarFile file;
  file.name = words.calendar;
  std::string text = ical::calendar_begin(file, {});
  for (const Anniversary& one : found.all) {
    text += ical::component_text(ical::item_component(calendar_item(one, words), kFeedEpoch));
  }
  text += ical::kCalendarEnd;
  return text;
}

}  // namespace norn::family
