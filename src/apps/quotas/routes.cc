#include "apps/quotas/routes.h"

#include <fmt/format.h>

#include "apps/accounts/routes/routes_confirmation.h"
#include "apps/accounts/sentences.h"
#include "apps/shared/routes.h"
#include "base/json_writer.h"

namespace norn::quotas {
namespace {

constexpr const char* kTag = "quotas";

Result<void> reply(rest::Call& call, Quotas& quotas, const std::string& user_id) {
  NORN_ASSIGN(const std::vector<Quota> all, quotas.of(user_id));
  ObjectWriter object(call.json());
  ListWriter list(object.key("quotas"));
  for (const Quota& quota : all) {
    ObjectWriter one(list.next());
    one.text("kind", quota.kind);
    if (quota.used) {
      one.integer("used", *quota.used);
    } else {
      one.null("used");
    }
    one.integer("allowed", quota.allowed);
    one.boolean("isOwn", quota.is_own);
    one.close();
  }
  list.close();
  object.close();
  return {};
}

void add_schemas(rest::Api& api) {
  std::string kinds;
  for (const apps::QuotaKind& kind : apps::kQuotaKinds) {
    kinds += fmt::format("{}\"{}\"", kinds.empty() ? "" : ",", kind.name);
  }
  api.add_schema("Quota", R"({"type":"object","additionalProperties":false,
    "required":["kind","used","allowed","isOwn"],
    "properties":{"kind":{"enum":[)" +
                              kinds + R"(]},
      "used":{"type":["integer","null"],
        "description":"A few seconds old; null for what counts in each thing."},
      "allowed":{"type":"integer"},
      "isOwn":{"type":"boolean","description":"Whether it was set for this person."}}})");
  api.add_schema("QuotaList", R"({"type":"object","additionalProperties":false,
    "required":["quotas"],
    "properties":{"quotas":{"type":"array","items":{"$ref":"#/components/schemas/Quota"}}}})");
}

}  // namespace

void add_routes(rest::Api& api, Quotas& quotas, accounts::Confirmations& confirmations) {
  add_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/quotas",
           .operation = "listQuotas",
           .tag = kTag,
           .summary = "How much of each kind you have, and may have.",
           .access = rest::Access::kSession,
           .replies = {{.status = 200, .description = "The quotas.", .schema = "QuotaList"}},
           .handle = [&quotas](rest::Call& call) {
             return reply(call, quotas, call.caller().user_id);
           }});
  api.add({.method = "GET",
           .path = "/api/v1/users/{userId}/quotas",
           .operation = "listQuotasOfUser",
           .tag = kTag,
           .summary = "How much of each kind a person has, and may have.",
           .access = rest::Access::kAdministrator,
           .replies = {{.status = 200, .description = "The quotas.", .schema = "QuotaList"}},
           .handle = accounts::recently_confirmed(
               confirmations, [&quotas](rest::Call& call) -> Result<void> {
                 NORN_ASSIGN(const std::string id,
                             apps::id_of(call, "userId", accounts::kPersonNotFound));
                 return reply(call, quotas, id);
               })});
  api.add({.method = "PUT",
           .path = "/api/v1/users/{userId}/quotas",
           .operation = "changeQuotasOfUser",
           .tag = kTag,
           .summary = "Sets how much of each kind a person may have, other than everybody else.",
           .access = rest::Access::kAdministrator,
           .request = "QuotaChange",
           .replies = {{.status = 200, .description = "The quotas.", .schema = "QuotaList"}},
           .handle = accounts::recently_confirmed(
               confirmations, [&quotas](rest::Call& call) -> Result<void> {
                 NORN_ASSIGN(const std::string id,
                             apps::id_of(call, "userId", accounts::kPersonNotFound));
                 NORN_ASSIGN(rest::JsonInput body, call.body());
                 NORN_ASSIGN(const apps::QuotaChange change, apps::quota_change_in(body));
                 NORN_TRY(quotas.change(id, change));
                 return reply(call, quotas, id);
               })});
}

}  // namespace norn::quotas
