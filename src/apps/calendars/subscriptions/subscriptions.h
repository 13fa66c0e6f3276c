#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/subscriptions/subscription.h"
#include "apps/events/context.h"
#include "apps/events/owner.h"
#include "apps/shared/idempotency.h"

namespace norn::calendars {

// What a refresh gets from outside. `problem` is kNone for a file, and for `is_unchanged`.
struct FetchedFeed {
  FeedProblem problem = FeedProblem::kNone;
  int64_t status = 0;
  bool is_unchanged = false;
  std::string text = {};
  std::string etag = {};
  std::string last_modified = {};
};

// The way to the outside. Apps know no HTTP.
struct FeedSource {
  // The address as http or https; nullopt if it is none that can be fetched.
  std::function<std::optional<std::string>(std::string_view text)> address_of;
  std::function<FetchedFeed(const Subscription& subscription)> fetch;
};

struct NewSubscription {
  std::string address;
  std::string name = {};  // Empty: as the feed calls itself.
  std::string color;
};

// Absent members stay as they are.
struct SubscriptionPatch {
  std::optional<std::string> address = {};
  std::optional<std::string> name = {};
  std::optional<std::string> color = {};
};

// Calendar feeds of others that people subscribe to: read-only calendars, filled by `refresh_due`.
// Each is its person's alone. Errors are those of base/faults.h; all return kNotFound for a
// subscription of somebody else. May block; safe from any thread.
class Subscriptions final : public accounts::UserHook {
 public:
  // Registers the sweep of subscriptions that were deleted.
  Subscriptions(const Context& context, FeedSource source);

  // By name.
  Result<std::vector<Subscription>> list(const std::string& user_id);
  Result<Subscription> get(const std::string& user_id, const std::string& id);
  // Returns kInvalid of "address" and "color", and kConflict if there are too many.
  Result<Subscription> create(const std::string& user_id, const NewSubscription& input,
                              const apps::Creation& creation);
  // Returns kStale if it does not have this tag. With another address everything is fetched anew.
  Result<Subscription> change(const std::string& user_id, const std::string& id,
                              const SubscriptionPatch& patch, const std::string& etag);
  // Its events are swept.
  Result<void> remove(const std::string& user_id, const std::string& id);
  // Makes it due now. Returns kConflict if it was refreshed a moment ago.
  Result<Subscription> refresh_soon(const std::string& user_id, const std::string& id);

  // The owner of its events, which nobody may change.
  Result<events::Owner> reader(const std::string& user_id, const std::string& id);

  // Refreshes what is due, at most `limit` of them, unless another process does. One that cannot be
  // refreshed does not delay the others. Returns how many were.
  Result<size_t> refresh_due(size_t limit);

  // Removes the subscriptions of a deleted account.
  Result<bool> forget(const std::string& user_id) override;

 private:
  Result<std::optional<store::Item>> read(store::Item key);
  Result<std::optional<store::Item>> find(const std::string& user_id, const std::string& id);
  Result<std::optional<Done>> try_remove(const std::string& user_id, const std::string& id);
  // If no other one was added since `before` was read.
  Action put_last_added(const std::optional<store::Item>& before, const Subscription& added) const;
  // Writes `next` in place of `old`, together with when it is due.
  Result<bool> write(const store::Item& old, const Subscription& before, const Subscription& next);
  // Of a due item; false if there was nothing to do.
  Result<bool> refresh_one(store::ItemView due);
  // Takes the lease; nullopt if it is not due, gone, or somebody else's.
  Result<std::optional<Subscription>> lease(const std::string& user_id, const std::string& id);
  // Fetches and imports; returns what became of it.
  Subscription refreshed(const Subscription& leased);
  FeedProblem take_in(const Subscription& leased, const std::string& text, Subscription& next);
  Result<void> finish(const Subscription& leased, const Subscription& next);

  const Context context_;
  const events::Context events_;
  const FeedSource source_;
};

// For Sweeps: removes a part of the events of a subscription that was deleted.
Result<bool> sweep_subscription(const Context& context, const std::string& id);

}  // namespace norn::calendars
