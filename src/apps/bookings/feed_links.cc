#include "apps/bookings/feed_links.h"

#include "apps/accounts/secrets.h"
#include "apps/bookings/keys.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

constexpr int64_t kHourMs = 3'600'000;

store::Item link_key(const std::string& user_id, std::string_view place_id) {
  return apps::key_of(keys::user(user_id), keys::feed(place_id));
}

}  // namespace

Result<std::optional<store::Item>> FeedLinks::link_of(const Membership& membership) {
  store::GetRequest request;
  request.table = context_.tables.bookings();
  request.key = link_key(membership.user_id, membership.place_id);
  request.consistent = true;
  NORN_ASSIGN(auto found, context_.store.get(request));
  const bool is_of_this_membership =
      found.item && apps::text_of(*found.item, "createdAt") >= membership.created_at;
  if (!is_of_this_membership) return std::nullopt;
  return std::move(found.item);
}

Result<std::optional<FeedLinks::State>> FeedLinks::state(const std::string& user_id,
                                                         const std::string& place_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(const auto link, link_of(access.membership));
  if (!link) return std::nullopt;
  return State{.created_at = apps::text_of(*link, "createdAt"),
               .last_read_at = apps::optional_text_of(*link, "lastReadAt")};
}

Result<std::string> FeedLinks::create(const std::string& user_id, const std::string& place_id) {
  const std::string secret = accounts::new_secret(context_.ids);
  return apps::decide_and_write([&]() -> Result<std::optional<std::string>> {
    NORN_TRY(authorize(context_, user_id, place_id, Role::kViewer));
    store::PutRequest link;
    link.table = context_.tables.bookings();
    link.item = store::Item::from_map({{"PK", keys::user(user_id)},
                                       {"SK", keys::feed(place_id)},
                                       {"entityType", "FEED"},
                                       {"placeId", place_id},
                                       {"userId", user_id},
                                       {"secretHash", accounts::secret_hash(secret)},
                                       {"createdAt", now_text(context_)}});
    // Whoever is in it no more gets none: nothing would ever remove it.
    store::ConditionCheck membership;
    membership.table = context_.tables.bookings();
    membership.key = apps::key_of(keys::place(place_id), keys::member(user_id));
    membership.condition = "attribute_exists(PK)";
    NORN_ASSIGN(const bool written,
                apps::write_all(context_.store, {std::move(link), std::move(membership)}));
    if (!written) return std::nullopt;
    return place_id + "." + accounts::credential_text({user_id, secret});
  });
}

Result<void> FeedLinks::revoke(const std::string& user_id, const std::string& place_id) {
  NORN_TRY(authorize(context_, user_id, place_id, Role::kViewer));
  store::DeleteRequest request;
  request.table = context_.tables.bookings();
  request.key = link_key(user_id, place_id);
  NORN_TRY(context_.store.remove(request));
  return {};
}

Result<std::optional<FeedLinks::Reader>> FeedLinks::find_reader(const std::string& text) {
  const size_t dot = text.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string place_id = text.substr(0, dot);
  const auto credential = accounts::parse_credential(std::string_view(text).substr(dot + 1));
  if (!is_place_id(place_id) || !credential) return std::nullopt;
  auto access = authorize(context_, credential->user_id, place_id, Role::kViewer);
  if (!access && access.error().code == ErrorCode::kNotFound) return std::nullopt;
  NORN_ASSIGN(const Access allowed, std::move(access));
  NORN_ASSIGN(const auto link, link_of(allowed.membership));
  const std::string hash = accounts::secret_hash(credential->secret);
  if (!link || !accounts::same_secret(apps::text_of(*link, "secretHash"), hash)) {
    return std::nullopt;
  }
  note_reading(*link);
  return Reader{credential->user_id, place_id};
}

// Subscribed calendars come every few minutes, so this is written once an hour; and whoever reads
// gets the file also when it cannot be.
void FeedLinks::note_reading(const store::Item& link) {
  const int64_t now_ms = context_.clock.now_ms();
  const auto last = apps::optional_text_of(link, "lastReadAt");
  const auto last_ms = last ? parse_timestamp_ms(*last) : std::nullopt;
  if (last_ms && now_ms - *last_ms < kHourMs) return;
  store::UpdateRequest update;
  update.table = context_.tables.bookings();
  update.key = apps::key_of(apps::text_of(link, "PK"), apps::text_of(link, "SK"));
  update.update = "SET lastReadAt = :now";
  update.condition = "secretHash = :hash";
  update.placeholders.values = {{":now", timestamp_s(now_ms)},
                                {":hash", apps::text_of(link, "secretHash")}};
  static_cast<void>(context_.store.update(update));
}

Result<bool> FeedLinks::forget(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :feeds)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":feeds", keys::kFeedPrefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto links, apps::query_all(context_.store, std::move(request)));
  for (const store::Item& link : links) {
    store::DeleteRequest removal;
    removal.table = context_.tables.bookings();
    removal.key = apps::key_of(keys::user(user_id), apps::text_of(link, "SK"));
    NORN_TRY(context_.store.remove(removal));
  }
  return false;
}

}  // namespace norn::bookings
