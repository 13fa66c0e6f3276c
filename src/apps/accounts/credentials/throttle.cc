#include "apps/accounts/credentials/throttle.h"

#include <algorithm>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/sha256.h"

namespace norn::accounts {

namespace {

// A window begins at most once in its length, so two rounds are enough.
constexpr int kMaxRounds = 4;

// A window that ends later than this was opened before the clock was set back. It is no longer
// counted in, or it would stay open for as long as the clock went back. Twice its length, because
// the clocks of several processes differ a little.
int64_t latest_end_s(const ThrottleRule& rule, int64_t now_s) {
  return now_s + 2 * rule.window_s;
}

store::Item bucket_key(const ThrottleRule& rule, std::string_view subject) {
  const std::string key = keys::throttle(rule.kind, sha256_hex(subject));
  return apps::key_of(key, key);
}

// Counts an attempt. The condition fails if no window is open, or its attempts are used up.
store::UpdateRequest count_one(const std::string& table, const ThrottleRule& rule,
                               std::string_view subject, int64_t now_s) {
  store::UpdateRequest update;
  update.table = table;
  update.key = bucket_key(rule, subject);
  update.update = "ADD tries :one";
  update.condition = "windowEnd > :now AND windowEnd <= :latest AND tries < :max";
  update.placeholders.values = {{":one", store::Value::number(1)},
                                {":now", store::Value::number(now_s)},
                                {":latest", store::Value::number(latest_end_s(rule, now_s))},
                                {":max", store::Value::number(rule.tries)}};
  update.return_item_on_condition_failure = true;
  return update;
}

// Counts the first attempt of a new window. The condition fails if a window is open.
store::PutRequest open_window(const std::string& table, const ThrottleRule& rule,
                              std::string_view subject, int64_t now_s) {
  const std::string key = keys::throttle(rule.kind, sha256_hex(subject));
  const store::Value end = store::Value::number(now_s + rule.window_s);
  store::PutRequest put = put_new(table, {{"PK", key},
                                          {"SK", key},
                                          {"entityType", "THROTTLE"},
                                          {"kind", rule.kind},
                                          {"tries", store::Value::number(1)},
                                          {"windowEnd", end},
                                          {"ttl", end}});
  put.condition += " OR windowEnd <= :now OR windowEnd > :latest";
  put.placeholders.values.emplace(":now", store::Value::number(now_s));
  put.placeholders.values.emplace(":latest", store::Value::number(latest_end_s(rule, now_s)));
  return put;
}

}  // namespace

Throttle::Throttle(store::Store& store, apps::TableNames tables, const Clock& clock)
    : store_(store), tables_(std::move(tables)), clock_(clock) {}

Result<void> Throttle::take(const ThrottleRule& rule, std::string_view subject) {
  const int64_t now_s = clock_.now_s();
  for (int round = 0; round < kMaxRounds; ++round) {
    const auto counted = store_.update(count_one(tables_.norn(), rule, subject, now_s));
    if (counted) return {};
    if (counted.error().code != ErrorCode::kConditionalCheckFailed) {
      return std::unexpected(counted.error());
    }
    const auto* const failure =
        dynamic_cast<const store::ConditionFailure*>(counted.error().detail.get());
    if (failure != nullptr && failure->item) {
      const int64_t end_s = apps::integer_of(*failure->item, "windowEnd");
      if (end_s > now_s && end_s <= latest_end_s(rule, now_s)) {
        return too_many_requests(kTooManyTries, std::min(end_s - now_s, rule.window_s));
      }
    }
    const auto opened = store_.put(open_window(tables_.norn(), rule, subject, now_s));
    if (opened) return {};
    if (opened.error().code != ErrorCode::kConditionalCheckFailed) {
      return std::unexpected(opened.error());
    }
  }
  return too_many_requests(kTooManyTriesAtOnce, 1);
}

Result<void> Throttle::reset(const ThrottleRule& rule, std::string_view subject) {
  return remove_item(store_, tables_.norn(), bucket_key(rule, subject));
}

}  // namespace norn::accounts
