#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bookings_race/evidence.h"
#include "bookings_race/history.h"

namespace norn::race {

// The invocations and answers of those operations that are not yet explained, in time. It is a list
// from which operations are lifted and, in the opposite order, put back.
class Timeline {
 public:
  // Without what had no effect.
  Timeline(const History& history, const std::vector<Fate>& fates);

  void lift(size_t operation);
  void put_back(size_t operation);

  // Those that may come next: invoked before the first answer.
  const std::vector<size_t>& next();
  // Whose answer that is.
  std::optional<size_t> first_answered() const { return first_answered_; }

 private:
  static constexpr size_t kNone = 0;  // The entry before the first and behind the last one.

  struct Entry {
    size_t operation = 0;
    bool is_answer = false;
    size_t previous = kNone;
    size_t following = kNone;
  };

  void unlink(size_t entry);
  void link(size_t entry);

  std::vector<Entry> entries_;
  std::vector<size_t> invocation_of_;
  std::vector<size_t> answer_of_;  // kNone for those that have no end.
  std::vector<size_t> next_;
  std::optional<size_t> first_answered_;
};

}  // namespace norn::race
