#include "dynamodb/api/item_operations.h"

#include "dynamodb/shapes/shapes.h"

namespace norn::dynamodb {

std::span<const Operation> item_operations() {
  static constexpr Operation kOperations[] = {
      {"GetItem", &kGetItemShape, Run(get_item)},
      {"Query", &kQueryShape, Run(query)},
      {"Scan", &kScanShape, Run(scan)},
      {"BatchGetItem", &kBatchGetItemShape, Run(batch_get_item)},
      {"TransactGetItems", &kTransactGetItemsShape, Run(transact_get_items)},
      {"PutItem", &kPutItemShape, Submit(put_item)},
      {"UpdateItem", &kUpdateItemShape, Submit(update_item)},
      {"DeleteItem", &kDeleteItemShape, Submit(delete_item)},
      {"BatchWriteItem", &kBatchWriteItemShape, Submit(batch_write_item)},
      {"TransactWriteItems", &kTransactWriteItemsShape, Submit(transact_write_items)},
  };
  return kOperations;
}

}  // namespace norn::dynamodb
