#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "embedded/write_group.h"
#include "store/requests/item_write.h"
#include "store/requests/write_requests.h"

// Writes of items, as the committer runs them: read the current item, decide, stage. Takes compiled
// requests, and compiles them again if their table changed while they waited.
namespace norn::embedded {

Result<store::WriteResult> write_item(WriteGroup& group, store::ItemWrite& write,
                                      uint64_t max_collection_bytes);

Result<store::BatchWriteResult> write_batch(WriteGroup& group,
                                            std::vector<store::ItemWrite>& writes,
                                            uint64_t max_collection_bytes);

// A transaction with its token and the fingerprint that belongs to the token.
struct Transaction {
  std::vector<store::ItemWrite> writes;
  std::string token;  // Empty means none.
  std::string fingerprint;
};
Result<store::TransactWriteResult> write_transaction(WriteGroup& group, Transaction& transaction,
                                                     uint64_t max_collection_bytes);

}  // namespace norn::embedded
