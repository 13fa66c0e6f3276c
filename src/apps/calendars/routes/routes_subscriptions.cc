#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/calendars/limits.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/events/routes/reading_routes.h"
#include "apps/events/routes/routes.h"
#include "base/json_writer.h"

// Calendar feeds of others that a person subscribes to, and their events, which can only be read.
namespace norn::calendars {
namespace {

constexpr const char* kSubscriptionsPath = "/api/v1/subscriptions";
constexpr const char* kSubscriptionPath = "/api/v1/subscriptions/{subscriptionId}";
constexpr rest::TextRule kSubscriptionNameRule{.min = 0, .max = kMaxNameCharacters};
constexpr rest::TextRule kFeedAddressRule{.max = kMaxFeedAddressBytes};

Result<std::string> subscription_in_path(const rest::Call& call) {
  return apps::id_of(call, "subscriptionId", kSubscriptionNotFound);
}

void render_subscription(rest::Call& call, std::string& out, const Subscription& subscription) {
  call.set_etag(etag_of(subscription));
  append_json(out, subscription);
}

Result<void> list_subscriptions(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto all, parts.subscriptions.list(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter items(object.key("subscriptions"));
  for (const Subscription& one : all) append_json(items.next(), one);
  items.close();
  object.close();
  return {};
}

Result<void> create_subscription(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NewSubscription input;
  NORN_ASSIGN(input.address, body.text("address", kFeedAddressRule));
  NORN_ASSIGN(const auto name, body.optional_text("name", kSubscriptionNameRule));
  input.name = name.value_or("");
  NORN_ASSIGN(input.color, body.text("color"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createSubscription"));
  NORN_ASSIGN(const Subscription made,
              parts.subscriptions.create(call.caller().user_id, input, creation));
  parts.refresher.wake();
  render_subscription(call, call.created(std::string(kSubscriptionsPath) + "/" + made.id), made);
  return {};
}

Result<void> get_subscription(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, subscription_in_path(call));
  NORN_ASSIGN(const Subscription one, parts.subscriptions.get(call.caller().user_id, id));
  render_subscription(call, call.json(), one);
  return {};
}

Result<void> change_subscription(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, subscription_in_path(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  SubscriptionPatch patch;
  if (body.has("address")) {
    NORN_ASSIGN(patch.address, body.text("address", kFeedAddressRule));
  }
  if (body.has("name")) {
    NORN_ASSIGN(patch.name, body.text("name", rest::TextRule{.max = kMaxNameCharacters}));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Subscription changed,
              parts.subscriptions.change(call.caller().user_id, id, patch, etag));
  if (patch.address) parts.refresher.wake();
  render_subscription(call, call.json(), changed);
  return {};
}

Result<void> delete_subscription(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, subscription_in_path(call));
  NORN_TRY(parts.subscriptions.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

Result<void> refresh_subscription(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, subscription_in_path(call));
  NORN_ASSIGN(const Subscription one, parts.subscriptions.refresh_soon(call.caller().user_id, id));
  parts.refresher.wake();
  render_subscription(call, call.json(), one);
  return {};
}

std::string subscription_members() {
  return fmt::format(
      R"("address":{{"type":"string","maxLength":{}}},"name":{{"type":"string","maxLength":{}}},)"
      R"("color":{{"$ref":"#/components/schemas/Color"}})",
      kMaxFeedAddressBytes, kMaxNameCharacters);
}

void add_subscription_schemas(rest::Api& api) {
  api.add_schema("Subscription", R"({"type":"object","additionalProperties":false,
    "required":["id","address","name","color","createdAt","updatedAt","checkedAt","refreshedAt",
      "nextAt","problem","problemStatus","eventCount","etag"],
    "properties":{"id":{"type":"string"},)" +
                                     subscription_members() + R"(,
      "createdAt":{"type":"string"},"updatedAt":{"type":"string"},
      "checkedAt":{"type":["string","null"],"description":"The last attempt to refresh it."},
      "refreshedAt":{"type":["string","null"],"description":"The last that succeeded."},
      "nextAt":{"type":"string","description":"When it is refreshed next."},
      "problem":{"type":["string","null"],"description":"Why the last attempt failed.",
        "enum":["addressRefused","notReached","timedOut","tooLarge","tooManyEvents",
          "tooManyRedirects","badRedirect","badStatus","noCalendar","incomplete",
          "internal",null]},
      "problemStatus":{"type":["integer","null"],"description":"Of HTTP, with badStatus."},
      "eventCount":{"type":"integer"},"etag":{"type":"string"}}})");
  api.add_schema("Subscriptions", R"({"type":"object","additionalProperties":false,
    "required":["subscriptions"],"properties":{"subscriptions":{"type":"array",
      "items":{"$ref":"#/components/schemas/Subscription"}}}})");
  api.add_schema("NewSubscription", R"({"type":"object","additionalProperties":false,
    "required":["address","color"],"properties":{)" +
                                        subscription_members() + "}}");
  api.add_schema("SubscriptionChange", R"({"type":"object","additionalProperties":false,
    "properties":{)" + subscription_members() +
                                           "}}");
}

void add_subscription_changes(rest::Api& api, const Parts& parts) {
  api.add({.method = "POST",
           .path = kSubscriptionsPath,
           .operation = "createSubscription",
           .tag = kTag,
           .summary = "Subscribes to a calendar feed (ICS at an http, https or webcal address). "
                      "Its events are fetched a moment later, and every few hours.",
           .scope = kWriteScope,
           .request = "NewSubscription",
           .replies = {{.status = 201, .description = "It.", .schema = "Subscription"}},
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_subscription)});
  api.add({.method = "PATCH",
           .path = kSubscriptionPath,
           .operation = "changeSubscription",
           .tag = kTag,
           .summary = "Changes the address, the name or the color of a subscription.",
           .scope = kWriteScope,
           .request = "SubscriptionChange",
           .replies = {{.status = 200, .description = "It.", .schema = "Subscription"}},
           .problems = {404, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_subscription)});
  api.add({.method = "DELETE",
           .path = kSubscriptionPath,
           .operation = "deleteSubscription",
           .tag = kTag,
           .summary = "Deletes a subscription and its events.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "It is gone."}},
           .problems = {404},
           .handle = handled_by(parts, delete_subscription)});
  api.add({.method = "POST",
           .path = std::string(kSubscriptionPath) + "/refresh",
           .operation = "refreshSubscription",
           .tag = kTag,
           .summary = "Refreshes a subscription a moment later, at most once a minute. `checkedAt` "
                      "changes when that is done.",
           .scope = kWriteScope,
           .replies = {{.status = 200, .description = "It, as before.", .schema = "Subscription"}},
           .problems = {404, 409},
           .handle = handled_by(parts, refresh_subscription)});
}

}  // namespace

