#include "apps/calendars/subscriptions/subscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/sentences.h"
#include "apps/events/exchange/import_replace.h"
#include "apps/events/exchange/import_text.h"
#include "apps/events/keys.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/sha256.h"
#include "base/time_text.h"
#include "ical/calendar_file.h"
#include "ical/date_time.h"

namespace norn::calendars {
namespace {

constexpr std::string_view kSubscriptionSweep = "subscription";
constexpr int64_t kMinuteMs = 60'000;
constexpr int64_t kHourMs = 60 * kMinuteMs;
// How often a feed is read; it may ask for less or more, within bounds.
constexpr int64_t kRefreshMs = 4 * kHourMs;
constexpr int64_t kMinRefreshMs = kHourMs;
constexpr int64_t kMaxRefreshMs = 24 * kHourMs;
// After failures: 15 minutes, then twice as long each time.
constexpr int64_t kFirstRetryMs = 15 * kMinuteMs;
constexpr int64_t kMaxDoublings = 6;
// Between two refreshes that a person asks for.
constexpr int64_t kMinPauseMs = kMinuteMs;
// Longer than a fetch and an import take. Each write of an import has the lease as a condition.
constexpr int64_t kLeaseMs = 5 * kMinuteMs;
// Looked at for one that can be leased.
constexpr int64_t kDueAtOnce = 50;
constexpr int64_t kSweptSubscribedPerPart = 100;

std::string host_in(const std::string& address) {
  std::string_view rest = address;
  rest.remove_prefix(std::min(rest.size(), rest.find("//") + 2));
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (const size_t at = rest.rfind('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  return events::cut_to_characters(std::string(rest), kMaxNameCharacters);
}

// Two files that differ in when they were made are the same.
std::string hash_of_file(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  while (!text.empty()) {
    const size_t end = std::min(
        text.size(), text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1);
    const std::string_view line = text.substr(0, end);
    if (!line.starts_with("DTSTAMP")) kept += line;
    text.remove_prefix(end);
  }
  return sha256_hex(kept);
}

// REFRESH-INTERVAL (RFC 7986, 5.7) or X-PUBLISHED-TTL, within bounds; 0 without any.
int64_t asked_interval_ms(const ical::CalendarFile& file) {
  for (const ical::ContentLine& line : file.other) {
    if (line.name != "REFRESH-INTERVAL" && line.name != "X-PUBLISHED-TTL") continue;
    const auto duration_s = ical::parse_duration_s(line.value);
    if (duration_s && *duration_s > 0) {
      return std::clamp(*duration_s, kMinRefreshMs / 1000, kMaxRefreshMs / 1000) * 1000;
    }
  }
  return 0;
}

int64_t pause_after(int64_t failures) {
  return std::min(kFirstRetryMs << std::min(failures - 1, kMaxDoublings), kMaxRefreshMs);
}

events::Owner owner_of_subscription(const Subscription& subscription,
                                    std::function<Result<std::vector<Action>>()> may_change) {
  return events::Owner(events::Owner::Shared{.id = subscription_partition(subscription.id),
                                             .user_id = subscription.user_id,
                                             .thing = "SUB#" + subscription.id,
                                             .may_change = std::move(may_change)});
}

}  // namespace

Result<bool> sweep_subscription(const Context& context, const std::string& id) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", events::keys::user(subscription_partition(id))}};
  request.limit = kSweptSubscribedPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  std::vector<store::Item> keys;
  for (const store::ItemView item : page.items) keys.push_back(store::Item::copy_of(item));
  NORN_TRY(apps::remove_all(context.store, context.tables.planner(), keys));
  return !keys.empty();
}

Subscriptions::Subscriptions(const Context& context, FeedSource source)
    : context_(context), events_(events::context_of(context)), source_(std::move(source)) {
  context_.sweeps.add(
      std::string(kSubscriptionSweep),
      [copy = context_](const std::string& id) { return sweep_subscription(copy, id); },
      apps::Sweeps::Settling::kNone);
}

Result<std::optional<store::Item>> Subscriptions::read(store::Item key) {
  store::GetRequest request;
  request.table = context_.tables.norn();
  request.key = std::move(key);
  request.consistent = true;
  NORN_ASSIGN(auto found, context_.store.get(request));
  return std::move(found.item);
}

Result<std::optional<store::Item>> Subscriptions::find(const std::string& user_id,
                                                       const std::string& id) {
  return read(subscription_key(user_id, id));
}

Result<Subscription> Subscriptions::get(const std::string& user_id, const std::string& id) {
  NORN_ASSIGN(const auto item, find(user_id, id));
  if (!item) return not_found(kSubscriptionNotFound);
  return subscription_from(*item);
}

Result<std::vector<Subscription>> Subscriptions::list(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :sk)";
  request.placeholders.values = {{":pk", accounts::keys::user(user_id)},
                                 {":sk", std::string(kSubscriptionPrefix)}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context_.store, std::move(request)));
  std::vector<Subscription> all = apps::readable(items, subscription_from);
  std::ranges::sort(all, [](const Subscription& left, const Subscription& right) {
    const auto order = apps::compare_names(left.name, right.name);
    return order != 0 ? order < 0 : left.id < right.id;
  });
  return all;
}

