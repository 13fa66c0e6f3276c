#include "store/expressions/path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

using Steps = std::vector<Path::Step>;

TEST(Path, LeadsIntoMapsAndLists) {
  const Value root = map_of(R"({"a":{"M":{"b":{"L":[{"N":"1"},{"M":{"c":{"S":"x"}}}]}}}})");
  const auto find = [&](const Steps& steps) { return follow(root, steps); };
  ASSERT_NE(find({"a", "b", 0UL}), nullptr);
  EXPECT_EQ(*find({"a", "b", 0UL}), Value::number(1));
  EXPECT_EQ(*find({"a", "b", 1UL, "c"}), Value("x"));
  EXPECT_EQ(find({}), &root);

  EXPECT_EQ(find({"z"}), nullptr);
  EXPECT_EQ(find({"a", 0UL}), nullptr);
  EXPECT_EQ(find({"a", "b", 2UL}), nullptr);
  EXPECT_EQ(find({"a", "b", "c"}), nullptr);
  EXPECT_EQ(find({"a", "b", 0UL, "c"}), nullptr);
}

TEST(Path, OverlapsWithPathsThroughIt) {
  struct Row {
    Path one;
    Path two;
    PathRelation relation;
  };
  const Row rows[] = {
      {{"a", {}}, {"b", {}}, PathRelation::kApart},
      {{"a", {"x"}}, {"a", {"y"}}, PathRelation::kApart},
      {{"a", {0UL}}, {"a", {1UL}}, PathRelation::kApart},
      {{"a", {}}, {"a", {}}, PathRelation::kOverlap},
      {{"a", {}}, {"a", {"x"}}, PathRelation::kOverlap},
      {{"a", {"x", 0UL}}, {"a", {"x"}}, PathRelation::kOverlap},
      {{"a", {"x"}}, {"a", {0UL}}, PathRelation::kConflict},
      {{"a", {"x", 0UL}}, {"a", {"x", "y", "z"}}, PathRelation::kConflict},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(relation(row.one, row.two), row.relation) << to_text(row.one) << to_text(row.two);
    EXPECT_EQ(relation(row.two, row.one), row.relation) << to_text(row.one) << to_text(row.two);
  }
}

TEST(Path, SortsIndexesAsNumbers) {
  std::vector<Path> paths = {{"a", {10UL}}, {"a", {9UL}}, {"a", {}}, {"A", {"z"}}};
  std::ranges::sort(paths);
  EXPECT_EQ(to_text(paths[0]) + to_text(paths[1]) + to_text(paths[2]) + to_text(paths[3]),
            "[A, z][a][a, [9]][a, [10]]");
}

}  // namespace
}  // namespace norn::store
