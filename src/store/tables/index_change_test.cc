#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/key.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::things_schema;

// An item in the index GSI1, where its sort value is `position`.
Item indexed(int position, std::string_view colour, int x) {
  return item(fmt::format(
      R"({{"PK":{{"S":"p"}},"SK":{{"S":"s"}},"GSI1PK":{{"S":"g"}},"GSI1SK":{{"N":"{}"}},)"
      R"("colour":{{"S":"{}"}},"x":{{"N":"{}"}}}})",
      position, colour, x));
}

const Item kPlain = item(R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
const Item kBlue = indexed(1, "blue", 1);
const Item kGreen = indexed(1, "green", 1);
const Item kBlueAlso = indexed(1, "blue", 2);
const Item kMoved = indexed(2, "blue", 1);

IndexChange change(std::optional<ItemView> before, std::optional<ItemView> after,
                   std::string_view index = "GSI1") {
  static const TableSchema schema = things_schema();
  return index_change(schema, *schema.find_index(index), before, after);
}

int64_t entry_size(const Item& of) {
  static const TableSchema schema = things_schema();
  return static_cast<int64_t>(
      project_to_index(schema, *schema.find_index("GSI1"), of).size_bytes());
}

void expect_nothing(const IndexChange& c) {
  EXPECT_FALSE(c.remove);
  EXPECT_FALSE(c.put);
  EXPECT_EQ(c.entries_delta, 0);
  EXPECT_EQ(c.bytes_delta, 0);
  EXPECT_EQ(c.write_units, 0);
}

TEST(IndexChangeTest, AnIndexCarriesItsProjection) {
  const TableSchema schema = things_schema();
  EXPECT_EQ(project_to_index(schema, *schema.find_index("GSI1"), kBlue).json(),
            R"({"GSI1PK":{"S":"g"},"GSI1SK":{"N":"1"},"PK":{"S":"p"},"SK":{"S":"s"},)"
            R"("colour":{"S":"blue"}})");
  EXPECT_EQ(project_to_index(schema, *schema.find_index("ByKind"), kBlue), kBlue);
  EXPECT_EQ(project_to_index(schema, *schema.find_index("BySize"), kBlue).json(), kPlain.json());

  const struct {
    std::string_view index;
    std::string_view attribute;
    bool carried;
  } cases[] = {
      {"GSI1", "colour", true}, {"GSI1", "PK", true},     {"GSI1", "GSI1SK", true},
      {"GSI1", "x", false},     {"BySize", "size", true}, {"BySize", "colour", false},
      {"ByKind", "x", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(index_carries(schema, *schema.find_index(c.index), c.attribute), c.carried)
        << c.index << "." << c.attribute;
  }
}

TEST(IndexChangeTest, AnItemOutsideTheIndexChangesNothing) {
  expect_nothing(change(std::nullopt, kPlain.view()));
  expect_nothing(change(kPlain.view(), std::nullopt));
  expect_nothing(change(std::nullopt, std::nullopt));
}

TEST(IndexChangeTest, ANewEntryIsPut) {
  for (const std::optional<ItemView>& before : {std::optional<ItemView>(), {kPlain.view()}}) {
    const IndexChange c = change(before, kBlue.view());
    EXPECT_FALSE(c.remove);
    EXPECT_EQ(c.put, (Key{Value("g"), Value::number(1)}));
    EXPECT_FALSE(c.entry.contains("x"));
    EXPECT_EQ(c.entries_delta, 1);
    EXPECT_EQ(c.bytes_delta, entry_size(kBlue));
    EXPECT_EQ(c.write_units, 1);
  }
}

TEST(IndexChangeTest, AnEntryOfAnItemThatLeavesIsRemoved) {
  for (const std::optional<ItemView>& after : {std::optional<ItemView>(), {kPlain.view()}}) {
    const IndexChange c = change(kBlue.view(), after);
    EXPECT_EQ(c.remove, (Key{Value("g"), Value::number(1)}));
    EXPECT_FALSE(c.put);
    EXPECT_EQ(c.entries_delta, -1);
    EXPECT_EQ(c.bytes_delta, -entry_size(kBlue));
    EXPECT_EQ(c.write_units, 1);
  }
}

TEST(IndexChangeTest, AnEntryIsOverwrittenWhereItStands) {
  const IndexChange c = change(kBlue.view(), kGreen.view());
  EXPECT_FALSE(c.remove);
  EXPECT_EQ(c.put, (Key{Value("g"), Value::number(1)}));
  EXPECT_EQ(c.entries_delta, 0);
  EXPECT_EQ(c.bytes_delta, 1);
  EXPECT_EQ(c.write_units, 1);
}

TEST(IndexChangeTest, AnEntryThatMovesIsRemovedAndPut) {
  const IndexChange c = change(kBlue.view(), kMoved.view());
  EXPECT_EQ(c.remove, (Key{Value("g"), Value::number(1)}));
  EXPECT_EQ(c.put, (Key{Value("g"), Value::number(2)}));
  EXPECT_EQ(c.entries_delta, 0);
  EXPECT_EQ(c.bytes_delta, 0);
  EXPECT_EQ(c.write_units, 2);
}

TEST(IndexChangeTest, WhatTheIndexDoesNotCarryDoesNotTouchIt) {
  expect_nothing(change(kBlue.view(), kBlueAlso.view()));
  expect_nothing(change(kBlue.view(), kBlue.view()));
}

TEST(IndexChangeTest, AnIndexOfEverythingIsTouchedByEverything) {
  const Item one = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"kind":{"B":"AA=="},"x":{"N":"1"}})");
  const Item two = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"kind":{"B":"AA=="},"x":{"N":"22222"}})");
  const IndexChange c = change(one.view(), two.view(), "ByKind");
  EXPECT_TRUE(c.put);
  EXPECT_EQ(c.entry, two);
  EXPECT_EQ(c.bytes_delta, static_cast<int64_t>(two.size_bytes() - one.size_bytes()));
}

