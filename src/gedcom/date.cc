#include "gedcom/date.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <span>
#include <vector>

#include "base/append.h"
#include "base/ascii.h"
#include "base/text.h"

namespace norn::gedcom {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kMonths[] = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                        "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::string_view kMonthNames[] = {"JANUARY",   "FEBRUARY", "MARCH",    "APRIL",
                                            "MAY",       "JUNE",     "JULY",     "AUGUST",
                                            "SEPTEMBER", "OCTOBER",  "NOVEMBER", "DECEMBER"};
constexpr std::string_view kFrenchMonths[] = {"VEND", "BRUM", "FRIM", "NIVO", "PLUV",
                                              "VENT", "GERM", "FLOR", "PRAI", "MESS",
                                              "THER", "FRUC", "COMP"};
constexpr std::string_view kHebrewMonths[] = {"TSH", "CSH", "KSL", "TVT", "SHV", "ADR", "ADS",
                                              "NSN", "IYR", "SVN", "TMZ", "AAV", "ELL"};
constexpr int kMarch = 3;

struct CalendarName {
  Calendar calendar;
  std::string_view in_70;
  std::string_view in_551;
};
constexpr CalendarName kCalendarNames[] = {
    {Calendar::kGregorian, "GREGORIAN", "@#DGREGORIAN@"},
    {Calendar::kJulian, "JULIAN", "@#DJULIAN@"},
    {Calendar::kFrench, "FRENCH_R", "@#DFRENCH R@"},
    {Calendar::kHebrew, "HEBREW", "@#DHEBREW@"},
};

// A word in front of one date. The first of a kind is the one that is written.
struct Modifier {
  std::string_view word;
  DateKind kind;
};
constexpr Modifier kModifiers[] = {
    {"ABT", DateKind::kAbout},
    {"CAL", DateKind::kCalculated},
    {"EST", DateKind::kEstimated},
    {"BEF", DateKind::kBefore},
    {"AFT", DateKind::kAfter},
    {"FROM", DateKind::kFrom},
    {"TO", DateKind::kTo},
    {"ABT.", DateKind::kAbout},
    {"ABOUT", DateKind::kAbout},
    {"CIRCA", DateKind::kAbout},
    {"CA", DateKind::kAbout},
    {"CA.", DateKind::kAbout},
    {"CALCULATED", DateKind::kCalculated},
    {"EST.", DateKind::kEstimated},
    {"ESTIMATED", DateKind::kEstimated},
    {"BEF.", DateKind::kBefore},
    {"BEFORE", DateKind::kBefore},
    {"AFT.", DateKind::kAfter},
    {"AFTER", DateKind::kAfter},
};

Words months_of(Calendar calendar) {
  if (calendar == Calendar::kFrench) return kFrenchMonths;
  if (calendar == Calendar::kHebrew) return kHebrewMonths;
  return kMonths;
}

