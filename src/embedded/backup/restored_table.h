#pragma once

#include <string_view>

#include "base/error.h"
#include "store/backups.h"
#include "store/requests/table_requests.h"

namespace norn::embedded {

// The request that creates a table as it was in a backup, changed as a restore asks for.
Result<store::CreateTableRequest> create_restored(const store::TableDescription& table,
                                                  const store::RestoreTableRequest& asked);

// A table of that name is there already, or is being made.
std::unexpected<Error> target_exists(std::string_view name);

}  // namespace norn::embedded
