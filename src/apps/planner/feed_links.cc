#include "apps/planner/feed_links.h"

#include "apps/accounts/secrets.h"
#include "apps/planner/ical_keys.h"
#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/time_text.h"

namespace norn::planner {

using apps::Action;

namespace {

constexpr int64_t kHourMs = 3'600'000;

store::GetRequest get_of(const Context& context, const std::string& pk, std::string_view sk) {
  store::GetRequest request;
  request.table = context.tables.norn();
  request.key = apps::key_of(pk, sk);
  request.consistent = true;
  return request;
}

store::DeleteRequest removal(const Context& context, const std::string& pk, std::string_view sk) {
  store::DeleteRequest request;
  request.table = context.tables.norn();
  request.key = apps::key_of(pk, sk);
  return request;
}

std::string digest_of(store::ItemView link) {
  return apps::text_of(link, "secretHash");
}

// That the person's link still is the one that was read, or that there still is none.
template <typename Request>
Request if_still(Request request, const std::optional<store::Item>& link) {
  request.condition = link ? "secretHash = :old" : "attribute_not_exists(PK)";
  if (link) request.placeholders.values[":old"] = digest_of(*link);
  return request;
}

}  // namespace

Result<std::optional<store::Item>> FeedLinks::link_of(const std::string& user_id) {
  NORN_ASSIGN(auto found, context_.store.get(get_of(context_, keys::user(user_id), keys::kFeed)));
  return std::move(found.item);
}

Result<std::optional<FeedLinks::State>> FeedLinks::state(const std::string& user_id) {
  NORN_ASSIGN(const auto link, link_of(user_id));
  if (!link) return std::nullopt;
  return State{.created_at = apps::text_of(*link, "createdAt"),
               .last_read_at = apps::optional_text_of(*link, "lastReadAt")};
}

Result<std::string> FeedLinks::create(const std::string& user_id) {
  const std::string secret = accounts::new_secret(context_.ids);
  const std::string digest = accounts::secret_hash(secret);
  const std::string now = timestamp_s(context_.clock.now_ms());
  return apps::decide_and_write([&]() -> Result<std::optional<std::string>> {
    NORN_TRY(read_meta(context_, user_id));
    NORN_ASSIGN(const auto old, link_of(user_id));
    store::PutRequest link;
    link.table = context_.tables.norn();
    link.item = store::Item::from_map({{"PK", keys::user(user_id)},
                                       {"SK", std::string(keys::kFeed)},
                                       {"entityType", "FEED"},
                                       {"userId", user_id},
                                       {"secretHash", digest},
                                       {"createdAt", now}});
    store::PutRequest address;
    address.table = context_.tables.norn();
    address.item = store::Item::from_map({{"PK", keys::feed(digest)},
                                          {"SK", keys::feed(digest)},
                                          {"entityType", "FEED_ADDRESS"},
                                          {"userId", user_id},
                                          {"createdAt", now}});
    address.condition = "attribute_not_exists(PK)";
    // Nobody who is gone gets one: nothing would ever end it.
    store::ConditionCheck person;
    person.table = context_.tables.planner();
    person.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
    person.condition = "attribute_exists(PK)";
    std::vector<Action> actions{if_still(link, old), address, person};
    if (old) {
      const std::string old_address = keys::feed(digest_of(*old));
      actions.emplace_back(removal(context_, old_address, old_address));
    }
    NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
    if (!written) return std::nullopt;
    return secret;
  });
}

Result<void> FeedLinks::revoke(const std::string& user_id) {
  const auto done = apps::decide_and_write([&]() -> Result<std::optional<apps::Done>> {
    NORN_ASSIGN(const auto old, link_of(user_id));
    if (!old) return apps::Done{};
    const std::string address = keys::feed(digest_of(*old));
    NORN_ASSIGN(const bool written,
                apps::write_all(context_.store,
                                {if_still(removal(context_, keys::user(user_id), keys::kFeed), old),
                                 removal(context_, address, address)}));
    if (!written) return std::nullopt;
    return apps::Done{};
  });
  if (!done) return std::unexpected(done.error());
  return {};
}

Result<std::optional<std::string>> FeedLinks::find_user(const std::string& secret) {
  const auto bytes = accounts::from_base64url(secret);
  if (!bytes || bytes->size() != accounts::kSecretBytes) return std::nullopt;
  const std::string digest = accounts::secret_hash(secret);
  const std::string address = keys::feed(digest);
  NORN_ASSIGN(const auto found, context_.store.get(get_of(context_, address, address)));
  if (!found.item) return std::nullopt;
  std::string user_id = apps::text_of(*found.item, "userId");
  note_reading(user_id, digest);
  return user_id;
}

// Subscribed calendars come every few minutes, so this is written once an hour; and whoever reads
// gets the file also when it cannot be.
void FeedLinks::note_reading(const std::string& user_id, const std::string& digest) {
  const int64_t now_ms = context_.clock.now_ms();
  const auto link = link_of(user_id);
  if (!link || !*link) return;
  const auto last = apps::optional_text_of(**link, "lastReadAt");
  const auto last_ms = last ? parse_timestamp_ms(*last) : std::nullopt;
  if (last_ms && now_ms - *last_ms < kHourMs) return;
  store::UpdateRequest update;
  update.table = context_.tables.norn();
  update.key = apps::key_of(keys::user(user_id), keys::kFeed);
  update.update = "SET lastReadAt = :now";
  update.condition = "secretHash = :digest";
  update.placeholders.values = {{":now", timestamp_s(now_ms)}, {":digest", digest}};
  static_cast<void>(context_.store.update(update));
}

Result<std::vector<accounts::Action>> FeedLinks::on_delete(const accounts::User& user) {
  NORN_ASSIGN(const auto link, link_of(user.id));
  std::vector<Action> actions{if_still(removal(context_, keys::user(user.id), keys::kFeed), link),
                              removal(context_, keys::user(user.id), keys::kImport)};
  if (link) {
    const std::string address = keys::feed(digest_of(*link));
    actions.emplace_back(removal(context_, address, address));
  }
  return actions;
}

}  // namespace norn::planner