std::optional<int> number_in(std::string_view word) {
  constexpr size_t kMaxDigits = 4;
  int number = 0;
  if (word.empty() || word.size() > kMaxDigits || !std::ranges::all_of(word, is_digit)) {
    return std::nullopt;
  }
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

// 0 if the word is no month.
int month_in(std::string_view word, Calendar calendar) {
  const Words months = months_of(calendar);
  if (const auto found = std::ranges::find(months, word); found != months.end()) {
    return static_cast<int>(found - months.begin()) + 1;
  }
  if (months_of(calendar).data() != kMonths) return 0;
  if (word.ends_with('.')) word.remove_suffix(1);
  if (word == "SEPT") return 9;
  for (size_t i = 0; i < std::size(kMonths); ++i) {
    if (word == kMonths[i] || word == kMonthNames[i]) return static_cast<int>(i) + 1;
  }
  return 0;
}

// "1850", or "1699/00", "1699/0" and "1699/1700" if a dual year is possible.
bool read_year(std::string_view word, DatePart& part) {
  const size_t slash = word.find('/');
  const auto year = number_in(word.substr(0, slash));
  if (!year) return false;
  part.date.year = *year;
  if (slash == std::string_view::npos) return true;
  const std::string_view rest = word.substr(slash + 1);
  const std::string next = std::to_string(*year + 1);
  part.is_dual =
      part.date.calendar == Calendar::kGregorian || part.date.calendar == Calendar::kJulian;
  return part.is_dual && !rest.empty() && rest.size() <= next.size() && next.ends_with(rest);
}

bool is_bce_word(std::string_view word) {
  return word == "BCE" || word == "B.C." || word == "BC" || word == "(B.C.)" || word == "B.C.E.";
}

// "1850-03-05"
std::optional<CalendarDate> iso_day(std::string_view word) {
  if (word.size() != 10 || word[4] != '-' || word[7] != '-') return std::nullopt;
  const auto year = number_in(word.substr(0, 4));
  const auto month = number_in(word.substr(5, 2));
  const auto day = number_in(word.substr(8, 2));
  if (!year || !month || !day || *month == 0 || *day == 0) return std::nullopt;
  return CalendarDate{.year = *year, .month = *month, .day = *day};
}

// Takes the calendar in front of a date, if it is named.
Calendar take_calendar(Words& words) {
  if (words.empty()) return Calendar::kGregorian;
  for (const CalendarName& name : kCalendarNames) {
    if (words.front() == name.in_70 || words.front() == name.in_551) {
      words = words.subspan(1);
      return name.calendar;
    }
  }
  return Calendar::kGregorian;
}

// A dual date of January to March is one of the second year. Of any other month, or without one,
// nobody knows what was meant, and it may be of both.
bool is_of_second_year(const CalendarDate& date) {
  return date.month > 0 && date.month <= kMarch;
}

std::optional<DaySpan> days_of_part(const DatePart& part) {
  const std::optional<DaySpan> days = days_of(part.date);
  if (!part.is_dual) return days;
  CalendarDate next = part.date;
  ++next.year;
  const std::optional<DaySpan> next_days = days_of(next);
  if (!next_days || is_of_second_year(part.date)) return next_days;
  if (!days) return std::nullopt;
  return DaySpan{std::min(days->first, next_days->first), std::max(days->last, next_days->last)};
}

std::optional<DatePart> read_part(Words words) {
  DatePart part;
  if (words.size() == 1) {
    if (const auto day = iso_day(words.front()); day && days_of(*day)) return DatePart{*day};
  }
  part.date.calendar = take_calendar(words);
  if (!words.empty() && is_bce_word(words.back())) {
    part.date.is_bce = true;
    words = words.first(words.size() - 1);
  }
  if (words.empty() || words.size() > 3 || !read_year(words.back(), part)) return std::nullopt;
  if (part.is_dual && part.date.is_bce) return std::nullopt;
  if (words.size() >= 2) {
    part.date.month = month_in(words[words.size() - 2], part.date.calendar);
    if (part.date.month == 0) return std::nullopt;
  }
  if (words.size() == 3) {
    const auto day = number_in(words[0]);
    if (!day || *day == 0) return std::nullopt;
    part.date.day = *day;
  }
  return days_of_part(part) ? std::optional(part) : std::nullopt;
}

// The words of a value; the escape of a calendar, which may have a space in it, is one.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text = trimmed(text);
    if (text.empty()) return words;
    size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    if (text.starts_with("@#")) {
      const size_t escape_end = text.find('@', 2);
      if (escape_end != std::string_view::npos) end = escape_end + 1;
    }
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<Date> read_pair(Words words, std::string_view between, DateKind kind) {
  const auto middle = std::ranges::find(words, between);
  if (middle == words.end()) return std::nullopt;
  const auto at = static_cast<size_t>(middle - words.begin());
  const auto first = read_part(words.first(at));
  const auto second = read_part(words.subspan(at + 1));
  if (!first || !second) return std::nullopt;
  return Date{.kind = kind, .first = *first, .second = *second};
}

std::optional<Date> read_words(Words words) {
  if (words.empty()) return std::nullopt;
  const std::string_view word = words.front();
  const Words rest = words.subspan(1);
  if (word == "BET" || word == "BET." || word == "BETWEEN" || word == "BTW") {
    return read_pair(rest, "AND", DateKind::kBetween);
  }
  const auto modifier = std::ranges::find(kModifiers, word, &Modifier::word);
  if (modifier == std::end(kModifiers)) {
    const auto part = read_part(words);
    return part ? std::optional(Date{.kind = DateKind::kDate, .first = *part}) : std::nullopt;
  }
  if (modifier->kind == DateKind::kFrom && std::ranges::find(rest, "TO") != rest.end()) {
    return read_pair(rest, "TO", DateKind::kFromTo);
  }
  const auto part = read_part(rest);
  return part ? std::optional(Date{.kind = modifier->kind, .first = *part}) : std::nullopt;
}

// The text between the parentheses that a phrase is in.
std::string_view inside_parentheses(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')') || text.size() < 2) return text;
  return trimmed(text.substr(1, text.size() - 2));
}