Result<Subscription> Subscriptions::create(const std::string& user_id, const NewSubscription& input,
                                           const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  const auto address = source_.address_of(input.address);
  if (!address) return invalid("address", kFeedAddressForm);
  NORN_ASSIGN(
      Subscription made, decide_and_write([&]() -> Result<std::optional<Subscription>> {
        NORN_ASSIGN(const auto earlier, context_.idempotency.find(creation));
        if (earlier) return get(user_id, *earlier);
        NORN_ASSIGN(const auto last_added, read(last_added_key(user_id)));
        NORN_ASSIGN(const auto all, list(user_id));
        if (static_cast<int64_t>(all.size()) >= kMaxSubscriptionsPerPerson) {
          return conflict(kTooManySubscriptions(kMaxSubscriptionsPerPerson));
        }
        Subscription subscription;
        subscription.id = context_.ids.uuid();
        subscription.user_id = user_id;
        subscription.address = *address;
        subscription.name = input.name.empty() ? host_in(*address) : input.name;
        subscription.is_named_by_feed = input.name.empty();
        subscription.color = input.color;
        subscription.created_at = now_text(context_);
        subscription.updated_at = subscription.created_at;
        subscription.next_at = timestamp_ms(context_.clock.now_ms());
        std::vector<Action> actions = {
            apps::put_new(context_.tables.norn(), to_item(subscription)),
            apps::put_any(context_.tables.norn(), due_item(subscription)),
            put_last_added(last_added, subscription),
            // The account has to exist: otherwise nothing would ever delete it.
            apps::is_there(context_.tables.norn(),
                           apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount))};
        if (auto remembered = context_.idempotency.remember(creation, subscription.id)) {
          actions.push_back(std::move(*remembered));
        }
        NORN_ASSIGN(const bool written, write_all(context_.store, std::move(actions)));
        if (written) return subscription;
        NORN_ASSIGN(const auto user, context_.users.find(user_id));
        if (!user) return not_signed_in(accounts::kAccountDeleted);
        return std::nullopt;
      }));
  return made;
}

Action Subscriptions::put_last_added(const std::optional<store::Item>& before,
                                     const Subscription& added) const {
  const store::Item next = last_added_item(added);
  if (!before) return apps::put_new(context_.tables.norn(), next);
  return apps::edit(context_.tables.norn(), *before, next, {"lastAdded"}).action;
}

Result<bool> Subscriptions::write(const store::Item& old, const Subscription& before,
                                  const Subscription& next) {
  const std::string table = context_.tables.norn();
  std::vector<Action> actions = {
      calendars::replace(table, old, to_item(next), apps::compared_attributes(old))};
  if (next.next_at != before.next_at) {
    actions.push_back(apps::remove_any(table, due_key(before)));
    actions.push_back(apps::put_any(table, due_item(next)));
  }
  return write_all(context_.store, std::move(actions));
}

Result<Subscription> Subscriptions::change(const std::string& user_id, const std::string& id,
                                           const SubscriptionPatch& patch,
                                           const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  std::optional<std::string> address;
  if (patch.address) {
    address = source_.address_of(*patch.address);
    if (!address) return invalid("address", kFeedAddressForm);
  }
  return decide_and_write([&]() -> Result<std::optional<Subscription>> {
    NORN_ASSIGN(const auto item, find(user_id, id));
    if (!item) return not_found(kSubscriptionNotFound);
    NORN_ASSIGN(const Subscription before, subscription_from(*item));
    if (etag_of(before) != etag) {
      std::string current;
      append_json(current, before);
      return stale("subscription", std::move(current), etag_of(before));
    }
    Subscription next = before;
    if (patch.name) {
      next.name = *patch.name;
      next.is_named_by_feed = false;
    }
    if (patch.color) next.color = *patch.color;
    if (address && *address != before.address) {
      next.address = *address;
      next.etag.clear();
      next.last_modified.clear();
      next.content_hash.clear();
      next.interval_ms = 0;
      next.problem = FeedProblem::kNone;
      next.failures = 0;
      // At once: the person waits for it. There is one fetch at a time, however many are asked for.
      next.next_at = timestamp_ms(context_.clock.now_ms());
      // What is under way is about the address before.
      next.lease_token.clear();
      next.lease_until_ms = 0;
    }
    if (next == before) return next;
    ++next.version;
    next.updated_at = now_text(context_);
    NORN_ASSIGN(const bool written, write(*item, before, next));
    if (!written) return std::nullopt;
    return next;
  });
}

