#include "embedded/key_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "store/key.h"

namespace norn::embedded {
namespace {

using store::Binary;
using store::Key;
using store::Number;
using store::SortCondition;
using store::Value;

Value number(std::string_view text) {
  return Value(*Number::parse(text));
}

TEST(KeyCodec, OrdersNumbersAsNumbers) {
  const std::vector<std::string> ascending = {
      "-9.9999999999999999999999999999999999999E+125",
      "-1E+125",
      "-1000",
      "-123.5",
      "-123.45",
      "-123.4",
      "-123",
      "-12",
      "-1.5",
      "-1",
      "-0.5",
      "-1E-130",
      "0",
      "1E-130",
      "0.00001",
      "0.5",
      "1",
      "1.000000000000000000000000000000000001",
      "1.5",
      "9",
      "10",
      "12",
      "123",
      "123.4",
      "123.45",
      "124",
      "1000",
      "99999999999999999999999999999999999999",
      "1E+125",
      "9.9999999999999999999999999999999999999E+125",
  };
  for (size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(item_key(1, {Value("p"), number(ascending[i - 1])}),
              item_key(1, {Value("p"), number(ascending[i])}))
        << ascending[i - 1] << " and " << ascending[i];
  }
}

TEST(KeyCodec, OrdersBytesAsBytesWhateverTheyAre) {
  const std::vector<std::string> ascending = {
      std::string(),          std::string("\0", 1),     std::string("\0\0", 2),
      std::string("\0\1", 2), std::string("\0\xff", 2), std::string("\1", 1),
      std::string("a"),       std::string("a\0", 2),    std::string("a\0b", 3),
      std::string("a\1", 2),  std::string("ab"),        std::string("a\xff", 2),
      std::string("b"),       std::string("\xff", 1),   std::string("\xff\xff", 2),
  };
  for (size_t i = 1; i < ascending.size(); ++i) {
    const Key low{Value("p"), Value(Binary{ascending[i - 1]})};
    const Key high{Value("p"), Value(Binary{ascending[i]})};
    EXPECT_LT(item_key(1, low), item_key(1, high)) << i;
    // The order must not depend on what follows the sort key in an index entry.
    EXPECT_LT(index_key(2, low, {Value("zzz"), Value("zzz")}),
              index_key(2, high, {Value("a"), Value("a")}))
        << i;
  }
}

TEST(KeyCodec, KeepsPartitionsApart) {
  const std::string prefix = partition_prefix(1, Value("ab"));
  EXPECT_TRUE(item_key(1, {Value("ab"), Value("c")}).starts_with(prefix));
  EXPECT_FALSE(item_key(1, {Value("a"), Value("bc")}).starts_with(prefix));
  EXPECT_FALSE(item_key(1, {Value("abc"), Value("")}).starts_with(prefix));
  EXPECT_FALSE(item_key(2, {Value("ab"), Value("c")}).starts_with(prefix));
}

TEST(KeyCodec, IndexEntriesOfDifferentItemsNeverCollide) {
  const Key index{Value("day"), Value("x")};
  EXPECT_NE(index_key(1, index, {Value("a"), Value("bc")}),
            index_key(1, index, {Value("ab"), Value("c")}));
  EXPECT_NE(index_key(1, index, {Value("a"), std::nullopt}),
            index_key(1, index, {Value("b"), std::nullopt}));
}

Value values_of(std::vector<Value> values) {
  return Value(store::List(std::move(values)));
}

TEST(KeyCodec, OrdersSeveralSortAttributesOneAfterAnother) {
  const std::string zero(1, '\0');
  const std::vector<Key> ascending = {
      {Value("p"), values_of({Value("a"), number("-5"), Value(Binary{"z"})})},
      {Value("p"), values_of({Value("a"), number("2"), Value(Binary{zero})})},
      {Value("p"), values_of({Value("a"), number("2"), Value(Binary{zero + zero})})},
      {Value("p"), values_of({Value("a"), number("2.5"), Value(Binary{"a"})})},
      {Value("p"), values_of({Value("a"), number("10"), Value(Binary{"a"})})},
      {Value("p"), values_of({Value("a" + zero), number("-5"), Value(Binary{"a"})})},
      {Value("p"), values_of({Value("ab"), number("-7"), Value(Binary{"a"})})},
  };
  for (size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_TRUE(store::compare_sort(ascending[i - 1], ascending[i]) < 0) << i;
    EXPECT_LT(index_key(2, ascending[i - 1], {Value("zzz"), std::nullopt}),
              index_key(2, ascending[i], {Value("a"), std::nullopt}))
        << i;
  }
}

TEST(KeyCodec, DifferentListsOfPartitionAttributesHaveDifferentBytes) {
  const std::string zero(1, '\0');
  const std::vector<Value> partitions = {
      values_of({Value("a"), Value("bc")}),
      values_of({Value("ab"), Value("c")}),
      values_of({Value("a" + zero), Value("c")}),
      values_of({Value("a"), Value(zero + "c")}),
      values_of({Value("a" + zero + zero + "c"), Value("c")}),
  };
  std::vector<std::string> prefixes;
  for (const Value& partition : partitions) {
    prefixes.push_back(partition_prefix(1, partition));
    EXPECT_TRUE(item_key(1, {partition, Value("s")}).starts_with(prefixes.back()));
  }
  std::ranges::sort(prefixes);
  EXPECT_EQ(std::ranges::adjacent_find(prefixes), prefixes.end());
}

TEST(KeyCodec, RangesOfSeveralSortAttributesHoldWhatTheirConditionAdmits) {
  const std::vector<std::string> values = {std::string("\0", 1), "a", std::string("a\0", 2), "ab",
                                           "\xff"};
  using Kind = SortCondition::Kind;
  for (const Kind kind : {Kind::kEqual, Kind::kLess, Kind::kLessOrEqual, Kind::kGreater,
                          Kind::kGreaterOrEqual, Kind::kBetween, Kind::kBeginsWith}) {
    for (const std::string& low : values) {
      for (const std::string& first : values) {
        const SortCondition sort{kind, Value(low), Value("ab")};
        store::ReadPlan of_first;
        of_first.key_condition = store::KeyCondition{Value("p"), sort};
        store::ReadPlan of_second;
        of_second.key_condition = store::KeyCondition{Value("p"), sort, {Value("a")}};
        for (const std::string& second : values) {
          const Key key{Value("p"), values_of({Value(first), Value(second)})};
          const std::string bytes = index_key(1, key, {Value("t"), std::nullopt});
          for (const store::ReadPlan* plan : {&of_first, &of_second}) {
            EXPECT_EQ(range_of(1, *plan).contains(bytes), plan->key_condition->holds_for_sort(key))
                << static_cast<int>(kind) << " " << low << " " << first << " " << second;
          }
        }
      }
    }
  }
}

store::ReadPlan query(SortCondition sort) {
  store::ReadPlan plan;
  plan.key_condition = store::KeyCondition{Value("p"), std::move(sort)};
  return plan;
}

TEST(KeyCodec, RangesHoldWhatTheirConditionAdmits) {
  const std::vector<std::string> values = {
      "", std::string("\0", 1), "a", std::string("a\0b", 3), "ab", "abc", "b", "\xff", "\xff\xff"};
  using Kind = SortCondition::Kind;
  for (const Kind kind : {Kind::kEqual, Kind::kLess, Kind::kLessOrEqual, Kind::kGreater,
                          Kind::kGreaterOrEqual, Kind::kBetween, Kind::kBeginsWith}) {
    for (const std::string& low : values) {
      for (const std::string& high : values) {
        const SortCondition sort{kind, Value(low), Value(high)};
        const KeyRange range = range_of(1, query(sort));
        for (const std::string& value : values) {
          EXPECT_EQ(range.contains(item_key(1, {Value("p"), Value(value)})),
                    sort.holds(Value(value)))
              << static_cast<int>(kind) << " " << low << " " << high << " " << value;
        }
      }
    }
  }
}

TEST(KeyCodec, SegmentsShareOutEveryKeyExactlyOnce) {
  for (const uint32_t total : {1U, 2U, 3U, 7U, 1000U, 1'000'000U}) {
    store::ReadPlan plan;
    plan.total_segments = total;
    plan.segment = 0;
    EXPECT_EQ(range_of(5, plan).begin, space_range(5).begin + std::string(4, '\0'));
    plan.segment = total - 1;
    EXPECT_EQ(range_of(5, plan).end, space_range(5).end);
    for (uint32_t segment = 1; segment < std::min(total, 50U); ++segment) {
      plan.segment = segment - 1;
      const std::string end = range_of(5, plan).end;
      plan.segment = segment;
      EXPECT_EQ(range_of(5, plan).begin, end);
    }
  }
}

TEST(KeyCodec, ReadsTheIntegersItWrites) {
  for (const uint64_t value :
       {uint64_t{0}, uint64_t{1}, uint64_t{0xff}, uint64_t{1} << 40, ~uint64_t{0}}) {
    std::string bytes;
    append_u64(bytes, value);
    EXPECT_EQ(read_u64(bytes), value);
  }
}

}  // namespace
}  // namespace norn::embedded
