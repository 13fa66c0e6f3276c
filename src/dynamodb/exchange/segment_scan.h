#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "dynamodb/exchange/journal.h"
#include "store/store.h"

namespace norn::exchange {

inline constexpr size_t kMaxParallelSegments = 64;

// Is called for every page, on the thread of its segment; pages of one segment come in order. The
// position is the one after the page.
using TakePage = std::function<Result<void>(size_t segment, const store::PageResult& page,
                                            SegmentPosition position)>;

// Reads a table in parallel, a thread for each segment, from the given positions on. Each holds one
// page of 1 MB. The first error ends all of them. Items that are written meanwhile may be among the
// results or not.
Result<void> scan_segments(store::Store& store, const std::string& table,
                           const std::vector<SegmentPosition>& from, const TakePage& take);

}  // namespace norn::exchange
