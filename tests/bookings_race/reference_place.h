#pragma once

#include <functional>
#include <map>

#include "bookings_race/history.h"

namespace norn::race {

// A place once more, as plainly as it can be written: the checker is tested with it, so it shares
// nothing with it.
class ReferencePlace {
 public:
  // Does what an operation asks for, and returns it with its answer.
  Operation answer(Operation asked);

 private:
  void write(const Operation& asked, int64_t version);
  void erase(int event);

  std::map<int, Booked> events_;
  std::map<int, int> event_of_night_;
};

// Whether a history can be explained, by trying all orders: for a handful of operations.
bool is_linearizable_by_force(const History& history);

// A history that a place has really had: clients that ask, are answered some time later, and for
// which what they asked for was done in between.
struct RandomHistory {
  uint64_t seed = 0;
  int operations = 10;
  int clients = 3;
  int nights = 5;
  int longest = 3;
  double unknown = 0;     // How many of the answers are lost.
  double unnamed = 0;     // How many of the taken nights do not say by whom.
  bool knows_end = true;  // Whether what got no answer cannot happen for ever.
  bool ends_with_list = true;
};
History random_history(const RandomHistory& wanted);

}  // namespace norn::race