void add_subscription_routes(rest::Api& api, const Parts& parts) {
  add_subscription_schemas(api);
  api.add({.method = "GET",
           .path = kSubscriptionsPath,
           .operation = "listSubscriptions",
           .tag = kTag,
           .summary = "Lists the calendar feeds that you subscribe to, by name.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "They.", .schema = "Subscriptions"}},
           .handle = handled_by(parts, list_subscriptions)});
  api.add({.method = "GET",
           .path = kSubscriptionPath,
           .operation = "getSubscription",
           .tag = kTag,
           .summary = "Gets a subscription, with when it was refreshed and what went wrong.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "It.", .schema = "Subscription"}},
           .problems = {404},
           .handle = handled_by(parts, get_subscription)});
  add_subscription_changes(api, parts);
  const auto reader = [&subscriptions =
                           parts.subscriptions](const rest::Call& call) -> Result<events::Owner> {
    NORN_ASSIGN(const std::string id, subscription_in_path(call));
    return subscriptions.reader(call.caller().user_id, id);
  };
  events::add_reading_routes(api, {.path = kSubscriptionPath,
                                   .tag = kTag,
                                   .read_scope = kReadScope,
                                   .write_scope = kWriteScope,
                                   .noun = "Subscription",
                                   .where = "a subscription",
                                   .file_name = "subscription.ics",
                                   .reader = reader,
                                   .writer = {},
                                   .context = events::context_of(parts.context),
                                   .events = parts.events,
                                   .views = parts.views,
                                   .guests = parts.guests,
                                   .kept_views = parts.kept_views});
}

}  // namespace norn::calendars
