#include "apps/bookings/feeds/live_feed.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::bookings {
namespace {

using sharing::Right;
using store::StreamRecord;

enum class State : uint8_t { kPresent, kGone, kOffered };

live::Event event_of(std::string name, const std::string& place_id, const std::string& id,
                     State state, std::vector<std::string> users) {
  live::Event event{std::move(name), "", std::move(users), kReadScope};
  ObjectWriter object(event.data);
  if (!place_id.empty()) object.text("placeId", place_id);
  object.text("id", id);
  if (state == State::kGone) object.boolean("gone", true);
  if (state == State::kOffered) object.boolean("offered", true);
  object.close();
  return event;
}

live::Event place_event(const std::string& id, State state, std::vector<std::string> users) {
  return event_of("place", "", id, state, std::move(users));
}

live::Event members_event(const std::string& id, std::vector<std::string> users) {
  return event_of("place-members", "", id, State::kPresent, std::move(users));
}

// The nights that an event gave back: at most one stay at each end.
std::vector<Stay> freed_by(const Stay& before, const std::optional<Event>& now) {
  if (!now || !now->stay.overlaps(before)) return {before};
  std::vector<Stay> freed;
  if (before.start < now->stay.start) freed.push_back({before.start, now->stay.start});
  if (now->stay.end < before.end) freed.push_back({now->stay.end, before.end});
  return freed;
}

}  // namespace

Result<live::Events> BookingsFeed::events_of(const StreamRecord& record) {
  return apps::events_of_change(apps::change_of(record),
                                [this](const Change& change) { return events_of(change); });
}

Result<std::vector<live::Events>> BookingsFeed::catch_up(const std::vector<StreamRecord>& records) {
  return apps::catch_up(context_.store, table(), records,
                        [this](const Change& change) { return events_of(change); });
}

Result<live::Events> BookingsFeed::events_of(const Change& change) {
  if (keys::is_of("EVENT", change.pk)) return of_event(change);
  if (keys::is_of("WISH", change.pk)) return of_wish(change);
  if (!keys::is_of("PLACE", change.pk)) return live::Events();
  return change.sk == keys::kPlace ? of_place(change) : of_member(change);
}

Result<live::Events> BookingsFeed::of_event(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Event>(change.before, event_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Event>(change.now, event_from));
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  live::Events events;
  if (!members->thing_exists) return events;
  events.push_back(event_of("booking", place_id, change.sk, now ? State::kPresent : State::kGone,
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
    live::Event event = event_of("wish", place_id, wish.id, State::kOffered, {wish.user_id});
    // A wish may have nights at both ends of a stay that became shorter.
    const bool is_listed = std::ranges::any_of(
        events, [&](const live::Event& other) { return other.data == event.data; });
    if (!is_listed) events.push_back(std::move(event));
  }
  return {};
}

Result<live::Events> BookingsFeed::of_wish(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Wish>(change.before, wish_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Wish>(change.now, wish_from));
  const Wish& wish = now ? *now : *before;
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(wish.place_id));
  live::Events events;
  if (!members->thing_exists || !members->has(wish.user_id, Right::kRead)) return events;
  events.push_back(event_of("wish", wish.place_id, wish.id, now ? State::kPresent : State::kGone,
                            {wish.user_id}));
  return events;
}

// The members of a deleted place are read after the deletion. Members whose items the sweep has
// removed by then receive the event of their membership.
Result<live::Events> BookingsFeed::of_place(const Change& change) {
  NORN_ASSIGN(auto before, apps::read_changed<Place>(change.before, place_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Place>(change.now, place_from));
  // A first wish is no change that other members may see.
  if (before && now) before->has_wishes = now->has_wishes;
  if (before && before == now) return live::Events();
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  const State state = members->thing_exists ? State::kPresent : State::kGone;
  live::Events events;
  events.push_back(place_event(place_id, state, members->with(Right::kRead)));
  return events;
}

// The member receives the place with their new role, and all members receive the list. Only
// administrators receive changes of invitations.
Result<live::Events> BookingsFeed::of_member(const Change& change) {
  const std::string place_id = keys::place_in(change.pk);
  NORN_ASSIGN(const sharing::Audience* members, audiences_.of(place_id));
  const sharing::MembershipEvents events = {
      .of_thing =
          [&](bool is_in_it) {
            return place_event(place_id, is_in_it ? State::kPresent : State::kGone, {});
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
