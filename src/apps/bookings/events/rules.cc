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
  const Said where = is_of_season ? kStayInSeason(season->name) : kStayHere();
  return invalid("end", kTooShort(where, needed, stay.nights()));
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

std::string nights_in_words(Date first, Date last) {
  const DateParts from = parts_of(first);
  const DateParts to = parts_of(last);
  const bool spans_years = from.year != to.year;
  std::string words = month_and_day(from);
  if (spans_years) words += fmt::format(", {}", from.year);
  if (last > first) {
    words += last - first == std::chrono::days(1) ? " and " : " to ";
    words += from.month == to.month && !spans_years ? std::to_string(to.day) : month_and_day(to);
  }
  if (spans_years) words += fmt::format(", {}", to.year);
  return words;
}

Result<void> check_stay(const PlaceSettings& place, const Stay& stay, EventKind kind) {
  if (stay.end <= stay.start) {
    return invalid("end", kEndNotAfterStart(date_text(stay.end), date_text(stay.start)));
  }
  const bool is_blocked = kind == EventKind::kBlocked;
  const int64_t longest = is_blocked ? kMaxNights : place.max_nights;
  if (stay.nights() > longest) {
    const std::string_view what = is_blocked ? "blocked period" : "stay";
    return invalid("end", kTooLong(what, longest, stay.nights()));
  }
  return is_blocked ? Result<void>() : check_min_nights(place, stay);
}

Result<void> check_past(const PlaceSettings& place, const std::vector<Date>& nights, Date today) {
  if (place.allows_past) return {};
  const auto first = std::ranges::min_element(nights);
  if (first == nights.end() || *first >= today) return {};
  return invalid("start", kInThePast(date_text(*first), date_text(today)));
}

Result<void> check_changed_nights(size_t nights) {
  if (nights <= static_cast<size_t>(kMaxNights)) return {};
  return invalid("start", kTooManyChanges(kMaxNights, nights));
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
  detail.said = kOverlap(in_words(groups_of(access, in_order)));
  detail.taken = to_json(access, in_order);
  return fault(ErrorCode::kConflict, std::move(detail));
}

std::unexpected<Error> stale_event(const Access& access, const Event& current) {
  std::string json;
  append_json(json, seen_by(access, current));
  return version_conflict("booking", std::move(json), etag_of(current));
}

}  // namespace norn::bookings
