#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/events_input.h"
#include "apps/bookings/events/events_refusals.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// updateEvent and deleteEvent of the design.
namespace norn::bookings {
namespace {

// The event as somebody has read it, who may change it.
Result<Event> event_to_change(const Context& context, const Access& access,
                              const std::string& event_id, const std::string& etag) {
  NORN_ASSIGN(Event event, existing_event(context, access.place.id, event_id));
  if (!may_change(access, event)) {
    return forbidden(
        "This is not your booking, and only administrators of the place may change those of "
        "others. Ask one of them.");
  }
  if (etag_of(event) != etag) return stale_event(access, event);
  return event;
}

Result<void> change_nights(const Context& context, const Access& access, const EventChange& change,
                           Event& event) {
  const Stay old = event.stay;
  const Stay next = {change.start.value_or(old.start), change.end.value_or(old.end)};
  if (next == old) return {};
  const PlaceSettings& settings = access.place.settings;
  NORN_TRY(check_nights(settings, old, next, event.kind, today_at(access.place, context.clock)));
  event.stay = next;
  event.currency = settings.currency;
  event.total = event.kind == EventKind::kBooking ? quote_of(settings, next).total : 0;
  return {};
}

// Somebody else comes: it is called after them, unless it is said how.
Result<void> change_person(const Context& context, const Access& access, const EventChange& change,
                           Event& event) {
  if (!change.user_id || *change.user_id == event.user_id) return {};
  if (event.kind == EventKind::kBlocked) {
    return invalid("userId", "A blocked period is nobody's. Leave the userId out.");
  }
  if (!access.is_administrator()) {
    return forbidden(
        "Only administrators of the place may give a booking to somebody else. Ask one of them.");
  }
  NORN_TRY(check_person(context, access, *change.user_id));
  event.user_id = *change.user_id;
  if (change.title) return {};
  NORN_ASSIGN(event.title, name_of(context, event.user_id));
  return {};
}

Result<Event> changed(const Context& context, const Access& access, const EventChange& change,
                      Event event) {
  NORN_TRY(change_person(context, access, change, event));
  NORN_TRY(change_nights(context, access, change, event));
  if (change.title) {
    NORN_ASSIGN(event.title, checked_title(*change.title));
  }
  if (change.note) {
    NORN_ASSIGN(event.note, checked_note(*change.note));
  }
  return event;
}

}  // namespace

Result<EventFor> Events::change(const std::string& user_id, const std::string& place_id,
                                const std::string& event_id, const EventChange& change,
                                const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_ASSIGN(const Event old, event_to_change(context_, access, event_id, etag));
  NORN_ASSIGN(Event next, changed(context_, access, change, old));
  if (next == old) return seen_by(access, old);
  next.updated_at = now_text(context_);
  next.version = old.version + 1;

  const std::vector<Action> actions = update_actions(context_.tables.bookings(), old, next);
  const auto written = apps::transact(context_.store, actions);
  if (!written) {
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return refused_event(access, refusals);
    return refused_slots(context_, access, refusals, actions);
  }
  NORN_TRY(expect_place(context_, place_id));
  if (access.place.has_wishes) fulfil_wishes(context_, next);
  return seen_by(access, std::move(next));
}

Result<void> Events::remove(const std::string& user_id, const std::string& place_id,
                            const std::string& event_id, const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_ASSIGN(const Event event, event_to_change(context_, access, event_id, etag));
  const std::vector<Date> nights = nights_only_in(event.stay, {});
  NORN_TRY(check_past(access.place.settings, nights, today_at(access.place, context_.clock)));
  NORN_TRY(check_changed_nights(nights.size()));
  const auto written =
      apps::transact(context_.store, delete_actions(context_.tables.bookings(), event));
  if (written) return {};
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  return refused_event(access, refusals);
}

}  // namespace norn::bookings
