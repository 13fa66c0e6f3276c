#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "embedded/committer.h"
#include "embedded/database.h"

namespace norn::embedded {

// The store's background work: back-filling new indexes, deleting expired items, trimming streams
// and deleting old tokens. All of it goes through the committer, in steps small enough not to delay
// requests.
class Maintenance {
 public:
  Maintenance(Database& database, Committer& committer, const Clock& clock);
  ~Maintenance();
  Maintenance(const Maintenance&) = delete;
  Maintenance& operator=(const Maintenance&) = delete;

  // Runs everything that is due once a second, and at once when woken, on a thread of its own.
  void start();
  void wake();

  // Does everything that is due, and returns when it is done.
  Result<void> run_once();

 private:
  void loop();
  bool stopping() const;
  Result<void> fill_indexes(const Catalog& catalog);
  Result<void> fill_expiry(const Catalog& catalog);
  Result<void> expire_items(const Catalog& catalog);
  Result<std::vector<std::string>> entries_due(const Table& table);
  Result<void> trim();

  Database& database_;
  Committer& committer_;
  const Clock& clock_;

  mutable std::mutex mutex_;  // Guards the next two.
  bool stopping_ = false;
  bool woken_ = false;
  std::condition_variable changed_;
  std::optional<std::thread> thread_;
};

}  // namespace norn::embedded
