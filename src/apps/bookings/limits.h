#pragma once

#include <cstddef>
#include <cstdint>

// How long, how many and how much. Services check these limits, routes read by them, and the
// schemas of the OpenAPI document are made from them. Characters are Unicode code points.
namespace norn::bookings {

// Nights of a stay: a transaction has room for 100 actions, the event and 99 nights.
constexpr int64_t kMaxNights = 99;

// Of a place and its seasons.
constexpr size_t kMaxPlaceNameCharacters = 100;
constexpr size_t kMaxDescriptionCharacters = 1'000;
constexpr size_t kMaxHouseRulesCharacters = 5'000;
constexpr size_t kMaxSeasons = 50;
constexpr size_t kMaxSeasonNameCharacters = 60;
constexpr int64_t kMaxPrice = 100'000'000;  // Of a night, in the smallest unit of the currency.

// Of a booking; the note also of a wish.
constexpr size_t kMaxTitleCharacters = 200;
constexpr size_t kMaxNoteCharacters = 1'000;

// Of a person, and of a place.
constexpr size_t kMaxPlacesPerPerson = 100;
constexpr size_t kMaxMembersPerPlace = 200;
constexpr size_t kMaxWishesPerPerson = 50;  // In one place.

// Of a request that reads.
constexpr int64_t kMaxListedDays = 3'660;
constexpr int64_t kMaxPricedDays = 800;
constexpr int64_t kMaxQuotedNights = 366;  // A quote explains why a stay is too long up to here.
constexpr int kFirstStatisticsYear = 1970;
constexpr int kLastStatisticsYear = 9998;

}  // namespace norn::bookings
