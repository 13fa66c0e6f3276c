#include "apps/shared/batch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace norn::apps {
namespace {

constexpr size_t kWritesPerBatch = 25;  // What DynamoDB takes at a time.
// How often what a busy store left undone is sent again.
constexpr int kMaxWriteRounds = 100;

Result<void> write_batch(store::Store& store, store::BatchWriteRequest request) {
  for (int round = 0; round < kMaxWriteRounds; ++round) {
    NORN_ASSIGN(auto result, store.batch_write(request));
    if (result.unprocessed.writes.empty()) return {};
    request = std::move(result.unprocessed);
  }
  return fail(ErrorCode::kUnavailable,
              "The store does not do all writes of a batch; try again later.");
}

}  // namespace

Result<void> write_batches(store::Store& store, std::vector<BatchWrite> writes) {
  for (size_t begin = 0; begin < writes.size(); begin += kWritesPerBatch) {
    const size_t end = std::min(writes.size(), begin + kWritesPerBatch);
    const auto from = std::make_move_iterator(writes.begin());
    store::BatchWriteRequest request;
    request.writes.assign(from + static_cast<ptrdiff_t>(begin), from + static_cast<ptrdiff_t>(end));
    NORN_TRY(write_batch(store, std::move(request)));
  }
  return {};
}

Result<void> remove_all(store::Store& store, const std::string& table,
                        const std::vector<store::Item>& keys) {
  std::vector<BatchWrite> writes;
  writes.reserve(keys.size());
  for (const store::Item& key : keys) {
    writes.emplace_back(store::BatchWriteRequest::Delete{table, key});
  }
  return write_batches(store, std::move(writes));
}

}  // namespace norn::apps
