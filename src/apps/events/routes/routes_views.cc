#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <string>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/owner_meta.h"
#include "apps/events/render.h"
#include "apps/events/routes/routes_parts.h"
#include "apps/events/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "rest/sentences.h"

// Views of some days, and searching by title.
namespace norn::events {
namespace {

constexpr size_t kSearchResults = 20;

Result<Date> date_of(const std::string& text, std::string_view field) {
  const auto date = parse_date(text);
  if (!date) return invalid(field, apps::kDayForm);
  return *date;
}

std::string etag_of_text(const std::string& text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

Result<void> render_raw(const EventRoutes& routes, rest::Call& call, const Owner& owner,
                        ViewRequest request) {
  if (request.tzid.empty()) {
    NORN_ASSIGN(request.tzid, zone_of_person(routes.context, owner.user_id));
  }
  NORN_ASSIGN(const auto things, routes.views.raw(owner.id, request));
  std::string& out = call.json();
  append_json(out, request, things);
  call.set_etag(etag_of_text(out));
  return {};
}

bool has_expiring_item(const View& view) {
  return std::ranges::any_of(
      view.placed, [&](const Placed& one) { return view.item(one).details().ttl.has_value(); });
}

// Renders the view and caches the reply, unless something in it expires: no change of the table
// would invalidate it in time.
Result<void> render_view(const EventRoutes& routes, rest::Call& call, const Owner& owner,
                         const ViewRequest& request, const std::string& key) {
  const auto moment = routes.kept_views.moment();
  NORN_ASSIGN(const View view, routes.views.range(owner.id, request));
  std::string& out = call.json();
  append_json(out, view);
  std::string etag = etag_of_text(out);
  call.set_etag(etag);
  if (moment && !has_expiring_item(view)) {
    routes.kept_views.keep(keys::user(owner.id), key, *moment, out, std::move(etag));
  }
  return {};
}

Result<void> get_view(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(ViewRequest request, view_request_of(call));
  NORN_ASSIGN(const bool expands, boolean_query(call, "expand", true));
  // A browser may cache it, but has to revalidate each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  if (!expands) return render_raw(routes, call, owner, request);
  std::string key(call.request().query);
  // Members of one calendar are in different zones; the reply that is kept is that of a zone.
  if (owner.is_shared() && request.tzid.empty()) {
    NORN_ASSIGN(request.tzid, zone_of_person(routes.context, owner.user_id));
    key.append(" ").append(request.tzid);
  }
  const auto kept = routes.kept_views.find(keys::user(owner.id), key);
  if (!kept) return render_view(routes, call, owner, request, key);
  call.kept_json(apps::KeptReplies::body_of(kept));
  call.set_etag(kept->etag);
  return {};
}

Result<void> search_events(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(const std::string text, call.required_query("q"));
  if (text.size() > kMaxSearchBytes) {
    return invalid("q", kSearchTooLong);
  }
  NORN_ASSIGN(const int64_t limit,
              call.integer_query("limit", kSearchResults, 1, kMaxSearchResults));
  NORN_ASSIGN(const std::string tzid, zone_of_person(routes.context, owner.user_id));
  NORN_ASSIGN(const auto found, routes.views.search(owner.id, text, static_cast<size_t>(limit)));
  ObjectWriter object(call.json());
  ListWriter results(object.key("results"));
  for (const Found& one : found) append_json(results.next(), one, tzid);
  results.close();
  object.close();
  return {};
}

}  // namespace

void add_view_schemas(rest::Api& api) {
  api.add_schema("PlannerOccurrence", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"An event or an occurrence with its place in the view.",
    "required":["id","kind","title","location","color","status","tags","reminderMinutes","isAllDay",
      "startTzid","endTzid","sequence","version","updatedAt","start","end","etag"],
    "properties":{)" + common_event_members() + R"(,
      "start":{"type":"string","description":
        "The wall time in the view's zone; a day if it is all-day."},
      "end":{"type":"string","description":
        "The same; if all-day, the day after the last; without a duration the start."}}})"));
  api.add_schema("PlannerView", R"({"type":"object","additionalProperties":false,
    "required":["from","to"],
    "properties":{
      "from":{"type":"string","format":"date"},
      "to":{"type":"string","format":"date"},
      "tzid":{"type":"string"},
      "occurrences":{"type":"array",
        "items":{"$ref":"#/components/schemas/PlannerOccurrence"}},
      "items":{"type":"array","description":"With `expand=false`.",
        "items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
  api.add_schema("PlannerTimes", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","isAllDay","startTzid","endTzid","start","end"],
    "properties":{
      "id":{"type":"string"},"isAllDay":{"type":"boolean"},
      "startDate":{"type":"string","format":"date"},"endDate":{"type":"string","format":"date"},
      "startUtc":$INSTANT,"endUtc":{"type":["string","null"],"format":"date-time"},
      "startLocal":$WALL,"endLocal":{"type":["string","null"]},
      "startTzid":{"type":["string","null"]},"endTzid":{"type":["string","null"]},
      "start":{"type":"string"},"end":{"type":"string"}}})"));
  api.add_schema("PlannerResults", R"({"type":"object","additionalProperties":false,
    "required":["results"],
    "properties":{"results":{"type":"array","items":{"type":"object",
      "additionalProperties":false,"required":["event","next"],
      "properties":{
        "event":{"$ref":"#/components/schemas/PlannerEvent"},
        "next":{"description":"The next occurrence, or the event itself; null if it is over.",
          "oneOf":[{"type":"null"},
          {"$ref":"#/components/schemas/PlannerTimes"}]}}}}}})");
}

Result<bool> boolean_query(const rest::Call& call, std::string_view name, bool fallback) {
  const auto text = call.query(name);
  if (!text) return fallback;
  if (*text == "true" || *text == "false") return *text == "true";
  return invalid(name, rest::kQueryNotBoolean(name));
}

Result<ViewRequest> view_request_of(const rest::Call& call) {
  ViewRequest request;
  NORN_ASSIGN(const std::string from, call.required_query("from"));
  NORN_ASSIGN(const std::string to, call.required_query("to"));
  NORN_ASSIGN(request.from, date_of(from, "from"));
  NORN_ASSIGN(request.to, date_of(to, "to"));
  request.tzid = call.query("tzid").value_or("");
  request.tags = call.queries("tag");
  return request;
}

void add_view_routes(rest::Api& api, const EventRoutes& routes) {
  api.add(
      {.method = "GET",
       .path = routes.path + "/view",
       .operation = "get" + routes.noun + "View",
       .tag = routes.tag,
       .summary =
           "Gets the events of " + routes.where +
           " that overlap some days, with series expanded, in order: a day, a week, a month, a "
           "year or an agenda.",
       .scope = routes.read_scope,
       .query = {{.name = "from",
                  .description = "The first day.",
                  .schema = kDateSchema,
                  .required = true},
                 {.name = "to",
                  .description = fmt::format("The last day; at most {} days in all.", kMaxViewDays),
                  .schema = kDateSchema,
                  .required = true},
                 {.name = "tzid", .description = "The time zone of the days; default: yours."},
                 {.name = "tag",
                  .description =
                      "Only what has this tag; if it is there several times, all of them."},
                 {.name = "expand",
                  .description =
                      "false: `items` in place of `occurrences`: events, series and changed "
                      "occurrences, as they are stored.",
                  .schema = R"({"type":"boolean","default":true})"}},
       .replies = {{.status = 200, .description = "The view.", .schema = "PlannerView"}},
       .problems = {404},
       .handle = handled_by(routes, get_view)});
  api.add({.method = "GET",
           .path = routes.path + "/search",
           .operation = "search" + routes.noun,
           .tag = routes.tag,
           .summary =
               "Finds events and series by words of their titles, or parts of words, in any order, "
               "ignoring case and accents. What is ahead comes first.",
           .scope = routes.read_scope,
           .query = {{.name = "q",
                      .description = "The words; all of them have to be in the title.",
                      .required = true},
                     {.name = "limit",
                      .description = "The maximum number of results.",
                      .schema = fmt::format(
                          R"({{"type":"integer","minimum":1,"maximum":{},"default":{}}})",
                          kMaxSearchResults, kSearchResults)}},
           .replies = {{.status = 200, .description = "The results.", .schema = "PlannerResults"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(routes, search_events)});
}

}  // namespace norn::events
