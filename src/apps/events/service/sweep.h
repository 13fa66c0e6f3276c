#pragma once

#include <string>
#include <string_view>

#include "apps/events/context.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

// Deletes a series. The MASTER is deleted first: from then on the series is invisible and nothing
// can be added to it, because every write of an occurrence has a condition on the MASTER. The sweep
// deletes the items of its occurrences, when the series is no longer in the bin.
namespace norn::events {

constexpr std::string_view kSeriesSweep = "planner-series";

// The subject of the sweep: "<user id>/<master id>".
std::string sweep_subject(const std::string& user_id, const std::string& master_id);
// An action for a transaction that deletes the MASTER without putting it into the bin.
apps::Action begin_sweep(const Context& context, const std::string& user_id,
                         const std::string& master_id);

// Deletes a part of the items of "<user id>/<master id>". Returns true if there may be more.
Result<bool> sweep_series(const Context& context, const std::string& subject);

}  // namespace norn::events
