#include "store/expressions/condition.h"

#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

constexpr std::string_view kTestedItem = R"({
  "s":{"S":"hello"}, "esc":{"S":"a\"b\nc"}, "uml":{"S":"\u00e4b"}, "blank":{"S":""},
  "n":{"N":"10"}, "neg":{"N":"-3.5"}, "b":{"B":"AAH/"}, "t":{"BOOL":true}, "f":{"BOOL":false},
  "nil":{"NULL":true}, "ss":{"SS":["x","y"]}, "ns":{"NS":["1","2.0"]}, "bs":{"BS":["AQ==","Ag=="]},
  "l":{"L":[{"S":"e"},{"N":"7"},{"L":[{"S":"in"}]}]},
  "m":{"M":{"k":{"S":"v"},"num":{"N":"42"},"deep":{"M":{"l":{"L":[{"N":"1"},{"N":"2"}]}}}}}
})";

constexpr std::string_view kTestedValues = R"({
  ":hello":{"S":"hello"}, ":hell":{"S":"hell"}, ":ell":{"S":"ell"}, ":a":{"S":"a"}, ":z":{"S":"z"},
  ":x":{"S":"x"}, ":e":{"S":"e"}, ":v":{"S":"v"}, ":nothing":{"S":""}, ":esc":{"S":"a\"b\nc"},
  ":quote":{"S":"\"b\n"}, ":uml":{"S":"\u00e4"}, ":note":{"S":"\u00e9\ud834\udd1e"},
  ":ten":{"N":"1e1"}, ":9":{"N":"9"}, ":2":{"N":"2"}, ":1":{"N":"1"}, ":3":{"N":"3"},
  ":5":{"N":"5"}, ":7":{"N":"7.0"},
  ":42":{"N":"42"}, ":m35":{"N":"-3.5"}, ":b":{"B":"AAH/"}, ":b1":{"B":"AAE="}, ":b2":{"B":"AQ=="},
  ":bff":{"B":"/w=="}, ":true":{"BOOL":true}, ":null":{"NULL":true}, ":ss":{"SS":["y","x"]},
  ":l":{"L":[{"S":"e"},{"N":"7"},{"L":[{"S":"in"}]}]}, ":lin":{"L":[{"S":"in"}]},
  ":m":{"M":{"l":{"L":[{"N":"1"},{"N":"2"}]}}},
  ":S":{"S":"S"}, ":N":{"S":"N"}, ":L":{"S":"L"}, ":M":{"S":"M"}, ":SS":{"S":"SS"},
  ":BOOL":{"S":"BOOL"}, ":NULL":{"S":"NULL"}
})";

bool holds(std::string_view text, std::optional<ItemView> item) {
  const Placeholders placeholders = placeholders_of("#no=gone", kTestedValues);
  PlaceholderUse use(placeholders);
  const auto condition = Condition::parse(text, "ConditionExpression", use);
  EXPECT_TRUE(condition) << text << ": " << message_of(condition);
  return condition && condition->holds(item);
}

void expect(bool wanted, std::initializer_list<std::string_view> conditions) {
  const Item item = item_of(kTestedItem);
  for (const std::string_view text : conditions) {
    EXPECT_EQ(holds(text, item), wanted) << text;
  }
}

TEST(Condition, ComparesValuesOfOneType) {
  expect(true,
         {
             "s = :hello",       "s <> :hell", "s > :hell",       "s >= :hello",   "s < :z",
             "s <= :hello",      "n = :ten",   "n > :9",          "neg < :2",      "neg = :m35",
             "b = :b",           "b > :b1",    "b < :bff",        "t = :true",     "nil = :null",
             "ss = :ss",         "l = :l",     "m.deep = :m",     "m.k = :v",      "m.num >= :42",
             "m.deep.l[1] = :2", "l[1] = :7",  "l[2] = :lin",     "esc = :esc",    ":hello = s",
             ":hell < s",        "s <> n",     "esc < s",         "m.k <> m.num",  "uml > s",
             "blank < s",        "t <> f",     "m.deep.l[0] < n", ":true = :true",
         });
  expect(false, {
                    "s = :hell",
                    "s <> :hello",
                    "s < :hell",
                    "s = :ten",
                    "s < :ten",
                    "n > :ten",
                    "n < :9",
                    "n = :hello",
                    "t <> :true",
                    "f = :true",
                    "ss <> :ss",
                    "l <> :l",
                    "l = m",
                    "t > f",
                    "m.deep.l[1] > :2",
                    "b < :b1",
                });
}

TEST(Condition, TreatsWhatIsMissingAsDifferentFromEverything) {
  expect(true, {"gone <> :hello", "m.gone <> :1", "l[9] <> :1", "s.k <> :1", "#no <> lost",
                "NOT gone = :1", "NOT gone < :1"});
  expect(false,
         {"gone = :hello", "gone < :1", "gone > :1", "gone = lost", "m.gone >= :1", "l[3] = :1",
          "s[0] = :1", "gone BETWEEN :1 AND :2", "gone IN (:1)", "s <> :hello"});
}

TEST(Condition, CombinesConditions) {
  expect(true, {
                   "s = :hello AND n = :ten",
                   "s = :a OR n = :ten",
                   "NOT s = :a",
                   "NOT (s = :a OR s = :z)",
                   "s = :hello OR s = :a AND s = :z",
                   "NOT s = :a AND n = :ten",
                   "(s = :a OR s = :hello) AND t = :true",
                   "NOT NOT s = :hello",
               });
  expect(false, {
                    "s = :hello AND n = :9",
                    "s = :a OR n = :9",
                    "(s = :hello OR s = :a) AND s = :z",
                    "NOT s = :hello OR n = :9",
                });
}

