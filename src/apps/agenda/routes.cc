#include "apps/agenda/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/routes/feed_replies.h"
#include "apps/accounts/sentences.h"
#include "apps/agenda/calendar_feed.h"
#include "apps/agenda/keys.h"
#include "apps/agenda/render.h"
#include "apps/agenda/sentences.h"
#include "apps/shared/routes.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "http/languages.h"

namespace norn::agenda {
namespace {

using apps::handled_by;

constexpr const char* kTag = "agenda";
constexpr const char* kDaySchema = R"({"type":"string","format":"date"})";

Result<Date> read_day(const rest::Call& call, std::string_view name) {
  NORN_ASSIGN(const std::string text, call.required_query(name));
  const auto day = parse_date(text);
  if (!day) return invalid(name, apps::kDayForm);
  return *day;
}

// "event,task"; all kinds without it.
Result<Kinds> read_kinds(const rest::Call& call) {
  const auto text = call.query("kinds");
  if (!text) return Kinds::all();
  Kinds kinds;
  for (size_t begin = 0; begin <= text->size();) {
    const size_t comma = std::min(text->find(',', begin), text->size());
    const std::string name = text->substr(begin, comma - begin);
    const auto kind = kind_from(name);
    if (!kind) return invalid("kinds", kKindUnknown(name));
    kinds.add(*kind);
    begin = comma + 1;
  }
  return kinds;
}

// The first language of the client that the web app has; empty if there is none.
std::string language_of(const rest::Call& call) {
  for (const std::string_view language : http::accepted_languages(call.request())) {
    if (std::ranges::find(accounts::kLanguages, language) != accounts::kLanguages.end()) {
      return std::string(language);
    }
  }
  return {};
}

Result<AgendaRequest> read_request(const rest::Call& call) {
  AgendaRequest request;
  NORN_ASSIGN(request.from, read_day(call, "from"));
  NORN_ASSIGN(request.to, read_day(call, "to"));
  NORN_ASSIGN(request.kinds, read_kinds(call));
  request.tzid = call.query("zone").value_or("");
  request.cursor = call.query("cursor").value_or("");
  request.language = language_of(call);
  return request;
}

// A token without the scope of an app sees nothing of it.
std::vector<bool> allowed_sources(const Agenda& agenda, const rest::Call& call) {
  std::vector<bool> allowed;
  for (const AgendaSource* const source : agenda.sources()) {
    allowed.push_back(call.caller().may(source->scope()));
  }
  return allowed;
}

void send(rest::Call& call, const std::shared_ptr<const AgendaReplies::Reply>& reply) {
  // A browser may cache it, and has to revalidate it each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  call.response().add_header("Vary", "Accept-Language");
  call.kept_json(apps::KeptReplies::body_of(reply));
  call.set_etag(reply->etag);
}

Result<bool> get_kept_agenda(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const AgendaRequest request, read_request(call));
  const auto reply =
      parts.replies.find(call.caller().user_id, request, allowed_sources(parts.agenda, call));
  if (reply) send(call, reply);
  return reply != nullptr;
}

Result<void> get_agenda(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const AgendaRequest request, read_request(call));
  NORN_ASSIGN(const auto reply, parts.replies.get(call.caller().user_id, request,
                                                  allowed_sources(parts.agenda, call)));
  send(call, reply);
  return {};
}

Result<void> get_unscheduled(const Parts& parts, rest::Call& call) {
  append_json(call.json(),
              parts.agenda.unscheduled(call.caller().user_id, allowed_sources(parts.agenda, call)));
  return {};
}

void render(rest::Call& call, const Preferences& preferences) {
  ObjectWriter object(call.json());
  ListWriter kinds(object.key("hiddenKinds"));
  for (size_t i = 0; i < kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (preferences.hidden_kinds.has(kind)) append_json_string(kinds.next(), to_text(kind));
  }
  kinds.close();
  ListWriter owners(object.key("hiddenOwners"));
  for (const std::string& owner : preferences.hidden_owners) {
    append_json_string(owners.next(), owner);
  }
  owners.close();
  object.boolean("declinedHidden", preferences.declined_hidden);
  object.close();
}

Result<void> get_preferences(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Preferences preferences, parts.preferences.get(call.caller().user_id));
  render(call, preferences);
  return {};
}

