#include "apps/shared/routes.h"

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

Result<std::string> id_of(const rest::Call& call, std::string_view name, std::string_view what) {
  const std::string& id = call.path(name);
  if (!is_id(id)) return not_found(what);
  return id;
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
