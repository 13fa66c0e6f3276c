#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/model.h"

// What nights cost.
namespace norn::bookings {

// Nights in a row that cost the same for the same reason.
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

// The season of a night; nullptr for none.
const Season* season_of(const PlaceSettings& place, Date night);
Quote quote_of(const PlaceSettings& place, const Stay& stay);

// How long a stay that begins on this night lasts at least.
int64_t min_nights_of(const PlaceSettings& place, Date first_night);

}  // namespace norn::bookings
