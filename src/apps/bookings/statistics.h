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
  std::optional<std::string> user_id;  // Nullopt: guests, together.
  std::string name;                    // As far as the caller may know it.
  bool is_member = false;              // Counts for the fair share: may book now.
  int64_t nights = 0;
  int64_t stays = 0;
  int64_t total = 0;      // Of the nights in this year, in the place's currency.
  double share = 0;       // Of all nights that people of the place had: 0 to 1.
  double difference = 0;  // Nights more or less than the fair share.
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

// Viewers too. Of people whom the caller may not know, only their own row has a name.
Result<YearStatistics> statistics_of(const Context& context, const std::string& user_id,
                                     const std::string& place_id, int year);

}  // namespace norn::bookings
