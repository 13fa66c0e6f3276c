#include "apps/attention/routes.h"

#include "apps/accounts/routes/routes_confirmation.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/log_context.h"
#include "rest/request_log.h"

namespace norn::attention {
namespace {

constexpr std::string_view kTag = "attention";

void append_json(std::string& out, const Entry& entry) {
  ObjectWriter object(out);
  object.text("id", entry.id);
  object.text("table", entry.table);
  object.text("pk", entry.pk);
  object.text("sk", entry.sk);
  object.text("reason", entry.reason.text());
  append_code(object, entry.reason);
  object.text("foundAt", entry.found_at);
  if (entry.item) {
    object.key("item").append(entry.item->json());
  } else {
    object.null("item");
  }
  ListWriter hidden(object.key("hidden"));
  for (const std::string& name : entry.hidden) append_json_string(hidden.next(), name);
  hidden.close();
  object.close();
}

void reply(rest::Call& call, const std::vector<Entry>& entries) {
  ObjectWriter object(call.json());
  ListWriter list(object.key("items"));
  for (const Entry& entry : entries) append_json(list.next(), entry);
  list.close();
  object.close();
}

// What is nobody's is deleted in the name of an administrator, which the audit log has to tell.
Result<void> remove(Attention& attention, accounts::Confirmations& confirmations,
                    rest::Call& call) {
  const rest::Caller& caller = call.caller();
  const std::string& id = call.path("itemId");
  const Result<void> removed = attention.remove(caller.user_id, id);
  if (!removed && removed.error().code == ErrorCode::kNotFound && caller.administrator) {
    NORN_TRY(accounts::check_recent(confirmations, call));
    NORN_ASSIGN(const Entry entry, attention.remove_nobodys(id));
    const log::Field what[] = {{"table", entry.table}, {"keys", entry.pk + " " + entry.sk}};
    rest::log_audit("deleteAttentionItem", caller, call.request(), 204, what);
  } else {
    NORN_TRY(removed);
  }
  call.no_content();
  return {};
}

void add_schemas(rest::Api& api) {
  api.add_schema("AttentionItem", R"({"type":"object","additionalProperties":false,
    "required":["id","table","pk","sk","reason","code","foundAt","item","hidden"],
    "properties":{"id":{"type":"string"},
      "table":{"type":"string"},
      "pk":{"type":"string","description":"The partition key of the item."},
      "sk":{"type":"string","description":"The sort key of the item."},
      "reason":{"type":"string","description":"Why Norn cannot show it, in English."},
      "code":{"type":"string","description":"Which sentence the reason is: one of Problem."},
      "params":{"$ref":"#/components/schemas/SentenceParams"},
      "foundAt":{"type":"string","format":"date-time"},
      "item":{"type":["object","null"],"additionalProperties":true,
        "description":"The item as DynamoDB JSON; null if you may not see it."},
      "hidden":{"type":"array","items":{"type":"string"},
        "description":"Attributes that are not shown, or not whole, because they are secret."}}})");
  api.add_schema("AttentionItems", R"({"type":"object","additionalProperties":false,
    "required":["items"],
    "properties":{"items":{"type":"array",
      "items":{"$ref":"#/components/schemas/AttentionItem"}}}})");
}

}  // namespace

void add_routes(rest::Api& api, Attention& attention, accounts::Confirmations& confirmations) {
  add_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/attention",
           .operation = "listAttention",
           .tag = std::string(kTag),
           .summary = "Lists items of yours that another program wrote and Norn cannot show: your "
                      "own, and those of the calendars and places that you own. At most 100.",
           .access = rest::Access::kSession,
           .replies = {{.status = 200, .description = "The items.", .schema = "AttentionItems"}},
           .handle = [&attention](rest::Call& call) -> Result<void> {
             NORN_ASSIGN(const auto entries, attention.of_person(call.caller().user_id));
             reply(call, entries);
             return {};
           }});
  api.add({.method = "GET",
           .path = "/api/v1/attention-of-everybody",
           .operation = "listAllAttention",
           .tag = std::string(kTag),
           .summary = "Lists such items of everybody, at most 100. Only those that belong to "
                      "nobody have their content.",
           .access = rest::Access::kAdministrator,
           .replies = {{.status = 200, .description = "The items.", .schema = "AttentionItems"}},
           .handle = accounts::recently_confirmed(
               confirmations, [&attention](rest::Call& call) -> Result<void> {
                 NORN_ASSIGN(const auto entries, attention.of_all());
                 reply(call, entries);
                 return {};
               })});
  api.add({.method = "DELETE",
           .path = "/api/v1/attention/{itemId}",
           .operation = "deleteAttentionItem",
           .tag = std::string(kTag),
           .summary = "Deletes such an item from its table, if it is as it was listed.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "It is gone."}},
           .problems = {404, 409},
           .handle = [&attention, &confirmations](rest::Call& call) {
             return remove(attention, confirmations, call);
           }});
}

}  // namespace norn::attention
