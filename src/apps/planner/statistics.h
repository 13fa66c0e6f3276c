#pragma once

#include <string>

#include "apps/planner/context.h"
#include "base/error.h"

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
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::planner
