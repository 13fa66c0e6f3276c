#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/events/limits.h"
#include "apps/events/render.h"
#include "apps/events/routes/routes_parts.h"
#include "apps/events/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

// Events, series and occurrences, one at a time.
namespace norn::events {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kTitleRule{1, kMaxTitleCharacters, false};
constexpr rest::TextRule kLocationRule{0, kMaxLocationCharacters, false};
constexpr rest::TextRule kDescriptionRule{0, kMaxDescriptionBytes, true};
constexpr rest::TextRule kTagRule{1, kMaxTagCharacters, false};
constexpr rest::TextRule kLinkTargetRule{1, kMaxLinkTargetCharacters, false};
constexpr rest::TextRule kLinkTitleRule{0, kMaxLinkTitleCharacters, false};
constexpr rest::TextRule kRecurrenceRule{1, kMaxRuleCharacters, false};

// Optional text, for which null and empty mean the same.
Result<std::optional<std::string>> read_optional_text(JsonInput& body, std::string_view name,
                                                      const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

Result<Date> read_date(JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto date = parse_date(text);
  if (!date) {
    return invalid(body.path_of(name), apps::kDayForm);
  }
  return *date;
}

// "2025-12-15T09:00" or with seconds.
Result<int64_t> read_wall_time(JsonInput& body, std::string_view name) {
  constexpr size_t kWithoutSeconds = 16;
  NORN_ASSIGN(std::string text, body.text(name));
  if (text.size() == kWithoutSeconds) text.append(":00");
  const auto ms = parse_timestamp_ms(text + "Z");
  if (!ms || text.size() != kWithoutSeconds + 3) {
    return invalid(body.path_of(name), kWallTimeForm);
  }
  return *ms / 1000;
}

Result<int64_t> read_instant(JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto ms = parse_timestamp_ms(text);
  if (!ms) {
    return invalid(body.path_of(name), apps::kUtcForm);
  }
  return *ms / 1000;
}

Result<std::vector<Link>> read_links(JsonInput& body) {
  NORN_ASSIGN(auto objects, body.objects("links", kMaxLinks));
  std::vector<Link> links;
  for (JsonInput& object : objects) {
    Link link;
    NORN_ASSIGN(link.target, object.text("target", kLinkTargetRule));
    NORN_ASSIGN(link.title, read_optional_text(object, "title", kLinkTitleRule));
    NORN_TRY(object.finish());
    links.push_back(std::move(link));
  }
  return links;
}

Result<void> read_texts(JsonInput& body, DetailsChange& change) {
  if (body.has("title")) {
    NORN_ASSIGN(change.title, body.text("title", kTitleRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(auto text, read_optional_text(body, "description", kDescriptionRule));
    if (text && text->size() > kMaxDescriptionBytes) {
      return invalid("description", kDescriptionTooLong(kMaxDescriptionBytes));
    }
    change.description = std::move(text);
  }
  if (body.has("location")) {
    NORN_ASSIGN(change.location, read_optional_text(body, "location", kLocationRule));
  }
  if (body.has("color")) {
    NORN_ASSIGN(change.color, body.optional_text("color"));
  }
  return {};
}

Result<DetailsChange> read_details(JsonInput& body) {
  DetailsChange change;
  NORN_TRY(read_texts(body, change));
  if (body.has("status")) {
    NORN_ASSIGN(const auto text, body.choice("status", {"CONFIRMED", "TENTATIVE", "CANCELLED"}));
    change.status = status_from(text);
  }
  if (body.has("tags")) {
    NORN_ASSIGN(change.tags, body.texts("tags", kMaxTags, kTagRule));
  }
  if (body.has("reminderMinutes")) {
    NORN_ASSIGN(change.reminder_minutes,
                body.integers("reminderMinutes", kMaxReminders, 0, kMaxReminderMinutes));
  }
  if (body.has("links")) {
    NORN_ASSIGN(change.links, read_links(body));
  }
  if (body.has("ttl")) {
    NORN_ASSIGN(change.ttl, body.optional_integer("ttl", 0, kMaxTtl));
  }
  return change;
}

Result<WhenChange> read_when(JsonInput& body) {
  WhenChange change;
  if (body.has("isAllDay")) {
    NORN_ASSIGN(change.is_all_day, body.boolean("isAllDay"));
  }
  if (body.has("startDate")) {
    NORN_ASSIGN(change.start_date, read_date(body, "startDate"));
  }
  if (body.has("endDate")) {
    NORN_ASSIGN(change.end_date, read_date(body, "endDate"));
  }
  if (body.has("start")) {
    NORN_ASSIGN(change.start_local_s, read_wall_time(body, "start"));
  }
  if (body.is_null("end")) {
    change.end_local_s.emplace();
  } else if (body.has("end")) {
    NORN_ASSIGN(const int64_t end_s, read_wall_time(body, "end"));
    change.end_local_s = std::optional(end_s);
  }
  if (body.has("startTzid")) {
    NORN_ASSIGN(change.start_tzid, body.optional_text("startTzid"));
  }
  if (body.has("endTzid")) {
    NORN_ASSIGN(change.end_tzid, body.optional_text("endTzid"));
  }
  return change;
}

Result<RepeatsChange> read_repeats(JsonInput& body) {
  RepeatsChange change;
  if (body.has("rrule")) {
    NORN_ASSIGN(change.rrule, body.optional_text("rrule", kRecurrenceRule));
  }
  if (body.is_null("rruleUntil")) {
    change.until_s.emplace();
  } else if (body.has("rruleUntil")) {
    NORN_ASSIGN(const int64_t until_s, read_instant(body, "rruleUntil"));
    change.until_s = std::optional(until_s);
  }
  if (body.has("exdate")) {
    NORN_ASSIGN(change.exdate, body.texts("exdate", kMaxListedTags));
  }
  if (body.has("rdate")) {
    NORN_ASSIGN(change.rdate, body.texts("rdate", kMaxListedTags));
  }
  return change;
}

Result<EventChange> read_event_change(JsonInput& body) {
  EventChange change;
  NORN_ASSIGN(change.details, read_details(body));
  NORN_ASSIGN(change.when, read_when(body));
  NORN_ASSIGN(change.repeats, read_repeats(body));
  NORN_TRY(body.finish());
  return change;
}

Result<Scope> scope_of(const rest::Call& call) {
  const std::string text = call.query("scope").value_or("this");
  if (text == "this") return Scope::kThis;
  if (text == "following") return Scope::kFollowing;
  if (text == "all") return Scope::kAll;
  return invalid("scope", kScopeUnknown);
}

// Where the events of the request are: the path with its parameters.
std::string address_of(const EventRoutes& routes, const rest::Call& call) {
  constexpr std::string_view kCalendar = "{calendarId}";
  std::string address = routes.path;
  const size_t place = address.find(kCalendar);
  if (place != std::string::npos) {
    address.replace(place, kCalendar.size(), call.path("calendarId"));
  }
  return address;
}

Result<void> create_event(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventChange input, event_change_of(call));
  // A key may be used once in each partition.
  const std::string operation =
      "create" + routes.noun + "Event" + (owner.is_shared() ? "/" + owner.id : "");
  NORN_ASSIGN(const apps::Creation creation, apps::creation_of(call, operation));
  NORN_ASSIGN(const Thing thing, routes.events.create(owner, input, creation));
  render_event(call, call.created(address_of(routes, call) + "/events/" + id_of(thing)), thing);
  return {};
}

Result<void> get_event(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Thing thing, routes.events.get(owner.id, id));
  render_event(call, call.json(), thing);
  return {};
}

Result<void> change_event(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Scope scope, scope_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(const EventChange change, event_change_of(call));
  NORN_ASSIGN(const Thing thing, routes.events.change(owner, id, change, scope, etag));
  render_event(call, call.json(), thing);
  return {};
}

Result<void> delete_event(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Scope scope, scope_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(routes.events.remove(owner, id, scope, etag));
  call.no_content();
  return {};
}

Result<void> restore_occurrence(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(const Thing thing, routes.events.restore(owner, id, etag));
  render_event(call, call.json(), thing);
  return {};
}

Result<void> get_series(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(WholeSeries series, routes.events.series(owner.id, id));
  ObjectWriter object(call.json());
  append_json(object.key("series"), Thing(series.master));
  ListWriter exceptions(object.key("exceptions"));
  for (Instance& instance : series.exceptions) {
    append_json(exceptions.next(), SeriesOccurrence{series.master, std::move(instance)});
  }
  exceptions.close();
  object.close();
  return {};
}

Result<void> list_linked_events(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(const std::string target, call.required_query("target"));
  NORN_ASSIGN(const auto things, routes.events.linked(owner.id, target));
  ObjectWriter object(call.json());
  ListWriter list(object.key("events"));
  for (const Thing& thing : things) append_json(list.next(), thing);
  list.close();
  object.close();
  return {};
}

constexpr std::string_view kInputMembers = R"(
      "title":{"type":"string","minLength":1,"maxLength":$MAX_TITLE},
      "description":{"type":["string","null"],"maxLength":$MAX_DESCRIPTION,
        "description":"At most $MAX_DESCRIPTION bytes."},
      "location":{"type":["string","null"],"maxLength":$MAX_LOCATION},
      "color":{"type":["string","null"],"pattern":"^#[0-9A-Fa-f]{6}$"},
      "status":{"$ref":"#/components/schemas/PlannerStatus"},
      "tags":{"type":"array","maxItems":$MAX_TAGS,
        "items":{"type":"string","minLength":1,"maxLength":$MAX_ONE_TAG}},
      "reminderMinutes":{"type":"array","maxItems":$MAX_REMINDERS,
        "items":{"type":"integer","minimum":0,"maximum":$MAX_REMINDER_MINUTES},
        "description":
        "Minutes before the start. Left out: those you prefer; none if all-day or in a calendar."},
      "links":{"type":"array","maxItems":$MAX_LINKS,
        "items":{"$ref":"#/components/schemas/PlannerLink"}},
      "ttl":{"type":["integer","null"],"maximum":$MAX_TTL,"description":
        "When it is deleted automatically, in seconds since 1970."},
      "isAllDay":{"type":"boolean","description":
        "With startDate and endDate; otherwise it has start and end."},
      "startDate":{"type":"string","format":"date","description":"Of an all-day event."},
      "endDate":{"type":"string","format":"date","description":
        "The day after the last. Left out: it is one day.","x-maxDays":$MAX_EVENT_DAYS},
      "start":{"type":"string","description":
        "The wall time in startTzid, as in 2025-12-15T09:00."},
      "end":{"type":["string","null"],"description":
        "The wall time in endTzid, or in startTzid. Null, or left out when new: no duration."},
      "startTzid":{"type":["string","null"],"description":
        "An IANA name. Left out: yours, or that of the calendar. Null: the same in every zone."},
      "endTzid":{"type":["string","null"],"description":"If it ends in another zone."},
      "rrule":{"type":["string","null"],"maxLength":$MAX_RULE,
        "description":
        "RFC 5545, as in FREQ=WEEKLY;BYDAY=MO. Null for all of a series: it becomes one event."},
      "rruleUntil":{"type":["string","null"],"description":
        "No occurrence starts after it: a time in UTC; a wall time if it is all-day or floating."},
      "exdate":{"type":"array","maxItems":$MAX_LISTED,"items":{"type":"string"},
        "description":
        "Days without an occurrence, as in 20251225, or such times, as in 20251225T150000Z."},
      "rdate":{"type":"array","maxItems":$MAX_LISTED,"items":{"type":"string"},
        "description":"Further days, as in 20251224, or times, as in 20251224T150000Z/PT2H."})";

rest::Parameter scope_parameter() {
  return {.name = "scope",
          .description =
              "What a change of an occurrence applies to: this one, this and the following ones, "
              "or all of its series. Ignored for events and series.",
          .schema = R"({"type":"string","enum":["this","following","all"],"default":"this"})"};
}

void add_change_routes(rest::Api& api, const EventRoutes& routes) {
  api.add({.method = "PATCH",
           .path = routes.path + "/events/{eventId}",
           .operation = "change" + routes.noun + "Event",
           .tag = routes.tag,
           .summary =
               "Changes an event, a series, or occurrences of one. New times of an occurrence move "
               "the other occurrences in `scope` by as much. An event that gets a rule becomes a "
               "series, and a series without one an event.",
           .scope = routes.write_scope,
           .query = {scope_parameter()},
           .request = "PlannerEventChange",
           .replies = {{.status = 200,
                        .description = "The changed event; with `following` and `all`, the series.",
                        .schema = "PlannerEvent"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(routes, change_event)});
  api.add({.method = "DELETE",
           .path = routes.path + "/events/{eventId}",
           .operation = "delete" + routes.noun + "Event",
           .tag = routes.tag,
           .summary =
               "Deletes an event or a series, cancels an occurrence, or ends a series before one. "
               "What goes is in the bin for 30 days.",
           .scope = routes.write_scope,
           .query = {scope_parameter()},
           .replies = {{.status = 204, .description = "It is gone."}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(routes, delete_event)});
  api.add(
      {.method = "POST",
       .path = routes.path + "/events/{eventId}/restore",
       .operation = "restore" + routes.noun + "Occurrence",
       .tag = routes.tag,
       .summary =
           "Restores an occurrence that was changed or cancelled to what its series says. For a "
           "deleted one, the ETag is that of its series.",
       .scope = routes.write_scope,
       .replies = {{.status = 200, .description = "The occurrence.", .schema = "PlannerEvent"}},
       .problems = {404, 409},
       .needs_if_match = true,
       .handle = handled_by(routes, restore_occurrence)});
}

}  // namespace

Result<EventId> event_id_of(const rest::Call& call) {
  auto id = parse_event_id(call.path("eventId"));
  if (!id) return not_found(kEventNotFound);
  return *std::move(id);
}

std::string id_of(const Thing& thing) {
  if (const auto* event = std::get_if<Event>(&thing)) return event->id;
  if (const auto* master = std::get_if<Master>(&thing)) return master->id;
  return std::get<SeriesOccurrence>(thing).instance.id();
}

Result<EventChange> event_change_of(rest::Call& call) {
  NORN_ASSIGN(JsonInput body, call.body());
  return read_event_change(body);
}

void render_event(rest::Call& call, std::string& out, const Thing& thing) {
  call.set_etag(etag_of(thing));
  append_json(out, thing);
}

void add_event_schemas(rest::Api& api) {
  const std::string members(kInputMembers);
  api.add_schema("NewPlannerEvent", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["title"],"properties":{)" + members +
                                              "}}"));
  api.add_schema("PlannerEventChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                                 members + "}}"));
  api.add_schema("PlannerStatus",
                 R"({"type":"string","enum":["CONFIRMED","TENTATIVE","CANCELLED"]})");
  api.add_schema("PlannerLink", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["target"],"properties":{
      "target":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,$MAX_LINK_TARGET}$","description":
        "The id of an event, or of anything else."},
      "title":{"type":["string","null"],"maxLength":$MAX_LINK_TITLE}}})"));
  api.add_schema("PlannerEvent", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","kind","title","description","location","color","status","tags",
      "reminderMinutes","links","isAllDay","startTzid","endTzid","icalUid","sequence","version",
      "createdAt","updatedAt","etag"],"properties":{)" +
                                           common_event_members() +
                                           R"(,
      "description":{"type":["string","null"]},
      "links":{"type":"array","items":{"$ref":"#/components/schemas/PlannerLink"}},
      "rruleUntil":{"type":["string","null"],"description":"No occurrence starts after it."},
      "exdate":{"type":"array","items":{"type":"string"},"description":
        "The occurrences that were deleted, by the day or time in their ids."},
      "rdate":{"type":"array","items":{"type":"string"},"description":
        "Further days and times beside those of the rule."},
      "hasExceptions":{"type":"boolean","description":
        "Whether some of its occurrences were changed."},
      "icalUid":{"type":"string"},
      "createdAt":$INSTANT,
      "createdBy":{"type":"string","description":
        "Of a calendar: the id of the person; left out if another program wrote it."},
      "updatedBy":{"type":"string","description":"Who changed it last."}}})"));
  api.add_schema("PlannerSeries", R"({"type":"object","additionalProperties":false,
    "required":["series","exceptions"],"properties":{
      "series":{"$ref":"#/components/schemas/PlannerEvent"},
      "exceptions":{"type":"array","items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
  api.add_schema("LinkedPlannerEvents", R"({"type":"object","additionalProperties":false,
    "required":["events"],"properties":{
      "events":{"type":"array","items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
}

std::string common_event_members() {
  return R"(
      "id":{"type":"string","description":
        "`evt_...` of an event, `mst_...` of a series, `inst_...` of an occurrence."},
      "kind":{"type":"string","enum":["event","series","occurrence"]},
      "masterId":{"type":"string","description":"The series; of a series its own id."},
      "recurrenceId":{"type":"string","description":"When the series has this occurrence."},
      "isException":{"type":"boolean","description":
        "Whether this occurrence was changed and is no longer as the series says."},
      "title":{"type":"string"},
      "location":{"type":["string","null"]},
      "color":{"type":["string","null"]},
      "status":{"$ref":"#/components/schemas/PlannerStatus"},
      "tags":{"type":"array","items":{"type":"string"}},
      "reminderMinutes":{"type":"array","items":{"type":"integer"}},
      "isAllDay":{"type":"boolean"},
      "startDate":{"type":"string","format":"date","description":"Of an all-day event."},
      "endDate":{"type":"string","format":"date","description":"The day after the last."},
      "startUtc":$INSTANT,
      "endUtc":{"type":["string","null"],"format":"date-time","description":"Null: no duration."},
      "startLocal":$WALL,
      "endLocal":{"type":["string","null"],"description":"The wall time in its own zone."},
      "startTzid":{"type":["string","null"],"description":"Null: floating, or all-day."},
      "endTzid":{"type":["string","null"],"description":"If it ends in another zone."},
      "rrule":{"type":"string","description":
        "Of a series, and of an occurrence that of its series. Empty: further dates alone."},
      "modifiedFields":{"type":"array","items":{"type":"string"},"description":
        "Of an exception: what differs from the series."},
      "ttl":{"type":["integer","null"],"description":
        "When it is deleted automatically, in seconds since 1970."},
      "sequence":{"type":"integer"},
      "version":{"type":"integer","description":"0: an occurrence that is as its series says."},
      "updatedAt":$INSTANT,
      "etag":{"type":"string"})";
}

void add_event_routes(rest::Api& api, const EventRoutes& routes) {
  api.add({.method = "POST",
           .path = routes.path + "/events",
           .operation = "create" + routes.noun + "Event",
           .tag = routes.tag,
           .summary = "Creates an event; with a rule or further dates, a series.",
           .scope = routes.write_scope,
           .request = "NewPlannerEvent",
           .replies = {{.status = 201,
                        .description = "The new event or series.",
                        .schema = "PlannerEvent"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(routes, create_event)});
  add_change_routes(api, routes);
}

void add_event_reading_routes(rest::Api& api, const EventRoutes& routes) {
  api.add({.method = "GET",
           .path = routes.path + "/events/{eventId}",
           .operation = "get" + routes.noun + "Event",
           .tag = routes.tag,
           .summary = "Gets an event, a series, or one occurrence of a series.",
           .scope = routes.read_scope,
           .replies = {{.status = 200,
                        .description = "The event, series or occurrence.",
                        .schema = "PlannerEvent"}},
           .problems = {404},
           .handle = handled_by(routes, get_event)});
  api.add({.method = "GET",
           .path = routes.path + "/series/{eventId}",
           .operation = "get" + routes.noun + "Series",
           .tag = routes.tag,
           .summary =
               "Gets a series with those of its occurrences that were changed, or given the status "
               "CANCELLED. Deleted ones are in its `exdate`.",
           .scope = routes.read_scope,
           .replies = {{.status = 200, .description = "The series.", .schema = "PlannerSeries"}},
           .problems = {404},
           .handle = handled_by(routes, get_series)});
  api.add(
      {.method = "GET",
       .path = routes.path + "/linked",
       .operation = "listLinked" + routes.noun + "Events",
       .tag = routes.tag,
       .summary =
           "Lists the events, series and occurrences of " + routes.where + " that link to an id.",
       .scope = routes.read_scope,
       .query = {{.name = "target", .description = "The linked id.", .required = true}},
       .replies = {{.status = 200, .description = "The events.", .schema = "LinkedPlannerEvents"}},
       .handle = handled_by(routes, list_linked_events)});
}

}  // namespace norn::events