Result<void> set_preferences(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  Preferences preferences;
  NORN_ASSIGN(const auto kinds, body.texts("hiddenKinds", kKindCount));
  for (const std::string& name : kinds) {
    const auto kind = kind_from(name);
    if (!kind) return invalid("hiddenKinds", kKindUnknown(name));
    preferences.hidden_kinds.add(*kind);
  }
  NORN_ASSIGN(preferences.hidden_owners, body.texts("hiddenOwners", kMaxHiddenOwners));
  NORN_ASSIGN(preferences.declined_hidden, body.boolean("declinedHidden"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Preferences stored,
              parts.preferences.set(call.caller().user_id, std::move(preferences)));
  render(call, stored);
  return {};
}

Result<void> get_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto state, parts.feed.state(call.caller().user_id));
  accounts::reply_feed_state(call, state);
  return {};
}

Result<void> create_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string secret,
              parts.feed.create(call.caller().user_id, call.caller().session_epoch));
  accounts::reply_feed_link(call, parts.public_origin, secret, "agenda.ics");
  return {};
}

Result<void> delete_feed(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.feed.revoke(call.caller().user_id));
  call.no_content();
  return {};
}

Result<void> read_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto user_id, parts.feed.find_user(call.path("secret")));
  if (!user_id) return not_found(accounts::kFeedNotFound);
  NORN_ASSIGN(const Preferences preferences, parts.preferences.get(*user_id));
  NORN_ASSIGN(std::string file,
              calendar_feed(parts.agenda, parts.clock, *user_id, preferences, language_of(call)));
  accounts::reply_calendar_file(call, std::move(file));
  return {};
}

constexpr const char* kItemMembers = R"(
      "kind":{"type":"string",
        "enum":["anniversary","birthday","blocked","entry","event","stay","task"]},
      "app":{"type":"string","description":"Whose page opens it."},
      "id":{"type":"string","description":
        "Of the thing in its app; of an occurrence its own; of a wedding both people's, with a +."},
      "title":{"type":"string"},
      "owner":{"$ref":"#/components/schemas/AgendaOwner"},
      "self":{"type":"string","description":"Its address in this API."},
      "may":{"type":"array","description":"What you may do to it.",
        "items":{"type":"string","enum":["change","move","resize","complete","delete","answer"]}},
      "etag":{"type":"string","description":"For If-Match, where it can be changed."},
      "color":{"type":"string"},
      "location":{"type":"string"},
      "people":{"type":"array","items":{"type":"string"},
        "description":"The ids of the users whom it concerns."},
      "uid":{"type":"string","description":"Of iCalendar. Occurrences of a series have the same."},
      "seriesId":{"type":"string"},
      "status":{"type":"string","enum":["TENTATIVE","CANCELLED"]},
      "answer":{"$ref":"#/components/schemas/GuestAnswer"},
      "task":{"type":"object","additionalProperties":false,"required":["done"],
        "properties":{
          "as":{"type":"string","enum":["due","planned","overdue"],
            "description":"Why it is there. One that is planned and due is there for both."},
          "done":{"type":"boolean"},
          "status":{"type":"string"},
          "priority":{"type":"string"},
          "due":{"type":"string","description":"A day, or a wall time in the zone."},
          "planned":{"type":"object","additionalProperties":false,"required":["start"],
            "properties":{"start":{"type":"string"},"end":{"type":"string"}}}}},
      "stay":{"type":"object","additionalProperties":false,
        "required":["nights","isOwn","arrival","departure","checkIn","checkOut"],
        "properties":{
          "nights":{"type":"integer"},
          "guest":{"type":"string","description":"Who comes, if you may know."},
          "isOwn":{"type":"boolean"},
          "arrival":{"type":"string","format":"date"},
          "departure":{"type":"string","format":"date"},
          "checkIn":{"type":"string"},
          "checkOut":{"type":"string"}}},
      "day":{"type":"object","additionalProperties":false,
        "required":["which","years","isLiving","personIds"],
        "properties":{
          "which":{"type":"string","enum":["birthday","deathDay","wedding"]},
          "years":{"type":"integer"},
          "isLiving":{"type":"boolean"},
          "kinship":{"type":"string","description":"What the person is to you, in your language."},
          "personIds":{"type":"array","items":{"type":"string"}}}})";

