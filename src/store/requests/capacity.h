#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

// Consumed capacity units, as DynamoDB counts them: 4 KB per (strongly consistent) read unit, 1 KB
// per write unit, half for eventual consistency, double inside a transaction.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
namespace norn::store {

struct ConsumedCapacity {
  std::string table;
  double table_read_units = 0;
  double table_write_units = 0;
  struct Units {
    double read = 0;
    double write = 0;
    bool local = false;  // Of a local index.
  };
  std::map<std::string, Units> indexes;  // By index name; only those that were touched.

  double total_read_units() const;
  double total_write_units() const;
  double total() const { return total_read_units() + total_write_units(); }
  void add(const ConsumedCapacity& other);  // Of the same table.
};

enum class ReadConsistency : uint8_t { kEventual, kStrong, kTransactional };

double read_units(size_t bytes, ReadConsistency consistency);
double write_units(size_t bytes, bool transactional);

}  // namespace norn::store
