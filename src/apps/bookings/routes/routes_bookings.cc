#include <fmt/format.h>

#include <utility>
#include <vector>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes.h"
#include "apps/bookings/sentences.h"
#include "apps/shared/item_reader.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "ical/civil.h"

// Bookings and blocked periods. The lists are bare arrays, and their parameters are those that
// FullCalendar sends: the address of a list works as its `events`.
namespace norn::bookings {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kTitleRule{1, kMaxTitleCharacters, false};
constexpr size_t kTypicalEventBytes = 600;
// The default range of a person's own bookings.
constexpr std::chrono::days kOwnDaysBefore{366};
constexpr std::chrono::days kOwnDaysAfter{731};

// A member, or null for a guest.
Result<std::optional<std::string>> read_user_id(JsonInput& body) {
  NORN_ASSIGN(std::optional<std::string> id, body.optional_text("userId"));
  if (id && !apps::is_id(*id)) {
    return invalid(body.path_of("userId"), kUserIdInvalid);
  }
  return id;
}

Result<EventChange> read_booking_change(JsonInput& body) {
  EventChange change;
  if (body.has("start")) {
    NORN_ASSIGN(change.start, read_date(body, "start"));
  }
  if (body.has("end")) {
    NORN_ASSIGN(change.end, read_date(body, "end"));
  }
  if (body.has("title")) {
    NORN_ASSIGN(change.title, body.text("title", kTitleRule));
  }
  if (body.has("note")) {
    NORN_ASSIGN(change.note, read_note(body, "note", kMaxNoteCharacters));
  }
  if (body.has("userId")) {
    NORN_ASSIGN(change.user_id, read_user_id(body));
  }
  NORN_TRY(body.finish());
  return change;
}

// The place and the event of the path.
struct Target {
  std::string place_id;
  std::string event_id;
};

Result<Target> target_of(const rest::Call& call) {
  Target target;
  NORN_ASSIGN(target.place_id, place_id_of(call));
  NORN_ASSIGN(target.event_id, apps::id_of(call, "eventId", kBookingNotFound));
  return target;
}

void render_booking(rest::Call& call, std::string& out, const EventFor& event) {
  call.set_etag(etag_of(event.event));
  append_json(out, event);
}

void render_bookings(rest::Call& call, const std::vector<EventFor>& events) {
  std::string& out = call.json();
  out.reserve((events.size() + 1) * kTypicalEventBytes);
  ListWriter list(out);
  for (const EventFor& event : events) append_json(list.next(), event);
  list.close();
}

Result<void> create_booking(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string place_id, place_id_of(call));
  NORN_ASSIGN(JsonInput body, call.body());
  NORN_ASSIGN(const EventInput input, read_booking(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createBooking"));
  NORN_ASSIGN(const EventFor made,
              parts.events.create(call.caller().user_id, place_id, input, creation));
  render_booking(call, call.created(address_of(place_id) + "/events/" + made.event.id), made);
  return {};
}

Result<void> get_booking(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const EventFor event,
              parts.events.get(call.caller().user_id, target.place_id, target.event_id));
  render_booking(call, call.json(), event);
  return {};
}

Result<void> get_booking_authors(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const auto authors,
              parts.events.authors(call.caller().user_id, target.place_id, target.event_id));
  sharing::append_json(call.json(), authors);
  return {};
}

Result<void> change_booking(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(JsonInput body, call.body());
  NORN_ASSIGN(const EventChange change, read_booking_change(body));
  NORN_ASSIGN(const EventFor changed, parts.events.change(call.caller().user_id, target.place_id,
                                                          target.event_id, change, etag));
  render_booking(call, call.json(), changed);
  return {};
}

Result<void> delete_booking(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Target target, target_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.events.remove(call.caller().user_id, target.place_id, target.event_id, etag));
  call.no_content();
  return {};
}

Result<void> list_bookings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list(call.caller().user_id, id, range.start, range.end));
  render_bookings(call, events);
  return {};
}

Result<void> list_all_bookings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list_everywhere(call.caller().user_id, range.start, range.end));
  render_bookings(call, events);
  return {};
}

