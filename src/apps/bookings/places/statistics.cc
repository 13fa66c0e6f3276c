#include "apps/bookings/places/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "apps/bookings/sentences.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

using std::chrono::days;

constexpr std::string_view kGuests = "Guests";
constexpr std::string_view kOthers = "Others";
constexpr std::string_view kFormerMember = "Former member";

Date first_of(int year, unsigned month) {
  return Date(std::chrono::year(year) / std::chrono::month(month) / 1);
}

Stay nights_of_month(int year, unsigned month) {
  return {first_of(year, month), month == 12 ? first_of(year + 1, 1) : first_of(year, month + 1)};
}

Stay nights_of_year(int year) {
  return {first_of(year, 1), first_of(year + 1, 1)};
}

// The common nights; none if the stays do not overlap.
Stay common(const Stay& left, const Stay& right) {
  const Date start = std::max(left.start, right.start);
  return {start, std::max(start, std::min(left.end, right.end))};
}

// The price of some nights of a stay. The prices of all parts of a stay add up to its total.
int64_t part_of_total(const Event& event, const Stay& part) {
  const auto up_to = [&](Date end) {
    return event.total * (end - event.stay.start).count() / event.stay.nights();
  };
  return up_to(part.end) - up_to(part.start);
}

std::array<MonthOccupancy, 12> occupancy(const std::vector<Event>& events, int year) {
  std::array<MonthOccupancy, 12> months = {};
  for (unsigned month = 1; month <= 12; ++month) {
    MonthOccupancy& count = months.at(month - 1);
    const Stay all = nights_of_month(year, month);
    count.nights = all.nights();
    for (const Event& event : events) {
      int64_t& nights = event.kind == EventKind::kBlocked ? count.blocked : count.booked;
      nights += common(event.stay, all).nights();
    }
  }
  return months;
}

// A row for each person, and one for all guests.
class Rows {
 public:
  Rows(const Access& access, const std::vector<KnownPerson>& people)
      : currency_(access.place.settings.currency) {
    for (const KnownPerson& person : people) {
      PersonShare& row = row_of(person.user_id);
      row.name = person.name;
      row.is_member = person.may_book;
    }
  }

  void add(const Event& event, const Stay& year) {
    const Stay part = common(event.stay, year);
    if (event.kind == EventKind::kBlocked || part.nights() == 0) return;
    PersonShare& row = row_of(event.user_id);
    row.nights += part.nights();
    row.stays += 1;
    if (event.currency == currency_) row.total += part_of_total(event, part);
  }

  // The people who may book, and those who had nights.
  std::vector<PersonShare> take() {
    std::vector<PersonShare> rows;
    for (auto& [user_id, row] : rows_) {
      if (row.is_member || row.nights > 0) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  PersonShare& row_of(const std::optional<std::string>& user_id) {
    PersonShare& row = rows_[user_id];
    if (row.name.empty()) row.name = user_id ? kFormerMember : kGuests;
    row.user_id = user_id;
    return row;
  }

  std::string currency_;
  std::map<std::optional<std::string>, PersonShare> rows_;
};

void add_fairness(YearStatistics& statistics) {
  int64_t all = 0;
  int64_t people = 0;
  int64_t nights = 0;
  int64_t squares = 0;
  for (const PersonShare& row : statistics.people) {
    all += row.nights;
    if (!row.is_member) continue;
    people += 1;
    nights += row.nights;
    squares += row.nights * row.nights;
  }
  if (people > 0) {
    statistics.fair_nights = static_cast<double>(nights) / static_cast<double>(people);
  }
  if (squares > 0) {
    statistics.fairness =
        static_cast<double>(nights * nights) / static_cast<double>(people * squares);
  }
  for (PersonShare& row : statistics.people) {
    if (all > 0) row.share = static_cast<double>(row.nights) / static_cast<double>(all);
    if (row.is_member) row.difference = static_cast<double>(row.nights) - statistics.fair_nights;
  }
}

// Merges the rows of all other people, but not that of guests, into one.
void hide_others(const std::string& user_id, YearStatistics& statistics) {
  PersonShare others;
  others.name = kOthers;
  const auto is_other = [&](const PersonShare& row) {
    return row.user_id && row.user_id != user_id;
  };
  const bool any = std::ranges::any_of(statistics.people, is_other);
  for (const PersonShare& row : statistics.people) {
    if (!is_other(row)) continue;
    others.nights += row.nights;
    others.stays += row.stays;
    others.total += row.total;
    others.share += row.share;
  }
  std::erase_if(statistics.people, is_other);
  if (any) statistics.people.push_back(std::move(others));
}

// The people who may book, and those of the events.
Result<std::vector<KnownPerson>> people_of(const Context& context, const std::string& place_id,
                                           const std::vector<Event>& events) {
  NORN_ASSIGN(const auto members, members_of(context, place_id));
  std::map<std::string, bool> may_book;
  for (const Event& event : events) {
    if (event.user_id) may_book.emplace(*event.user_id, false);
  }
  for (const Membership& member : members) {
    if (member.role >= Role::kMember) may_book[member.user_id] = true;
  }
  std::vector<std::string> ids;
  for (const auto& [id, may] : may_book) ids.push_back(id);
  NORN_ASSIGN(const auto users, context.users.find_all(ids));
  std::vector<KnownPerson> people;
  for (const accounts::User& user : users) {
    people.push_back({user.id, user.name, may_book.at(user.id)});
  }
  return people;
}

}  // namespace

YearStatistics count_year(const Access& access, const std::vector<Event>& events,
                          const std::vector<KnownPerson>& people, int year) {
  YearStatistics statistics;
  statistics.year = year;
  statistics.currency = access.place.settings.currency;
  statistics.months = occupancy(events, year);
  Rows rows(access, people);
  for (const Event& event : events) rows.add(event, nights_of_year(year));
  statistics.people = rows.take();
  add_fairness(statistics);
  if (!access.place.settings.shows_names && !access.is_administrator()) {
    hide_others(access.membership.user_id, statistics);
  }
  std::ranges::sort(statistics.people, {}, [](const PersonShare& row) {
    return std::tuple<int64_t, std::string_view, std::optional<std::string_view>>(
        -row.nights, row.name, row.user_id);
  });
  return statistics;
}

Result<YearStatistics> statistics_of(const Context& context, const std::string& user_id,
                                     const std::string& place_id, int year) {
  NORN_ASSIGN(const Access access, authorize(context, user_id, place_id, Role::kViewer));
  if (year < kFirstStatisticsYear || year > kLastStatisticsYear) {
    return invalid("year", kStatisticsYear(kFirstStatisticsYear, kLastStatisticsYear));
  }
  const Stay nights = nights_of_year(year);
  NORN_ASSIGN(const auto events, events_between(context, place_id, nights.start, nights.end));
  NORN_ASSIGN(const auto people, people_of(context, place_id, events));
  return count_year(access, events, people, year);
}

}  // namespace norn::bookings
