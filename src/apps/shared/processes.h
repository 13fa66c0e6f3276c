#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::apps {

struct ProcessesOptions {
  int64_t beat_ms = 10'000;    // How often a process shows that it is alive.
  int64_t silent_ms = 30'000;  // After so long without a beat it is dead.
};

// The processes that share a remote store: each has an item in the table `norn`, PK = PROCESSES,
// SK = PROCESS#<its id>, with a number that it raises at every beat. Another process is alive while
// its number changes, by the clock of the process that counts: clocks of machines may differ. What
// a crash leaves is removed by its `ttl`.
class Processes {
 public:
  Processes(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
            ProcessesOptions options = {});
  ~Processes();

  // Starts a thread that beats until `stop`, which also removes the item of this process.
  void start();
  void stop();
  // How many processes are alive, this one included. From any thread.
  size_t count() const { return count_; }
  // Beats once and counts, in the calling thread. For tests.
  Result<void> beat();

 private:
  struct Heard {
    int64_t beat = 0;
    int64_t changed_ms = 0;  // When the beat was another one the last time.
  };

  store::Item key() const;
  Result<void> show_alive();
  Result<void> count_others();
  void remove_own_item();
  void beat_forever();

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  const ProcessesOptions options_;
  const std::string name_;  // The sort key of this process.

  std::mutex beating_;                  // Held during `beat`.
  int64_t beats_ = 0;                   // Guarded by beating_.
  std::map<std::string, Heard> heard_;  // Of other processes. Guarded by beating_.
  std::atomic<size_t> count_ = 1;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::apps
