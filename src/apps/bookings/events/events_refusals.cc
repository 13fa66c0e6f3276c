#include "apps/bookings/events/events_refusals.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "apps/bookings/keys.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/places_actions.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

// The first action is that of the event.
constexpr size_t kEventAction = 0;

// A night that was taken, and by which event: empty when its slot does not say it.
struct TakenSlot {
  Date night;
  std::string event_id;
};

std::vector<TakenSlot> taken_slots(const apps::Refusals& refusals,
                                   const std::vector<Action>& actions) {
  std::vector<TakenSlot> slots;
  for (size_t i = kEventAction + 1; i < actions.size(); ++i) {
    const auto* const put = std::get_if<store::PutRequest>(&actions[i]);
    if (put == nullptr || !refusals.failed(i)) continue;
    const store::Item* const there = refusals.item(i);
    slots.push_back({*parse_date(apps::text_of(put->item, "SK")),
                     there != nullptr ? apps::text_of(*there, "eventId") : std::string()});
  }
  return slots;
}

using EventsById = std::map<std::string, Event, std::less<>>;

Result<EventsById> events_with(const Context& context, const std::string& place_id,
                               const std::vector<TakenSlot>& slots) {
  std::set<std::string> event_ids;
  for (const TakenSlot& slot : slots) {
    if (!slot.event_id.empty()) event_ids.insert(slot.event_id);
  }
  std::vector<store::Item> event_keys;
  event_keys.reserve(event_ids.size());
  for (const std::string& id : event_ids) {
    event_keys.push_back(apps::key_of(keys::events(place_id), id));
  }
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(), event_keys));
  EventsById events;
  for (const store::Item& item : items) {
    if (auto event = event_from(item)) events.emplace(event->id, *event);
  }
  return events;
}

// Those that have the nights of slots that do not say whose they are.
Result<std::vector<Event>> events_of_silent(const Context& context, const std::string& place_id,
                                            const std::vector<TakenSlot>& slots) {
  std::optional<Stay> span;
  for (const TakenSlot& slot : slots) {
    if (!slot.event_id.empty()) continue;
    const Date after = slot.night + std::chrono::days(1);
    if (!span) span = Stay{slot.night, after};
    *span = {std::min(span->start, slot.night), std::max(span->end, after)};
  }
  if (!span) return std::vector<Event>();
  return events_between(context, place_id, span->start, span->end);
}

std::optional<Event> holder_of(const TakenSlot& slot, const EventsById& named,
                               const std::vector<Event>& by_night) {
  if (!slot.event_id.empty()) {
    const auto found = named.find(slot.event_id);
    return found == named.end() ? std::nullopt : std::optional(found->second);
  }
  const auto found = std::ranges::find_if(
      by_night, [&](const Event& event) { return event.stay.has(slot.night); });
  return found == by_night.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::unexpected<Error> refused_slots(const Context& context, const Access& access,
                                     const apps::Refusals& refusals,
                                     const std::vector<Action>& actions) {
  const std::vector<TakenSlot> slots = taken_slots(refusals, actions);
  const std::string& place_id = access.place.id;
  // That the nights are taken is certain; a name that cannot be read does not change it.
  const auto named = events_with(context, place_id, slots).value_or(EventsById());
  const auto by_night = events_of_silent(context, place_id, slots).value_or(std::vector<Event>());
  std::vector<TakenNight> taken;
  taken.reserve(slots.size());
  for (const TakenSlot& slot : slots) {
    taken.push_back({slot.night, holder_of(slot, named, by_night)});
  }
  return overlap(access, taken);
}

std::unexpected<Error> refused_event(const Access& access, const apps::Refusals& refusals) {
  const store::Item* const item = refusals.item(kEventAction);
  if (item == nullptr) return not_found("booking");
  NORN_ASSIGN(const Event current, event_from(*item));
  return stale_event(access, current);
}

Result<void> expect_place(const Context& context, const std::string& place_id) {
  NORN_ASSIGN(const auto place, find_item(context, place_key(place_id)));
  if (place) return {};
  NORN_TRY(apps::transact(context.store, {begin_place_sweep(context, place_id)}));
  context.sweeps.wake();
  return not_found("place");
}

}  // namespace norn::bookings
