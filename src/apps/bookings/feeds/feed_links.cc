#include "apps/bookings/feeds/feed_links.h"

#include "apps/accounts/keys.h"
#include "apps/bookings/keys.h"
#include "apps/shared/items.h"

namespace norn::bookings {
namespace {

// Whether an address was created during this membership. (Timestamps sort as text.)
bool is_created_in(const Membership& membership, const std::string& created_at) {
  return membership.created_at <= created_at;
}

}  // namespace

accounts::FeedLink place_feed_link(const std::string& user_id, const std::string& place_id) {
  return {.user_id = user_id,
          .sk = keys::place_feed(place_id),
          .address_prefix = std::string(keys::kFeedAddressPrefix),
          .type = "PLACE_FEED",
          .attributes = {{"placeId", place_id}}};
}

Result<std::optional<PlaceFeedLinks::State>> PlaceFeedLinks::state(const std::string& user_id,
                                                                   const std::string& place_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(auto state, addresses_.state(place_feed_link(user_id, place_id)));
  if (state && !is_created_in(access.membership, state->created_at)) return std::nullopt;
  return state;
}

Result<std::string> PlaceFeedLinks::create(const std::string& user_id, const std::string& place_id,
                                           const std::optional<int64_t>& session_epoch) {
  const auto may_have = [&]() -> Result<std::vector<Action>> {
    NORN_TRY(authorize(context_, user_id, place_id, Role::kViewer));
    store::ConditionCheck member;
    member.table = context_.tables.bookings();
    member.key = apps::key_of(keys::place(place_id), keys::member(user_id));
    member.condition = "attribute_exists(PK)";
    return std::vector<Action>{std::move(member)};
  };
  return addresses_.create(place_feed_link(user_id, place_id), session_epoch, may_have);
}

Result<void> PlaceFeedLinks::revoke(const std::string& user_id, const std::string& place_id) {
  NORN_TRY(authorize(context_, user_id, place_id, Role::kViewer));
  return addresses_.revoke(place_feed_link(user_id, place_id));
}

Result<std::optional<PlaceFeedLinks::Reader>> PlaceFeedLinks::find(const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(keys::kFeedAddressPrefix, secret));
  if (!address) return std::nullopt;
  Reader reader{.user_id = apps::text_of(*address, "userId"),
                .place_id = apps::text_of(*address, "placeId")};
  const auto access = authorize(context_, reader.user_id, reader.place_id, Role::kViewer);
  if (!access && access.error().code != ErrorCode::kNotFound) {
    return std::unexpected(access.error());
  }
  if (!access || !is_created_in(access->membership, apps::text_of(*address, "createdAt"))) {
    return std::nullopt;
  }
  addresses_.note_reading(place_feed_link(reader.user_id, reader.place_id), secret);
  return reader;
}

Result<std::vector<std::string>> PlaceFeedLinks::places_of(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :feeds)";
  request.placeholders.values = {{":pk", accounts::keys::user(user_id)},
                                 {":feeds", keys::kPlaceFeedPrefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context_.store, std::move(request)));
  std::vector<std::string> places;
  places.reserve(items.size());
  for (const store::Item& item : items) places.push_back(apps::text_of(item, "placeId"));
  return places;
}

Result<bool> PlaceFeedLinks::forget(const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(user_id));
  for (const std::string& place_id : places) {
    NORN_TRY(addresses_.revoke(place_feed_link(user_id, place_id)));
  }
  return false;
}

Result<bool> PlaceFeedLinks::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_ASSIGN(const auto places, places_of(user_id));
  for (const std::string& place_id : places) {
    NORN_TRY(addresses_.revoke_until(place_feed_link(user_id, place_id), until_ms));
  }
  return false;
}

}  // namespace norn::bookings
