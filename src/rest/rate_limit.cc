#include "rest/rate_limit.h"

#include <algorithm>

namespace norn::rest {
namespace {

constexpr int64_t kOneToken = 1000;

}  // namespace

RateLimit::Bucket& RateLimit::bucket_of(std::string_view whose) {
  const int64_t now_ms = clock_.now_ms();
  const auto found = index_.find(whose);
  if (found == index_.end()) {
    if (buckets_.size() >= max_buckets_) {
      index_.erase(buckets_.back().whose);
      buckets_.pop_back();
    }
    buckets_.push_front({std::string(whose), burst(), now_ms});
    index_.emplace(buckets_.front().whose, buckets_.begin());
    return buckets_.front();
  }
  buckets_.splice(buckets_.begin(), buckets_, found->second);
  Bucket& bucket = buckets_.front();
  // A clock may be set back: nothing is filled then. Twice kBurstSeconds fill the emptiest bucket.
  const int64_t passed_ms =
      std::clamp<int64_t>(now_ms - bucket.filled_ms, 0, 2 * kBurstSeconds * 1000);
  bucket.filled_ms = now_ms;
  bucket.thousandths = std::min(burst(), bucket.thousandths + passed_ms * per_second_);
  return bucket;
}

std::optional<int64_t> RateLimit::take(std::string_view whose) {
  if (per_second_ <= 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  Bucket& bucket = bucket_of(whose);
  if (bucket.thousandths >= kOneToken) {
    bucket.thousandths -= kOneToken;
    return std::nullopt;
  }
  const int64_t missing_ms = (kOneToken - bucket.thousandths) / per_second_;
  return missing_ms / 1000 + 1;
}

void RateLimit::charge(std::string_view whose, int64_t tokens) {
  if (per_second_ <= 0) return;
  const std::lock_guard lock(mutex_);
  Bucket& bucket = bucket_of(whose);
  bucket.thousandths = std::max(-burst(), bucket.thousandths - tokens * kOneToken);
}

bool RateLimit::is_empty(std::string_view whose) {
  if (per_second_ <= 0) return false;
  const std::lock_guard lock(mutex_);
  return bucket_of(whose).thousandths < kOneToken;
}

}  // namespace norn::rest
