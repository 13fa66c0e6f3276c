#include "store/expressions/update.h"

#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"
#include "store/limits.h"

namespace norn::store {
namespace {

constexpr std::string_view kUpdateValues = R"({
  ":s":{"S":"new"}, ":n":{"N":"5"}, ":half":{"N":"0.5"}, ":x":{"S":"x"}, ":y":{"S":"y"},
  ":l":{"L":[{"S":"x"}]}, ":none":{"L":[]}, ":m":{"M":{"k":{"S":"v"}}}, ":big":{"N":"9E125"},
  ":ss":{"SS":["b","z"]}, ":abc":{"SS":["a","b","c"]}, ":ns":{"NS":["1","3"]}, ":bs":{"BS":["AQ=="]}
})";

const KeySchema kUpdatedKey{{"PK", Type::kString}, std::nullopt};

Result<Map> run(std::string_view text, const Map& before) {
  const Placeholders placeholders = placeholders_of("", kUpdateValues);
  PlaceholderUse use(placeholders);
  const auto update = Update::parse(text, kUpdatedKey, use);
  EXPECT_TRUE(update) << text << ": " << message_of(update);
  return update ? update->apply(before) : Result<Map>(Map());
}

struct UpdateRow {
  std::string_view before;
  std::string_view text;
  std::string_view after;  // Or the message.
};

void expect_results(const std::vector<UpdateRow>& rows) {
  for (const UpdateRow& row : rows) {
    const auto after = run(row.text, map_of(row.before));
    ASSERT_TRUE(after) << row.text << ": " << message_of(after);
    EXPECT_EQ(to_json(*after), to_json(map_of(row.after))) << row.text;
  }
}

void expect_errors(const std::vector<UpdateRow>& rows) {
  for (const UpdateRow& row : rows) {
    EXPECT_EQ(message_of(run(row.text, map_of(row.before))), row.after)
        << row.text << " on " << row.before;
  }
}

TEST(Update, SetsAttributes) {
  expect_results({
      {"{}", "SET a = :s", R"({"a":{"S":"new"}})"},
      {R"({"a":{"N":"1"}})", "SET a = :s, b = :n", R"({"a":{"S":"new"},"b":{"N":"5"}})"},
      {R"({"a":{"M":{}}})", "SET a.b = :m", R"({"a":{"M":{"b":{"M":{"k":{"S":"v"}}}}}})"},
      {R"({"a":{"M":{"b":{"L":[{"M":{"c":{"N":"1"}}}]}}}})", "SET a.b[0].c = :n",
       R"({"a":{"M":{"b":{"L":[{"M":{"c":{"N":"5"}}}]}}}})"},
      {R"({"a":{"N":"1"},"b":{"N":"2"}})", "SET a = b, b = a", R"({"a":{"N":"2"},"b":{"N":"1"}})"},
      {R"({"a":{"M":{"x":{"N":"1"}}}})", "SET b = a, a.x = a",
       R"({"a":{"M":{"x":{"M":{"x":{"N":"1"}}}}},"b":{"M":{"x":{"N":"1"}}}})"},
      {R"({"a":{"N":"1"}})", "SET a = a + :n", R"({"a":{"N":"6"}})"},
      {R"({"a":{"N":"1"}})", "SET b = :half - a", R"({"a":{"N":"1"},"b":{"N":"-0.5"}})"},
      {"{}", "SET a = if_not_exists(a, :half) + :n", R"({"a":{"N":"5.5"}})"},
      {R"({"a":{"N":"1"}})", "SET a = if_not_exists(a, :half) + :n", R"({"a":{"N":"6"}})"},
      {R"({"a":{"N":"1"}})", "SET a = if_not_exists(a, c)", R"({"a":{"N":"1"}})"},
      {R"({"a":{"L":[{"S":"w"}]}})", "SET a = list_append(a, :l), b = list_append(:l, a)",
       R"({"a":{"L":[{"S":"w"},{"S":"x"}]},"b":{"L":[{"S":"x"},{"S":"w"}]}})"},
      {"{}", "SET a = list_append(if_not_exists(a, :none), :l)", R"({"a":{"L":[{"S":"x"}]}})"},
      {R"({"a":{"S":"gone"}})", "REMOVE a SET b = a", R"({"b":{"S":"gone"}})"},
  });
}

