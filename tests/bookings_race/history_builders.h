#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bookings_race/history.h"

// Histories by hand, and histories that are changed.
namespace norn::race {

Operation create(int event, Nights nights);
Operation update(int event, int64_t version, Nights nights);
Operation remove(int event, int64_t version);
Operation list(Nights nights, std::vector<Booked> seen);

// Their outcomes.
Operation made(int event, Nights nights);
Operation moved(int event, int64_t version, Nights nights);
Operation removed(int event, int64_t version);
Operation overlap(Operation operation, std::vector<TakenNight> taken);
Operation stale(Operation operation, Booked current);
Operation gone(Operation operation);
Operation unknown(Operation operation);

Operation at(int64_t invoked, int64_t answered, Operation operation);

// Anything about one answer, which may well leave a history that can be explained.
void change_one_answer(History& history, std::mt19937_64& random);
// One answer in such a way that no order explains it.
void tell_a_lie(History& history, std::mt19937_64& random);

std::string to_text(const History& history);

}  // namespace norn::race
