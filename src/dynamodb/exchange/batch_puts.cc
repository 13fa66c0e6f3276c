#include "dynamodb/exchange/batch_puts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

#include "store/limits.h"

namespace norn::exchange {
namespace {

constexpr std::chrono::milliseconds kFirstPause{25};
constexpr int kMaxFruitlessAttempts = 12;  // The pauses between them are 100 seconds in all.

using Put = store::BatchWriteRequest::Put;

// Sends a batch until nothing of it is left.
Result<void> drain(store::Store& store, store::BatchWriteRequest request) {
  int fruitless = 0;
  while (!request.writes.empty()) {
    const size_t before = request.writes.size();
    NORN_ASSIGN(store::BatchWriteResult result, store.batch_write(request));
    request = std::move(result.unprocessed);
    if (request.writes.empty()) return {};
    fruitless = request.writes.size() < before ? 0 : fruitless + 1;
    if (fruitless == kMaxFruitlessAttempts) {
      return fail(ErrorCode::kThrottled,
                  fmt::format("The store does not take more items at present ({} of a batch are "
                              "left). Run it again later: it continues from here.",
                              request.writes.size()));
    }
    std::this_thread::sleep_for(kFirstPause * (1 << fruitless));
  }
  return {};
}

bool is_about_items(const Error& error) {
  return error.code == ErrorCode::kValidation ||
         error.code == ErrorCode::kItemCollectionSizeLimitExceeded;
}

// Puts each by itself, to find those that are refused.
Result<size_t> put_one_by_one(store::Store& store, const std::string& table,
                              const std::vector<NumberedItem>& items, size_t from, size_t to,
                              const RefuseItem& refuse) {
  size_t count = 0;
  for (size_t i = from; i < to; ++i) {
    store::PutRequest request;
    request.table = table;
    request.item = items[i].item;
    const auto put = store.put(request);
    if (put) {
      ++count;
    } else if (is_about_items(put.error())) {
      NORN_TRY(refuse(items[i], put.error()));
    } else {
      return std::unexpected(put.error());
    }
  }
  return count;
}

}  // namespace

Result<size_t> put_items(store::Store& store, const std::string& table,
                         const std::vector<NumberedItem>& items, const RefuseItem& refuse) {
  size_t count = 0;
  for (size_t from = 0; from < items.size(); from += store::kMaxBatchWrites) {
    const size_t to = std::min(items.size(), from + store::kMaxBatchWrites);
    store::BatchWriteRequest request;
    for (size_t i = from; i < to; ++i) {
      request.writes.emplace_back(Put{.table = table, .item = items[i].item});
    }
    const auto drained = drain(store, std::move(request));
    if (drained) {
      count += to - from;
    } else if (is_about_items(drained.error())) {
      NORN_ASSIGN(const size_t put, put_one_by_one(store, table, items, from, to, refuse));
      count += put;
    } else {
      return std::unexpected(drained.error());
    }
  }
  return count;
}

Result<size_t> put_items_in_parallel(store::Store& store, const std::string& table,
                                     std::vector<NumberedItem> items, size_t threads,
                                     const RefuseItem& refuse) {
  // Each thread gets whole batches.
  const size_t batches = (items.size() + store::kMaxBatchWrites - 1) / store::kMaxBatchWrites;
  const size_t workers = std::clamp<size_t>(batches, 1, threads);
  const size_t share = (batches + workers - 1) / workers * store::kMaxBatchWrites;
  std::mutex mutex;
  size_t count = 0;
  std::optional<Error> first_error;
  {
    std::vector<std::jthread> running;
    for (size_t from = 0; from < items.size(); from += share) {
      const auto begin = items.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end =
          items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), from + share));
      std::vector<NumberedItem> part(std::make_move_iterator(begin), std::make_move_iterator(end));
      running.emplace_back([&, part = std::move(part)] {
        const auto put = put_items(store, table, part, refuse);
        const std::lock_guard lock(mutex);
        if (put) {
          count += *put;
        } else if (!first_error) {
          first_error = put.error();
        }
      });
    }
  }
  if (first_error) return std::unexpected(*std::move(first_error));
  return count;
}

}  // namespace norn::exchange