// "INT 1850 (about Easter)"
std::optional<Date> read_interpreted(std::string_view value) {
  constexpr std::string_view kInterpreted = "INT";
  const std::vector<std::string_view> words = words_of(value);
  if (words.empty() || !equals_ignoring_case(words.front(), kInterpreted)) return std::nullopt;
  const size_t open = value.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  Date date = read_date(value.substr(kInterpreted.size(), open - kInterpreted.size()));
  if (date.kind == DateKind::kNone) return std::nullopt;
  date.phrase = inside_parentheses(trimmed(value.substr(open)));
  return date;
}

std::string year_text(const DatePart& part, Version version) {
  std::string text = std::to_string(part.date.year);
  if (part.is_dual) text += fmt::format("/{:02}", (part.date.year + 1) % 100);
  if (part.date.is_bce) text += version == Version::k70 ? " BCE" : " B.C.";
  return text;
}

// `names_gregorian`: 7.0 recommends to name every calendar of a value, if there is one to name.
std::string part_text(const DatePart& part, Version version, bool names_gregorian) {
  const CalendarDate& date = part.date;
  std::string text;
  if (date.calendar != Calendar::kGregorian || names_gregorian) {
    const auto name = std::ranges::find(kCalendarNames, date.calendar, &CalendarName::calendar);
    append_all(text, {version == Version::k70 ? name->in_70 : name->in_551, " "});
  }
  if (date.day > 0) text += std::to_string(date.day) + " ";
  if (date.month > 0) {
    append_all(text, {months_of(date.calendar)[static_cast<size_t>(date.month - 1)], " "});
  }
  return text + year_text(part, version);
}

std::string value_text(const Date& date, Version version) {
  const bool is_pair = date.kind == DateKind::kBetween || date.kind == DateKind::kFromTo;
  const bool names_gregorian = version == Version::k70 && is_pair &&
                               (date.first.date.calendar != Calendar::kGregorian ||
                                date.second.date.calendar != Calendar::kGregorian);
  const std::string first = part_text(date.first, version, names_gregorian);
  if (is_pair) {
    const bool is_range = date.kind == DateKind::kBetween;
    return fmt::format("{} {} {} {}", is_range ? "BET" : "FROM", first, is_range ? "AND" : "TO",
                       part_text(date.second, version, names_gregorian));
  }
  const auto modifier = std::ranges::find(kModifiers, date.kind, &Modifier::kind);
  return modifier == std::end(kModifiers) ? first : fmt::format("{} {}", modifier->word, first);
}

// The dates that a part may mean: one, or two if its year is dual.
std::vector<DatePart> meant_by(DatePart part) {
  if (!part.is_dual) return {part};
  part.is_dual = false;
  DatePart next = part;
  ++next.date.year;
  if (is_of_second_year(part.date)) return {next};
  return {part, next};
}

