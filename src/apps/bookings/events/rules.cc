#include "apps/bookings/events/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/places/pricing.h"
#include "apps/bookings/render.h"
#include "base/json_writer.h"

namespace norn::bookings {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

struct DateParts {
  int year;
  unsigned month;
  unsigned day;
};

DateParts parts_of(Date date) {
  const std::chrono::year_month_day ymd(date);
  return {static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
          static_cast<unsigned>(ymd.day())};
}

std::string month_and_day(const DateParts& parts) {
  return fmt::format("{} {}", kMonths[parts.month - 1], parts.day);
}

// Of the message about taken nights; `taken` in the error has all of them.
constexpr size_t kMaxGroupsInWords = 6;

Result<void> check_min_nights(const PlaceSettings& place, const Stay& stay) {
  const int64_t needed = min_nights_of(place, stay.start);
  if (stay.nights() >= needed) return {};
  const Season* const season = season_of(place, stay.start);
  const bool is_of_season = season != nullptr && season->min_nights;
  return broken_rule(
      ErrorCode::kInvalid, kTooShort, "end",
      fmt::format(
          "The shortest stay {} is {}, and this is {}. Choose an earlier arrival or a "
          "later departure.",
          is_of_season ? fmt::format("that begins in the season “{}”", season->name) : "here",
          count_in_words(needed), stay.nights()));
}

// The end of "July 3 and 4 are ...".
std::string holder_in_words(const Access& access, const TakenNight& taken) {
  if (!taken.event || !may_know(access, *taken.event)) return "taken";
  const Event& event = *taken.event;
  if (event.kind == EventKind::kBlocked) {
    return event.title == kBlockedTitle ? "blocked" : fmt::format("blocked ({})", event.title);
  }
  if (event.user_id == access.membership.user_id) return "taken by a booking of your own";
  return event.title.empty() ? "taken" : "taken by " + event.title;
}

// Consecutive nights of one holder.
struct Group {
  Date first;
  Date last;
  std::string holder;
};

std::vector<Group> groups_of(const Access& access, const std::vector<TakenNight>& taken) {
  std::vector<Group> groups;
  for (const TakenNight& one : taken) {
    std::string holder = holder_in_words(access, one);
    const bool continues = !groups.empty() && groups.back().holder == holder &&
                           one.night - groups.back().last == std::chrono::days(1);
    if (continues) {
      groups.back().last = one.night;
    } else {
      groups.push_back({one.night, one.night, std::move(holder)});
    }
  }
  return groups;
}

// "July 3 and 4 are taken by Ada, and July 6 is blocked."
std::string in_words(const std::vector<Group>& groups) {
  std::string words;
  const size_t shown = std::min(groups.size(), kMaxGroupsInWords);
  const bool has_more = groups.size() > shown;
  for (size_t i = 0; i < shown; ++i) {
    const Group& group = groups[i];
    if (i > 0) words += i + 1 == shown && !has_more ? ", and " : ", ";
    words += fmt::format("{} {} {}", nights_in_words(group.first, group.last),
                         group.first == group.last ? "is" : "are", group.holder);
  }
  if (has_more) words += ", and more nights after those are taken";
  return words + ".";
}

std::string to_json(const Access& access, const std::vector<TakenNight>& taken) {
  std::string json;
  ListWriter list(json);
  for (const TakenNight& one : taken) {
    const bool is_known = one.event && may_know(access, *one.event);
    append_taken_night(list.next(), one.night, is_known ? &*one.event : nullptr);
  }
  list.close();
  return json;
}

}  // namespace

std::string count_in_words(int64_t nights) {
  return nights == 1 ? "1 night" : fmt::format("{} nights", nights);
}

std::string day_in_words(Date day) {
  const DateParts parts = parts_of(day);
  return fmt::format("{}, {}", month_and_day(parts), parts.year);
}

std::string nights_in_words(Date first, Date last, bool with_year) {
  const DateParts from = parts_of(first);
  const DateParts to = parts_of(last);
  const bool spans_years = from.year != to.year;
  std::string words = month_and_day(from);
  if (spans_years) words += fmt::format(", {}", from.year);
  if (last > first) {
    words += last - first == std::chrono::days(1) ? " and " : " to ";
    words += from.month == to.month && !spans_years ? std::to_string(to.day) : month_and_day(to);
  }
  if (with_year || spans_years) words += fmt::format(", {}", to.year);
  return words;
}