Result<Date> day_of_query(const rest::Call& call, std::string_view name, Date fallback) {
  const auto text = call.query(name);
  if (!text) return fallback;
  return read_day(*text, name);
}

Result<void> list_own_bookings(const Parts& parts, rest::Call& call) {
  const Date today(std::chrono::days(parts.context.clock.now_s() / ical::kDaySeconds));
  Stay range;
  NORN_ASSIGN(range.start, day_of_query(call, "start", today - kOwnDaysBefore));
  NORN_ASSIGN(range.end, day_of_query(call, "end", today + kOwnDaysAfter));
  NORN_TRY(check_range(range, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list_own(call.caller().user_id, range.start, range.end));
  render_bookings(call, events);
  return {};
}

void add_booking_schemas(rest::Api& api) {
  api.add_schema("Booking", R"({"type":"object","additionalProperties":false,
    "description":"A FullCalendar event object.",
    "required":["id","title","start","end","allDay","resourceId","color","editable",
      "extendedProps"],
    "properties":{
      "id":{"type":"string"},
      "title":{"type":"string","description":"Who comes; `Taken` if you may not know."},
      "start":{"type":"string","format":"date","description":"The day of arrival."},
      "end":{"type":"string","format":"date","description":"The day of departure."},
      "allDay":{"const":true},
      "resourceId":{"type":"string","description":"The place."},
      "color":{"type":"string"},
      "editable":{"type":"boolean","description":"Whether you may change it."},
      "extendedProps":{"type":"object","additionalProperties":false,
        "required":["placeId","kind","userId","isOwn","note","nights","total","currency",
          "checkIn","checkOut","version","etag","createdBy","updatedBy","createdAt",
          "updatedAt"],
        "properties":{
          "placeId":{"type":"string"},
          "kind":{"$ref":"#/components/schemas/BookingKind"},
          "userId":{"type":["string","null"],"description":
            "The person who comes. Null: a guest, or you may not know."},
          "isOwn":{"type":"boolean"},
          "note":{"type":["string","null"]},
          "nights":{"type":"integer"},
          "total":{"type":["integer","null"],"description":
            "The price at the time of booking, in the smallest unit of the currency."},
          "currency":{"type":"string"},
          "checkIn":{"type":"string"},
          "checkOut":{"type":"string"},
          "version":{"type":"integer"},
          "etag":{"type":"string"},
          "createdBy":{"type":["string","null"],"description":
            "The person's id. Null: of another program, or of a deleted account, or not for you."},
          "updatedBy":{"type":["string","null"],"description":"Who changed it last."},
          "createdAt":{"type":"string"},
          "updatedAt":{"type":"string"}}}}})");
  api.add_schema("BookingAuthors", sharing::authors_schema());
  api.add_schema("BookingKind", R"({"type":"string","enum":["booking","blocked"],
    "description":"Blocked nights cannot be booked; administrators only."})");
  api.add_schema("Bookings", R"({"type":"array","items":{"$ref":"#/components/schemas/Booking"}})");
  api.add_schema("NewBooking", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["start","end"],
    "properties":{
      "start":{"type":"string","format":"date","description":"The day of arrival."},
      "end":{"type":"string","format":"date","description":"The day of departure."},
      "kind":{"$ref":"#/components/schemas/BookingKind"},
      "title":{"type":["string","null"],"minLength":1,"maxLength":$MAX_TITLE,"description":
        "Left out: the name of the person who comes. Required for guests."},
      "note":{"type":["string","null"],"maxLength":$MAX_NOTE},
      "userId":{"type":["string","null"],"description":
        "Left out: you. Administrators: any member, or null for a guest."}}})"));
  api.add_schema("BookingChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{
      "start":$DATE,
      "end":$DATE,
      "title":{"type":"string","minLength":1,"maxLength":$MAX_TITLE},
      "note":{"type":["string","null"],"maxLength":$MAX_NOTE},
      "userId":{"type":["string","null"],"description":"Administrators only."}}})"));
}