// 7.0 has no dual years: a date that may mean the same days, and what was written as a phrase.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#dual-dates
DateText without_dual_years(Date date) {
  const std::string written = value_text(date, Version::k551);
  std::vector<DatePart> parts = meant_by(date.first);
  const bool is_ambiguous = parts.size() > 1;
  const bool is_pair = date.kind == DateKind::kBetween || date.kind == DateKind::kFromTo;
  if (is_pair) std::ranges::copy(meant_by(date.second), std::back_inserter(parts));
  const auto first_day = [](const DatePart& part) { return days_of(part.date)->first; };
  const auto last_day = [](const DatePart& part) { return days_of(part.date)->last; };
  const DatePart lower = *std::ranges::min_element(parts, {}, first_day);
  const DatePart upper = *std::ranges::max_element(parts, {}, last_day);
  const bool is_below = date.kind == DateKind::kBefore || date.kind == DateKind::kTo;
  const bool is_above = date.kind == DateKind::kAfter || date.kind == DateKind::kFrom;
  if (is_ambiguous && !is_pair && !is_below && !is_above) date.kind = DateKind::kBetween;
  date.first = is_below ? upper : lower;
  date.second = date.kind == DateKind::kBetween || is_pair ? upper : DatePart();
  return {value_text(date, Version::k70), date.phrase.empty() ? written : date.phrase};
}

}  // namespace

bool Date::is_approximate() const {
  return kind == DateKind::kAbout || kind == DateKind::kCalculated || kind == DateKind::kEstimated;
}

bool Date::is_period() const {
  return kind == DateKind::kFrom || kind == DateKind::kTo || kind == DateKind::kFromTo;
}

std::optional<Day> Date::earliest() const {
  if (kind == DateKind::kNone || kind == DateKind::kBefore || kind == DateKind::kTo) {
    return std::nullopt;
  }
  const auto days = days_of_part(first);
  if (!days) return std::nullopt;
  if (kind != DateKind::kBetween && kind != DateKind::kFromTo) return days->first;
  // Some write the later date first.
  const auto other = days_of_part(second);
  return other ? std::min(days->first, other->first) : days->first;
}

std::optional<Day> Date::latest() const {
  if (kind == DateKind::kNone || kind == DateKind::kAfter || kind == DateKind::kFrom) {
    return std::nullopt;
  }
  const auto days = days_of_part(first);
  if (!days) return std::nullopt;
  if (kind != DateKind::kBetween && kind != DateKind::kFromTo) return days->last;
  const auto other = days_of_part(second);
  return other ? std::max(days->last, other->last) : days->last;
}

std::optional<std::string> Date::exact_day() const {
  const CalendarDate& date = first.date;
  if (kind != DateKind::kDate || date.calendar != Calendar::kGregorian || date.is_bce ||
      date.day == 0 || first.is_dual || !days_of(date)) {
    return std::nullopt;
  }
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

DateText Date::text(Version version) const {
  if (version == Version::k551) {
    if (kind == DateKind::kNone) {
      return {phrase.empty() ? std::string() : fmt::format("({})", phrase), {}};
    }
    std::string value = value_text(*this, version);
    if (phrase.empty()) return {std::move(value), {}};
    if (kind != DateKind::kDate) return {std::move(value), phrase};
    return {fmt::format("INT {} ({})", value, phrase), {}};
  }
  if (kind == DateKind::kNone) return {{}, phrase};
  if (first.is_dual || second.is_dual) return without_dual_years(*this);
  return {value_text(*this, version), phrase};
}

Date read_date(std::string_view value, std::string_view phrase) {
  value = trimmed(value);
  phrase = trimmed(phrase);
  std::optional<Date> date;
  if (value.size() <= kMaxDateBytes) {
    date = read_interpreted(value);
    const std::string upper = ascii_upper(value);
    if (!date) date = read_words(words_of(upper));
  }
  if (date) {
    if (!phrase.empty()) date->phrase = phrase;
    return *date;
  }
  const std::string_view said = inside_parentheses(value);
  if (phrase.empty() || said.empty()) return {.phrase = std::string(said.empty() ? phrase : said)};
  return {.phrase = fmt::format("{} ({})", phrase, said)};
}

Date date_of_day(Day day) {
  return {.kind = DateKind::kDate, .first = {.date = gregorian_date(day)}};
}

}  // namespace norn::gedcom
