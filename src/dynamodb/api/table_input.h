#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/backups.h"
#include "store/requests/table_requests.h"

// The requests of CreateTable, UpdateTable and RestoreTableFromBackup, and tags. This checks what
// store::Store cannot: which members the request has.
namespace norn::dynamodb {

Result<store::CreateTableRequest> read_create_table(const Input& input);
Result<store::UpdateTableRequest> read_update_table(const Input& input);
Result<store::RestoreTableRequest> read_restore_table(const Input& input);

// The member Tags: a list of keys and values.
Result<store::Tags> read_tags(const Input& input);
// The table that a ResourceArn names. Only tables have tags here.
Result<std::string> tagged_table(std::string_view arn);

}  // namespace norn::dynamodb
