#include "dynamodb/render.h"

#include <gtest/gtest.h>

namespace norn::dynamodb {
namespace {

TEST(Render, PutsCommasBetweenMembers) {
  std::string out;
  ObjectWriter object(out);
  object.text("a", "x\"y");
  object.integer("b", -5);
  object.boolean("c", true);
  object.escaped_key("d\n").append("null");
  ListWriter list(object.key("e"));
  list.next().append("1");
  list.next().append("2");
  list.close();
  object.close();
  EXPECT_EQ(out, R"({"a":"x\"y","b":-5,"c":true,"d\n":null,"e":[1,2]})");
}

TEST(Render, WritesNumbersAsJavaDoes) {
  const struct {
    double value;
    const char* text;
  } rows[] = {{0, "0.0"}, {1, "1.0"}, {0.5, "0.5"}, {12345, "12345.0"}, {2.25, "2.25"}};
  for (const auto& row : rows) {
    std::string out;
    append_double(out, row.value);
    EXPECT_EQ(out, row.text);
  }
  std::string out;
  append_seconds(out, 1'700'000'000'042);
  EXPECT_EQ(out, "1700000000.042");
}

TEST(Render, TellsCapacityAsMuchAsWasAskedFor) {
  store::ConsumedCapacity capacity;
  capacity.table = "abc";
  capacity.table_write_units = 2;
  capacity.indexes["g"] = {.write = 1};
  capacity.indexes["l"] = {.write = 3, .local = true};
  std::string total;
  append_capacity(total, capacity, CapacityDetail::kTotal);
  EXPECT_EQ(total, R"({"TableName":"abc","CapacityUnits":6.0})");
  std::string indexes;
  append_capacity(indexes, capacity, CapacityDetail::kIndexes);
  EXPECT_EQ(indexes, R"({"TableName":"abc","CapacityUnits":6.0,"Table":{"CapacityUnits":2.0},)"
                     R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":1.0}},)"
                     R"("LocalSecondaryIndexes":{"l":{"CapacityUnits":3.0}}})");
  std::string transactional;
  append_capacity(transactional, capacity, CapacityDetail::kTotal, CapacityUnits::kWrite);
  EXPECT_EQ(transactional, R"({"TableName":"abc","CapacityUnits":6.0,"WriteCapacityUnits":6.0})");
}

}  // namespace
}  // namespace norn::dynamodb
