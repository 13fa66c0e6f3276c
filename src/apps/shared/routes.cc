#include "apps/shared/routes.h"

namespace norn::apps {

Result<Creation> creation_of(const rest::Call& call, std::string operation) {
  NORN_ASSIGN(auto key, call.idempotency_key());
  return Creation{.user_id = call.caller().user_id,
                  .operation = std::move(operation),
                  .key = std::move(key).value_or(""),
                  .digest = call.body_digest()};
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
