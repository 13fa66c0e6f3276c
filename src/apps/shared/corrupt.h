#pragma once

#include <fmt/format.h>

#include <string_view>

#include "apps/shared/items.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::apps {

// The error of an item that another program wrote and Norn cannot read.
inline std::unexpected<Error> corrupt(std::string_view what, store::ItemView item) {
  return fail(ErrorCode::kUnreadable, fmt::format("The item {} {} is not {} as Norn writes it.",
                                                  text_of(item, "PK"), text_of(item, "SK"), what));
}

}  // namespace norn::apps
