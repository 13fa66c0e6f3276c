#include <string>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Events of projects, and what was done in them.
namespace norn::projects {
namespace {

constexpr rest::TextRule kEventTitleRule{.max = kMaxEventTitleCharacters};
constexpr rest::TextRule kEventDescriptionRule{
    .min = 0, .max = kMaxEventDescriptionCharacters, .lines = true};
constexpr std::string_view kMidnight = "T00:00:00Z";
constexpr const char* kDaySchema = R"({"type":"string","format":"date"})";

Result<Date> day_query(const rest::Call& call, std::string_view name) {
  NORN_ASSIGN(const std::string text, call.required_query(name));
  const auto day = parse_date(text);
  if (!day) return invalid(name, apps::kDayForm);
  return *day;
}

Result<EventDays> days_of(const rest::Call& call) {
  NORN_ASSIGN(const Date from, day_query(call, "from"));
  NORN_ASSIGN(const Date to, day_query(call, "to"));
  NORN_ASSIGN(auto zone, zone_of(call));
  return EventDays{from, to, zone};
}

void render_events(rest::Call& call, const std::vector<Event>& events) {
  ObjectWriter object(call.json());
  ListWriter list(object.key("events"));
  for (const Event& event : events) append_json(list.next(), event);
  list.close();
  object.close();
}

void render_event(rest::Call& call, std::string& out, const Event& event) {
  call.set_etag(event.etag);
  append_json(out, event);
}

Result<void> list_events_of_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  const std::string& user = call.caller().user_id;
  if (!call.query("from") && !call.query("to")) {
    NORN_ASSIGN(const auto events, parts.events.of_project(user, id));
    render_events(call, events);
    return {};
  }
  NORN_ASSIGN(const EventDays days, days_of(call));
  NORN_ASSIGN(const auto events, parts.events.in_project(user, id, days));
  render_events(call, events);
  return {};
}

Result<void> list_events_of_all(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const EventDays days, days_of(call));
  NORN_ASSIGN(const auto events, parts.events.in_all(call.caller().user_id, days));
  render_events(call, events);
  return {};
}

Result<void> create_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  EventInput input;
  NORN_ASSIGN(input.title, body.text("title", kEventTitleRule));
  NORN_ASSIGN(input.description, optional_text(body, "description", kEventDescriptionRule));
  NORN_ASSIGN(input.start_date, time_member(body, "startDate", kMidnight));
  NORN_ASSIGN(input.end_date, time_member(body, "endDate", kMidnight));
  NORN_ASSIGN(const auto all_day, body.optional_boolean("allDay"));
  input.all_day = all_day.value_or(false);
  NORN_ASSIGN(input.color, body.optional_text("color"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createProjectEvent"));
  NORN_ASSIGN(const Event event,
              parts.events.create(call.caller().user_id, project_id, input, creation));
  render_event(call, call.created("/api/v1/project-events/" + event.id), event);
  return {};
}

Result<std::string> event_of(const rest::Call& call) {
  return id_of(call, "eventId", kEventNotFound);
}

Result<void> get_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, event_of(call));
  NORN_ASSIGN(const Event event, parts.events.get(call.caller().user_id, id));
  render_event(call, call.json(), event);
  return {};
}

Result<void> change_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, event_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  EventPatch patch;
  if (body.has("title")) {
    NORN_ASSIGN(patch.title, body.text("title", kEventTitleRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, optional_text(body, "description", kEventDescriptionRule));
  }
  if (body.has("startDate")) {
    NORN_ASSIGN(patch.start_date, time_member(body, "startDate", kMidnight));
  }
  if (body.has("endDate")) {
    NORN_ASSIGN(patch.end_date, time_member(body, "endDate", kMidnight));
  }
  if (body.has("allDay")) {
    NORN_ASSIGN(patch.all_day, body.boolean("allDay"));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
  }
  if (body.has("projectId")) {
    NORN_ASSIGN(patch.project_id, body.text("projectId"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Event event, parts.events.change(call.caller().user_id, id, patch, etag));
  render_event(call, call.json(), event);
  return {};
}

Result<void> delete_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, event_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.events.remove(call.caller().user_id, id, etag));
  call.no_content();
  return {};
}

Result<void> show_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, event_of(call));
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(const Event event, parts.events.add_to(call.caller().user_id, id, project_id));
  render_event(call, call.json(), event);
  return {};
}

Result<void> hide_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, event_of(call));
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_TRY(parts.events.remove_from(call.caller().user_id, id, project_id));
  call.no_content();
  return {};
}

Result<ActivityQuery> page_query(const rest::Call& call) {
  ActivityQuery query;
  NORN_ASSIGN(const int64_t limit, call.integer_query("limit", kDefaultPageEntries, 1,
                                                      static_cast<int64_t>(kMaxPageEntries)));
  query.limit = static_cast<size_t>(limit);
  query.cursor = call.query("cursor");
  return query;
}

