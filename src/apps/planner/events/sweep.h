#pragma once

#include <string>
#include <string_view>

#include "apps/planner/context.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

// What becomes of a series that is deleted. Its MASTER goes first, and with it all of the series is
// out of sight and nothing can be added to it: every write of an occurrence has a condition on the
// MASTER. The items of its occurrences are swept.
namespace norn::planner {

constexpr std::string_view kSeriesSweep = "planner-series";

// For the transaction that deletes the MASTER.
apps::Action begin_sweep(const Context& context, const std::string& user_id,
                         const std::string& master_id);

// Removes a part of what is left over of "<user id>/<master id>"; true when there may be more.
Result<bool> sweep_series(const Context& context, const std::string& subject);

}  // namespace norn::planner
