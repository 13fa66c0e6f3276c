#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json_writer.h"

namespace norn::bookings {

inline void text_or_null(ObjectWriter& object, std::string_view name,
                         const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

}  // namespace norn::bookings
