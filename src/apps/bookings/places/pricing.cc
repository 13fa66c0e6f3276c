#include "apps/bookings/places/pricing.h"

#include <algorithm>
#include <string_view>

namespace norn::bookings {
namespace {

constexpr size_t kYearlyLength = std::string_view("07-01").size();

// Compares days as text, which sorts by time. So February 29 works as an end of a season in all
// years.
bool is_in(const Season& season, std::string_view night) {
  const bool is_yearly = season.from.size() == kYearlyLength;
  if (season.from.size() != season.to.size()) return false;
  if (is_yearly) night.remove_prefix(night.size() - kYearlyLength);
  const bool wraps = is_yearly && season.to < season.from;
  if (wraps) return season.from <= night || night <= season.to;
  return season.from <= night && night <= season.to;
}

}  // namespace

const Season* season_of(const PlaceSettings& place, Date night) {
  if (place.seasons.empty()) return nullptr;
  const std::string text = date_text(night);
  const auto found =
      std::ranges::find_if(place.seasons, [&](const Season& one) { return is_in(one, text); });
  return found == place.seasons.end() ? nullptr : &*found;
}

Quote quote_of(const PlaceSettings& place, const Stay& stay) {
  Quote quote;
  quote.currency = place.currency;
  const Season* last = nullptr;
  for (Date night = stay.start; night < stay.end; night += std::chrono::days(1)) {
    const Season* const season = season_of(place, night);
    const int64_t price = season != nullptr ? season->price_per_night : place.price_per_night;
    if (quote.parts.empty() || season != last) {
      QuotePart part;
      if (season != nullptr) part.season = season->name;
      part.stay = {night, night};
      part.price_per_night = price;
      quote.parts.push_back(std::move(part));
    }
    quote.parts.back().stay.end = night + std::chrono::days(1);
    quote.total += price;
    last = season;
  }
  return quote;
}

int64_t min_nights_of(const PlaceSettings& place, Date first_night) {
  const Season* const season = season_of(place, first_night);
  if (season == nullptr) return place.min_nights;
  return season->min_nights.value_or(place.min_nights);
}

}  // namespace norn::bookings
