#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"

// The order of tasks within a column or a list. A rank is a text that sorts byte by byte: nine
// digits of base 62 for a whole number, and further digits for a fraction, of which the last one is
// not 0.
//
// A new task has the time of its creation in milliseconds as its whole number, so it comes last
// without a look at the others, and so do tasks of other programs, which have no rank: theirs
// follows from `createdAt`. Between two ranks there is always another one, because a fraction can
// have any number of digits; before the first and after the last one a whole number is free.
namespace norn::apps {

// Longer ones, of other programs or of very many tasks put into one gap, count as none: a rank is a
// part of the keys of indexes.
constexpr size_t kMaxRankDigits = 256;
bool is_rank(std::string_view text);

// The rank of a task that was created at that time. Two of the same millisecond differ by their
// ids.
std::string rank_at(int64_t created_ms, std::string_view task_id);

// The times of what comes last, each later than the one before: tasks that are made or moved within
// one millisecond stay in that order. Safe to call from any thread.
class RankTimes {
 public:
  // The time of day, or a little more.
  int64_t next_ms(const Clock& clock);

 private:
  std::atomic<int64_t> last_ms_ = 0;
};

// A rank after `before` and before `after`; an empty one stands for the end. Requires
// before < after. Different tasks that are put between the same two get different ranks.
std::string rank_between(std::string_view before, std::string_view after, std::string_view task_id);

}  // namespace norn::apps
