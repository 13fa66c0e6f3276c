#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/streams.h"

namespace norn::bench {

struct Change {
  Time sent;          // Just before its request was.
  Time acknowledged;  // When its reply was there.
};

struct ChangeOptions {
  uint16_t port = 0;
  std::string cookie;  // Of somebody who may write.
  std::string calendar_id;
  size_t count = 0;
  double per_second = 20;
};

// Changes a calendar again and again: a new entry, then another title for it, then the next entry.
// The titles are "Change 0", "Change 1", ... The pauses differ, so that the changes do not keep
// step with whatever else goes by the clock.
Result<std::vector<Change>> make_changes(const ChangeOptions& options);

}  // namespace norn::bench
