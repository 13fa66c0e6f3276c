#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

// The use of a place in a year, counted from its events on each request: at most 366 nights.
namespace norn::bookings {

struct MonthOccupancy {
  int64_t nights = 0;   // Of the month,
  int64_t booked = 0;   // of bookings,
  int64_t blocked = 0;  // and of blocked periods. Occupancy: booked / (nights - blocked).
};

struct PersonShare {
  std::optional<std::string> user_id;  // Nullopt: all guests, or all others.
  std::string name;                    // "Others", if the caller may not know them.
  bool is_member = false;              // May book now, and so counts for the fair share.
  int64_t nights = 0;
  int64_t stays = 0;
  // The price of the nights of this year. Bookings in another currency than the place's do not
  // count.
  int64_t total = 0;
  double share = 0;       // Of all booked nights: 0 to 1.
  double difference = 0;  // Nights more or less than the fair share; 0 without one.
};

struct YearStatistics {
  int year = 0;
  std::array<MonthOccupancy, 12> months = {};
  std::vector<PersonShare>
      people;              // By number of nights, the most first. Includes all who may book.
  double fair_nights = 0;  // The equal share of each person who may book.
  // Jain's index of the nights of the people who may book: 1 if all have the same, 1/n if one has
  // all, nullopt if none has any.
  std::optional<double> fairness;
  std::string currency;
};

// A person who may book, or has booked.
struct KnownPerson {
  std::string user_id;
  std::string name;
  bool may_book = false;  // Is a member or an administrator now.
};

// Counts the nights of the year. `people` are the people who may book, and those of `events` who
// still have an account.
YearStatistics count_year(const Access& access, const std::vector<Event>& events,
                          const std::vector<KnownPerson>& people, int year);

// For all members. Returns kInvalid for a year outside the limits. People whom the caller may not
// know are one row.
Result<YearStatistics> statistics_of(const Context& context, const std::string& user_id,
                                     const std::string& place_id, int year);

}  // namespace norn::bookings
