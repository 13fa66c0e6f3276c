#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/item.h"

// A calendar feed of somebody else that a person subscribes to, and its items in the table `norn`:
// the subscription (PK = USER#<user>, SK = SUBSCRIPTION#<id>), when it is refreshed next
// (PK = SUBSCRIPTIONS, SK = <time>#<id>), and which one the person has added last (PK =
// USER#<user>, SK = SUBSCRIPTIONS). Its events are in the partition USER#sub_<id> of the planner's
// table.
namespace norn::calendars {

constexpr int64_t kMaxSubscriptionsPerPerson = 20;
constexpr size_t kMaxFeedAddressBytes = 2'000;
constexpr size_t kMaxFeedFileBytes = size_t{5} << 20;  // After decompression.
constexpr size_t kMaxFeedEvents = 5'000;

// Why a refresh failed.
enum class FeedProblem : uint8_t {
  kNone,
  kAddressRefused,
  kNotReached,
  kTimedOut,
  kTooLarge,
  kTooManyEvents,
  kTooManyRedirects,
  kBadRedirect,
  kBadStatus,
  kNoCalendar,
  kIncomplete,
  kInternal,
};
std::string_view to_text(FeedProblem problem);  // "addressRefused"
FeedProblem feed_problem_from(std::string_view text);

struct Subscription {
  std::string id;
  std::string user_id;
  std::string address;  // A secret of its person: it may contain one.
  std::string name;
  bool is_named_by_feed = false;  // Until a person names it.
  std::string color;              // "#3b82f6"
  int64_t version = 1;            // Of what its person can change.
  std::string created_at;
  std::string updated_at;

  // Of the last refresh.
  std::string next_at;                           // When it is due, in milliseconds.
  std::optional<std::string> checked_at = {};    // The last attempt,
  std::optional<std::string> refreshed_at = {};  // and the last that succeeded.
  FeedProblem problem = FeedProblem::kNone;      // Of the last attempt.
  int64_t status = 0;                            // Of HTTP, with kBadStatus.
  int64_t failures = 0;                          // Since the last success.
  int64_t event_count = 0;
  std::string etag = {};  // For conditional requests.
  std::string last_modified = {};
  std::string content_hash = {};
  int64_t interval_ms = 0;  // How often the feed asks to be read; 0: it does not say.
  // Who refreshes it, and until when others leave it alone.
  std::string lease_token = {};
  int64_t lease_until_ms = 0;

  friend bool operator==(const Subscription&, const Subscription&) = default;
};

std::string subscription_partition(std::string_view id);
store::Item subscription_key(std::string_view user_id, std::string_view id);
store::Item due_key(const Subscription& subscription);
store::Item last_added_key(std::string_view user_id);
inline constexpr std::string_view kSubscriptionPrefix = "SUBSCRIPTION#";
inline constexpr std::string_view kDuePartition = "SUBSCRIPTIONS";

store::Item to_item(const Subscription& subscription);
store::Item due_item(const Subscription& subscription);
// Every new subscription has it as a condition: of two at the same time, one counts the other.
store::Item last_added_item(const Subscription& subscription);
Result<Subscription> subscription_from(store::ItemView item);
std::string etag_of(const Subscription& subscription);
void append_json(std::string& out, const Subscription& subscription);

}  // namespace norn::calendars
