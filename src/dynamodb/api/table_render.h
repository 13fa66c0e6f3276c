#pragma once

#include <string>

#include "base/json_writer.h"
#include "store/requests/table_requests.h"

// A table's description as JSON, appended to `out`.
namespace norn::dynamodb {

void append_table(std::string& out, const store::TableDescription& table);
// The members alone, for a caller that adds some.
void append_table_members(ObjectWriter& object, const store::TableDescription& table);
// The reply of DeleteTable, without keys and indexes.
void append_deleted_table(std::string& out, const store::TableDescription& table);

// As the description of a backup has them: what defines them, and nothing that changes.
void append_index_infos(ObjectWriter& object, const store::TableDescription& table);

// [{"AttributeName":...,"KeyType":"HASH"},...]
void append_key_schema(std::string& out, const store::KeySchema& key);

}  // namespace norn::dynamodb
