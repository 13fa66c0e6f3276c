#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/console/routes_parts.h"
#include "apps/console/sentences.h"
#include "apps/shared/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

// The server: its health, its backups, and the sessions of people.
namespace norn::console {
namespace {

using rest::Access;

void append_optional(ObjectWriter& object, std::string_view name,
                     const std::optional<int64_t>& value) {
  if (value) {
    object.integer(name, *value);
  } else {
    object.null(name);
  }
}

void append_text_or_null(ObjectWriter& object, std::string_view name, const std::string& text) {
  if (text.empty()) {
    object.null(name);
  } else {
    object.text(name, text);
  }
}

void append_store(ObjectWriter& object, const Health& health) {
  ObjectWriter store(object.key("store"));
  store.text("kind", health.store_kind);
  store.text("location", health.location);
  append_optional(store, "bytes", health.bytes);
  append_optional(store, "freeBytes", health.free_bytes);
  store.close();
}

void append_checks(ObjectWriter& object, const Health& health) {
  constexpr std::string_view kStates[] = {"ok", "warning", "failed"};
  ListWriter checks(object.key("checks"));
  for (const Check& check : health.checks) {
    ObjectWriter one(checks.next());
    one.text("name", check.name);
    one.text("state", kStates[static_cast<size_t>(check.state)]);
    one.text("detail", check.detail);
    one.close();
  }
  checks.close();
}

void append_metrics(ObjectWriter& object, const Health& health) {
  ListWriter metrics(object.key("metrics"));
  for (const Metric& metric : health.metrics) {
    if (!std::isfinite(metric.value)) continue;  // JSON has no such numbers.
    ObjectWriter one(metrics.next());
    one.text("name", metric.name);
    one.key("value").append(fmt::format("{}", metric.value));
    one.text("unit", metric.unit);
    one.close();
  }
  metrics.close();
}

Result<void> get_health(const Parts& parts, rest::Call& call) {
  const Health health = parts.host.health();
  ObjectWriter object(call.json());
  object.text("version", health.version);
  object.text("startedAt", timestamp_ms(health.started_ms));
  append_store(object, health);
  append_checks(object, health);
  append_metrics(object, health);
  object.close();
  return {};
}

void append_schedule(ObjectWriter& object, const std::optional<BackupSchedule>& schedule) {
  if (!schedule) return object.null("schedule");
  ObjectWriter one(object.key("schedule"));
  one.text("daily", schedule->daily);
  one.integer("keep", schedule->keep);
  one.text("folder", schedule->folder);
  append_text_or_null(one, "failure", schedule->failure);
  one.close();
}

void append_made(std::string& out, const MadeBackup& backup) {
  ObjectWriter object(out);
  object.text("id", std::to_string(backup.id));
  object.text("at", timestamp_ms(backup.at_ms));
  object.integer("bytes", backup.bytes);
  object.integer("files", backup.files);
  append_text_or_null(object, "damage", backup.damage);
  if (backup.verified_ms) {
    object.text("verified", timestamp_ms(*backup.verified_ms));
  } else {
    object.null("verified");
  }
  object.close();
}

void append_running(ObjectWriter& object, const std::optional<RunningBackup>& running) {
  if (!running) return object.null("running");
  ObjectWriter one(object.key("running"));
  one.text("what", running->verifies ? "verification" : "backup");
  one.integer("copiedBytes", running->copied_bytes);
  one.integer("totalBytes", running->total_bytes);
  one.close();
}

Result<void> reply_backups(const Parts& parts, rest::Call& call, int status) {
  NORN_ASSIGN(const BackupState state, parts.host.backups());
  ObjectWriter object(call.json(status));
  object.boolean("available", !state.unavailable);
  if (state.unavailable) {
    object.text("reason", state.unavailable->text());
    append_code(object, *state.unavailable);
  }
  append_schedule(object, state.schedule);
  ListWriter backups(object.key("backups"));
  for (const MadeBackup& backup : state.backups) append_made(backups.next(), backup);
  backups.close();
  append_running(object, state.running);
  append_text_or_null(object, "failure", state.failure);
  object.close();
  return {};
}

Result<void> list_backups(const Parts& parts, rest::Call& call) {
  return reply_backups(parts, call, 200);
}

Result<void> make_backup(const Parts& parts, rest::Call& call) {
  audit(call, "backup", "", "", "");
  NORN_TRY(parts.host.start_backup());
  return reply_backups(parts, call, 202);
}

Result<void> verify_backup(const Parts& parts, rest::Call& call) {
  const std::string& text = call.path("backupId");
  int64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size()) return not_found(kBackupNotFound);
  audit(call, "verify backup", "", "", text);
  NORN_TRY(parts.host.start_verification(id));
  return reply_backups(parts, call, 202);
}

// The person, who has to exist.
Result<std::string> person_of(const Parts& parts, const rest::Call& call) {
  NORN_ASSIGN(std::string id, apps::id_of(call, "userId", accounts::kPersonNotFound));
  NORN_ASSIGN(const auto user, parts.accounts.users().find(id));
  if (!user) return not_found(accounts::kPersonNotFound);
  return id;
}

Result<void> list_sessions(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, person_of(parts, call));
  NORN_ASSIGN(const auto sessions, parts.accounts.sessions().list(id));
  ObjectWriter object(call.json());
  ListWriter list(object.key("sessions"));
  for (const accounts::Session& session : sessions) {
    ObjectWriter one(list.next());
    one.text("id", session.id);
    one.text("method", session.method);
    one.text("address", session.visitor.address);
    one.text("userAgent", session.visitor.user_agent);
    one.text("createdAt", timestamp_ms(session.created_ms));
    one.text("lastSeenAt", timestamp_ms(session.last_seen_ms));
    one.text("expiresAt", timestamp_ms(session.expires_ms));
    one.boolean("current", session.id == call.caller().credential_id);
    one.close();
  }
  list.close();
  object.close();
  return {};
}

