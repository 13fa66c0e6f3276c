#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/clock.h"
#include "dynamodb/remote/remote_store.h"
#include "support/temporary_folder.h"

namespace norn::testing {

// An engine with DynamoDB's API that we did not write: Dynoxide, run as a child on loopback, with
// its data in memory. NORN_DYNOXIDE says where its program is.
class DynoxideProcess {
 public:
  DynoxideProcess();
  ~DynoxideProcess();
  DynoxideProcess(const DynoxideProcess&) = delete;
  DynoxideProcess& operator=(const DynoxideProcess&) = delete;

  std::string endpoint() const;
  // Waits until it answers. The clock must outlive the store.
  std::unique_ptr<dynamodb::RemoteStore> open_store(const Clock& clock) const;

 private:
  static constexpr unsigned kNobody = 65534;

  TemporaryFolder folder_{"dynoxide"};
  int port_ = 0;
  pid_t child_ = -1;
};

}  // namespace norn::testing
