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

// How often somebody may ask: a bucket of tokens for each, which fills up evenly and holds as many
// as they may use in one burst. Of this process alone: it protects its time, not its secrets. From
// any thread.
class RateLimit {
 public:
  static constexpr int64_t kBurstSeconds = 10;
  // Whoever was not heard of for longest is forgotten, and has a full bucket again.
  static constexpr size_t kMaxBuckets = 16'384;

  // With 0 a second there is no limit.
  RateLimit(const Clock& clock, int64_t per_second, size_t max_buckets = kMaxBuckets)
      : clock_(clock), per_second_(per_second), max_buckets_(max_buckets) {}

  // Takes a token of `whose` bucket. When there is none: the seconds until there is one.
  std::optional<int64_t> take(std::string_view whose);

 private:
  struct Bucket {
    std::string whose;
    int64_t thousandths = 0;  // Of a token.
    int64_t filled_ms = 0;
  };
  using Buckets = std::list<Bucket>;  // The latest first.

  Bucket& bucket_of(std::string_view whose, int64_t now_ms);
  int64_t burst() const { return per_second_ * kBurstSeconds * 1000; }

  const Clock& clock_;
  const int64_t per_second_;
  const size_t max_buckets_;

  std::mutex mutex_;
  Buckets buckets_;                                                // Guarded by mutex_.
  std::unordered_map<std::string_view, Buckets::iterator> index_;  // Guarded by mutex_.
};

}  // namespace norn::rest
