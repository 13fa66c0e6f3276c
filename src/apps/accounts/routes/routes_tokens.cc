#include <fmt/format.h>

#include "apps/accounts/account_json.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

// API tokens of a user.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr size_t kMaxScopes = 50;

Result<void> list_tokens(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<Token> tokens,
              parts.accounts.sessions().tokens(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter list(object.key("tokens"));
  for (const Token& token : tokens) append_token(list.next(), token);
  list.close();
  object.close();
  return {};
}

Result<std::optional<int64_t>> read_expiry(rest::JsonInput& body) {
  NORN_ASSIGN(const auto text, body.optional_text("expiresAt"));
  if (!text) return std::nullopt;
  const std::optional<int64_t> ms = parse_timestamp_ms(*text);
  if (!ms) return invalid("expiresAt", kTokenExpiryForm);
  return ms;
}

Result<void> make_token(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string name, body.text("name", kNameRule));
  NORN_ASSIGN(std::vector<std::string> scopes, body.texts("scopes", kMaxScopes));
  NORN_ASSIGN(const std::optional<int64_t> expires_ms, read_expiry(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Sessions::Made made,
              parts.accounts.sessions().make_token(call.caller().user_id, name, std::move(scopes),
                                                   expires_ms, call.caller().session_epoch));
  ObjectWriter object(call.json(201));
  append_token(object.key("token"), made.token);
  object.text("text", made.text);
  object.close();
  return {};
}

Result<void> remove_token(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, call.id("tokenId", kTokenNotFound));
  NORN_TRY(parts.accounts.sessions().remove_token(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_token_schemas(rest::Api& api, const std::vector<std::string>& token_scopes) {
  std::string scopes;
  append_texts(scopes, token_scopes);
  api.add_schema("ApiTokenScope", fmt::format(R"({{"enum":{}}})", scopes));
  api.add_schema("ApiToken", R"({"type":"object","additionalProperties":false,
    "required":["id","name","scopes","createdAt","lastUsedAt","expiresAt"],
    "properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string"},
      "scopes":{"type":"array","items":{"$ref":"#/components/schemas/ApiTokenScope"}},
      "createdAt":{"type":"string","format":"date-time"},
      "lastUsedAt":{"type":["string","null"],"format":"date-time"},
      "expiresAt":{"type":["string","null"],"format":"date-time"}}})");
  api.add_schema("ApiTokenList", R"({"type":"object","additionalProperties":false,
    "required":["tokens"],
    "properties":{"tokens":{"type":"array","items":{"$ref":"#/components/schemas/ApiToken"}}}})");
  api.add_schema("NewApiToken", R"({"type":"object","additionalProperties":false,
    "required":["name","scopes"],
    "properties":{"name":)" + rest::text_schema(kNameRule) +
                                    R"(,
      "scopes":{"type":"array","minItems":1,
        "items":{"$ref":"#/components/schemas/ApiTokenScope"}},
      "expiresAt":{"type":["string","null"],"format":"date-time"}}})");
  api.add_schema("MadeApiToken", R"({"type":"object","additionalProperties":false,
    "required":["token","text"],
    "properties":{"token":{"$ref":"#/components/schemas/ApiToken"},
      "text":{"type":"string","description":"The token itself, shown once."}}})");
}

}  // namespace

void add_token_routes(rest::Api& api, const Parts& parts) {
  add_token_schemas(api, parts.accounts.sessions().token_scopes());
  api.add({.method = "GET",
           .path = "/api/v1/tokens",
           .operation = "listTokens",
           .tag = kTag,
           .summary = "The API tokens of the person; the newest first.",
           .access = Access::kSession,
           .replies = {{.status = 200, .description = "Tokens.", .schema = "ApiTokenList"}},
           .handle = handled_by(parts, list_tokens)});
  api.add({.method = "POST",
           .path = "/api/v1/tokens",
           .operation = "makeToken",
           .tag = kTag,
           .summary = "Makes an API token, for programs.",
           .access = Access::kSession,
           .request = "NewApiToken",
           .replies = {{.status = 201, .description = "The token.", .schema = "MadeApiToken"}},
           .problems = {404, 409},
           .handle = handled_by(parts, make_token)});
  api.add({.method = "DELETE",
           .path = "/api/v1/tokens/{tokenId}",
           .operation = "removeToken",
           .tag = kTag,
           .summary = "Removes an API token, which is invalid from then on.",
           .access = Access::kSession,
           .replies = {{.status = 204, .description = "Removed."}},
           .handle = handled_by(parts, remove_token)});
}

}  // namespace norn::accounts
