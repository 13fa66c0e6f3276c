#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "http/message.h"
#include "sandbox/account.h"
#include "sandbox/delays.h"
#include "sandbox/pools.h"

namespace norn::sandbox {

// The access key that a request says it is signed with; empty when it says none. Nothing is
// verified.
std::string_view access_key_of(const http::Request& request);

// One account for all callers, or one for each access key. Accounts stay until the end, but one
// that was reset takes next to no memory.
class Accounts {
 public:
  // The clock, the pools and the delays must outlive the accounts.
  Accounts(AccountOptions options, bool by_key, const Clock& clock, Pools& pools, Delays& delays);

  bool are_by_key() const { return by_key_; }
  // Makes it if there is none yet. Without accounts of keys, the key is empty. Returns an error if
  // there are too many.
  Result<Account*> of_key(std::string_view key);
  // Opens the account that all callers share, so that its first call is as fast as the others.
  Result<void> open();
  // Answers a call by the account of its caller, now or later. Does not block.
  void handle(http::Exchange& exchange);
  // Forgets everything that the account of a key has; without a key, what all have. May block.
  Result<void> reset(std::string_view key);

 private:
  std::vector<Account*> all();

  const AccountOptions options_;
  const bool by_key_;
  const Clock& clock_;
  Pools& pools_;
  Delays& delays_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Account>, std::less<>> accounts_;  // Guarded by mutex_.
};

}  // namespace norn::sandbox
