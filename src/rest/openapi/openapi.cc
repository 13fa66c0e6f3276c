#include "rest/openapi/openapi.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/ascii.h"
#include "base/check.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "http/response.h"
#include "rest/router.h"

namespace norn::rest {
namespace {

constexpr std::string_view kSchemas = "#/components/schemas/";
constexpr std::string_view kSession = "session";
constexpr std::string_view kToken = "token";

constexpr std::string_view kSecuritySchemes =
    R"({"session":{"type":"apiKey","in":"cookie","name":"__Host-norn","description":)"
    R"("The session of a person who is signed in. Over plain http its name is `norn`."},)"
    R"("token":{"type":"http","scheme":"bearer","description":)"
    R"("An API token, which may do what its scopes say."}})";

constexpr std::string_view kIfMatch =
    R"({"name":"If-Match","in":"header","required":true,"description":)"
    R"("The ETag of the state that the change is based on, in its quotes.",)"
    R"("schema":{"type":"string","examples":["\"abc\""]}})";
constexpr std::string_view kIdempotencyKey =
    R"({"name":"Idempotency-Key","in":"header","required":false,"description":)"
    R"("What the client calls this creation: sent twice, it is done once.",)"
    R"("schema":{"type":"string","minLength":1,"maxLength":200}})";

void append_schema_reference(std::string& out, std::string_view name) {
  ObjectWriter object(out);
  object.text("$ref", fmt::format("{}{}", kSchemas, name));
  object.close();
}

// {"application/json":{"schema":{"$ref":"#/components/schemas/Calendar"}}}
void append_content(std::string& out, std::string_view type, std::string_view schema) {
  ObjectWriter content(out);
  ObjectWriter media(content.key(type));
  if (!schema.empty()) append_schema_reference(media.key("schema"), schema);
  media.close();
  content.close();
}

void append_parameter(std::string& out, std::string_view kind, const Parameter& parameter) {
  ObjectWriter object(out);
  object.text("name", parameter.name);
  object.text("in", kind);
  object.boolean("required", parameter.required);
  if (!parameter.description.empty()) object.text("description", parameter.description);
  object.key("schema").append(parameter.schema);
  object.close();
}

void append_parameters(std::string& out, const Route& route) {
  ListWriter list(out);
  for (const std::string_view name : parameter_names(route.path)) {
    append_parameter(list.next(), "path",
                     {.name = std::string(name), .description = {}, .required = true});
  }
  for (const Parameter& parameter : route.query) append_parameter(list.next(), "query", parameter);
  if (route.needs_if_match) list.next().append(kIfMatch);
  if (route.takes_idempotency_key) list.next().append(kIdempotencyKey);
  list.close();
}

void append_request(std::string& out, const Route& route) {
  ObjectWriter body(out);
  body.boolean("required", !route.request_optional);
  append_content(body.key("content"), route.request_type, route.request);
  body.close();
}

void append_responses(std::string& out, const Route& route) {
  ObjectWriter responses(out);
  std::set<int> listed;
  for (const Reply& reply : route.replies) {
    NORN_CHECK(listed.insert(reply.status).second, "a status of a route has one meaning");
    ObjectWriter response(responses.key(fmt::format("{}", reply.status)));
    response.text("description", reply.description);
    if (!reply.schema.empty() || reply.content_type != "application/json") {
      append_content(response.key("content"), reply.content_type, reply.schema);
    }
    response.close();
  }
  for (const int status : problem_statuses(route)) {
    if (!listed.insert(status).second) continue;
    ObjectWriter reference(responses.key(fmt::format("{}", status)));
    reference.text("$ref", fmt::format("#/components/responses/Problem{}", status));
    reference.close();
  }
  responses.close();
}

// [{"session":[]},{"token":["calendars:read"]}]: one of them is enough. OpenAPI 3.1 lets the lists
// name the roles that are needed.
void append_security(std::string& out, const Route& route) {
  ListWriter alternatives(out);
  if (route.access != Access::kAnyone) {
    ObjectWriter session(alternatives.next());
    session.key(kSession).append(route.access == Access::kAdministrator ? R"(["administrator"])"
                                                                        : "[]");
    session.close();
  }
  const auto add_token = [&](const std::string& scope) {
    ObjectWriter token(alternatives.next());
    token.key(kToken).append(fmt::format(R"(["{}"])", scope));
    token.close();
  };
  if (route.access == Access::kPerson) {
    add_token(route.scope);
    for (const std::string& other : route.other_scopes) add_token(other);
  }
  alternatives.close();
}

