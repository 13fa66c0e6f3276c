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
#include "base/error.h"
#include "store/requests/stream_requests.h"
#include "store/stream_tail.h"

namespace norn::planner {

// What some changes add up to for one person, or everything that the person has.
struct Count {
  int64_t events = 0;        // EVENT and MASTER; an occurrence is part of its series.
  std::string last_created;  // The newest createdAt among the new ones; empty if there are none.
  friend bool operator==(const Count&, const Count&) = default;
};

using Counts = std::map<std::string, Count>;  // By person.

// Keeps `stats` of every USER_META up to date by reading the table's stream. The counts of a batch
// of records and the reader's new position (an item of the table `norn`) are written in one
// transaction, on the condition that the position is still the old one: so every change counts
// exactly once, whatever crashes and however many processes read. If the stream no longer has the
// records after the position, everything is recounted.
class Statistics {
 public:
  explicit Statistics(Context context);
  ~Statistics();

  // Starts a thread that reads the stream every `poll_ms`, until `stop`.
  void start(int64_t poll_ms);
  void stop();
  // Reads the stream to its end, in this thread; for tests, and for programs that end.
  Result<void> run();

 private:
  // Moves the stream's reader to the stored position, or recounts if the stream no longer has it.
  Result<void> find_position();
  Result<std::optional<std::string>> stored_position();
  // Adds the counts and moves the position, in one transaction. Returns false if another process
  // has moved the position.
  Result<bool> apply(Counts changes, const std::string& position);
  Result<void> recount();
  Result<Counts> count_all_persons();
  // Returns false if another process has moved the position: then it has counted already.
  Result<bool> write_counts(const Counts& counts);
  store::TransactWriteRequest::Action position_is_unmoved() const;
  store::TransactWriteRequest::Action move_position(const std::string& position) const;

  Context context_;
  std::mutex running_;  // Held during `run`; guards the members up to `mutex_`.
  store::StreamTail tail_;
  bool has_position_ = false;
  std::optional<std::string> position_;  // As stored.
  size_t unsaved_records_ = 0;  // Read since the position was stored; none of them counted.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::planner
