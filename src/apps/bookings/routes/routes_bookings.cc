#include <utility>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes_parts.h"

// Bookings and blocked periods: one by one.
namespace norn::bookings {
namespace {

// What the address says: which place, and which of its events.
struct Target {
  std::string place_id;
  std::string event_id;
};

Result<Target> target_of(const rest::Call& call) {
  Target target;
  NORN_ASSIGN(target.place_id, place_id_of(call));
  NORN_ASSIGN(target.event_id, call.id("eventId", "booking"));
  return target;
}

void render(rest::Call& call, std::string& out, const EventFor& event) {
  call.set_etag(etag_of(event.event));
  append_json(out, event);
}

Result<void> create_booking(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string place_id, place_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EventInput input, read_booking(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createBooking"));
  NORN_ASSIGN(const EventFor made,
              parts.events.create(call.caller().user_id, place_id, input, creation));
  render(call, call.created(address_of(place_id) + "/events/" + made.event.id), made);
  return {};
}

Result<void> get_booking(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const EventFor event,
              parts.events.get(call.caller().user_id, target.place_id, target.event_id));
  render(call, call.json(), event);
  return {};
}

Result<void> change_booking(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EventChange change, read_booking_change(body));
  NORN_ASSIGN(const EventFor changed, parts.events.change(call.caller().user_id, target.place_id,
                                                          target.event_id, change, etag));
  render(call, call.json(), changed);
  return {};
}

Result<void> remove_booking(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.events.remove(call.caller().user_id, target.place_id, target.event_id, etag));
  call.no_content();
  return {};
}

}  // namespace

void add_booking_routes(rest::Api& api, const Parts& parts) {
  rest::Route creating = route("POST", "/places/{placeId}/events", kWriteScope);
  creating.operation = "createBooking";
  creating.summary =
      "Books nights, when all of them are free. Members book for themselves; administrators for "
      "any member or guest, and they can block nights.";
  creating.request = "NewBooking";
  creating.replies = {{201, "The booking.", "Booking"}};
  creating.problems = {404, 409, 422};
  creating.takes_idempotency_key = true;
  creating.handle = [parts](rest::Call& call) { return create_booking(call, parts); };
  api.add(std::move(creating));

  rest::Route getting = route("GET", "/places/{placeId}/events/{eventId}", kReadScope);
  getting.operation = "getBooking";
  getting.summary = "Gets a booking.";
  getting.replies = {{200, "The booking.", "Booking"}};
  getting.problems = {404};
  getting.handle = [parts](rest::Call& call) { return get_booking(call, parts); };
  api.add(std::move(getting));

  rest::Route changing = route("PATCH", "/places/{placeId}/events/{eventId}", kWriteScope);
  changing.operation = "changeBooking";
  changing.summary =
      "Moves a booking, makes it longer or shorter, or changes what else it says. Your own; "
      "administrators those of everybody.";
  changing.request = "BookingChange";
  changing.replies = {{200, "The booking as it is now.", "Booking"}};
  changing.problems = {404, 409};
  changing.needs_if_match = true;
  changing.handle = [parts](rest::Call& call) { return change_booking(call, parts); };
  api.add(std::move(changing));

  rest::Route removing = route("DELETE", "/places/{placeId}/events/{eventId}", kWriteScope);
  removing.operation = "deleteBooking";
  removing.summary =
      "Gives the nights of a booking back. Your own; administrators those of everybody.";
  removing.replies = {{204, "They are free."}};
  removing.problems = {404, 409};
  removing.needs_if_match = true;
  removing.handle = [parts](rest::Call& call) { return remove_booking(call, parts); };
  api.add(std::move(removing));
}

}  // namespace norn::bookings
