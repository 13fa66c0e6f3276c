#pragma once

#include <fmt/format.h>

#include <string_view>

#include "apps/shared/items.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::planner {

// Other programs can write to the table too.
inline std::unexpected<Error> corrupt(std::string_view what, store::ItemView item) {
  return fail(ErrorCode::kCorruption,
              fmt::format("The item {} {} is not {} as Norn writes it.", apps::text_of(item, "PK"),
                          apps::text_of(item, "SK"), what));
}

}  // namespace norn::planner
