#include "store/requests/capacity.h"

#include <algorithm>

namespace norn::store {
namespace {

constexpr size_t kReadUnitBytes = 4096;
constexpr size_t kWriteUnitBytes = 1024;

// Even nothing costs a unit: the request was made.
double whole_units(size_t bytes, size_t unit_bytes) {
  return static_cast<double>(std::max<size_t>(1, (bytes + unit_bytes - 1) / unit_bytes));
}

}  // namespace

double ConsumedCapacity::total_read_units() const {
  double total = table_read_units;
  for (const auto& [name, units] : indexes) {
    total += units.read;
  }
  return total;
}

double ConsumedCapacity::total_write_units() const {
  double total = table_write_units;
  for (const auto& [name, units] : indexes) {
    total += units.write;
  }
  return total;
}

void ConsumedCapacity::add(const ConsumedCapacity& other) {
  if (table.empty()) {
    table = other.table;
  }
  table_read_units += other.table_read_units;
  table_write_units += other.table_write_units;
  for (const auto& [name, units] : other.indexes) {
    Units& sum = indexes[name];
    sum.read += units.read;
    sum.write += units.write;
    sum.local = units.local;
  }
}

double read_units(size_t bytes, ReadConsistency consistency) {
  const double units = whole_units(bytes, kReadUnitBytes);
  switch (consistency) {
    case ReadConsistency::kEventual:
      return units / 2;
    case ReadConsistency::kStrong:
      return units;
    case ReadConsistency::kTransactional:
      return units * 2;
  }
  return units;
}

double write_units(size_t bytes, bool transactional) {
  return whole_units(bytes, kWriteUnitBytes) * (transactional ? 2 : 1);
}

}  // namespace norn::store
