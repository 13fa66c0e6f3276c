#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/model.h"

// Prices of nights.
namespace norn::bookings {

// Consecutive nights of one season, or of none.
struct QuotePart {
  std::optional<std::string> season;  // Nullopt: none.
  Stay stay;
  int64_t price_per_night = 0;
  int64_t total() const { return stay.nights() * price_per_night; }
  friend bool operator==(const QuotePart&, const QuotePart&) = default;
};

struct Quote {
  std::vector<QuotePart> parts;
  int64_t total = 0;
  std::string currency;
};

// Returns nullptr if the night is in no season.
const Season* season_of(const PlaceSettings& place, Date night);
Quote quote_of(const PlaceSettings& place, const Stay& stay);

// The shortest stay that may begin on this night.
int64_t min_nights_of(const PlaceSettings& place, Date first_night);

}  // namespace norn::bookings
