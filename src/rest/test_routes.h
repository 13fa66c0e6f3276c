#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/route.h"

// Routes of every kind, for the tests of this folder.
namespace norn::rest {

inline Result<void> reply_nothing(Call& call) {
  call.json() += "{}";
  return {};
}

inline std::vector<Route> test_routes() {
  std::vector<Route> routes;
  routes.push_back(
      {.method = "GET",
       .path = "/api/v1/things",
       .operation = "listThings",
       .tag = "things",
       .summary = "All things.",
       .scope = "things:read",
       .query = {{.name = "limit", .description = "How many.", .schema = R"({"type":"integer"})"}},
       .replies = {{200, "The things.", "Things"}},
       .handle = reply_nothing});
  routes.push_back({.method = "POST",
                    .path = "/api/v1/things",
                    .operation = "createThing",
                    .tag = "things",
                    .summary = "Makes a thing.",
                    .scope = "things:write",
                    .request = "ThingChange",
                    .replies = {{201, "The thing.", "Thing"}},
                    .problems = {409},
                    .takes_idempotency_key = true,
                    .handle = reply_nothing});
  routes.push_back({.method = "PATCH",
                    .path = "/api/v1/things/{thingId}",
                    .operation = "changeThing",
                    .tag = "things",
                    .summary = "Changes a thing.",
                    .scope = "things:write",
                    .request = "ThingChange",
                    .replies = {{200, "The thing.", "Thing"}},
                    .needs_if_match = true,
                    .handle = reply_nothing});
  routes.push_back({.method = "DELETE",
                    .path = "/api/v1/settings",
                    .operation = "clearSettings",
                    .tag = "server",
                    .summary = "Forgets all settings.",
                    .access = Access::kAdministrator,
                    .replies = {{204, "Done."}},
                    .handle = reply_nothing});
  routes.push_back({.method = "GET",
                    .path = "/api/v1/page",
                    .operation = "getPage",
                    .tag = "server",
                    .summary = "A page.",
                    .access = Access::kAnyone,
                    .replies = {{200, "The page.", "", "text/html"}},
                    .handle = reply_nothing});
  return routes;
}

inline std::map<std::string, std::string> test_schemas() {
  return {
      {"Thing", R"({"type":"object","properties":{"name":{"type":"string"}}})"},
      {"ThingChange", R"({"type":"object"})"},
      {"Things", R"({"type":"object","properties":{"things":{"type":"array",)"
                 R"("items":{"$ref":"#/components/schemas/Thing"}}}})"},
      {"Problem", R"({"type":"object"})"},
  };
}

}  // namespace norn::rest
