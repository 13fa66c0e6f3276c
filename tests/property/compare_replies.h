#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "support/replies.h"

// Replies as text that is equal exactly when the replies are, as far as the contract promises.
namespace norn::testing {

std::string reply_text(const store::WriteResult& result);
std::string reply_text(const store::BatchWriteResult& result);
std::string reply_text(const store::TransactWriteResult& result);
std::string reply_text(const store::GetResult& result);
std::string reply_text(const store::PageResult& page);
std::string reply_text(const store::BatchGetResult& result);
std::string reply_text(const store::TransactGetResult& result);
std::string reply_text(const store::TableDescription& description);
std::string reply_text(const store::TtlDescription& description);
std::string reply_text(const store::ListTablesResult& result);
// Sequence numbers are each store's own, and only the records of one item have an order.
std::string reply_text(const std::vector<store::StreamRecord>& records);

// Pages of an index or a scan, gathered: entries with equal keys have no order. `sort` is the
// attribute that the entries are sorted by, or empty.
std::string unordered_text(const Drained& drained, const std::string& sort);

std::string error_text(const Error& error);

template <typename T>
std::string reply_text(const Result<T>& result) {
  return result ? reply_text(*result) : error_text(result.error());
}

}  // namespace norn::testing
