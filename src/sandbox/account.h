#pragma once

#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/api/api.h"
#include "embedded/embedded_store.h"
#include "embedded/memory_files.h"
#include "http/message.h"
#include "sandbox/delays.h"
#include "sandbox/faults.h"
#include "sandbox/pools.h"
#include "sandbox/test_clock.h"

namespace norn::sandbox {

// What all accounts have in common.
struct AccountOptions {
  dynamodb::ApiOptions api = {};
  size_t cache_bytes = size_t{256} << 20;
};

// Tables in memory, and the DynamoDB API over them. Shares nothing with other accounts.
//
// Its store is replaced as a whole, by an empty one for instance: calls that have begun end on the
// store that they began on, those that come later find the new one.
class Account {
 public:
  // The options and the others must outlive the account.
  Account(const AccountOptions& options, const Clock& clock, Pools& pools, Delays& delays);
  ~Account();  // Waits for the calls under way.
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  // Opens the store if there is none. May block; the first call of `handle` does the same.
  Result<void> open();
  // Answers a call, now or later. Does not block.
  void handle(http::Exchange& exchange);

  // Forgets everything: the account is as it was before its first call. Returns when the calls that
  // had begun are answered. May block.
  void reset();

  // Keeps what there is now under a name, in the place of what was kept under it before; `restore`
  // brings it back any number of times. May block.
  Result<void> take_snapshot(const std::string& name);
  Result<void> restore(const std::string& name);

  // Sets the clock by which items expire, stream records go and client tokens are forgotten, and
  // does what is due by it. May block.
  Result<void> set_clock(const TestClock::Setting& setting);
  const TestClock& clock() const { return clock_; }

  // What is to go wrong with its calls.
  Faults& faults() { return faults_; }

 private:
  struct Snapshot {
    std::filesystem::path folder;
    TestClock::Setting clock;
  };
  class Data;
  class Call;

  // Opens a store on a folder of files_, which may be empty. The caller holds `changes_`.
  Result<std::unique_ptr<Data>> open_data(const std::filesystem::path& folder);
  // The store, which is opened if there is none. The same.
  Result<Data*> opened();
  std::filesystem::path new_folder();
  // The store for one more call, which leaves it when it is answered; nullptr if there is none.
  Data* enter();
  // Puts another store in the place of the present one, and closes that. The caller holds
  // `changes_`.
  void replace(std::unique_ptr<Data> data);
  // `handle` without faults.
  void serve(http::Exchange& exchange);
  static void call(Data& data, http::Exchange& exchange);
  void open_and_call(http::Exchange& exchange);

  const AccountOptions& options_;
  TestClock clock_;
  Pools& pools_;
  Faults faults_;

  // One at a time replaces the store. Guards what follows.
  std::mutex changes_;
  std::unique_ptr<embedded::MemoryFiles> files_;
  size_t folders_ = 0;  // So many were made in files_.
  std::map<std::string, Snapshot> snapshots_;

  std::mutex mutex_;  // Guards data_; held only for a moment.
  std::unique_ptr<Data> data_;
};

}  // namespace norn::sandbox
