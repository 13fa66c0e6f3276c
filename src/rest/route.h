#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/call.h"

namespace norn::rest {

// Who may call a route at all. What they may do to which thing is the service's to decide.
enum class Access : uint8_t {
  kAnyone,         // Also when nobody is signed in.
  kPerson,         // A session, or a token with the route's scope.
  kSession,        // A session only: what a stolen token must never do.
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

// One route: what it is called, who may call it, what goes in and comes out, and what it does. The
// OpenAPI description is made from this, so it cannot say anything else.
struct Route {
  std::string method;     // "GET"
  std::string path;       // "/api/v1/calendars/{calendarId}"
  std::string operation;  // "getCalendar"
  std::string tag;        // "calendars"
  std::string summary;    // One sentence.
  Access access = Access::kPerson;
  std::string scope = {};  // With kPerson: "calendars:read".
  std::vector<Parameter> query = {};
  std::string request = {};       // The name of the schema of its body; empty: none.
  bool request_optional = false;  // The body may be missing.
  std::string request_type = "application/json";  // Anything but what a form can send.
  size_t request_bytes = 0;                       // How large it may be; 0: as everywhere.
  std::vector<Reply> replies = {};
  std::vector<int> problems = {};      // Statuses beyond those that every such route has.
  bool needs_if_match = false;         // 428 without, before it is called.
  bool takes_idempotency_key = false;  // The Idempotency-Key header means something.
  // Renders into the call, or returns what went wrong. On a thread of the pool: it may block.
  std::function<Result<void>(Call&)> handle;
};

}  // namespace norn::rest
