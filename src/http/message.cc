#include "http/message.h"

#include "base/ascii.h"

namespace norn::http {

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const auto& [its_name, value] : headers) {
    if (equals_ignoring_case(its_name, name)) return value;
  }
  return std::nullopt;
}

}  // namespace norn::http
