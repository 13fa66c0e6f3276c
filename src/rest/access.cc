#include "rest/access.h"

#include <fmt/format.h>

#include "base/faults.h"

namespace norn::rest {

Result<void> check_access(const Route& route, const Caller& caller) {
  if (route.access == Access::kAnyone) return {};
  if (!caller.is_known()) {
    return not_signed_in(route.access == Access::kPerson
                             ? "Nobody is signed in. Sign in, or send an API token as "
                               "`Authorization: Bearer`."
                             : "Nobody is signed in. Sign in first.");
  }
  if (route.access == Access::kPerson) {
    if (caller.may(route.scope)) return {};
    return forbidden(fmt::format("This API token lacks the scope `{}`.", route.scope));
  }
  if (caller.kind != Caller::Kind::kSession) {
    return forbidden("An API token may not do this. Sign in instead.");
  }
  if (route.access == Access::kAdministrator && !caller.administrator) {
    return forbidden("Only administrators may do this.");
  }
  return {};
}

}  // namespace norn::rest