Result<std::optional<Done>> Subscriptions::try_remove(const std::string& user_id,
                                                      const std::string& id) {
  NORN_ASSIGN(const auto item, find(user_id, id));
  if (!item) return not_found(kSubscriptionNotFound);
  const std::string table = context_.tables.norn();
  std::vector<Action> actions = {apps::remove_unchanged(table, *item),
                                 context_.sweeps.begin(kSubscriptionSweep, id)};
  if (const auto subscription = subscription_from(*item)) {
    actions.push_back(apps::remove_any(table, due_key(*subscription)));
  }
  NORN_ASSIGN(const bool written, write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  context_.sweeps.wake();
  return Done{};
}

Result<void> Subscriptions::remove(const std::string& user_id, const std::string& id) {
  NORN_TRY(decide_and_write([&] { return try_remove(user_id, id); }));
  return {};
}

Result<bool> Subscriptions::forget(const std::string& user_id) {
  NORN_ASSIGN(const auto all, list(user_id));
  for (const Subscription& one : all) {
    const auto removed = remove(user_id, one.id);
    if (!removed && removed.error().code != ErrorCode::kNotFound) {
      return std::unexpected(removed.error());
    }
  }
  NORN_TRY(apps::remove_all(context_.store, context_.tables.norn(), {last_added_key(user_id)}));
  return false;
}

Result<Subscription> Subscriptions::refresh_soon(const std::string& user_id,
                                                 const std::string& id) {
  return decide_and_write([&]() -> Result<std::optional<Subscription>> {
    NORN_ASSIGN(const auto item, find(user_id, id));
    if (!item) return not_found(kSubscriptionNotFound);
    NORN_ASSIGN(const Subscription before, subscription_from(*item));
    const int64_t now_ms = context_.clock.now_ms();
    const auto checked_ms = parse_timestamp_ms(before.checked_at.value_or(""));
    if (checked_ms && now_ms - *checked_ms < kMinPauseMs) return conflict(kRefreshedJustNow);
    Subscription next = before;
    next.next_at = std::min(before.next_at, timestamp_ms(now_ms));
    if (next == before) return next;
    NORN_ASSIGN(const bool written, write(*item, before, next));
    if (!written) return std::nullopt;
    return next;
  });
}

Result<events::Owner> Subscriptions::reader(const std::string& user_id, const std::string& id) {
  NORN_ASSIGN(const Subscription subscription, get(user_id, id));
  return owner_of_subscription(subscription, []() -> Result<std::vector<Action>> {
    return forbidden(kSubscriptionReadOnly);
  });
}

Result<std::optional<Subscription>> Subscriptions::lease(const std::string& user_id,
                                                         const std::string& id) {
  NORN_ASSIGN(const auto item, find(user_id, id));
  if (!item) return std::nullopt;
  NORN_ASSIGN(const Subscription before, subscription_from(*item));
  const int64_t now_ms = context_.clock.now_ms();
  if (before.next_at > timestamp_ms(now_ms) || before.lease_until_ms > now_ms) return std::nullopt;
  Subscription leased = before;
  leased.lease_token = context_.ids.uuid();
  leased.lease_until_ms = now_ms + kLeaseMs;
  // If this process ends before the refresh does, others come first until the lease is over.
  leased.next_at = timestamp_ms(leased.lease_until_ms);
  NORN_ASSIGN(const bool written, write(*item, before, leased));
  if (!written) return std::nullopt;
  return leased;
}

FeedProblem Subscriptions::take_in(const Subscription& leased, const std::string& text,
                                   Subscription& next) {
  const auto read = ical::read_calendar(text);
  if (!read) return FeedProblem::kNoCalendar;
  // What is behind the end would be taken for deleted.
  if (read->ends_within) return FeedProblem::kIncomplete;
  if (read->file.items.size() > kMaxFeedEvents) return FeedProblem::kTooManyEvents;
  const auto still_leased = [&]() -> Result<std::vector<Action>> {
    store::ConditionCheck check;
    check.table = context_.tables.norn();
    check.key = subscription_key(leased.user_id, leased.id);
    check.condition = "leaseToken = :token";
    check.placeholders.values[":token"] = leased.lease_token;
    NORN_ASSIGN(const auto item, find(leased.user_id, leased.id));
    if (!item || apps::text_of(*item, "leaseToken") != leased.lease_token) {
      return not_found(kSubscriptionNotFound);
    }
    return std::vector<Action>{std::move(check)};
  };
  const auto report =
      events::replace_calendar(events_, owner_of_subscription(leased, still_leased), *read);
  if (!report) {
    log::warn("Subscription {}: {}", leased.id, report.error().message);
    return FeedProblem::kInternal;
  }
  next.event_count = report->created + report->updated + report->unchanged;
  const std::string name =
      events::cut_to_characters(events::as_line(read->file.name), kMaxNameCharacters);
  if (leased.is_named_by_feed && !name.empty()) next.name = name;
  next.interval_ms = asked_interval_ms(read->file);
  return FeedProblem::kNone;
}

Subscription Subscriptions::refreshed(const Subscription& leased) {
  FetchedFeed fetched = source_.fetch(leased);
  Subscription next = leased;
  const int64_t now_ms = context_.clock.now_ms();
  next.problem = fetched.problem;
  next.status = fetched.status;
  if (fetched.problem == FeedProblem::kNone && !fetched.is_unchanged) {
    const std::string hash = hash_of_file(fetched.text);
    if (hash != leased.content_hash) next.problem = take_in(leased, fetched.text, next);
    if (next.problem == FeedProblem::kNone) {
      next.content_hash = hash;
      next.etag = std::move(fetched.etag);
      next.last_modified = std::move(fetched.last_modified);
    }
  }
  next.checked_at = timestamp_s(now_ms);
  if (next.problem == FeedProblem::kNone) {
    next.refreshed_at = next.checked_at;
    next.failures = 0;
    const int64_t interval_ms = next.interval_ms > 0 ? next.interval_ms : kRefreshMs;
    next.next_at = timestamp_ms(now_ms + std::clamp(interval_ms, kMinRefreshMs, kMaxRefreshMs));
  } else {
    ++next.failures;
    next.next_at = timestamp_ms(now_ms + pause_after(next.failures));
  }
  next.lease_token.clear();
  next.lease_until_ms = 0;
  return next;
}

Result<void> Subscriptions::finish(const Subscription& leased, const Subscription& next) {
  const auto done = decide_and_write([&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const auto item, find(leased.user_id, leased.id));
    if (!item) return Done{};
    NORN_ASSIGN(const Subscription before, subscription_from(*item));
    if (before.lease_token != leased.lease_token) return Done{};
    // Its person may have changed it meanwhile.
    Subscription merged = next;
    merged.version = before.version;
    merged.updated_at = before.updated_at;
    merged.color = before.color;
    merged.is_named_by_feed = before.is_named_by_feed;
    if (!before.is_named_by_feed) merged.name = before.name;
    NORN_ASSIGN(const bool written, write(*item, before, merged));
    if (!written) return std::nullopt;
    return Done{};
  });
  if (!done) return std::unexpected(done.error());
  return {};
}