TEST(IndexChangeTest, OverwritingCostsTheLargerOfOldAndNew) {
  const auto coloured = [](size_t bytes) { return indexed(1, std::string(bytes, 'c'), 1); };
  const Item large = coloured(3000);
  const Item small = coloured(10);
  EXPECT_EQ(change(large.view(), small.view()).write_units, 3);
  EXPECT_EQ(change(small.view(), large.view()).write_units, 3);
  EXPECT_EQ(change(large.view(), std::nullopt).write_units, 3);
}

// Items that were stored when 1.5 took two bytes are counted with them until they are written.
TEST(IndexChangeTest, AnEntryIsCountedAsItsItemIs) {
  const auto indexed_at = [](std::string_view position, int x) {
    return item(fmt::format(
        R"({{"PK":{{"S":"p"}},"SK":{{"S":"s"}},"GSI1PK":{{"S":"g"}},"GSI1SK":{{"N":"{}"}},)"
        R"("x":{{"N":"{}"}}}})",
        position, x));
  };
  const Item now = indexed_at("1.5", 1);
  std::string bytes = now.bytes();
  --bytes[3];  // The size, behind the format and the count.
  const Item former = Item::decode(std::move(bytes)).value();
  EXPECT_EQ(change(std::nullopt, former.view()).bytes_delta, entry_size(now) - 1);
  EXPECT_EQ(change(former.view(), std::nullopt).bytes_delta, 1 - entry_size(now));

  const Item written_again = indexed_at("1.5", 2);
  const IndexChange recounted = change(former.view(), written_again.view());
  EXPECT_TRUE(recounted.put);
  EXPECT_FALSE(recounted.remove);
  EXPECT_EQ(recounted.bytes_delta, 1);
  EXPECT_EQ(recounted.entries_delta, 0);
  EXPECT_EQ(recounted.write_units, 0);
  EXPECT_EQ(recounted.entry.size_bytes(), now.size_bytes() - 3);
}

TEST(IndexChangeTest, AnIndexThatIsBeingDeletedIsLeftAlone) {
  TableSchema schema = things_schema();
  schema.indexes[1].status = IndexStatus::kDeleting;
  expect_nothing(index_change(schema, schema.indexes[1], std::nullopt, kBlue.view()));
  schema.indexes[1].status = IndexStatus::kCreating;
  EXPECT_TRUE(index_change(schema, schema.indexes[1], std::nullopt, kBlue.view()).put);
}

}  // namespace
}  // namespace norn::store
