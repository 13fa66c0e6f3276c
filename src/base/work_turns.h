#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace norn {

// Lets long pieces of work run in turns, fewer at once than there are processors: so the short ones
// find a free processor, however many long ones there are. Thread-safe.
class WorkTurns {
 public:
  // Longer than a turn, and short for a person.
  static constexpr std::chrono::milliseconds kPatience{50};

  explicit WorkTurns(size_t at_once, std::chrono::milliseconds patience = kPatience)
      : at_once_(at_once), patience_(patience) {}

  // All processors but one, for work that others should not have to wait for.
  static size_t most_at_once();

  // Waits for a turn, in the order of arrival. If no turn ends or begins for as long as `patience`,
  // its holder is blocked, and one more may run.
  void take();
  void give_back();
  // Whether somebody waits.
  bool is_wanted() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  const size_t at_once_;
  const std::chrono::milliseconds patience_;
  std::atomic<size_t> waiting_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  size_t running_ = 0;
  uint64_t taken_ = 0;  // How many turns there were.
  uint64_t next_ticket_ = 0;
  std::deque<uint64_t> tickets_;  // Of those who wait.
};

}  // namespace norn
