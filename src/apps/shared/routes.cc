#include "apps/shared/routes.h"

#include <fmt/format.h>

#include "apps/shared/item_reader.h"
#include "base/faults.h"

namespace norn::apps {

Result<Creation> creation_of(const rest::Call& call, std::string operation) {
  NORN_ASSIGN(auto key, call.idempotency_key());
  return Creation{.user_id = call.caller().user_id,
                  .operation = std::move(operation),
                  .key = std::move(key).value_or(""),
                  .digest = call.body_digest()};
}

Result<std::string> id_of(const rest::Call& call, std::string_view name,
                          const Sentence<>& missing) {
  const std::string& id = call.path(name);
  if (!is_id(id)) return not_found(missing);
  return id;
}

Result<QuotaChange> quota_change_in(rest::JsonInput& input) {
  QuotaChange change;
  for (const QuotaKind& kind : kQuotaKinds) {
    if (!input.has(kind.name)) continue;
    NORN_ASSIGN(change[std::string(kind.name)], input.optional_integer(kind.name, 0, kind.highest));
  }
  NORN_TRY(input.finish());
  return change;
}

std::string quota_change_schema() {
  std::string schema = R"({"type":"object","additionalProperties":false,
    "description":"Kinds that are absent stay as they are; null sets what holds otherwise.",
    "properties":{)";
  for (const QuotaKind& kind : kQuotaKinds) {
    if (&kind != kQuotaKinds.data()) schema += ",";
    schema += fmt::format(
        R"("{}":{{"type":["integer","null"],"minimum":0,"maximum":{},"description":"{}"}})",
        kind.name, kind.highest, kind.what);
  }
  return schema + "}}";
}

std::string filled_in(std::string schema, const Placeholders& placeholders) {
  for (const auto& [name, value] : placeholders) {
    for (size_t at = schema.find(name); at != std::string::npos; at = schema.find(name, at)) {
      schema.replace(at, name.size(), value);
      at += value.size();
    }
  }
  return schema;
}

}  // namespace norn::apps
