#include "store/backups.h"

#include <memory>

namespace norn::store {

std::unexpected<Error> wire_error(ErrorCode code, std::string_view type, std::string message) {
  return std::unexpected(Error{code, std::move(message), std::make_shared<const WireError>(type)});
}

}  // namespace norn::store
