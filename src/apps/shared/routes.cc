#include "apps/shared/routes.h"

#include <utility>

namespace norn::apps {

Result<Creation> creation_of(const rest::Call& call, std::string operation) {
  NORN_ASSIGN(auto key, call.idempotency_key());
  return Creation{.user_id = call.caller().user_id,
                  .operation = std::move(operation),
                  .key = std::move(key).value_or(""),
                  .digest = call.body_digest()};
}

}  // namespace norn::apps
