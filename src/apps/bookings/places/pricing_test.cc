#include "apps/bookings/places/pricing.h"

#include <gtest/gtest.h>

#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

PlaceSettings place_with(std::vector<Season> seasons) {
  PlaceSettings place;
  place.price_per_night = 100;
  place.min_nights = 2;
  place.currency = "CHF";
  place.seasons = std::move(seasons);
  return place;
}

// The name of the season that a night is in; "" for none.
std::string season_name(const std::vector<Season>& seasons, std::string_view night) {
  const PlaceSettings place = place_with(seasons);
  const Season* const season = season_of(place, date(night));
  return season != nullptr ? season->name : "";
}

QuotePart part(std::optional<std::string> season, std::string_view start, std::string_view end,
               int64_t price) {
  return {std::move(season), stay(start, end), price};
}

TEST(BookingsPricing, WhichSeasonANightIsIn) {
  const Season summer = {.name = "summer", .from = "07-01", .to = "08-31"};
  const Season winter = {.name = "winter", .from = "12-20", .to = "01-06"};
  const Season fair = {.name = "fair", .from = "2026-07-10", .to = "2026-07-12"};
  const Season leap = {.name = "leap", .from = "02-29", .to = "03-02"};
  const Season to_leap = {.name = "to leap", .from = "02-27", .to = "02-29"};
  const Season only_leap = {.name = "only leap", .from = "02-29", .to = "02-29"};
  const Season one_day = {.name = "one day", .from = "05-01", .to = "05-01"};
  const Season over_new_year = {.name = "2026", .from = "2026-12-30", .to = "2027-01-02"};
  const Season mixed = {.name = "mixed", .from = "01-01", .to = "2027-01-02"};
  struct Case {
    Season season;
    std::string_view night;
    bool is_in;
  };
  const std::vector<Case> cases = {
      {summer, "2026-06-30", false},       {summer, "2026-07-01", true},
      {summer, "2031-08-31", true},        {summer, "2026-09-01", false},
      {winter, "2026-12-19", false},       {winter, "2026-12-20", true},
      {winter, "2026-12-31", true},        {winter, "2027-01-01", true},
      {winter, "2027-01-06", true},        {winter, "2027-01-07", false},
      {winter, "2026-07-01", false},       {fair, "2026-07-09", false},
      {fair, "2026-07-10", true},          {fair, "2026-07-12", true},
      {fair, "2026-07-13", false},         {fair, "2027-07-11", false},
      {leap, "2024-02-28", false},         {leap, "2024-02-29", true},
      {leap, "2025-02-28", false},         {leap, "2025-03-01", true},
      {to_leap, "2024-02-29", true},       {to_leap, "2025-02-28", true},
      {to_leap, "2025-03-01", false},      {only_leap, "2024-02-29", true},
      {only_leap, "2025-02-28", false},    {only_leap, "2025-03-01", false},
      {one_day, "2026-05-01", true},       {one_day, "2026-05-02", false},
      {over_new_year, "2026-12-31", true}, {over_new_year, "2027-01-03", false},
      {mixed, "2026-06-01", false},        {summer, "0001-07-01", true},
      {winter, "9999-12-31", true},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(season_name({one.season}, one.night), one.is_in ? one.season.name : "")
        << one.season.name << " " << one.night;
  }
}

TEST(BookingsPricing, TheFirstSeasonCounts) {
  const Season fair = {.name = "fair", .from = "2026-07-10", .to = "2026-07-12"};
  const Season summer = {.name = "summer", .from = "07-01", .to = "08-31"};
  EXPECT_EQ(season_name({fair, summer}, "2026-07-11"), "fair");
  EXPECT_EQ(season_name({summer, fair}, "2026-07-11"), "summer");
  EXPECT_EQ(season_name({}, "2026-07-11"), "");
}

TEST(BookingsPricing, AQuoteIsSplitBySeason) {
  const Quote quote = quote_of(
      place_with({{.name = "fair", .from = "2026-07-10", .to = "2026-07-11", .price_per_night = 7},
                  {.name = "summer", .from = "07-08", .to = "07-13", .price_per_night = 30}}),
      stay("2026-07-06", "2026-07-15"));
  EXPECT_EQ(quote.currency, "CHF");
  EXPECT_EQ(quote.parts, (std::vector<QuotePart>{part({}, "2026-07-06", "2026-07-08", 100),
                                                 part("summer", "2026-07-08", "2026-07-10", 30),
                                                 part("fair", "2026-07-10", "2026-07-12", 7),
                                                 part("summer", "2026-07-12", "2026-07-14", 30),
                                                 part({}, "2026-07-14", "2026-07-15", 100)}));
  EXPECT_EQ(quote.total, 200 + 60 + 14 + 60 + 100);
  EXPECT_EQ(quote.parts[0].total(), 200);
}

TEST(BookingsPricing, ASeasonOverNewYearIsOnePart) {
  const Quote quote = quote_of(
      place_with({{.name = "winter", .from = "12-20", .to = "01-06", .price_per_night = 50}}),
      stay("2026-12-30", "2027-01-03"));
  EXPECT_EQ(quote.parts, std::vector<QuotePart>{part("winter", "2026-12-30", "2027-01-03", 50)});
  EXPECT_EQ(quote.total, 200);
}

// Two seasons of one name and price are two for those who set them, and for those who pay.
TEST(BookingsPricing, SeasonsOfOneNameAreTwo) {
  const Quote quote = quote_of(
      place_with({{.name = "high", .from = "07-01", .to = "07-02", .price_per_night = 50},
                  {.name = "high", .from = "07-03", .to = "07-04", .price_per_night = 60}}),
      stay("2026-07-01", "2026-07-05"));
  ASSERT_EQ(quote.parts.size(), 2);
  EXPECT_EQ(quote.total, 220);
}

TEST(BookingsPricing, NothingCostsNothing) {
  const Quote quote = quote_of(place_with({}), stay("2026-07-01", "2026-07-01"));
  EXPECT_TRUE(quote.parts.empty());
  EXPECT_EQ(quote.total, 0);
}

TEST(BookingsPricing, HowLongAStayHasToBe) {
  const PlaceSettings place = place_with(
      {{.name = "summer", .from = "07-01", .to = "08-31", .price_per_night = 1, .min_nights = 7},
       {.name = "autumn", .from = "09-01", .to = "09-30", .price_per_night = 1}});
  EXPECT_EQ(min_nights_of(place, date("2026-06-30")), 2);
  EXPECT_EQ(min_nights_of(place, date("2026-07-01")), 7);
  EXPECT_EQ(min_nights_of(place, date("2026-09-01")), 2);
}

}  // namespace
}  // namespace norn::bookings
