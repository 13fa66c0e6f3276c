#include <utility>

#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

constexpr rest::TextRule kName{1, 100, false};
constexpr rest::TextRule kCalendarDescription{0, 1'000, true};
constexpr size_t kTypicalCalendarBytes = 400;

void render(rest::Call& call, std::string& out, const Access& access) {
  call.set_etag(etag_of(access.calendar));
  append_json(out, access.calendar, access.membership.role);
}

Result<void> list_calendars(rest::Call& call, Calendars& calendars) {
  NORN_ASSIGN(const auto all, calendars.list(call.caller().user_id));
  std::string& out = call.json();
  out.reserve(out.size() + (all.size() + 1) * kTypicalCalendarBytes);
  ObjectWriter object(out);
  ListWriter items(object.key("calendars"));
  for (const Access& access : all) {
    append_json(items.next(), access.calendar, access.membership.role);
  }
  items.close();
  object.close();
  return {};
}

Result<void> create_calendar(rest::Call& call, Calendars& calendars) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CalendarInput input;
  NORN_ASSIGN(input.name, body.text("name", kName));
  NORN_ASSIGN(input.color, read_color(body, "color"));
  NORN_ASSIGN(input.description, read_note(body, "description", kCalendarDescription));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createCalendar"));
  NORN_ASSIGN(const Access made, calendars.create(call.caller().user_id, input, creation));
  render(call, call.created("/api/v1/calendars/" + made.calendar.id), made);
  return {};
}

Result<void> get_calendar(rest::Call& call, Calendars& calendars) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const Access access, calendars.get(call.caller().user_id, id));
  render(call, call.json(), access);
  return {};
}

Result<void> change_calendar(rest::Call& call, Calendars& calendars) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CalendarPatch patch;
  if (body.has("name")) {
    NORN_ASSIGN(patch.name, body.text("name", kName));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, read_color(body, "color"));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, read_note(body, "description", kCalendarDescription));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Access access, calendars.change(call.caller().user_id, id, patch, etag));
  render(call, call.json(), access);
  return {};
}

Result<void> delete_calendar(rest::Call& call, Calendars& calendars) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_TRY(calendars.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_changes(rest::Api& api, Calendars& calendars) {
  rest::Route changing = route("PATCH", "/api/v1/calendars/{calendarId}", kWriteScope);
  changing.operation = "changeCalendar";
  changing.summary = "Changes the name, the color or the description of a calendar. Owners only.";
  changing.request = "CalendarChange";
  changing.replies = {{200, "The calendar as it is now.", "Calendar"}};
  changing.problems = {404, 412};
  changing.needs_if_match = true;
  changing.handle = [&calendars](rest::Call& call) { return change_calendar(call, calendars); };
  api.add(std::move(changing));

  rest::Route removing = route("DELETE", "/api/v1/calendars/{calendarId}", kWriteScope);
  removing.operation = "deleteCalendar";
  removing.summary = "Deletes a calendar with everything in it, for all members. Owners only.";
  removing.replies = {{204, "It is gone."}};
  removing.problems = {404};
  removing.handle = [&calendars](rest::Call& call) { return delete_calendar(call, calendars); };
  api.add(std::move(removing));
}

}  // namespace

void add_calendar_routes(rest::Api& api, Calendars& calendars) {
  rest::Route listing = route("GET", "/api/v1/calendars", kReadScope);
  listing.operation = "listCalendars";
  listing.summary = "Lists the calendars that you are in, by name.";
  listing.replies = {{200, "Your calendars.", "Calendars"}};
  listing.handle = [&calendars](rest::Call& call) { return list_calendars(call, calendars); };
  api.add(std::move(listing));

  rest::Route creating = route("POST", "/api/v1/calendars", kWriteScope);
  creating.operation = "createCalendar";
  creating.summary = "Creates a calendar, of which you are the owner.";
  creating.request = "NewCalendar";
  creating.replies = {{201, "The new calendar.", "Calendar"}};
  creating.problems = {422};
  creating.takes_idempotency_key = true;
  creating.handle = [&calendars](rest::Call& call) { return create_calendar(call, calendars); };
  api.add(std::move(creating));

  rest::Route getting = route("GET", "/api/v1/calendars/{calendarId}", kReadScope);
  getting.operation = "getCalendar";
  getting.summary = "Gets one of your calendars.";
  getting.replies = {{200, "The calendar.", "Calendar"}};
  getting.problems = {404};
  getting.handle = [&calendars](rest::Call& call) { return get_calendar(call, calendars); };
  api.add(std::move(getting));

  add_changes(api, calendars);
}

}  // namespace norn::calendars