std::string nights_in_words(const std::vector<Date>& nights, bool with_year) {
  std::vector<std::pair<Date, Date>> runs;
  for (const Date night : nights) {
    if (!runs.empty() && night - runs.back().second == std::chrono::days(1)) {
      runs.back().second = night;
    } else {
      runs.emplace_back(night, night);
    }
  }
  std::string words;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) words += i + 1 == runs.size() ? " and " : ", ";
    words += nights_in_words(runs[i].first, runs[i].second, with_year);
  }
  return words;
}

std::unexpected<Error> broken_rule(ErrorCode error, std::string_view code, std::string_view field,
                                   std::string message) {
  Fault detail;
  detail.field = field;
  detail.code = code;
  return fault(error, std::move(message), std::move(detail));
}

Result<void> check_stay(const PlaceSettings& place, const Stay& stay, EventKind kind) {
  if (stay.end <= stay.start) {
    return broken_rule(ErrorCode::kInvalid, kEndNotAfterStart, "end",
                       fmt::format("The end has to be after the start, and {} is not after {}. "
                                   "Choose a later departure: it is the day after the last night.",
                                   date_text(stay.end), date_text(stay.start)));
  }
  const bool is_blocked = kind == EventKind::kBlocked;
  const int64_t longest = is_blocked ? kMaxNights : place.max_nights;
  if (stay.nights() > longest) {
    return broken_rule(
        ErrorCode::kInvalid, kTooLong, "end",
        fmt::format("The longest {} here is {}, and this is {}. {}",
                    is_blocked ? "blocked period" : "stay", count_in_words(longest), stay.nights(),
                    is_blocked ? "Make several of it, one after the other."
                               : "Choose a later arrival or an earlier departure."));
  }
  return is_blocked ? Result<void>() : check_min_nights(place, stay);
}

Result<void> check_past(const PlaceSettings& place, const std::vector<Date>& nights, Date today) {
  if (place.allows_past) return {};
  std::vector<Date> over;
  std::ranges::copy_if(nights, std::back_inserter(over), [&](Date night) { return night < today; });
  if (over.empty()) return {};
  std::ranges::sort(over);
  return broken_rule(
      ErrorCode::kInvalid, kInThePast, "start",
      fmt::format("Nights that are over can be neither booked nor given back here, and {} {} "
                  "before today, {}. Choose nights from today on, or ask an administrator to allow "
                  "changes of the past in the settings of the place.",
                  nights_in_words(over, true), over.size() == 1 ? "is" : "are",
                  day_in_words(today)));
}

Result<void> check_changed_nights(size_t nights) {
  if (nights <= static_cast<size_t>(kMaxNights)) return {};
  return broken_rule(
      ErrorCode::kInvalid, kTooManyChanges, "start",
      fmt::format("At most {} nights can be taken and given back at once, and these are {}. Do it "
                  "in several steps: shorten the stay first, and then move it.",
                  kMaxNights, nights));
}

Result<void> check_nights(const PlaceSettings& place, const Stay& old, const Stay& next,
                          EventKind kind, Date today) {
  if (next == old && old.nights() > 0) return {};
  NORN_TRY(check_stay(place, next, kind));
  std::vector<Date> changed = nights_only_in(next, old);
  const std::vector<Date> removed = nights_only_in(old, next);
  changed.insert(changed.end(), removed.begin(), removed.end());
  NORN_TRY(check_past(place, changed, today));
  return check_changed_nights(changed.size());
}

std::unexpected<Error> overlap(const Access& access, const std::vector<TakenNight>& taken) {
  std::vector<TakenNight> in_order = taken;
  std::ranges::sort(in_order, {}, &TakenNight::night);
  Fault detail;
  detail.field = "start";
  detail.code = kOverlap;
  detail.taken = to_json(access, in_order);
  return fault(ErrorCode::kConflict,
               in_words(groups_of(access, in_order)) + " Choose other nights, or wish for these.",
               std::move(detail));
}

std::unexpected<Error> stale_version(std::string_view what, std::string current, std::string etag) {
  const Error error = version_conflict(what, std::move(current), std::move(etag)).error();
  Fault detail = *fault_of(error);
  detail.code = kStaleVersion;
  return fault(error.code, error.message, std::move(detail));
}

std::unexpected<Error> stale_event(const Access& access, const Event& current) {
  std::string json;
  append_json(json, seen_by(access, current));
  return stale_version("booking", std::move(json), etag_of(current));
}

}  // namespace norn::bookings
