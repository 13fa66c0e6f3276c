#include "apps/bookings/feed.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace norn::bookings {
namespace {

using sharing::Right;
using store::StreamRecord;

constexpr std::string_view kScope = "bookings:read";

// An item of a change as what it stands for; nullopt when there is none.
template <typename T>
Result<std::optional<T>> read(const store::Item* item, Result<T> (*from)(store::ItemView)) {
  if (item == nullptr) return std::nullopt;
  NORN_ASSIGN(T thing, from(*item));
  return thing;
}

const store::Item* image(const std::optional<store::Item>& image) {
  return image ? &*image : nullptr;
}

// The items that records are about as they are now, by their keys; those that are there.
using State = std::map<std::pair<std::string, std::string>, store::Item>;

State::key_type key_in_state(store::ItemView item) {
  return {apps::text_of(item, "PK"), apps::text_of(item, "SK")};
}

Result<State> present_state(store::Store& store, const std::string& table,
                            const std::vector<StreamRecord>& records) {
  State keys;
  for (const StreamRecord& record : records) keys.emplace(key_in_state(record.keys), record.keys);
  std::vector<store::Item> asked;
  for (auto& [key, item] : keys) asked.push_back(std::move(item));
  NORN_ASSIGN(auto items, apps::get_all(store, table, asked));
  State state;
  for (store::Item& item : items) state.emplace(key_in_state(item), std::move(item));
  return state;
}

enum class What : uint8_t { kThere, kGone, kOffered };

live::Event event_of(std::string name, const std::string& place_id, const std::string& id,
                     What what, std::vector<std::string> users) {
  live::Event event{std::move(name), "", std::move(users), std::string(kScope)};
  ObjectWriter object(event.data);
  if (!place_id.empty()) object.text("placeId", place_id);
  object.text("id", id);
  if (what == What::kGone) object.boolean("gone", true);
  if (what == What::kOffered) object.boolean("offered", true);
  object.close();
  return event;
}

live::Event place_event(const std::string& id, What what, std::vector<std::string> users) {
  return event_of("place", "", id, what, std::move(users));
}

live::Event members_event(const std::string& id, std::vector<std::string> users) {
  return event_of("place-members", "", id, What::kThere, std::move(users));
}

// The nights that an event had and has no more: at most one stay at each end.
std::vector<Stay> freed_by(const Stay& before, const std::optional<Event>& now) {
  if (!now || !now->stay.overlaps(before)) return {before};
  std::vector<Stay> freed;
  if (before.start < now->stay.start) freed.push_back({before.start, now->stay.start});
  if (now->stay.end < before.end) freed.push_back({now->stay.end, before.end});
  return freed;
}

}  // namespace

Result<live::Events> BookingsFeed::events_of(const StreamRecord& record) {
  const auto [pk, sk] = key_in_state(record.keys);
  return events_of(Change{pk, sk, image(record.old_image), image(record.new_image)});
}

// What a thing was says only which nights became free, and who has lost something.
Result<std::vector<live::Events>> BookingsFeed::catch_up(const std::vector<StreamRecord>& records) {
  NORN_ASSIGN(const State state, present_state(context_.store, table(), records));
  std::vector<live::Events> all(records.size());
  const auto is_less = [](const live::Event* left, const live::Event* right) {
    return std::tie(left->name, left->data, left->users) <
           std::tie(right->name, right->data, right->users);
  };
  std::set<const live::Event*, decltype(is_less)> told;
  for (size_t i = records.size(); i-- > 0;) {
    const auto key = key_in_state(records[i].keys);
    const auto now = state.find(key);
    NORN_ASSIGN(all[i], events_of(Change{key.first, key.second, image(records[i].old_image),
                                         now == state.end() ? nullptr : &now->second}));
    std::erase_if(all[i], [&](const live::Event& event) { return told.contains(&event); });
    for (const live::Event& event : all[i]) told.insert(&event);
  }
  return all;
}

