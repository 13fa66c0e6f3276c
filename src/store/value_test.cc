#include "store/value.h"

#include <gtest/gtest.h>

#include "store/limits.h"

namespace norn::store {
namespace {

Value nested_lists(int depth) {
  Value value("leaf");
  for (int i = 0; i < depth; ++i) {
    List list;
    list.push_back(std::move(value));
    value = Value(std::move(list));
  }
  return value;
}

TEST(Type, HasOneNameEach) {
  const std::vector<std::string_view> names = {"S", "N", "B",  "BOOL", "NULL",
                                               "M", "L", "SS", "NS",   "BS"};
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(type_name(static_cast<Type>(i)), names[i]);
    EXPECT_EQ(type_from_name(names[i]), static_cast<Type>(i));
  }
  for (const std::string_view name : {"", "s", "X", "BOO", "BOOLE", "NS "}) {
    EXPECT_EQ(type_from_name(name), std::nullopt) << name;
  }
}

TEST(Set, IsSortedAndDistinct) {
  const StringSet set = StringSet::make({"b", "a", "b", "\xff"});
  EXPECT_EQ(set.members(), (std::vector<std::string>{"a", "b", "\xff"}));
  EXPECT_TRUE(set.contains("a"));
  EXPECT_FALSE(set.contains("c"));
  EXPECT_EQ(set, StringSet::make({"\xff", "b", "a"}));
  EXPECT_EQ(NumberSet::make({Number(10), Number(9), Number(-1)}).members(),
            (std::vector<Number>{Number(-1), Number(9), Number(10)}));
}

TEST(Set, UnitesAndSubtracts) {
  const StringSet left = StringSet::make({"a", "b"});
  const StringSet right = StringSet::make({"b", "c"});
  EXPECT_EQ(left.united(right), StringSet::make({"a", "b", "c"}));
  EXPECT_EQ(left.without(right), StringSet::make({"a"}));
  EXPECT_TRUE(left.without(left).empty());
}

TEST(Value, CountsItsSizeAsDynamoDbDoes) {
  struct Row {
    Value value;
    size_t size;
  };
  const std::vector<Row> rows = {
      {Value("gr\xc3\xbc\xc3\x9f"), 6},
      {Value(""), 0},
      {Value::number(1234), 3},
      {Value(Binary{"abc"}), 3},
      {Value::boolean(true), 1},
      {Value(Null{}), 1},
      {Value(Map{}), 3},
      {Value(List{}), 3},
      {Value(List{Value("ab"), Value::number(1)}), 3 + (1 + 2) + (1 + 2)},
      {Value(Map{{"name", Value("ab")}}), 3 + (1 + 4 + 2)},
      {Value(StringSet::make({"a", "bcd"})), 4},
      {Value(NumberSet::make({Number(1), Number(-100)})), 2 + 3},
      {Value(BinarySet::make({Binary{"x"}, Binary{"yz"}})), 3},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(row.value.size_bytes(), row.size) << type_name(row.value.type());
  }
  EXPECT_EQ(map_size_bytes({{"ab", Value("c")}, {"d", Value::boolean(false)}}), 5U);
}

TEST(Value, KnowsHowDeepItIs) {
  EXPECT_EQ(Value("a").depth(), 0);
  EXPECT_EQ(Value(List{}).depth(), 0);
  EXPECT_EQ(Value(List{Value("a")}).depth(), 1);
  EXPECT_EQ(Value(Map{{"a", Value(List{Value("b")})}, {"c", Value("d")}}).depth(), 2);
}

TEST(Value, MayHave32LevelsOfWhichItIsTheFirst) {
  EXPECT_TRUE(check_nesting(nested_lists(kMaxNesting - 1)).has_value());
  const Result<void> refused = check_nesting(Map{{"a", nested_lists(kMaxNesting)}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, kNestingMessage);
}

TEST(Value, OrdersScalarsOfOneTypeOnly) {
  EXPECT_EQ(compare_scalars("a", "b"), std::strong_ordering::less);
  EXPECT_EQ(compare_scalars("\xc3\xa9", "z"), std::strong_ordering::greater);
  EXPECT_EQ(compare_scalars(Value::number(10), Value::number(9)), std::strong_ordering::greater);
  EXPECT_EQ(compare_scalars(Binary{"\xff"}, Binary{"a"}), std::strong_ordering::greater);
  EXPECT_EQ(compare_scalars(Binary{"a"}, Binary{"a"}), std::strong_ordering::equal);
  EXPECT_EQ(compare_scalars("1", Value::number(1)), std::nullopt);
  EXPECT_EQ(compare_scalars(Value::boolean(true), Value::boolean(true)), std::nullopt);
  EXPECT_EQ(compare_scalars(List{}, List{}), std::nullopt);
}

}  // namespace
}  // namespace norn::store