TEST(Condition, KnowsBetweenAndIn) {
  expect(true, {"n BETWEEN :9 AND :ten", "n BETWEEN :ten AND :ten", "s BETWEEN :a AND :z",
                "b BETWEEN :b1 AND :bff", ":9 BETWEEN m.deep.l[0] AND n", "s IN (:a, :hello)",
                "n IN (:hello, :ten)", "ss IN (:ss)", "m.num IN (n, :42)"});
  expect(false, {"n BETWEEN :1 AND :9", "n BETWEEN :a AND :z", "s BETWEEN :1 AND :9",
                 "t BETWEEN f AND n", "s IN (:a, :z)", "n IN (:hello)", "gone IN (lost)"});
}

TEST(Condition, KnowsFunctions) {
  expect(true, {
                   "attribute_exists(s)",
                   "attribute_exists(m.deep.l[1])",
                   "attribute_exists(nil)",
                   "attribute_not_exists(gone)",
                   "attribute_not_exists(m.deep.l[2])",
                   "attribute_not_exists(s.k)",
                   "attribute_type(s, :S)",
                   "attribute_type(n, :N)",
                   "attribute_type(l, :L)",
                   "attribute_type(m.deep, :M)",
                   "attribute_type(ss, :SS)",
                   "attribute_type(f, :BOOL)",
                   "attribute_type(nil, :NULL)",
                   "begins_with(s, :hell)",
                   "begins_with(s, :nothing)",
                   "begins_with(esc, :a)",
                   "begins_with(b, :b1)",
                   "begins_with(uml, :uml)",
                   "begins_with(:hello, s)",
                   "contains(s, :ell)",
                   "contains(s, :nothing)",
                   "contains(esc, :quote)",
                   "contains(b, :bff)",
                   "contains(ss, :x)",
                   "contains(ns, :2)",
                   "contains(bs, :b2)",
                   "contains(l, :e)",
                   "contains(l, :7)",
                   "contains(l, :lin)",
                   "contains(m.deep.l, :1)",
                   "contains(:hello, s)",
                   "contains(:ss, :x)",
               });
  expect(false, {
                    "attribute_exists(gone)", "attribute_not_exists(s)",  "attribute_exists(l[3])",
                    "attribute_type(s, :N)",  "attribute_type(gone, :S)", "begins_with(s, :ell)",
                    "begins_with(n, :a)",     "begins_with(gone, :a)",    "begins_with(s, :b)",
                    "begins_with(ss, :x)",    "begins_with(n, neg)",      "contains(s, :z)",
                    "contains(n, :1)",        "contains(s, :1)",          "contains(ss, :1)",
                    "contains(ns, :5)",       "contains(l, :x)",          "contains(m, :v)",
                    "contains(gone, :v)",     "contains(s, gone)",        "contains(t, :true)",
                });
}

TEST(Condition, MeasuresSizes) {
  expect(true, {
                   "size(s) = :5",
                   "size(blank) < :1",
                   "size(uml) = :2",
                   "size(:note) = :3",
                   "size(b) = :3",
                   "size(ss) = :2",
                   "size(l) = :3",
                   "size(m) = :3",
                   "size(m.deep.l) = :2",
                   "size(s) > size(ss)",
                   "size(:hello) = size(s)",
                   "size(s) BETWEEN :2 AND :9",
                   "size(s) IN (:1, :5)",
                   "size(s) <> :9",
                   "contains(ns, size(ss))",
               });
  // What has gone size makes every comparison false.
  expect(false, {
                    "size(gone) = :1",
                    "size(gone) <> :1",
                    "size(n) > :1",
                    "size(n) <> :1",
                    "size(t) < :9",
                    "size(nil) < :9",
                    "size(l[9]) < :9",
                    "size(s) = :hello",
                    "size(s) < :a",
                });
}

TEST(Condition, SeesNoAttributesWhereThereIsNoItem) {
  EXPECT_TRUE(holds("attribute_not_exists(s)", std::nullopt));
  EXPECT_TRUE(holds("s <> :a", std::nullopt));
  EXPECT_FALSE(holds("attribute_exists(s)", std::nullopt));
  EXPECT_FALSE(holds("s = :a", std::nullopt));
  EXPECT_FALSE(holds("size(s) < :9", std::nullopt));
  EXPECT_TRUE(holds(":1 < :2", std::nullopt));
}

TEST(Condition, NamesTheAttributesItReads) {
  const Placeholders placeholders = placeholders_of("#no=na.me", kTestedValues);
  PlaceholderUse use(placeholders);
  const auto condition = Condition::parse(
      "m.k = :v AND (size(l[0]) > :1 OR NOT #no IN (:v, b)) AND m.j = :1", "p", use);
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->attributes(), (std::vector<std::string>{"b", "l", "m", "na.me"}));
}

TEST(Condition, EvaluatesTheDeepestNestingThatParses) {
  const Item item = item_of(kTestedItem);
  EXPECT_TRUE(holds(repeat("NOT(", 298) + "s=:hello" + repeat(")", 298), item));
  EXPECT_FALSE(holds(repeat("NOT(", 299) + "s=:hello" + repeat(")", 299), item));
}

}  // namespace
}  // namespace norn::store