Result<bool> Subscriptions::refresh_one(store::ItemView due) {
  const std::string user_id = apps::text_of(due, "userId");
  const std::string id = apps::text_of(due, "subscriptionId");
  NORN_ASSIGN(const auto item, find(user_id, id));
  const auto subscription = item ? subscription_from(*item) : Result<Subscription>();
  // Left over from something that is gone, or of another program.
  if (!item || !subscription || store::Item::subset(due, {"PK", "SK"}) != due_key(*subscription)) {
    NORN_TRY(apps::remove_all(context_.store, context_.tables.norn(),
                              {store::Item::subset(due, {"PK", "SK"})}));
    return false;
  }
  NORN_ASSIGN(const auto leased, lease(user_id, id));
  if (!leased) return false;
  NORN_TRY(finish(*leased, refreshed(*leased)));
  return true;
}

Result<size_t> Subscriptions::refresh_due(size_t limit) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND SK < :now";
  // '~' is behind every id.
  request.placeholders.values = {{":pk", std::string(kDuePartition)},
                                 {":now", timestamp_ms(context_.clock.now_ms()) + "~"}};
  request.limit = kDueAtOnce;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context_.store.query(request));
  size_t count = 0;
  for (const store::ItemView due : page.items) {
    if (count == limit) break;
    const auto is_refreshed = refresh_one(due);
    if (!is_refreshed) {
      log::warn("Subscription {} could not be refreshed: {}", apps::text_of(due, "subscriptionId"),
                is_refreshed.error().message);
    }
    if (is_refreshed.value_or(false)) ++count;
  }
  return count;
}

}  // namespace norn::calendars