TEST(Update, AppendsElementsPastTheEndInTheOrderOfTheirIndexes) {
  constexpr std::string_view kList = R"({"a":{"L":[{"N":"0"},{"N":"1"}]}})";
  expect_results({
      {kList, "SET a[1] = :s", R"({"a":{"L":[{"N":"0"},{"S":"new"}]}})"},
      {kList, "SET a[2] = :s", R"({"a":{"L":[{"N":"0"},{"N":"1"},{"S":"new"}]}})"},
      {kList, "SET a[20] = :x, a[7] = :y",
       R"({"a":{"L":[{"N":"0"},{"N":"1"},{"S":"y"},{"S":"x"}]}})"},
      {kList, "SET a[10] = :x, a[9] = :y, a[2] = :n",
       R"({"a":{"L":[{"N":"0"},{"N":"1"},{"N":"5"},{"S":"y"},{"S":"x"}]}})"},
      {kList, "SET a[9] = :x REMOVE a[0]", R"({"a":{"L":[{"N":"1"},{"S":"x"}]}})"},
      {kList, "SET a[9] = :x REMOVE a[2]", R"({"a":{"L":[{"N":"0"},{"N":"1"},{"S":"x"}]}})"},
      {R"({"a":{"L":[]}})", "SET a[0] = a", R"({"a":{"L":[{"L":[]}]}})"},
  });
}

TEST(Update, RemovesByTheOriginalIndexes) {
  constexpr std::string_view kList =
      R"({"a":{"L":[{"N":"0"},{"N":"1"},{"M":{"x":{"N":"2"},"y":{"N":"3"}}},{"N":"3"}]}})";
  expect_results({
      {kList, "REMOVE a[0], a[1]",
       R"({"a":{"L":[{"M":{"x":{"N":"2"},"y":{"N":"3"}}},{"N":"3"}]}})"},
      {kList, "REMOVE a[3], a[0], a[9]",
       R"({"a":{"L":[{"N":"1"},{"M":{"x":{"N":"2"},"y":{"N":"3"}}}]}})"},
      {kList, "REMOVE a[0], a[2].x", R"({"a":{"L":[{"N":"1"},{"M":{"y":{"N":"3"}}},{"N":"3"}]}})"},
      {kList, "REMOVE a[0] SET a[1] = :s, a[2].x = :s",
       R"({"a":{"L":[{"S":"new"},{"M":{"x":{"S":"new"},"y":{"N":"3"}}},{"N":"3"}]}})"},
      {kList, "REMOVE a[2].q, b", kList},
      {kList, "REMOVE a", "{}"},
  });
}

TEST(Update, AddsAndDeletes) {
  expect_results({
      {"{}", "ADD a :n", R"({"a":{"N":"5"}})"},
      {R"({"a":{"N":"1.5"}})", "ADD a :n", R"({"a":{"N":"6.5"}})"},
      {"{}", "ADD a :ss", R"({"a":{"SS":["b","z"]}})"},
      {R"({"a":{"SS":["a","b"]}})", "ADD a :ss", R"({"a":{"SS":["a","b","z"]}})"},
      {R"({"a":{"NS":["2","1.0"]}})", "ADD a :ns", R"({"a":{"NS":["1","2","3"]}})"},
      {R"({"a":{"M":{"b":{"N":"1"}}}})", "ADD a.b :n, a.c :n",
       R"({"a":{"M":{"b":{"N":"6"},"c":{"N":"5"}}}})"},
      {R"({"a":{"L":[{"N":"1"}]}})", "ADD a[0] :n, a[5] :n",
       R"({"a":{"L":[{"N":"6"},{"N":"5"}]}})"},
      {R"({"a":{"SS":["a","b"]}})", "DELETE a :ss", R"({"a":{"SS":["a"]}})"},
      {R"({"a":{"SS":["a","b"]}})", "DELETE a :abc", "{}"},
      {R"({"a":{"L":[{"N":"0"},{"SS":["a"]},{"N":"2"}]}})", "DELETE a[1] :abc",
       R"({"a":{"L":[{"N":"0"},{"N":"2"}]}})"},
      {R"({"a":{"NS":["2","3"]}})", "DELETE a :ns", R"({"a":{"NS":["2"]}})"},
      {R"({"a":{"BS":["AQ=="]}})", "DELETE a :bs", "{}"},
      {"{}", "DELETE a :ss", "{}"},
  });
}