void render_page(rest::Call& call, const ActivityPage& page) {
  ObjectWriter object(call.json());
  ListWriter list(object.key("activities"));
  for (const Activity& activity : page.activities) append_json(list.next(), activity);
  list.close();
  if (page.next) {
    object.text("next", *page.next);
  } else {
    object.null("next");
  }
  object.close();
}

Result<void> list_project_activity(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(const ActivityQuery query, page_query(call));
  NORN_ASSIGN(const auto page, parts.activities.of_project(call.caller().user_id, id, query));
  render_page(call, page);
  return {};
}

Result<void> list_task_activity(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_of(call));
  NORN_ASSIGN(const ActivityQuery query, page_query(call));
  NORN_ASSIGN(const auto page, parts.activities.of_task(call.caller().user_id, id, query));
  render_page(call, page);
  return {};
}

Result<void> list_person_activity(const Parts& parts, rest::Call& call) {
  const std::string person = person_of(call, call.query("person").value_or("me"));
  if (!apps::is_id(person)) return invalid("person", kIdOf("person", "a person, or me"));
  NORN_ASSIGN(const ActivityQuery query, page_query(call));
  NORN_ASSIGN(const auto page, parts.activities.of_person(call.caller().user_id, person, query));
  render_page(call, page);
  return {};
}

// The members of an event that users can set.
std::string event_members() {
  return R"("title":)" + rest::text_schema(kEventTitleRule) + R"(,"description":)" +
         rest::nullable_text_schema(kEventDescriptionRule) + R"(,
      "startDate":{"type":"string","description":"A time, or a day."},
      "endDate":{"type":"string","description":"A time, or a day: of all-day events the last one.",
        "x-maxDays":)" +
         std::to_string(kMaxEventDays) + R"(},
      "allDay":{"type":"boolean"})";
}

void add_event_schemas(rest::Api& api) {
  api.add_schema("ProjectEvent", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","projectId","projectIds","title","description","startDate","endDate","allDay",
      "color","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{
      "id":$ID,
      "projectId":{"type":["string","null"],"description":"The project whose members change it."},
      "projectIds":{"type":"array","items":$ID,"description":"All projects that it is in."},
      "title":{"type":"string"},
      "description":{"type":["string","null"],"description":"Markdown."},
      "startDate":$TIME,
      "endDate":{"type":"string","format":"date-time",
        "description":"Of all-day events the last day."},
      "allDay":{"type":"boolean","description":"Its times are read as days, wherever one is."},
      "color":$COLOR,
      "createdBy":$NULLABLE_ID,
      "updatedBy":$NULLABLE_ID,
      "createdAt":$TIME,
      "updatedAt":$TIME,
      "etag":{"type":"string"}}})"));
  api.add_schema("ProjectEvents", R"({"type":"object","additionalProperties":false,
    "required":["events"],
    "properties":{
      "events":{"type":"array","items":{"$ref":"#/components/schemas/ProjectEvent"}}}})");
  api.add_schema("NewProjectEvent", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["title","startDate","endDate"],"properties":{)" +
                                              event_members() + R"(,
      "color":{"anyOf":[$COLOR,{"type":"null"}],
        "description":"Default: that of the project."}}})"));
  api.add_schema("ProjectEventChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are; a new start moves the end.",
    "properties":{)" + event_members() + R"(,"color":$COLOR,
      "projectId":{"type":"string","description":"Another project that it is in."}}})"));
  api.add_schema("ProjectActivity", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","action","entityType","entityId","userId","details","timestamp","projectId",
      "taskId","changes"],
    "properties":{
      "id":$ID,
      "action":{"type":"string","enum":["CREATE","UPDATE","DELETE","MOVE","ASSIGN","STATUS",
        "COMMENT","JOIN","LEAVE","ROLE"]},
      "entityType":{"type":"string","description":"Of what was changed: TASK, PROJECT, ..."},
      "entityId":{"type":"string"},
      "userId":{"type":["string","null"],"description":"Who did it."},
      "details":{"type":"string","description":"A sentence."},
      "timestamp":$TIME,
      "projectId":$NULLABLE_ID,
      "taskId":{"type":["string","null"],"description":"The task that a comment belongs to."},
      "changes":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["field","from","to"],
        "properties":{
          "field":{"type":"string"},
          "from":{"type":["string","null"]},
          "to":{"type":["string","null"]}}}}}})"));
  api.add_schema("ProjectActivities", R"({"type":"object","additionalProperties":false,
    "required":["activities","next"],
    "properties":{
      "activities":{"type":"array","items":{"$ref":"#/components/schemas/ProjectActivity"}},
      "next":{"type":["string","null"],"description":"The cursor of the next page."}}})");
}