Result<live::Events> BookingsFeed::events_of(const Change& change) {
  Result<live::Events> events = live::Events();
  if (change.before == nullptr && change.now == nullptr) return events;
  if (keys::is_of("EVENT", change.pk)) events = of_event(change);
  if (keys::is_of("WISH", change.pk)) events = of_wish(change);
  if (keys::is_of("PLACE", change.pk)) {
    events = change.sk == keys::kPlace ? of_place(change) : of_member(change);
  }
  if (!events && events.error().code == ErrorCode::kCorruption) {
    // Other tools write to the table too; what they left there is theirs to mend.
    log::warn("a change of {} {} is not told to open pages: {}", change.pk, change.sk,
              events.error().message);
    return live::Events();
  }
  return events;
}

Result<live::Events> BookingsFeed::of_event(const Change& change) {
  NORN_ASSIGN(const auto before, read<Event>(change.before, event_from));
  NORN_ASSIGN(const auto now, read<Event>(change.now, event_from));
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  live::Events events;
  if (!members->thing_exists) return events;
  events.push_back(event_of("booking", place_id, change.sk, now ? What::kThere : What::kGone,
                            members->with(Right::kRead)));
  if (!before) return events;
  for (const Stay& freed : freed_by(before->stay, now)) {
    NORN_TRY(add_offers(place_id, freed, events));
  }
  return events;
}

Result<void> BookingsFeed::add_offers(const std::string& place_id, const Stay& freed,
                                      live::Events& events) {
  NORN_ASSIGN(const auto offered, offered_by(context_, place_id, freed));
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  for (const Wish& wish : offered) {
    if (!members->has(wish.user_id, Right::kWrite)) continue;
    live::Event event = event_of("wish", place_id, wish.id, What::kOffered, {wish.user_id});
    // A wish may have nights at both ends of a stay that became shorter.
    const bool is_told = std::ranges::any_of(
        events, [&](const live::Event& other) { return other.data == event.data; });
    if (!is_told) events.push_back(std::move(event));
  }
  return {};
}

Result<live::Events> BookingsFeed::of_wish(const Change& change) {
  NORN_ASSIGN(const auto before, read<Wish>(change.before, wish_from));
  NORN_ASSIGN(const auto now, read<Wish>(change.now, wish_from));
  const Wish& wish = now ? *now : *before;
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(wish.place_id));
  live::Events events;
  if (!members->thing_exists || !members->has(wish.user_id, Right::kRead)) return events;
  events.push_back(
      event_of("wish", wish.place_id, wish.id, now ? What::kThere : What::kGone, {wish.user_id}));
  return events;
}

// Its members are read after it went; those who went before hear of it with their own items.
Result<live::Events> BookingsFeed::of_place(const Change& change) {
  NORN_ASSIGN(auto before, read<Place>(change.before, place_from));
  NORN_ASSIGN(const auto now, read<Place>(change.now, place_from));
  // That somebody wished for something is nobody else's business.
  if (before && now) before->has_wishes = now->has_wishes;
  if (before && before == now) return live::Events();
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  const What what = members->thing_exists ? What::kThere : What::kGone;
  live::Events events;
  events.push_back(place_event(place_id, what, members->with(Right::kRead)));
  return events;
}

// The place with what they may do in it for whom it is about, and the list for all; invitations are
// for administrators alone.
Result<live::Events> BookingsFeed::of_member(const Change& change) {
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  const sharing::MembershipEvents events = {
      .of_thing =
          [&](bool is_in_it) {
            return place_event(place_id, is_in_it ? What::kThere : What::kGone, {});
          },
      .of_list = [&] { return members_event(place_id, {}); }};
  if (change.sk.starts_with(keys::kInvitedPrefix)) {
    return sharing::invitation_events(*members, events);
  }
  if (!change.sk.starts_with(keys::kMemberPrefix)) return live::Events();
  const std::string user_id = change.sk.substr(keys::kMemberPrefix.size());
  return sharing::membership_events(*members, user_id, change.now == nullptr, events);
}

}  // namespace norn::bookings