TEST(Update, RefusesOperandsThatDoNotFitTheItem) {
  constexpr std::string_view kMissing =
      "The provided expression refers to an attribute that does not exist in the item";
  constexpr std::string_view kType =
      "An operand in the update expression has an incorrect data type";
  constexpr std::string_view kPath =
      "The document path provided in the update expression is invalid for update";
  expect_errors({
      {"{}", "SET a = b", kMissing},
      {"{}", "SET a = a + :n", kMissing},
      {"{}", "SET a = list_append(b, :l)", kMissing},
      {R"({"b":{"L":[]}})", "SET a = b[0]", kMissing},
      {"{}", "SET a = if_not_exists(a, b)", kMissing},
      {R"({"a":{"S":"x"}})", "SET a = a + :n", kType},
      {R"({"a":{"S":"x"}})", "SET a = :n - a", kType},
      {R"({"a":{"S":"x"}})", "SET a = list_append(a, :l)", kType},
      {R"({"a":{"S":"x"}})", "SET b = list_append(:l, a)", kType},
      {R"({"a":{"S":"x"}})", "ADD a :n", kType},
      {R"({"a":{"NS":["1"]}})", "ADD a :ss", kType},
      {R"({"a":{"NS":["1"]}})", "ADD a :n", kType},
      {R"({"a":{"NS":["1"]}})", "DELETE a :ss", kType},
      {R"({"a":{"L":[]}})", "DELETE a :ss", kType},
      {"{}", "SET a.b = :s", kPath},
      {"{}", "SET a[0] = :s", kPath},
      {R"({"a":{"S":"x"}})", "SET a.b = :s", kPath},
      {R"({"a":{"M":{}}})", "SET a[0] = :s", kPath},
      {R"({"a":{"L":[]}})", "SET a.b = :s", kPath},
      {R"({"a":{"M":{}}})", "SET a.b.c = :s", kPath},
      {R"({"a":{"L":[]}})", "SET a[3].c = :s", kPath},
      {"{}", "REMOVE a.b", kPath},
      {R"({"a":{"L":[]}})", "REMOVE a.b", kPath},
      {"{}", "ADD a.b :n", kPath},
      {"{}", "DELETE a.b :ss", kPath},
      {"{}", "SET b = :m, b2 = :s, a.b = :s", kPath},
  });
}

TEST(Update, PassesOnTheErrorsOfNumbers) {
  const Number big = *Number::parse("9E125");
  EXPECT_EQ(message_of(run("SET a = a + :big", {{"a", big}})), message_of(big.plus(big)));
  EXPECT_EQ(message_of(run("ADD a :big", {{"a", big}})), message_of(big.plus(big)));
  EXPECT_NE(message_of(big.plus(big)), "(no error)");
}

TEST(Update, BoundsNesting) {
  Value nested = Value::number(1);
  for (int i = 0; i < kMaxNesting - 1; ++i) {
    nested = Map{{"m", nested}};
  }
  EXPECT_TRUE(run("SET b = a", {{"a", nested}}));
  EXPECT_EQ(message_of(run("SET b.c = a", {{"a", nested}, {"b", Map()}})), kNestingMessage);
}

TEST(Update, StopsWhenItsResultsAreTooLarge) {
  const Value large = std::string(kMaxItemBytes - 100, 'x');
  std::string text = "SET b0 = a";
  for (int i = 1; i < 300; ++i) {
    text += ", b" + std::to_string(i) + " = a";
  }
  EXPECT_EQ(message_of(run(text, {{"a", large}})),
            "Item size to update has exceeded the maximum allowed size");
  EXPECT_TRUE(run("SET a = a, b = :s", {{"a", large}}));
}

TEST(Update, NamesThePathsItTouches) {
  const Placeholders placeholders = placeholders_of("", kUpdateValues);
  PlaceholderUse use(placeholders);
  const auto update =
      Update::parse("SET a.b = c REMOVE d[1] ADD e :n DELETE f :ss", kUpdatedKey, use);
  ASSERT_TRUE(update);
  EXPECT_EQ(update->touched(),
            (std::vector<Path>{{"a", {"b"}}, {"d", {1UL}}, {"e", {}}, {"f", {}}}));
}

TEST(Update, CanBeAppliedAgain) {
  const Placeholders placeholders = placeholders_of("", kUpdateValues);
  PlaceholderUse use(placeholders);
  const auto update = Update::parse("ADD a :n", kUpdatedKey, use);
  ASSERT_TRUE(update);
  const auto once = update->apply({});
  ASSERT_TRUE(once);
  const auto twice = update->apply(*once);
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->at("a"), Value::number(10));
}

}  // namespace
}  // namespace norn::store
