#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

// How a place was used in a year, counted from its events when it is asked for: at most 366 nights.
namespace norn::bookings {

struct MonthOccupancy {
  int64_t nights = 0;   // That the month has,
  int64_t booked = 0;   // those of bookings,
  int64_t blocked = 0;  // and of blocked periods. Occupancy: booked / (nights - blocked).
};

struct PersonShare {
  std::optional<std::string> user_id;  // Nullopt: guests, or others, together.
  std::string name;                    // As far as the caller may know it.
  bool is_member = false;              // Counts for the fair share: may book now.
  int64_t nights = 0;
  int64_t stays = 0;
  // Of the nights in this year, in the place's currency: what was booked in another one is not in
  // it.
  int64_t total = 0;
  double share = 0;       // Of all nights that were booked: 0 to 1.
  double difference = 0;  // Nights more or less than the fair share; 0 without one.
};

struct YearStatistics {
  int year = 0;
  std::array<MonthOccupancy, 12> months = {};
  std::vector<PersonShare> people;  // Those with the most nights first. All who may book are in it.
  double fair_nights = 0;           // That each of those who may book would have.
  // Jain's index of the nights of those who may book: 1 when all have the same, 1/n when one has
  // all; nullopt when nobody has any.
  std::optional<double> fairness;
  std::string currency;
};

// Somebody who has a row, or may have one.
struct KnownPerson {
  std::string user_id;
  std::string name;
  bool may_book = false;  // Is a member or an administrator now.
};

constexpr int kFirstStatisticsYear = 1970;
constexpr int kLastStatisticsYear = 9998;

// Counts the events that have nights in the year, for who asks. `people` are those who may book,
// and the owners of events as far as they are there.
YearStatistics count_year(const Access& access, const std::vector<Event>& events,
                          const std::vector<KnownPerson>& people, int year);

// Viewers too. kInvalid of "year" when it is none of those above. Of people whom the caller may not
// know, only their own row has a name.
Result<YearStatistics> statistics_of(const Context& context, const std::string& user_id,
                                     const std::string& place_id, int year);

}  // namespace norn::bookings
