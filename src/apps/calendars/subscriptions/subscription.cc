#include "apps/calendars/subscriptions/subscription.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/json_writer.h"
#include "store/value.h"

namespace norn::calendars {
namespace {

constexpr std::array<std::pair<FeedProblem, std::string_view>, 12> kProblemNames = {{
    {FeedProblem::kNone, ""},
    {FeedProblem::kAddressRefused, "addressRefused"},
    {FeedProblem::kNotReached, "notReached"},
    {FeedProblem::kTimedOut, "timedOut"},
    {FeedProblem::kTooLarge, "tooLarge"},
    {FeedProblem::kTooManyEvents, "tooManyEvents"},
    {FeedProblem::kTooManyRedirects, "tooManyRedirects"},
    {FeedProblem::kBadRedirect, "badRedirect"},
    {FeedProblem::kBadStatus, "badStatus"},
    {FeedProblem::kNoCalendar, "noCalendar"},
    {FeedProblem::kIncomplete, "incomplete"},
    {FeedProblem::kInternal, "internal"},
}};

void put_text(store::Map& map, const char* name, const std::string& text) {
  if (!text.empty()) map.insert_or_assign(name, text);
}

void text_or_none(ObjectWriter& object, std::string_view name,
                  const std::optional<std::string>& text) {
  if (text) object.text(name, *text);
  if (!text) object.null(name);
}

}  // namespace

std::string_view to_text(FeedProblem problem) {
  const auto found =
      std::ranges::find(kProblemNames, problem, [](const auto& one) { return one.first; });
  return found == kProblemNames.end() ? "" : found->second;
}

FeedProblem feed_problem_from(std::string_view text) {
  const auto found =
      std::ranges::find(kProblemNames, text, [](const auto& one) { return one.second; });
  return found == kProblemNames.end() ? FeedProblem::kInternal : found->first;
}

std::string subscription_partition(std::string_view id) {
  return std::string(apps::kSubscriptionPartition).append(id);
}

store::Item subscription_key(std::string_view user_id, std::string_view id) {
  return apps::key_of(accounts::keys::user(user_id), std::string(kSubscriptionPrefix).append(id));
}

store::Item due_key(const Subscription& subscription) {
  return apps::key_of(kDuePartition, fmt::format("{}#{}", subscription.next_at, subscription.id));
}

store::Item due_item(const Subscription& subscription) {
  store::Map map = due_key(subscription).to_map();
  map.insert_or_assign("entityType", "SUBSCRIPTION_DUE");
  map.insert_or_assign("userId", subscription.user_id);
  map.insert_or_assign("subscriptionId", subscription.id);
  return store::Item::from_map(map);
}

store::Item last_added_key(std::string_view user_id) {
  return apps::key_of(accounts::keys::user(user_id), "SUBSCRIPTIONS");
}

store::Item last_added_item(const Subscription& subscription) {
  store::Map map = last_added_key(subscription.user_id).to_map();
  map.insert_or_assign("entityType", "SUBSCRIPTIONS");
  map.insert_or_assign("lastAdded", subscription.id);
  return store::Item::from_map(map);
}

store::Item to_item(const Subscription& subscription) {
  store::Map map = subscription_key(subscription.user_id, subscription.id).to_map();
  map.insert_or_assign("entityType", "SUBSCRIPTION");
  map.insert_or_assign("id", subscription.id);
  map.insert_or_assign("userId", subscription.user_id);
  map.insert_or_assign("address", subscription.address);
  map.insert_or_assign("name", subscription.name);
  if (subscription.is_named_by_feed) {
    map.insert_or_assign("isNamedByFeed", store::Value::boolean(true));
  }
  map.insert_or_assign("color", subscription.color);
  map.insert_or_assign("version", store::Value::number(subscription.version));
  map.insert_or_assign("createdAt", subscription.created_at);
  map.insert_or_assign("updatedAt", subscription.updated_at);
  map.insert_or_assign("nextAt", subscription.next_at);
  put_text(map, "checkedAt", subscription.checked_at.value_or(""));
  put_text(map, "refreshedAt", subscription.refreshed_at.value_or(""));
  put_text(map, "problem", std::string(to_text(subscription.problem)));
  map.insert_or_assign("status", store::Value::number(subscription.status));
  map.insert_or_assign("failures", store::Value::number(subscription.failures));
  map.insert_or_assign("eventCount", store::Value::number(subscription.event_count));
  put_text(map, "feedEtag", subscription.etag);
  put_text(map, "feedLastModified", subscription.last_modified);
  put_text(map, "contentHash", subscription.content_hash);
  map.insert_or_assign("feedInterval", store::Value::number(subscription.interval_ms));
  put_text(map, "leaseToken", subscription.lease_token);
  map.insert_or_assign("leaseUntil", store::Value::number(subscription.lease_until_ms));
  return store::Item::from_map(map);
}

Result<Subscription> subscription_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Subscription subscription;
  subscription.id = reader.text("id");
  subscription.user_id = reader.text("userId");
  subscription.address = reader.text("address");
  subscription.name = reader.optional_text("name").value_or("");
  subscription.is_named_by_feed = reader.optional_boolean("isNamedByFeed").value_or(false);
  subscription.color = reader.optional_text("color").value_or("#3b82f6");
  subscription.version = reader.optional_integer("version").value_or(1);
  subscription.created_at = reader.optional_text("createdAt").value_or("1970-01-01T00:00:00Z");
  subscription.updated_at = reader.optional_text("updatedAt").value_or(subscription.created_at);
  subscription.next_at = reader.optional_text("nextAt").value_or("1970-01-01T00:00:00.000Z");
  subscription.checked_at = reader.optional_text("checkedAt");
  subscription.refreshed_at = reader.optional_text("refreshedAt");
  if (const auto problem = reader.optional_text("problem")) {
    subscription.problem = feed_problem_from(*problem);
  }
  subscription.status = reader.optional_integer("status").value_or(0);
  subscription.failures = reader.optional_integer("failures").value_or(0);
  subscription.event_count = reader.optional_integer("eventCount").value_or(0);
  subscription.etag = reader.optional_text("feedEtag").value_or("");
  subscription.last_modified = reader.optional_text("feedLastModified").value_or("");
  subscription.content_hash = reader.optional_text("contentHash").value_or("");
  subscription.interval_ms = reader.optional_integer("feedInterval").value_or(0);
  subscription.lease_token = reader.optional_text("leaseToken").value_or("");
  subscription.lease_until_ms = reader.optional_integer("leaseUntil").value_or(0);
  reader.require(apps::is_id(subscription.id), "id");
  if (!reader.is_sound()) return reader.error("subscription");
  return subscription;
}

std::string etag_of(const Subscription& subscription) {
  return fmt::format("v{}", subscription.version);
}

void append_json(std::string& out, const Subscription& subscription) {
  ObjectWriter object(out);
  object.text("id", subscription.id);
  object.text("address", subscription.address);
  object.text("name", subscription.name);
  object.text("color", subscription.color);
  object.text("createdAt", subscription.created_at);
  object.text("updatedAt", subscription.updated_at);
  text_or_none(object, "checkedAt", subscription.checked_at);
  text_or_none(object, "refreshedAt", subscription.refreshed_at);
  object.text("nextAt", subscription.next_at);
  const bool failed = subscription.problem != FeedProblem::kNone;
  if (failed) object.text("problem", to_text(subscription.problem));
  if (!failed) object.null("problem");
  if (failed && subscription.problem == FeedProblem::kBadStatus) {
    object.integer("problemStatus", subscription.status);
  } else {
    object.null("problemStatus");
  }
  object.integer("eventCount", subscription.event_count);
  object.text("etag", etag_of(subscription));
  object.close();
}

}  // namespace norn::calendars
