#include "apps/shared/rank.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace norn::apps {
namespace {

// In the order of their bytes.
constexpr std::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr int64_t kBase = 62;
constexpr size_t kWholeDigits = 9;
constexpr int64_t kMaxWhole = 13'537'086'546'263'551;  // 62^9 - 1
// How many digits tell apart what is put in the same spot.
constexpr size_t kOwnDigits = 3;
// How far times of ranks may be ahead of the clock.
constexpr int64_t kMostAheadMs = 10'000;

int64_t digit_of(char c) {
  const size_t found = kDigits.find(c);
  return found == std::string_view::npos ? -1 : static_cast<int64_t>(found);
}

std::string whole_text(int64_t whole) {
  std::string text(kWholeDigits, '0');
  for (size_t i = kWholeDigits; i > 0; --i) {
    text[i - 1] = kDigits[static_cast<size_t>(whole % kBase)];
    whole /= kBase;
  }
  return text;
}

int64_t whole_of(std::string_view rank) {
  int64_t whole = 0;
  for (const char c : rank.substr(0, kWholeDigits)) whole = whole * kBase + digit_of(c);
  return whole;
}

// A few digits that follow from an id (FNV-1a), the last of them not 0.
std::string own_digits(std::string_view id) {
  uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  hash ^= hash >> 32U;
  std::string digits;
  for (size_t i = 0; i + 1 < kOwnDigits; ++i) {
    digits.push_back(kDigits[hash % kBase]);
    hash /= kBase;
  }
  digits.push_back(kDigits[1 + hash % (kBase - 1)]);
  return digits;
}

// A fraction between two, of which an empty `after` stands for 1. Requires before < after. The
// result is a prefix to which any digits may be appended.
std::string fraction_between(std::string_view before, std::string_view after) {
  std::string result;
  bool is_below_after = after.empty();
  for (size_t i = 0;; ++i) {
    const int64_t low = i < before.size() ? digit_of(before[i]) : 0;
    const int64_t high = is_below_after ? kBase : (i < after.size() ? digit_of(after[i]) : 0);
    // A digit strictly between the two leaves both behind.
    if (high - low >= 2) {
      result.push_back(kDigits[static_cast<size_t>((low + high) / 2)]);
      return result;
    }
    result.push_back(kDigits[static_cast<size_t>(low)]);
    if (low < high) is_below_after = true;
  }
}

}  // namespace

bool is_rank(std::string_view text) {
  if (text.size() < kWholeDigits || text.size() > kMaxRankDigits) return false;
  if (!std::ranges::all_of(text, [](char c) { return digit_of(c) >= 0; })) return false;
  // Nothing would fit before a rank of zeros alone.
  return text.back() != '0' || (text.size() == kWholeDigits && whole_of(text) > 0);
}

std::string rank_at(int64_t created_ms, std::string_view task_id) {
  return whole_text(std::clamp<int64_t>(created_ms, 1, kMaxWhole / 2)) + own_digits(task_id);
}

int64_t RankTimes::next_ms(const Clock& clock) {
  const int64_t now_ms = clock.now_ms();
  int64_t last_ms = last_ms_.load();
  int64_t next_ms = 0;
  do {
    // A clock that was set back by more than bursts of tasks explain is followed.
    const bool is_set_back = now_ms + kMostAheadMs < last_ms;
    next_ms = is_set_back ? now_ms : std::max(now_ms, last_ms + 1);
  } while (!last_ms_.compare_exchange_weak(last_ms, next_ms));
  return next_ms;
}

std::string rank_between(std::string_view before, std::string_view after,
                         std::string_view task_id) {
  const std::string own = own_digits(task_id);
  if (before.empty() && after.empty()) return whole_text(kMaxWhole / 4) + own;
  if (after.empty()) {
    const int64_t last = whole_of(before);
    if (last < kMaxWhole) return whole_text(last + 1) + own;
    return std::string(before.substr(0, kWholeDigits)) +
           fraction_between(before.substr(kWholeDigits), "") + own;
  }
  if (before.empty()) {
    const int64_t first = whole_of(after);
    if (first > 0) return whole_text(first - 1) + own;
    return std::string(after.substr(0, kWholeDigits)) +
           fraction_between("", after.substr(kWholeDigits)) + own;
  }
  NORN_CHECK(before < after, "there is room between two ranks in their order");
  const int64_t low = whole_of(before);
  const int64_t high = whole_of(after);
  if (high - low >= 2) return whole_text(low + (high - low) / 2) + own;
  const std::string_view upper = high == low ? after.substr(kWholeDigits) : std::string_view();
  return std::string(before.substr(0, kWholeDigits)) +
         fraction_between(before.substr(kWholeDigits), upper) + own;
}

}  // namespace norn::apps
