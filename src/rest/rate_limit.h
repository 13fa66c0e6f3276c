#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"

namespace norn::rest {

// A token bucket for each caller, which fills evenly and holds the tokens of one burst. It counts
// only the requests to this process: it protects the process's time, not secrets. Thread-safe.
class RateLimit {
 public:
  static constexpr int64_t kBurstSeconds = 10;
  // Beyond these, the least recently used bucket is dropped; its caller starts with a full one.
  static constexpr size_t kMaxBuckets = 16'384;

  // With 0 a second there is no limit.
  RateLimit(const Clock& clock, int64_t per_second, size_t max_buckets = kMaxBuckets)
      : clock_(clock), per_second_(per_second), max_buckets_(max_buckets) {}

  // Takes a token from the bucket of `whose`. Returns the seconds until there is one if it is
  // empty.
  std::optional<int64_t> take(std::string_view whose);
  // Takes as many tokens as were used, down to a debt of one burst.
  void charge(std::string_view whose, int64_t tokens);
  // Whether the bucket of `whose` is empty, or owes tokens.
  bool is_empty(std::string_view whose);

 private:
  struct Bucket {
    std::string whose;
    int64_t thousandths = 0;  // Of a token.
    int64_t filled_ms = 0;
  };
  using Buckets = std::list<Bucket>;  // The latest first.

  // Filled until now.
  Bucket& bucket_of(std::string_view whose);
  int64_t burst() const { return per_second_ * kBurstSeconds * 1000; }

  const Clock& clock_;
  const int64_t per_second_;
  const size_t max_buckets_;

  std::mutex mutex_;
  Buckets buckets_;                                                // Guarded by mutex_.
  std::unordered_map<std::string_view, Buckets::iterator> index_;  // Guarded by mutex_.
};

}  // namespace norn::rest
