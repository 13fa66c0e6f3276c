#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/statistics_count.h"
#include "base/error.h"
#include "store/stream_tail.h"

namespace norn::planner {

// Keeps `stats` of every USER_META as what the table's stream says: a reader of it with a place
// that is kept in the table `norn`. What a batch of changes comes to and the new place are written
// in one transaction, on the condition that the place is still the old one: so every change counts
// once, whatever crashes and however many processes read. When the stream no longer has what comes
// next, everybody's things are counted anew.
class Statistics {
 public:
  explicit Statistics(Context context);
  ~Statistics();

  // Works in a thread of its own from here on, looking so often.
  void start(int64_t poll_ms);
  void stop();
  // Takes in everything that has happened by now, in this thread; for tests, and for programs that
  // end.
  Result<void> run();

 private:
  // Goes to the place that is kept, or counts everything anew.
  Result<void> find_place();
  Result<std::optional<std::string>> kept_place();
  // Adds what was read and moves the place, together. False when somebody else has moved it.
  Result<bool> take_in(Counts changes, const std::string& place);
  Result<void> count_anew();
  // The counts of everybody, and again of those to whom something happened meanwhile.
  Result<Counts> count_everybody();
  // False when somebody else has moved the place: they have counted, and gone on since.
  Result<bool> write_counts(const Counts& counts);
  store::TransactWriteRequest::Action place_is_unmoved() const;
  store::TransactWriteRequest::Action move_place(const std::string& place) const;

  Context context_;
  std::mutex running_;  // Held by whoever works; guards what follows.
  store::StreamTail tail_;
  bool is_placed_ = false;
  std::optional<std::string> place_;  // As it is kept.
  size_t unkept_records_ = 0;         // Read since, of which none counted.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::planner