void append_operation(std::string& out, const Route& route) {
  ObjectWriter operation(out);
  ListWriter tags(operation.key("tags"));
  append_json_string(tags.next(), route.tag);
  tags.close();
  operation.text("summary", route.summary);
  operation.text("description", fmt::format("Who may call it: {}", access_text(route)));
  operation.text("operationId", route.operation);
  append_parameters(operation.key("parameters"), route);
  if (!route.request.empty()) append_request(operation.key("requestBody"), route);
  append_responses(operation.key("responses"), route);
  append_security(operation.key("security"), route);
  if (!route.scope.empty()) operation.text("x-scope", route.scope);
  operation.close();
}

void append_paths(std::string& out, const std::vector<Route>& routes) {
  ObjectWriter paths(out);
  std::set<std::string_view> done;
  for (const Route& first : routes) {
    if (!done.insert(first.path).second) continue;
    ObjectWriter methods(paths.key(first.path));
    for (const Route& route : routes) {
      if (route.path == first.path) append_operation(methods.key(ascii_lower(route.method)), route);
    }
    methods.close();
  }
  paths.close();
}

void append_problems(std::string& out, const std::vector<Route>& routes) {
  std::set<int> statuses;
  for (const Route& route : routes) {
    for (const int status : problem_statuses(route)) statuses.insert(status);
  }
  ObjectWriter problems(out);
  for (const int status : statuses) {
    ObjectWriter problem(problems.key(fmt::format("Problem{}", status)));
    problem.text("description", http::reason_phrase(status));
    append_content(problem.key("content"), "application/problem+json", "Problem");
    problem.close();
  }
  problems.close();
}

void append_components(std::string& out, const Description& description) {
  ObjectWriter components(out);
  ObjectWriter schemas(components.key("schemas"));
  for (const auto& [name, schema] : description.schemas) schemas.key(name).append(schema);
  schemas.close();
  append_problems(components.key("responses"), description.routes);
  components.key("securitySchemes").append(kSecuritySchemes);
  components.close();
}

void append_info(std::string& out, const Description& description) {
  ObjectWriter info(out);
  info.text("title", "Norn");
  info.text("version", description.version);
  info.text("description",
            "People, calendars and what is in them. Errors are RFC 9457 problem details. Times are "
            "RFC 3339 in UTC, dates are YYYY-MM-DD. Members that are not known are refused.");
  info.close();
}

void append_tags(std::string& out, const std::vector<Route>& routes) {
  ListWriter list(out);
  for (const std::string& name : tags_of(routes)) {
    ObjectWriter tag(list.next());
    tag.text("name", name);
    tag.close();
  }
  list.close();
}

// Checks that every schema that the text refers to exists.
void check_references(std::string_view text, const Description& description) {
  for (size_t at = text.find(kSchemas); at != std::string_view::npos;
       at = text.find(kSchemas, at + 1)) {
    const size_t begin = at + kSchemas.size();
    const std::string name(text.substr(begin, text.find_first_of("\"/", begin) - begin));
    if (!description.schemas.contains(name)) log::error("there is no schema {}", name);
    NORN_CHECK(description.schemas.contains(name), "routes and schemas name schemas that exist");
  }
}

}  // namespace

std::string make_openapi(const Description& description) {
  std::string text;
  ObjectWriter document(text);
  document.text("openapi", "3.1.0");
  append_info(document.key("info"), description);
  ListWriter servers(document.key("servers"));
  ObjectWriter server(servers.next());
  server.text("url", description.public_origin.empty() ? "/" : description.public_origin);
  server.close();
  servers.close();
  append_tags(document.key("tags"), description.routes);
  append_paths(document.key("paths"), description.routes);
  append_components(document.key("components"), description);
  document.close();
  check_references(text, description);
  simdjson::dom::parser parser;
  NORN_CHECK(parser.parse(text).error() == simdjson::SUCCESS, "the schemas of routes are JSON");
  return text;
}

}  // namespace norn::rest
