#include "store/store.h"

#include <utility>

namespace norn::store {
namespace {

template <typename T>
Result<WriteReply> as_reply(Result<T> result) {
  if (!result) {
    return std::unexpected(std::move(result).error());
  }
  return WriteReply(std::move(*result));
}

}  // namespace

// By value as the interface has it: other stores keep both.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void Store::submit(WriteRequest request, WriteCompletion done) {
  struct Call {
    Store& store;
    Result<WriteReply> operator()(const PutRequest& r) { return as_reply(store.put(r)); }
    Result<WriteReply> operator()(const UpdateRequest& r) { return as_reply(store.update(r)); }
    Result<WriteReply> operator()(const DeleteRequest& r) { return as_reply(store.remove(r)); }
    Result<WriteReply> operator()(const BatchWriteRequest& r) {
      return as_reply(store.batch_write(r));
    }
    Result<WriteReply> operator()(const TransactWriteRequest& r) {
      return as_reply(store.transact_write(r));
    }
  };
  done(std::visit(Call{*this}, request));
}

}  // namespace norn::store
