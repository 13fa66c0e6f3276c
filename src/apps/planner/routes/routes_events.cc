#include <string>
#include <utility>

#include "apps/planner/render.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Events, series and occurrences: one by one.
namespace norn::planner {
namespace {

constexpr std::string_view kScopeSchema =
    R"({"type":"string","enum":["this","following","all"],"default":"this"})";

rest::Parameter scope_parameter() {
  return {"scope",
          "What is meant with an occurrence: this one, this and the following, or all of its "
          "series. Makes no difference with an event or a series.",
          std::string(kScopeSchema)};
}

Result<Scope> scope_of(const rest::Call& call) {
  const std::string text = call.query("scope").value_or("this");
  if (text == "this") return Scope::kThis;
  if (text == "following") return Scope::kFollowing;
  if (text == "all") return Scope::kAll;
  return invalid("scope", "The scope must be this, following or all.");
}

void render(rest::Call& call, std::string& out, const Thing& thing) {
  call.set_etag(etag_of(thing));
  append_json(out, thing);
}

std::string id_of(const Thing& thing) {
  if (const auto* event = std::get_if<Event>(&thing)) return event->id;
  if (const auto* master = std::get_if<Master>(&thing)) return master->id;
  return std::get<SeriesOccurrence>(thing).instance.id();
}

Result<void> create(rest::Call& call, Events& events) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EventChange input, read_event(body));
  NORN_ASSIGN(auto key, call.idempotency_key());
  const apps::Creation creation = {.user_id = call.caller().user_id,
                                   .operation = "createPlannerEvent",
                                   .key = std::move(key).value_or(""),
                                   .digest = call.body_digest()};
  NORN_ASSIGN(const Thing thing, events.create(call.caller().user_id, input, creation));
  render(call, call.created("/api/v1/planner/events/" + id_of(thing)), thing);
  return {};
}

Result<void> get(rest::Call& call, Events& events) {
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Thing thing, events.get(call.caller().user_id, id));
  render(call, call.json(), thing);
  return {};
}

Result<void> change(rest::Call& call, Events& events) {
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Scope scope, scope_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EventChange change, read_event(body));
  NORN_ASSIGN(const Thing thing, events.change(call.caller().user_id, id, change, scope, etag));
  render(call, call.json(), thing);
  return {};
}

Result<void> remove(rest::Call& call, Events& events) {
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const Scope scope, scope_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(events.remove(call.caller().user_id, id, scope, etag));
  call.no_content();
  return {};
}

Result<void> restore(rest::Call& call, Events& events) {
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(const Thing thing, events.restore(call.caller().user_id, id, etag));
  render(call, call.json(), thing);
  return {};
}

Result<void> get_series(rest::Call& call, Events& events) {
  NORN_ASSIGN(const EventId id, event_id_of(call));
  if (id.kind != EventId::Kind::kMaster) return not_found("series");
  NORN_ASSIGN(WholeSeries series, events.series(call.caller().user_id, id.text));
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

Result<void> list_linked(rest::Call& call, Events& events) {
  NORN_ASSIGN(const std::string target, call.required_query("target"));
  NORN_ASSIGN(const auto things, events.linked(call.caller().user_id, target));
  ObjectWriter object(call.json());
  ListWriter list(object.key("events"));
  for (const Thing& thing : things) append_json(list.next(), thing);
  list.close();
  object.close();
  return {};
}

void add_changing(rest::Api& api, Events& events) {
  rest::Route changing = route("PATCH", "/events/{eventId}", kWriteScope);
  changing.operation = "changePlannerEvent";
  changing.summary =
      "Changes an event, a series, or occurrences of one. Times that are given for an occurrence "
      "move the others that are meant by as much. An event that gets a rule becomes a series.";
  changing.query = {scope_parameter()};
  changing.request = "PlannerEventChange";
  changing.replies = {
      {200, "What it has become: with `following` and `all`, the series.", "PlannerEvent"}};
  changing.problems = {404, 409};
  changing.needs_if_match = true;
  changing.handle = [&events](rest::Call& call) { return change(call, events); };
  api.add(std::move(changing));

  rest::Route removing = route("DELETE", "/events/{eventId}", kWriteScope);
  removing.operation = "deletePlannerEvent";
  removing.summary =
      "Deletes an event or a series, cancels an occurrence, or ends a series before one.";
  removing.query = {scope_parameter()};
  removing.replies = {{204, "It is gone."}};
  removing.problems = {404, 409};
  removing.needs_if_match = true;
  removing.handle = [&events](rest::Call& call) { return remove(call, events); };
  api.add(std::move(removing));

  rest::Route restoring = route("POST", "/events/{eventId}/restore", kWriteScope);
  restoring.operation = "restorePlannerOccurrence";
  restoring.summary =
      "Makes an occurrence that was changed or cancelled again what its series says. Of one that "
      "was deleted, the ETag is that of its series.";
  restoring.replies = {{200, "The occurrence.", "PlannerEvent"}};
  restoring.problems = {404, 409};
  restoring.needs_if_match = true;
  restoring.handle = [&events](rest::Call& call) { return restore(call, events); };
  api.add(std::move(restoring));
}

}  // namespace

void add_event_routes(rest::Api& api, const Parts& parts) {
  Events& events = parts.events;
  rest::Route creating = route("POST", "/events", kWriteScope);
  creating.operation = "createPlannerEvent";
  creating.summary = "Creates an event; with a rule or further dates, a series.";
  creating.request = "NewPlannerEvent";
  creating.replies = {{201, "The new event or series.", "PlannerEvent"}};
  creating.problems = {409, 422};
  creating.takes_idempotency_key = true;
  creating.handle = [&events](rest::Call& call) { return create(call, events); };
  api.add(std::move(creating));

  rest::Route getting = route("GET", "/events/{eventId}", kReadScope);
  getting.operation = "getPlannerEvent";
  getting.summary = "Gets an event, a series, or one occurrence of a series.";
  getting.replies = {{200, "What the id stands for.", "PlannerEvent"}};
  getting.problems = {404};
  getting.handle = [&events](rest::Call& call) { return get(call, events); };
  api.add(std::move(getting));
  add_changing(api, events);

  rest::Route whole = route("GET", "/series/{eventId}", kReadScope);
  whole.operation = "getPlannerSeries";
  whole.summary =
      "Gets a series with those of its occurrences that were changed, or given the status "
      "CANCELLED. Those that were deleted are in its `exdate`.";
  whole.replies = {{200, "The series.", "PlannerSeries"}};
  whole.problems = {404};
  whole.handle = [&events](rest::Call& call) { return get_series(call, events); };
  api.add(std::move(whole));

  rest::Route linking = route("GET", "/linked", kReadScope);
  linking.operation = "listLinkedPlannerEvents";
  linking.summary = "Lists your events, series and occurrences that have a link to something.";
  linking.query = {{"target", "The id that is linked to.", R"({"type":"string"})", true}};
  linking.replies = {{200, "The events.", "LinkedPlannerEvents"}};
  linking.handle = [&events](rest::Call& call) { return list_linked(call, events); };
  api.add(std::move(linking));
}

}  // namespace norn::planner
