#include <functional>

#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

PlaceSettings sound() {
  PlaceSettings settings;
  settings.name = "Cottage";
  settings.color = "#3B82F6";
  settings.seasons = {{.name = "Summer", .from = "07-01", .to = "08-31", .price_per_night = 150'00},
                      {.name = "New Year", .from = "12-20", .to = "01-05", .min_nights = 3},
                      {.name = "Easter 2026", .from = "2026-04-01", .to = "2026-04-07"}};
  return settings;
}

using Change = std::function<void(PlaceSettings&)>;

// The field of the error; "" when there is none.
std::string wrong(const Change& change) {
  PlaceSettings settings = sound();
  change(settings);
  const auto result = checked(settings);
  if (result) return "";
  EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(result.error().message.ends_with('.')) << result.error().message;
  return accounts::field_of(result);
}

std::string text_of_length(size_t characters) {
  std::string text;
  for (size_t i = 0; i < characters; ++i) text += "\xC3\xB6";  // One character of two bytes.
  return text;
}

TEST(BookingsSettings, SoundOnesStayAsTheyAre) {
  EXPECT_EQ(must(checked(sound())), sound());
}

TEST(BookingsSettings, TextsAreTidied) {
  PlaceSettings settings = sound();
  settings.name = "  Cottage ";
  settings.description = " \n ";
  settings.house_rules = "No shoes.\nNo smoke. ";
  settings.seasons[0].name = " Summer";
  const PlaceSettings tidy = must(checked(settings));
  EXPECT_EQ(tidy.name, "Cottage");
  EXPECT_EQ(tidy.description, std::nullopt);
  EXPECT_EQ(tidy.house_rules, "No shoes.\nNo smoke.");
  EXPECT_EQ(tidy.seasons[0].name, "Summer");
}

TEST(BookingsSettings, LengthsAreCountedInCharacters) {
  const auto name = [](size_t length) {
    return wrong([=](PlaceSettings& s) { s.name = text_of_length(length); });
  };
  EXPECT_EQ(name(0), "name");
  EXPECT_EQ(name(1), "");
  EXPECT_EQ(name(100), "");
  EXPECT_EQ(name(101), "name");
  const auto description = [](size_t length) {
    return wrong([=](PlaceSettings& s) { s.description = text_of_length(length); });
  };
  EXPECT_EQ(description(1'000), "");
  EXPECT_EQ(description(1'001), "description");
  const auto rules = [](size_t length) {
    return wrong([=](PlaceSettings& s) { s.house_rules = text_of_length(length); });
  };
  EXPECT_EQ(rules(5'000), "");
  EXPECT_EQ(rules(5'001), "houseRules");
  const auto season = [](size_t length) {
    return wrong([=](PlaceSettings& s) { s.seasons[1].name = text_of_length(length); });
  };
  EXPECT_EQ(season(0), "seasons[1].name");
  EXPECT_EQ(season(60), "");
  EXPECT_EQ(season(61), "seasons[1].name");
}

TEST(BookingsSettings, TextsHaveNoControlCharacters) {
  for (const std::string text : {"a\nb",
                                 "a\x01"
                                 "b",
                                 "a\x7f"
                                 "b",
                                 "a\xff"
                                 "b"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.name = text; }), "name");
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.seasons[0].name = text; }), "seasons[0].name");
  }
  for (const std::string text : {"a\x01"
                                 "b",
                                 "a\xff"
                                 "b"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.description = text; }), "description");
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.house_rules = text; }), "houseRules");
  }
}

TEST(BookingsSettings, ColorsAreSixHexDigits) {
  for (const char* const color : {"", "3B82F6", "#3B82F", "#3B82F6F", "#3B82FG", "red"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.color = color; }), "color") << color;
  }
  EXPECT_EQ(wrong([](PlaceSettings& s) { s.color = "#abcdef"; }), "");
}

TEST(BookingsSettings, TheLongestStayIsThatOfATransaction) {
  EXPECT_EQ(PlaceSettings().max_nights, 99);
}

