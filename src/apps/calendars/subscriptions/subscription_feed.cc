#include "apps/calendars/subscriptions/subscription_feed.h"

#include <string_view>
#include <tuple>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/calendars/subscriptions/subscription.h"
#include "apps/shared/changes.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

bool is_of_subscription(const store::StreamRecord& record) {
  return apps::text_of(record.keys, "SK").starts_with(kSubscriptionPrefix);
}

// What a page shows of it. Leases and the times of attempts change with every refresh.
auto shown_of(const Subscription& subscription) {
  return std::tie(subscription.address, subscription.name, subscription.color, subscription.version,
                  subscription.problem, subscription.event_count, subscription.content_hash);
}

bool is_news(const Subscription& before, const Subscription& now) {
  if (shown_of(before) != shown_of(now)) return true;
  // Of a success, it says only whether the file was sent.
  if (now.problem == FeedProblem::kBadStatus && before.status != now.status) return true;
  // A refresh that failed in the middle has changed some of the events, each time it is tried.
  return now.problem == FeedProblem::kInternal && before.checked_at != now.checked_at;
}

Result<live::Events> events_of_subscription(const apps::Change& change) {
  const std::string prefix = accounts::keys::user("");
  if (!change.pk.starts_with(prefix)) return live::Events();
  NORN_ASSIGN(const auto before, apps::read_changed(change.before, subscription_from));
  NORN_ASSIGN(const auto now, apps::read_changed(change.now, subscription_from));
  if (before && now && !is_news(*before, *now)) return live::Events();
  const Subscription& any = now ? *now : *before;
  live::Event event{"subscription", "", {change.pk.substr(prefix.size())}, "calendars:read"};
  ObjectWriter object(event.data);
  object.text("subscriptionId", any.id);
  if (now) {
    append_json(object.key("subscription"), *now);
  } else {
    object.null("subscription");
  }
  object.close();
  return live::Events{std::move(event)};
}

}  // namespace

Result<live::Events> SubscriptionChanges::events_of(const store::StreamRecord& record) {
  if (!is_of_subscription(record)) return live::Events();
  return apps::events_of_change(apps::change_of(record), events_of_subscription);
}

Result<std::vector<live::Events>> SubscriptionChanges::catch_up(
    const std::vector<store::StreamRecord>& records) {
  return apps::catch_up_some(context_.store, table(), records, is_of_subscription,
                             events_of_subscription);
}

}  // namespace norn::calendars
