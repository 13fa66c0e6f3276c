#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "dynamodb/exchange/journal.h"
#include "store/store.h"

// A journal says what was read of a table, and what is in a table already. That is wrong for a
// table of the same name that was created later, so the journal has the identities of the tables.
namespace norn::exchange {

std::string identity_of(const store::TableDescription& table);

// Returns kConflict if the journal has progress of another table than `there`, the one of that name
// in `target` now (nullopt: there is none).
Result<void> check_target(const Journal& journal, const std::string& table,
                          const std::string& target,
                          const std::optional<store::TableDescription>& there);

// Returns kConflict if the journal has progress of reading another table than `now`, the one of
// that name in `source`.
Result<void> check_source(const Journal& journal, const std::string& source,
                          const store::TableDescription& now);

}  // namespace norn::exchange