TEST(BookingsSettings, NightsAreInOrder) {
  const auto nights = [](int64_t min, int64_t max) {
    return wrong([=](PlaceSettings& s) {
      s.seasons.clear();
      s.min_nights = min;
      s.max_nights = max;
    });
  };
  EXPECT_EQ(nights(1, 1), "");
  EXPECT_EQ(nights(99, 99), "");
  EXPECT_EQ(nights(1, 0), "maxNights");
  EXPECT_EQ(nights(1, 100), "maxNights");
  EXPECT_EQ(nights(0, 10), "minNights");
  EXPECT_EQ(nights(11, 10), "minNights");
  const auto of_season = [](int64_t min) {
    return wrong([=](PlaceSettings& s) {
      s.max_nights = 30;
      s.seasons[2].min_nights = min;
    });
  };
  EXPECT_EQ(of_season(0), "seasons[2].minNights");
  EXPECT_EQ(of_season(30), "");
  EXPECT_EQ(of_season(31), "seasons[2].minNights");
}

TEST(BookingsSettings, TimesAreOfADay) {
  for (const char* const time : {"", "9:00", "24:00", "16:60", "16.00", "16:00:00", "ab:cd"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.check_in = time; }), "checkIn") << time;
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.check_out = time; }), "checkOut") << time;
  }
  EXPECT_EQ(wrong([](PlaceSettings& s) { s.check_in = "00:00"; }), "");
  EXPECT_EQ(wrong([](PlaceSettings& s) { s.check_out = "23:59"; }), "");
}

TEST(BookingsSettings, ZonesAndCurrenciesAreKnown) {
  for (const char* const zone : {"", "Nowhere/Atlantis", "../etc/passwd"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.tzid = zone; }), "tzid") << zone;
  }
  EXPECT_EQ(wrong([](PlaceSettings& s) { s.tzid = "Europe/Berlin"; }), "");
  for (const char* const currency : {"", "EU", "eur", "EURO", "E1R"}) {
    EXPECT_EQ(wrong([&](PlaceSettings& s) { s.currency = currency; }), "currency") << currency;
  }
}

TEST(BookingsSettings, PricesHaveBounds) {
  const auto price = [](int64_t value) {
    return wrong([=](PlaceSettings& s) { s.price_per_night = value; });
  };
  EXPECT_EQ(price(-1), "pricePerNight");
  EXPECT_EQ(price(0), "");
  EXPECT_EQ(price(100'000'000), "");
  EXPECT_EQ(price(100'000'001), "pricePerNight");
  EXPECT_EQ(wrong([](PlaceSettings& s) { s.seasons[0].price_per_night = -1; }),
            "seasons[0].pricePerNight");
}

TEST(BookingsSettings, DaysOfSeasonsAreOfOneForm) {
  const auto season = [](const char* from, const char* to) {
    return wrong([=](PlaceSettings& s) {
      s.seasons[2].from = from;
      s.seasons[2].to = to;
    });
  };
  EXPECT_EQ(season("02-29", "02-29"), "");
  EXPECT_EQ(season("12-01", "01-31"), "");
  EXPECT_EQ(season("2026-07-01", "2026-07-01"), "");
  EXPECT_EQ(season("2026-07-02", "2026-07-01"), "seasons[2].to");
  EXPECT_EQ(season("2026-02-29", "2026-07-01"), "seasons[2].from");
  EXPECT_EQ(season("02-30", "03-01"), "seasons[2].from");
  EXPECT_EQ(season("07-01", "13-01"), "seasons[2].to");
  EXPECT_EQ(season("07-01", "2026-08-01"), "seasons[2].to");
  EXPECT_EQ(season("2026-07-01", "08-01"), "seasons[2].to");
  EXPECT_EQ(season("7-1", "08-01"), "seasons[2].from");
  EXPECT_EQ(season("", "08-01"), "seasons[2].from");
}

TEST(BookingsSettings, ThereAreFiftySeasonsAtMost) {
  const auto count = [](size_t seasons) {
    return wrong([=](PlaceSettings& s) { s.seasons.resize(seasons, s.seasons[0]); });
  };
  EXPECT_EQ(count(50), "");
  EXPECT_EQ(count(51), "seasons");
}

}  // namespace
}  // namespace norn::bookings