constexpr const char* kFailedSchema = R"({"type":"array",
  "description":"The apps whose part is missing, or what is missing in it (`owner`), and why.",
  "items":{"type":"object","additionalProperties":false,"required":["app","code","detail"],
    "properties":{"app":{"type":"string"},
      "owner":{"$ref":"#/components/schemas/AgendaOwner"},
      "code":{"type":"string"},
      "params":{"type":"object"},"detail":{"type":"string"}}}})";

void add_agenda_schemas(rest::Api& api) {
  api.add_schema("AgendaOwner", R"({"type":"object","additionalProperties":false,
    "required":["kind","id"],"properties":{
      "kind":{"type":"string","enum":["calendar","person","place","project","tree"]},
      "id":{"type":"string"},
      "name":{"type":"string","description":"Left out for yourself."}}})");
  api.add_schema("AgendaItem", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["kind","app","id","title","allDay","start","owner","self","may","people"],
    "properties":{{{},
      "allDay":{{"type":"boolean"}},
      "start":{{"type":"string","description":
        "The wall time in the zone; all-day: the first day."}},
      "end":{{"type":"string","description":
        "The same; all-day: the day after the last. Left out if it has none."}},
      "startUtc":{{"type":"string","format":"date-time"}}}}}})",
                                           kItemMembers));
  api.add_schema("UnscheduledTask", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["kind","app","id","title","owner","self","may","people","task"],
    "properties":{{{}}}}})",
                                                kItemMembers));
  api.add_schema("Agenda", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["from","to","zone","today","items","failed"],
    "properties":{{
      "from":{{"type":"string","format":"date"}},
      "to":{{"type":"string","format":"date"}},
      "zone":{{"type":"string"}},
      "today":{{"type":"string","format":"date","description":"In the zone."}},
      "items":{{"type":"array","maxItems":{},
        "items":{{"$ref":"#/components/schemas/AgendaItem"}}}},
      "failed":{},
      "next":{{"type":"string","description":
        "The cursor of the next page; left out at the end."}}}}}})",
                                       kPageItems, kFailedSchema));
  api.add_schema("UnscheduledTasks", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["items","failed"],
    "properties":{{
      "items":{{"type":"array","maxItems":{},
        "items":{{"$ref":"#/components/schemas/UnscheduledTask"}}}},
      "failed":{}}}}})",
                                                 kMaxUnscheduled, kFailedSchema));
  api.add_schema("AgendaPreferences", fmt::format(R"({{"type":"object",
    "additionalProperties":false,
    "required":["hiddenKinds","hiddenOwners","declinedHidden"],
    "properties":{{
      "hiddenKinds":{{"type":"array","maxItems":{},"items":{{"type":"string","enum":
        ["anniversary","birthday","blocked","entry","event","stay","task"]}}}},
      "hiddenOwners":{{"type":"array","maxItems":{},"items":{{"type":"string",
        "description":"calendar, person, place, project or tree, a colon and its id."}}}},
      "declinedHidden":{{"type":"boolean","description":"Whether what you declined is hidden."}}
    }}}})",
                                                  kKindCount, kMaxHiddenOwners));
  api.add_schema("AgendaFeed", accounts::kFeedSchema);
  api.add_schema("AgendaFeedLink", accounts::kFeedLinkSchema);
}

// A token with the scope of any app may call it.
void allow_scopes(rest::Route& route, const Agenda& agenda) {
  for (const AgendaSource* const source : agenda.sources()) {
    if (route.scope.empty()) {
      route.scope = source->scope();
    } else {
      route.other_scopes.push_back(source->scope());
    }
  }
}

void add_preferences_routes(rest::Api& api, const Parts& parts) {
  // It names things of all apps: a token has the scopes of some.
  api.add({.method = "GET",
           .path = "/api/v1/agenda/preferences",
           .operation = "getAgendaPreferences",
           .tag = kTag,
           .summary = "Gets what you have hidden in your agenda.",
           .access = rest::Access::kSession,
           .replies = {{.status = 200,
                        .description = "What is hidden.",
                        .schema = "AgendaPreferences"}},
           .handle = handled_by(parts, get_preferences)});
  api.add({.method = "PUT",
           .path = "/api/v1/agenda/preferences",
           .operation = "setAgendaPreferences",
           .tag = kTag,
           .summary = "Sets what is hidden in your agenda: kinds of things, and calendars, "
                      "projects, places and trees. Your pages and your calendar feed leave it out.",
           .access = rest::Access::kSession,
           .request = "AgendaPreferences",
           .replies = {{.status = 200,
                        .description = "What is hidden.",
                        .schema = "AgendaPreferences"}},
           .problems = {404},
           .handle = handled_by(parts, set_preferences)});
}

