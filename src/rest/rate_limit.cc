#include "rest/rate_limit.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

namespace norn::rest {
namespace {

constexpr int64_t kOneToken = 1000;
constexpr size_t kNetworkBytes = 8;  // Of an IPv6 address.

}  // namespace

RateLimit::Bucket& RateLimit::bucket_of(std::string_view whose, int64_t now_ms) {
  const auto found = index_.find(whose);
  if (found != index_.end()) {
    buckets_.splice(buckets_.begin(), buckets_, found->second);
    return buckets_.front();
  }
  if (buckets_.size() >= max_buckets_) {
    index_.erase(buckets_.back().whose);
    buckets_.pop_back();
  }
  buckets_.push_front({std::string(whose), burst(), now_ms});
  index_.emplace(buckets_.front().whose, buckets_.begin());
  return buckets_.front();
}

std::optional<int64_t> RateLimit::take(std::string_view whose) {
  if (per_second_ <= 0) return std::nullopt;
  const int64_t now_ms = clock_.now_ms();
  const std::lock_guard lock(mutex_);
  Bucket& bucket = bucket_of(whose, now_ms);
  // A clock may be set back: nothing is filled then. A bucket is full after kBurstSeconds.
  const int64_t passed_ms = std::clamp<int64_t>(now_ms - bucket.filled_ms, 0, kBurstSeconds * 1000);
  bucket.filled_ms = now_ms;
  bucket.thousandths = std::min(burst(), bucket.thousandths + passed_ms * per_second_);
  if (bucket.thousandths >= kOneToken) {
    bucket.thousandths -= kOneToken;
    return std::nullopt;
  }
  const int64_t missing_ms = (kOneToken - bucket.thousandths) / per_second_;
  return missing_ms / 1000 + 1;
}

std::string network_of(std::string_view address) {
  std::string text(address.substr(0, address.find('%')));  // Without its zone.
  in6_addr v6{};
  if (inet_pton(AF_INET6, text.c_str(), &v6) != 1) return text;
  const char* const bytes = reinterpret_cast<const char*>(v6.s6_addr);
  if (!IN6_IS_ADDR_V4MAPPED(&v6)) return {bytes, kNetworkBytes};
  char v4[INET_ADDRSTRLEN] = "";
  inet_ntop(AF_INET, v6.s6_addr + 12, v4, sizeof(v4));
  return v4;
}

}  // namespace norn::rest
