#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "http/message.h"
#include "sandbox/accounts.h"
#include "sandbox/pools.h"

namespace norn::sandbox {

// What a test asks of the server itself: the routes below /_norn/ (docs/testing.md). They are for
// the programs of this machine, and not for the pages that its browser shows.
class Control {
 public:
  // Both must outlive it.
  Control(Accounts& accounts, Pools& pools) : accounts_(accounts), pools_(pools) {}

  static bool is_for(const http::Request& request) { return request.path.starts_with("/_norn/"); }
  // Answers now or later; does not block.
  void handle(http::Exchange& exchange);

 private:
  // The JSON of the reply.
  Result<std::string> answer(const http::Request& request);
  Result<std::string> reset(const http::Request& request);
  // That which `?account=KEY` names; the one of all callers where keys are no accounts.
  Result<Account*> account_of(const http::Request& request);

  Accounts& accounts_;
  Pools& pools_;
};

}  // namespace norn::sandbox