Result<void> end_sessions(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, person_of(parts, call));
  NORN_TRY(parts.accounts.sign_out_everywhere(id));
  call.no_content();
  return {};
}

void add_server_schemas(rest::Api& api) {
  api.add_schema("ConsoleHealth", R"({"type":"object","additionalProperties":false,
    "required":["version","startedAt","store","checks","metrics"],
    "properties":{"version":{"type":"string"},"startedAt":{"type":"string","format":"date-time"},
      "store":{"type":"object","additionalProperties":false,
        "required":["kind","location","bytes","freeBytes"],
        "properties":{"kind":{"enum":["embedded","remote"]},
          "location":{"type":"string","description":"The folder, or the endpoint."},
          "bytes":{"type":["integer","null"],"description":"Of the data; null: not known here."},
          "freeBytes":{"type":["integer","null"],"description":"On the disk of the data."}}},
      "checks":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["name","state","detail"],
        "properties":{"name":{"type":"string"},"state":{"enum":["ok","warning","failed"]},
          "detail":{"type":"string","description":"In English; empty if it is ok."}}}},
      "metrics":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["name","value","unit"],
        "properties":{"name":{"type":"string"},"value":{"type":"number"},
          "unit":{"type":"string","description":"\"bytes\", \"seconds\", or empty."}}}}}})");
  api.add_schema("ConsoleBackups", R"({"type":"object","additionalProperties":false,
    "required":["available","schedule","backups","running","failure"],
    "properties":{"available":{"type":"boolean","description":"Whether one can be made here."},
      "reason":{"type":"string","description":"Why not, in English."},
      "code":{"type":"string","description":"Which sentence the reason is: one of Problem."},
      "params":{"$ref":"#/components/schemas/SentenceParams"},
      "schedule":{"type":["object","null"],"additionalProperties":false,
        "required":["daily","keep","folder","failure"],
        "properties":{"daily":{"type":"string","description":"The time of day."},
          "keep":{"type":"integer"},"folder":{"type":"string"},
          "failure":{"type":["string","null"],
            "description":"Why the last daily one failed, in English."}}},
      "backups":{"type":"array","description":"The newest first.",
        "items":{"type":"object","additionalProperties":false,
        "required":["id","at","bytes","files","damage","verified"],
        "properties":{"id":{"type":"string"},"at":{"type":"string","format":"date-time"},
          "bytes":{"type":"integer"},"files":{"type":"integer"},
          "damage":{"type":["string","null"],"description":"Why it cannot be restored."},
          "verified":{"type":["string","null"],"format":"date-time",
            "description":"When this server has verified it, since it was started."}}}},
      "running":{"type":["object","null"],"additionalProperties":false,
        "required":["what","copiedBytes","totalBytes"],
        "properties":{"what":{"enum":["backup","verification"]},
          "copiedBytes":{"type":"integer"},"totalBytes":{"type":"integer"}}},
      "failure":{"type":["string","null"],
        "description":"Why what was asked for last failed, in English."}}})");
}

void add_people_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/console/people/{userId}/sessions",
           .operation = "listSessionsOfUser",
           .tag = kTag,
           .summary = "Where a person is signed in.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "The sessions.", .schema = "SessionList"}},
           .problems = {404},
           .handle = confirmed(parts, list_sessions)});
  api.add({.method = "DELETE",
           .path = "/api/v1/console/people/{userId}/sessions",
           .operation = "endSessionsOfUser",
           .tag = kTag,
           .summary = "Signs a person out everywhere.",
           .access = Access::kAdministrator,
           .replies = {{.status = 204, .description = "Signed out."}},
           .problems = {404},
           .handle = confirmed(parts, end_sessions)});
}

}  // namespace

void add_server_routes(rest::Api& api, const Parts& parts) {
  add_server_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/console/health",
           .operation = "getConsoleHealth",
           .tag = kTag,
           .summary = "How the server and its store are.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "Its health.", .schema = "ConsoleHealth"}},
           .handle = confirmed(parts, get_health)});
  api.add({.method = "GET",
           .path = "/api/v1/console/backups",
           .operation = "listConsoleBackups",
           .tag = kTag,
           .summary = "The backups in the folder of the schedule.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "Backups.", .schema = "ConsoleBackups"}},
           .heavy = true,
           .handle = confirmed(parts, list_backups)});
  api.add({.method = "POST",
           .path = "/api/v1/console/backups",
           .operation = "makeConsoleBackup",
           .tag = kTag,
           .summary = "Begins to make a backup in the folder of the schedule.",
           .access = Access::kAdministrator,
           .replies = {{.status = 202, .description = "Begun.", .schema = "ConsoleBackups"}},
           .problems = {409},
           .heavy = true,
           .handle = confirmed(parts, make_backup)});
  api.add({.method = "POST",
           .path = "/api/v1/console/backups/{backupId}/verification",
           .operation = "verifyConsoleBackup",
           .tag = kTag,
           .summary = "Begins to read all of a backup, and to compare it with its checksums.",
           .access = Access::kAdministrator,
           .replies = {{.status = 202, .description = "Begun.", .schema = "ConsoleBackups"}},
           .problems = {404, 409},
           .heavy = true,
           .handle = confirmed(parts, verify_backup)});
  add_people_routes(api, parts);
}

}  // namespace norn::console
