#include "dynamodb/exchange/segment_scan.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace norn::exchange {
namespace {

Result<void> scan_segment(store::Store& store, const std::string& table, size_t segment,
                          size_t segments, SegmentPosition position, const TakePage& take,
                          const std::atomic<bool>& is_stopped) {
  store::ScanRequest request;
  request.table = table;
  // What was written before an export began is in it.
  request.consistent = true;
  if (segments > 1) {
    request.segment = static_cast<int64_t>(segment);
    request.total_segments = static_cast<int64_t>(segments);
  }
  while (!position.done && !is_stopped) {
    request.start_after = position.after;
    NORN_ASSIGN(store::PageResult page, store.scan(request));
    position.done = !page.last_key;
    if (page.last_key) position.after = std::move(page.last_key);
    NORN_TRY(take(segment, page, position));
  }
  return {};
}

}  // namespace

Result<void> scan_segments(store::Store& store, const std::string& table,
                           const std::vector<SegmentPosition>& from, const TakePage& take) {
  std::atomic<bool> is_stopped = false;
  std::mutex mutex;
  std::optional<Error> first_error;
  {
    std::vector<std::jthread> threads;
    for (size_t segment = 0; segment < from.size(); ++segment) {
      threads.emplace_back([&, segment] {
        auto scanned =
            scan_segment(store, table, segment, from.size(), from[segment], take, is_stopped);
        if (scanned) return;
        is_stopped = true;
        const std::lock_guard lock(mutex);
        if (!first_error) first_error = std::move(scanned).error();
      });
    }
  }
  if (first_error) return std::unexpected(*std::move(first_error));
  return {};
}

}  // namespace norn::exchange
