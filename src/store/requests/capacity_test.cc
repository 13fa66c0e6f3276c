#include "store/requests/capacity.h"

#include <gtest/gtest.h>

namespace norn::store {
namespace {

TEST(CapacityTest, ReadsAreCountedIn4KbUnits) {
  const struct {
    size_t bytes;
    double strong;
  } cases[] = {{0, 1}, {1, 1}, {4096, 1}, {4097, 2}, {409600, 100}};
  for (const auto& c : cases) {
    EXPECT_EQ(read_units(c.bytes, ReadConsistency::kStrong), c.strong) << c.bytes;
    EXPECT_EQ(read_units(c.bytes, ReadConsistency::kEventual), c.strong / 2) << c.bytes;
    EXPECT_EQ(read_units(c.bytes, ReadConsistency::kTransactional), c.strong * 2) << c.bytes;
  }
}

TEST(CapacityTest, WritesAreCountedIn1KbUnits) {
  const struct {
    size_t bytes;
    double units;
  } cases[] = {{0, 1}, {1, 1}, {1024, 1}, {1025, 2}, {409600, 400}};
  for (const auto& c : cases) {
    EXPECT_EQ(write_units(c.bytes, false), c.units) << c.bytes;
    EXPECT_EQ(write_units(c.bytes, true), c.units * 2) << c.bytes;
  }
}

TEST(CapacityTest, TotalsAreOfTheTableAndItsIndexes) {
  ConsumedCapacity capacity;
  capacity.table = "Things";
  capacity.table_read_units = 0.5;
  capacity.table_write_units = 2;
  capacity.indexes["GSI1"] = {1, 3};
  EXPECT_EQ(capacity.total_read_units(), 1.5);
  EXPECT_EQ(capacity.total_write_units(), 5);
  EXPECT_EQ(capacity.total(), 6.5);
}

TEST(CapacityTest, AddingSumsTableAndIndexes) {
  ConsumedCapacity sum;
  ConsumedCapacity one;
  one.table = "Things";
  one.table_write_units = 1;
  one.indexes["GSI1"].write = 1;
  sum.add(one);
  one.indexes["GSI2"].read = 0.5;
  sum.add(one);
  EXPECT_EQ(sum.table, "Things");
  EXPECT_EQ(sum.table_write_units, 2);
  EXPECT_EQ(sum.indexes["GSI1"].write, 2);
  EXPECT_EQ(sum.indexes["GSI2"].read, 0.5);
}

}  // namespace
}  // namespace norn::store
