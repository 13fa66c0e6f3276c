#include "apps/console/routes.h"

#include "apps/accounts/routes/routes_confirmation.h"
#include "apps/console/routes_parts.h"
#include "apps/console/sentences.h"
#include "apps/shared/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log_context.h"
#include "base/time_text.h"

// Confirming who one is.
namespace norn::console {
namespace {

using apps::handled_by;
using rest::Access;

Result<void> reply_state(const Parts& parts, rest::Call& call) {
  const rest::Caller& caller = call.caller();
  NORN_ASSIGN(const auto needs, parts.confirmations.needs(caller.user_id));
  NORN_ASSIGN(const auto until_ms,
              parts.confirmations.until_ms(caller.user_id, caller.credential_id));
  ObjectWriter object(call.json());
  if (until_ms) {
    object.text("confirmedUntil", timestamp_ms(*until_ms));
  } else {
    object.null("confirmedUntil");
  }
  object.boolean("secondFactor", needs.code);
  object.boolean("hasPassword", needs.password);
  object.boolean("writesOwnTables", parts.tables.writes_own());
  object.close();
  return {};
}

Result<void> confirm(const Parts& parts, rest::Call& call) {
  NORN_TRY(accounts::confirm_by_body(parts.confirmations, call));
  return reply_state(parts, call);
}

Result<void> end_confirmation(const Parts& parts, rest::Call& call) {
  const rest::Caller& caller = call.caller();
  NORN_TRY(parts.confirmations.end(caller.user_id, caller.credential_id));
  call.no_content();
  return {};
}

void add_confirmation_schemas(rest::Api& api) {
  api.add_schema("Console", R"({"type":"object","additionalProperties":false,
    "required":["confirmedUntil","secondFactor","hasPassword","writesOwnTables"],
    "properties":{"confirmedUntil":{"type":["string","null"],"format":"date-time",
        "description":"Until when you have confirmed in this session who you are."},
      "secondFactor":{"type":"boolean","description":"Whether confirming takes a code."},
      "hasPassword":{"type":"boolean",
        "description":"Whether it takes a password. Otherwise, a session that has just begun."},
      "writesOwnTables":{"type":"boolean",
        "description":"Whether Norn's own tables can be written to (--admin-writes)."}}})");
}

void add_confirmation_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/console",
           .operation = "getConsole",
           .tag = kTag,
           .summary = "Whether you may use the console now, and what that takes.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "The state.", .schema = "Console"}},
           .handle = handled_by(parts, reply_state)});
  api.add({.method = "POST",
           .path = "/api/v1/console/confirmation",
           .operation = "confirmForConsole",
           .tag = kTag,
           .summary = "As `POST /api/v1/confirmation`.",
           .access = Access::kAdministrator,
           .request = "IdentityConfirmation",
           .replies = {{.status = 200, .description = "The state.", .schema = "Console"}},
           .problems = {401},
           .handle = handled_by(parts, confirm)});
  api.add({.method = "DELETE",
           .path = "/api/v1/console/confirmation",
           .operation = "endConsoleConfirmation",
           .tag = kTag,
           .summary = "As `DELETE /api/v1/confirmation`.",
           .access = Access::kAdministrator,
           .replies = {{.status = 204, .description = "Ended."}},
           .handle = handled_by(parts, end_confirmation)});
}

}  // namespace

std::function<Result<void>(rest::Call&)> confirmed(const Parts& parts, Handler handler) {
  return [parts, handler](rest::Call& call) -> Result<void> {
    const rest::Caller& caller = call.caller();
    NORN_ASSIGN(const auto until_ms,
                parts.confirmations.until_ms(caller.user_id, caller.credential_id));
    if (!until_ms) return forbidden(accounts::kConfirmationNeeded);
    return handler(parts, call);
  };
}

void audit(const rest::Call& call, std::string_view what, const std::string& table,
           const std::string& index, const std::string& keys) {
  const log::Field fields[] = {{"what", std::string(what)},
                               {"table", table},
                               {"index", index},
                               {"keys", keys},
                               {"user", call.caller().user_id},
                               {"session", call.caller().credential_id},
                               {"address", std::string(call.request().peer)}};
  log::write_always("console", fields);
}

void add_routes(rest::Api& api, const Parts& parts) {
  api.add_sentences(kSentences);
  add_confirmation_schemas(api);
  add_confirmation_routes(api, parts);
  add_table_routes(api, parts);
  add_server_routes(api, parts);
}

}  // namespace norn::console
