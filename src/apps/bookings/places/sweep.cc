#include "apps/bookings/places/sweep.h"

#include <utility>
#include <vector>

#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitations.h"

namespace norn::bookings {
namespace {

constexpr int64_t kItemsPerPart = 200;

Result<std::vector<store::Item>> some_keys(const Context& context, store::QueryRequest request) {
  request.table = context.tables.bookings();
  request.projection = "PK, SK";
  request.limit = kItemsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  std::vector<store::Item> found;
  found.reserve(page.items.size());
  for (const store::ItemView key : page.items) found.push_back(store::Item::copy_of(key));
  return found;
}

Result<void> remove_items(const Context& context, const std::vector<store::Item>& keys) {
  return apps::remove_all(context.store, context.tables.bookings(), keys);
}

Result<bool> sweep_partition(const Context& context, const std::string& pk) {
  store::QueryRequest request;
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", pk}};
  NORN_ASSIGN(const auto found, some_keys(context, std::move(request)));
  NORN_TRY(remove_items(context, found));
  return !found.empty();
}

// Memberships, or former memberships. The item in the person's partition goes first, because the
// item in the place's partition leads to it. The person's id is read from the key, so that items
// that are broken otherwise are removed, too.
template <typename Counterpart>
Result<bool> sweep_people(const Context& context, const std::string& place_id,
                          std::string_view prefix, const Counterpart& counterpart) {
  store::QueryRequest request;
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::place(place_id)}, {":prefix", prefix}};
  NORN_ASSIGN(const auto found, some_keys(context, std::move(request)));
  std::vector<store::Item> others;
  others.reserve(found.size());
  for (const store::Item& key : found) {
    const std::string user_id = apps::text_of(key, "SK").substr(prefix.size());
    NORN_ASSIGN(store::Item other, counterpart(user_id));
    others.push_back(std::move(other));
  }
  NORN_TRY(remove_items(context, others));
  NORN_TRY(remove_items(context, found));
  return !found.empty();
}

// Removes the calendar feed that a person has of the place.
Result<void> revoke_feed(const Context& context, const std::string& place_id,
                         const std::string& user_id) {
  accounts::FeedAddresses addresses(context.store, context.tables, context.clock, context.ids);
  return addresses.revoke(place_feed_link(user_id, place_id));
}

}  // namespace

Action begin_place_sweep(const Context& context, const std::string& place_id) {
  return context.sweeps.begin(kPlaceSweep, place_id);
}

Result<bool> sweep_place(const Context& context, const std::string& place_id) {
  // Ids are never used again, so a deleted place cannot come back.
  NORN_ASSIGN(const auto place, find_item(context, place_key(place_id)));
  if (place) return false;
  NORN_ASSIGN(const bool events, sweep_partition(context, keys::events(place_id)));
  NORN_ASSIGN(const bool slots, sweep_partition(context, keys::slots(place_id)));
  NORN_ASSIGN(const bool wishes, sweep_partition(context, keys::wishes(place_id)));
  const auto of_former = [&](const std::string& user_id) -> Result<store::Item> {
    NORN_TRY(revoke_feed(context, place_id, user_id));
    return apps::key_of(keys::user(user_id), keys::former_place(place_id));
  };
  const auto of_member = [&](const std::string& user_id) -> Result<store::Item> {
    NORN_TRY(revoke_feed(context, place_id, user_id));
    return person_key(place_id, user_id);
  };
  const sharing::InvitationItems invitations = describe_places(context.tables).invitations;
  NORN_ASSIGN(const bool invited, sharing::sweep_invitations(context.store, invitations, place_id));
  NORN_ASSIGN(const bool former, sweep_people(context, place_id, keys::kFormerPrefix, of_former));
  NORN_ASSIGN(const bool members, sweep_people(context, place_id, keys::kMemberPrefix, of_member));
  return events || slots || wishes || invited || former || members;
}

}  // namespace norn::bookings