void add_feed_routes(rest::Api& api, const Parts& parts) {
  constexpr const char* kFeedPath = "/api/v1/agenda/feed";
  rest::Route state = {.method = "GET",
                       .path = kFeedPath,
                       .operation = "getAgendaFeed",
                       .tag = kTag,
                       .summary =
                           "Returns whether you have a secret address at which other "
                           "calendars can subscribe to your agenda.",
                       .replies = {{.status = 200,
                                    .description = "Its state, without the address itself.",
                                    .schema = "AgendaFeed"}},
                       .handle = handled_by(parts, get_feed)};
  allow_scopes(state, parts.agenda);
  api.add(std::move(state));
  api.add({.method = "POST",
           .path = kFeedPath,
           .operation = "createAgendaFeed",
           .tag = kTag,
           .summary = "Creates a secret address at which your agenda can be read as a calendar "
                      "file. Your previous address becomes invalid.",
           .access = rest::Access::kSession,
           .replies = {{.status = 201, .description = "The address.", .schema = "AgendaFeedLink"}},
           .problems = {404},
           .handle = handled_by(parts, create_feed)});
  api.add({.method = "DELETE",
           .path = kFeedPath,
           .operation = "deleteAgendaFeed",
           .tag = kTag,
           .summary = "Deletes your secret address of your agenda, if you have one.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "There is no address."}},
           .handle = handled_by(parts, delete_feed)});
  api.add({.method = "GET",
           .path = "/ical/{secret}/agenda.ics",
           .operation = "readAgendaFeed",
           .tag = kTag,
           .summary = "Gets an agenda as an iCalendar file, from a month ago and for a year, "
                      "without what its owner has hidden. Needs no credentials but the secret "
                      "address.",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200,
                        .description = "The file.",
                        .content_type = accounts::kCalendarFileType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, read_feed)});
}

}  // namespace

accounts::PersonFeedForm feed_form() {
  return {.sk = std::string(keys::kFeed),
          .address_prefix = std::string(keys::kFeedPrefix),
          .type = "AGENDA_FEED"};
}

void add_routes(rest::Api& api, const Parts& parts) {
  api.add_sentences(kSentences);
  add_agenda_schemas(api);
  rest::Route agenda = {
      .method = "GET",
      .path = "/api/v1/agenda",
      .operation = "getAgenda",
      .tag = kTag,
      .summary =
          "Gets everything that you have on some days, of all apps, by start: events, "
          "entries, tasks, stays, blocked nights, birthdays and anniversaries.",
      .query = {{.name = "from",
                 .description = "The first day.",
                 .schema = kDaySchema,
                 .required = true},
                {.name = "to",
                 .description =
                     fmt::format("The last day; at most {} days in all.", kMaxAgendaDays),
                 .schema = kDaySchema,
                 .required = true},
                {.name = "kinds", .description = "Only these kinds, with commas between them."},
                {.name = "zone", .description = "The time zone of the days; default: yours."},
                {.name = "cursor", .description = "`next` of the page before."}},
      .replies = {{.status = 200, .description = "A page of the agenda.", .schema = "Agenda"}},
      .heavy = true,
      .handle_kept = handled_by(parts, get_kept_agenda),
      .handle = handled_by(parts, get_agenda)};
  allow_scopes(agenda, parts.agenda);
  api.add(std::move(agenda));
  rest::Route unscheduled = {
      .method = "GET",
      .path = "/api/v1/agenda/unscheduled",
      .operation = "listUnscheduledTasks",
      .tag = kTag,
      .summary = "Lists your tasks that are neither done, planned nor due.",
      .replies = {{.status = 200, .description = "The tasks.", .schema = "UnscheduledTasks"}},
      .heavy = true,
      .handle = handled_by(parts, get_unscheduled)};
  allow_scopes(unscheduled, parts.agenda);
  api.add(std::move(unscheduled));
  add_preferences_routes(api, parts);
  add_feed_routes(api, parts);
}

}  // namespace norn::agenda
