#pragma once

#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bookings_race/answers.h"
#include "bookings_race/history.h"
#include "bookings_race/http_connection.h"
#include "bookings_race/race_site.h"
#include "bookings_race/server_process.h"

namespace norn::race {

// What all clients share: a clock that only says what was before what, and how many attempts are
// left.
struct RaceClock {
  std::atomic<int64_t> instant = 0;
  std::atomic<int> attempts = 0;  // So far. They are also what events and marks are numbered by.
  int wanted = 0;
};

// Somebody who books, moves and cancels as fast as the server answers, and writes down everything.
class BookingClient {
 public:
  BookingClient(int number, uint64_t seed, const Site& site, ServerProcess& server,
                RaceClock& clock);

  // Until all attempts are made, or something is answered that must never be.
  void run();

  // Afterwards. By place:
  const std::array<History, kPlaces>& histories() const { return histories_; }
  const std::map<int, std::string>& id_of_event() const { return id_of_event_; }
  const std::string& fault() const { return fault_; }

 private:
  int below(int bound);
  bool with_chance_of(int percent) { return below(100) < percent; }
  Nights some_nights();
  bool connect();
  void attempt(int number);
  Operation some_operation(int number, int place);
  Request request_for(const Operation& operation, int place) const;
  void remember(int place, const Operation& operation, const std::vector<KnownEvent>& seen);
  void forget(int place, int event);

  const int number_;
  std::mt19937_64 random_;
  const Site& site_;
  const Person& person_;
  ServerProcess& server_;
  RaceClock& clock_;

  ServerProcess::Life life_;
  std::optional<HttpConnection> connection_;
  // Events that this person may change, as they were last seen, or once were.
  std::array<std::vector<KnownEvent>, kPlaces> known_;

  std::array<History, kPlaces> histories_;
  std::map<int, std::string> id_of_event_;
  std::string fault_;
};

}  // namespace norn::race
