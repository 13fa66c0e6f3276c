#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "store/store.h"

namespace norn::testing {

// What a random sequence is made of, besides the store's requests themselves.
struct DeleteTable {
  std::string table;
};
struct DescribeTable {
  std::string table;
};
// A scan by so many workers; zero means without segments.
struct ParallelScan {
  store::ScanRequest request;
  int64_t segments = 0;
};
// Reads on in all streams of the table, or again from their beginning.
struct ReadStreams {
  std::string table;
  bool from_the_start = false;
};
// Moves the clock, and lets both stores expire and trim what is due.
struct PassTime {
  int64_t ms = 0;
  bool maintain = false;
};

using Operation =
    std::variant<store::PutRequest, store::UpdateRequest, store::DeleteRequest,
                 store::BatchWriteRequest, store::TransactWriteRequest, store::GetRequest,
                 store::QueryRequest, ParallelScan, store::BatchGetRequest,
                 store::TransactGetRequest, store::CreateTableRequest, store::UpdateTableRequest,
                 store::UpdateTtlRequest, store::ListTablesRequest, DeleteTable, DescribeTable,
                 ReadStreams, PassTime>;

// For a person who wants to do the same by hand.
std::string to_text(const Operation& operation);

}  // namespace norn::testing