void add_booking_lists(rest::Api& api, const Parts& parts) {
  const std::string listed_days = fmt::format("at most {} days", kMaxListedDays);
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/events",
           .operation = "listBookings",
           .tag = kTag,
           .summary = "Lists the bookings of a place with nights in a range of days, as "
                      "FullCalendar takes them.",
           .scope = kReadScope,
           .query = range_parameters(listed_days),
           .replies = {{.status = 200,
                        .description = "The bookings, by their first night.",
                        .schema = "Bookings"}},
           .problems = {404},
           .handle = handled_by(parts, list_bookings)});
  api.add({.method = "GET",
           .path = "/api/v1/bookings",
           .operation = "listAllBookings",
           .tag = kTag,
           .summary = "Lists the bookings of all your places with nights in a range of days.",
           .scope = kReadScope,
           .query = range_parameters(listed_days),
           .replies = {{.status = 200, .description = "The bookings.", .schema = "Bookings"}},
           .heavy = true,
           .handle = handled_by(parts, list_all_bookings)});
  api.add({.method = "GET",
           .path = "/api/v1/bookings/own",
           .operation = "listOwnBookings",
           .tag = kTag,
           .summary = "Lists your own bookings in all your places; without days, those from a year "
                      "ago to two years ahead.",
           .scope = kReadScope,
           .query = range_parameters(listed_days, false),
           .replies = {{.status = 200,
                        .description = "Your bookings, by their first night.",
                        .schema = "Bookings"}},
           .heavy = true,
           .handle = handled_by(parts, list_own_bookings)});
}

}  // namespace

Result<EventInput> read_booking(JsonInput& body) {
  EventInput input;
  NORN_ASSIGN(input.stay.start, read_date(body, "start"));
  NORN_ASSIGN(input.stay.end, read_date(body, "end"));
  const std::string_view blocked = to_text(EventKind::kBlocked);
  NORN_ASSIGN(const auto kind,
              body.optional_choice("kind", {to_text(EventKind::kBooking), blocked}));
  if (kind == blocked) input.kind = EventKind::kBlocked;
  NORN_ASSIGN(input.title, body.optional_text("title", kTitleRule));
  NORN_ASSIGN(input.note, read_note(body, "note", kMaxNoteCharacters));
  if (body.has("userId")) {
    NORN_ASSIGN(input.user_id, read_user_id(body));
  }
  NORN_TRY(body.finish());
  return input;
}

void add_booking_routes(rest::Api& api, const Parts& parts) {
  add_booking_schemas(api);
  api.add({.method = "POST",
           .path = "/api/v1/places/{placeId}/events",
           .operation = "createBooking",
           .tag = kTag,
           .summary = "Books nights, if all of them are free. Members book for themselves; "
                      "administrators for any member or guest, and they can block nights.",
           .scope = kWriteScope,
           .request = "NewBooking",
           .replies = {{.status = 201, .description = "The booking.", .schema = "Booking"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_booking)});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/events/{eventId}",
           .operation = "getBooking",
           .tag = kTag,
           .summary = "Gets a booking.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The booking.", .schema = "Booking"}},
           .problems = {404},
           .handle = handled_by(parts, get_booking)});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/events/{eventId}/authors",
           .operation = "getBookingAuthors",
           .tag = kTag,
           .summary = "Gets who made and who last changed a booking, with their names.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "The people; null for those whom you may not know.",
                        .schema = "BookingAuthors"}},
           .problems = {404},
           .handle = handled_by(parts, get_booking_authors)});
  api.add({.method = "PATCH",
           .path = "/api/v1/places/{placeId}/events/{eventId}",
           .operation = "changeBooking",
           .tag = kTag,
           .summary = "Moves a booking, makes it longer or shorter, or changes its other members. "
                      "Your own; for administrators, any.",
           .scope = kWriteScope,
           .request = "BookingChange",
           .replies = {{.status = 200, .description = "The changed booking.", .schema = "Booking"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, change_booking)});
  api.add({.method = "DELETE",
           .path = "/api/v1/places/{placeId}/events/{eventId}",
           .operation = "deleteBooking",
           .tag = kTag,
           .summary = "Gives the nights of a booking back. Your own; for administrators, any.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "The nights are free."}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_booking)});
  add_booking_lists(api, parts);
}

}  // namespace norn::bookings