std::vector<rest::Parameter> range_parameters(bool required) {
  return {
      {.name = "from", .description = "The first day.", .schema = kDaySchema, .required = required},
      {.name = "to",
       .description =
           "The last day, at most " + std::to_string(kMaxEventRangeDays) + " days in all.",
       .schema = kDaySchema,
       .required = required},
      zone_parameter()};
}

void add_routes_of_one_event(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/project-events/{eventId}";
  const std::vector<rest::Reply> reply = {
      {.status = 200, .description = "The event as it is now.", .schema = "ProjectEvent"}};
  api.add({.method = "GET",
           .path = path,
           .operation = "getProjectEvent",
           .tag = kTag,
           .summary = "Gets an event of one of your projects.",
           .scope = kReadScope,
           .replies = reply,
           .problems = {404},
           .handle = handled_by(parts, get_event)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changeProjectEvent",
           .tag = kTag,
           .summary = "Changes an event. Those who may write in the project that it belongs to.",
           .scope = kWriteScope,
           .request = "ProjectEventChange",
           .replies = reply,
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_event)});
  api.add({.method = "DELETE",
           .path = path,
           .operation = "deleteProjectEvent",
           .tag = kTag,
           .summary = "Deletes an event. Those who may write in the project that it belongs to.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_event)});
  api.add({.method = "PUT",
           .path = path + "/projects/{projectId}",
           .operation = "addEventToProject",
           .tag = kTag,
           .summary = "Shows an event in another project, in which you may write.",
           .scope = kWriteScope,
           .replies = reply,
           .problems = {404, 409},
           .handle = handled_by(parts, show_event)});
  api.add({.method = "DELETE",
           .path = path + "/projects/{projectId}",
           .operation = "removeEventFromProject",
           .tag = kTag,
           .summary = "Takes an event out of a project that it does not belong to.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Removed."}},
           .problems = {404, 409},
           .handle = handled_by(parts, hide_event)});
}

}  // namespace

void add_event_routes(rest::Api& api, const Parts& parts) {
  add_event_schemas(api);
  api.add(
      {.method = "GET",
       .path = "/api/v1/projects/{projectId}/events",
       .operation = "listProjectEvents",
       .tag = kTag,
       .summary = "Lists the events of a project, by start: all, or those that touch some days.",
       .scope = kReadScope,
       .query = range_parameters(false),
       .replies = {{.status = 200, .description = "The events.", .schema = "ProjectEvents"}},
       .problems = {404},
       .handle = handled_by(parts, list_events_of_project)});
  api.add({.method = "POST",
           .path = "/api/v1/projects/{projectId}/events",
           .operation = "createProjectEvent",
           .tag = kTag,
           .summary = "Creates an event. Those who may write.",
           .scope = kWriteScope,
           .request = "NewProjectEvent",
           .replies = {{.status = 201, .description = "The new event.", .schema = "ProjectEvent"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_event)});
  api.add({.method = "GET",
           .path = "/api/v1/project-events",
           .operation = "listEventsOfAllProjects",
           .tag = kTag,
           .summary = "Lists the events of all your projects that touch some days, by start.",
           .scope = kReadScope,
           .query = range_parameters(true),
           .replies = {{.status = 200, .description = "The events.", .schema = "ProjectEvents"}},
           .handle = handled_by(parts, list_events_of_all)});
  add_routes_of_one_event(api, parts);
}

void add_activity_routes(rest::Api& api, const Parts& parts) {
  const std::vector<rest::Reply> reply = {{.status = 200,
                                           .description = "A page of activities, newest first.",
                                           .schema = "ProjectActivities"}};
  api.add({.method = "GET",
           .path = "/api/v1/projects/{projectId}/activity",
           .operation = "listProjectActivity",
           .tag = kTag,
           .summary = "Lists what was done in a project, newest first.",
           .scope = kReadScope,
           .query = page_parameters(),
           .replies = reply,
           .problems = {404},
           .handle = handled_by(parts, list_project_activity)});
  api.add({.method = "GET",
           .path = "/api/v1/tasks/{taskId}/activity",
           .operation = "listTaskActivity",
           .tag = kTag,
           .summary = "Lists what was done to a task, newest first.",
           .scope = kReadScope,
           .query = page_parameters(),
           .replies = reply,
           .problems = {404},
           .handle = handled_by(parts, list_task_activity)});
  std::vector<rest::Parameter> query = page_parameters();
  query.push_back({.name = "person", .description = "An id, or `me`. Default: `me`."});
  api.add({.method = "GET",
           .path = "/api/v1/project-activity",
           .operation = "listPersonActivity",
           .tag = kTag,
           .summary = "Lists what a person did in the projects that you may read, newest first.",
           .scope = kReadScope,
           .query = query,
           .replies = reply,
           .handle = handled_by(parts, list_person_activity)});
}

}  // namespace norn::projects
