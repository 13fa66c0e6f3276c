#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "bookings_race/history.h"
#include "bookings_race/http_connection.h"
#include "bookings_race/server_process.h"

namespace norn::race {

constexpr int kPlaces = 3;
constexpr int kNights = 60;

// Night 0 is far from today, so that no night is over before the race is.
std::string date_of(int night);
std::optional<int> night_of(std::string_view date);

struct Person {
  std::string token;
  bool is_administrator = false;
};

// Whom and what the race is about.
struct Site {
  std::vector<Person> people;
  std::vector<std::string> places;  // Their ids; the first is the one that the design knows.
};

// Makes accounts and places in a new server. The first person is the administrator of all places,
// the others are members of them.
Result<Site> make_site(const ServerProcess::Life& server, const std::string& setup_secret);

}  // namespace norn::race
