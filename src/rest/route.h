#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/call.h"

namespace norn::rest {

// Who may call a route at all. The service decides what they may do to which thing.
enum class Access : uint8_t {
  kAnyone,         // Also without a session.
  kPerson,         // A session, or a token with the route's scope.
  kSession,        // A session only: for actions that a stolen token must not allow.
  kAdministrator,  // A session of an administrator.
};

struct Parameter {
  std::string name;
  std::string description;
  std::string schema = R"({"type":"string"})";  // JSON Schema.
  bool required = false;
};

struct Reply {
  int status = 200;
  std::string description;
  std::string schema = {};  // The name of a schema of the Api; empty: no body.
  std::string content_type = "application/json";  // A body of another type needs no schema.
};

// One route: its name, who may call it, its input and output, and its handler. The OpenAPI
// description is generated from it, so the two cannot differ.
struct Route {
  std::string method;     // "GET"
  std::string path;       // "/api/v1/calendars/{calendarId}"
  std::string operation;  // "getCalendar"
  std::string tag;        // "calendars"
  std::string summary;    // One sentence.
  Access access = Access::kPerson;
  std::string scope = {};                      // With kPerson: "calendars:read".
  std::vector<std::string> other_scopes = {};  // A token with one of these may call it, too.
  std::vector<Parameter> query = {};
  std::string request = {};       // The name of the schema of its body; empty: none.
  bool request_optional = false;  // The body may be missing.
  std::string request_type = "application/json";  // Never a type that a form can send.
  size_t request_bytes = 0;                       // How large it may be; 0: as everywhere.
  std::vector<Reply> replies = {};
  std::vector<int> problems = {};      // Statuses beyond those that every such route has.
  bool needs_if_match = false;         // Requests without If-Match get 428.
  bool takes_idempotency_key = false;  // Honours the Idempotency-Key header.
  bool heavy = false;                  // Few of one person run at once (rest/heavy_requests.h).
  // Of a heavy route: replies with what is kept, without waiting for others. Returns false if
  // nothing is kept, and leaves the reply as it was.
  std::function<Result<bool>(Call&)> handle_kept = {};
  // Renders into the call, or returns an error. Runs on a thread of the pool: it may block.
  std::function<Result<void>(Call&)> handle;
};

}  // namespace norn::rest
