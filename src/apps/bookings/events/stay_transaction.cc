#include "apps/bookings/events/stay_transaction.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/sweep.h"
#include "apps/bookings/sentences.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kIsNew = "attribute_not_exists(PK)";

store::PutRequest put_if_new(const std::string& table, store::Item item) {
  store::PutRequest put;
  put.table = table;
  put.item = std::move(item);
  put.condition = kIsNew;
  put.return_item_on_condition_failure = true;
  return put;
}

store::DeleteRequest delete_slot(const std::string& table, const std::string& place_id,
                                 Date night) {
  store::DeleteRequest remove;
  remove.table = table;
  remove.key = apps::key_of(keys::slots(place_id), date_text(night));
  return remove;
}

// The key of the event, and the condition that it still has the version that was read.
template <typename Request>
void expect_version(Request& request, const Event& event) {
  request.key = apps::key_of(keys::events(event.place_id), event.id);
  request.condition = "#version = :version";
  request.placeholders.names.emplace("#version", "version");
  request.placeholders.values.emplace(":version", store::Value::number(event.version));
  request.return_item_on_condition_failure = true;
}

store::UpdateRequest update_event(const std::string& table, const Event& old, const Event& next) {
  store::UpdateRequest update;
  update.table = table;
  expect_version(update, old);
  update.update =
      "SET startDate = :start, endDate = :end, title = :title, note = :note, userId = :user, "
      "#total = :total, #currency = :currency, updatedAt = :now, updatedBy = :by, "
      "#version = #version + :one";
  update.placeholders.names.emplace("#total", "total");
  update.placeholders.names.emplace("#currency", "currency");
  store::Map& values = update.placeholders.values;
  values.emplace(":start", date_text(next.stay.start));
  values.emplace(":end", date_text(next.stay.end));
  values.emplace(":title", next.title);
  values.emplace(":note", apps::text_or_null(next.note));
  values.emplace(":user", apps::text_or_null(next.user_id));
  values.emplace(":total", store::Value::number(next.total));
  values.emplace(":currency", next.currency);
  values.emplace(":now", next.updated_at);
  values.emplace(":by", next.updated_by);
  values.emplace(":one", store::Value::number(1));
  return update;
}

constexpr size_t kEventAction = 0;

// A night that was taken, and the id of its event: empty if the slot has none.
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

// The events around the slots that have no event id.
Result<std::vector<Event>> events_around_unnamed(const Context& context,
                                                 const std::string& place_id,
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

std::vector<Action> create_actions(const std::string& table, const Event& event) {
  std::vector<Action> actions;
  actions.reserve(static_cast<size_t>(event.stay.nights()) + 1);
  actions.emplace_back(put_if_new(table, to_item(event)));
  for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
    actions.emplace_back(put_if_new(table, slot_item(event.place_id, night, event.id)));
  }
  return actions;
}

std::vector<Action> update_actions(const std::string& table, const Event& old, const Event& next) {
  std::vector<Action> actions;
  actions.emplace_back(update_event(table, old, next));
  for (const Date night : nights_only_in(next.stay, old.stay)) {
    actions.emplace_back(put_if_new(table, slot_item(next.place_id, night, next.id)));
  }
  for (const Date night : nights_only_in(old.stay, next.stay)) {
    actions.emplace_back(delete_slot(table, old.place_id, night));
  }
  return actions;
}

std::vector<Action> delete_actions(const std::string& table, const Event& event) {
  std::vector<Action> actions;
  store::DeleteRequest remove;
  remove.table = table;
  expect_version(remove, event);
  actions.emplace_back(std::move(remove));
  for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
    actions.emplace_back(delete_slot(table, event.place_id, night));
  }
  return actions;
}

std::unexpected<Error> slots_taken(const Context& context, const Access& access,
                                   const apps::Refusals& refusals,
                                   const std::vector<Action>& actions) {
  const std::vector<TakenSlot> slots = taken_slots(refusals, actions);
  const std::string& place_id = access.place.id;
  // The nights are taken, even if the events that have them cannot be read.
  const auto named = events_with(context, place_id, slots).value_or(EventsById());
  const auto by_night =
      events_around_unnamed(context, place_id, slots).value_or(std::vector<Event>());
  std::vector<TakenNight> taken;
  taken.reserve(slots.size());
  for (const TakenSlot& slot : slots) {
    taken.push_back({slot.night, holder_of(slot, named, by_night)});
  }
  return overlap(access, taken);
}

std::unexpected<Error> event_changed(const Access& access, const apps::Refusals& refusals) {
  const store::Item* const item = refusals.item(kEventAction);
  if (item == nullptr) return not_found(kBookingNotFound);
  NORN_ASSIGN(const Event current, event_from(*item));
  return stale_event(access, current);
}

Result<void> confirm_place(const Context& context, const std::string& place_id) {
  NORN_ASSIGN(const auto place, find_item(context, place_key(place_id)));
  if (place) return {};
  NORN_TRY(apps::transact(context.store, {begin_place_sweep(context, place_id)}));
  context.sweeps.wake();
  return not_found(kPlaceNotFound);
}

}  // namespace norn::bookings
