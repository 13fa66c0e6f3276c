#include "store/expressions/projection.h"

#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

constexpr std::string_view kProjectedItem = R"({
  "a":{"S":"x"}, "b":{"N":"1"}, "na.me":{"S":"dotted"},
  "m":{"M":{"p":{"N":"2"},"q":{"M":{"r":{"S":"deep"},"s":{"BOOL":true}}}}},
  "l":{"L":[{"S":"zero"},{"M":{"k":{"N":"1"},"j":{"N":"2"}}},{"S":"two"},{"L":[{"N":"30"}]}]}
})";

struct ProjectionRow {
  std::string_view text;
  std::string_view result;
};

Result<Projection> parse(std::string_view text, PlaceholderUse& use) {
  return Projection::parse(text, use);
}

TEST(Projection, KeepsWhatIsAtThePathsInTheShapeOfTheItem) {
  constexpr ProjectionRow kRows[] = {
      {"a", R"({"a":{"S":"x"}})"},
      {" b ,\n a", R"({"a":{"S":"x"},"b":{"N":"1"}})"},
      {"zz", "{}"},
      {"zz, a", R"({"a":{"S":"x"}})"},
      {"#n", R"({"na.me":{"S":"dotted"}})"},
      {"m.p", R"({"m":{"M":{"p":{"N":"2"}}}})"},
      {"m.q.r, a", R"({"a":{"S":"x"},"m":{"M":{"q":{"M":{"r":{"S":"deep"}}}}}})"},
      {"m.q.s, m.p", R"({"m":{"M":{"p":{"N":"2"},"q":{"M":{"s":{"BOOL":true}}}}}})"},
      {"m.q", R"({"m":{"M":{"q":{"M":{"r":{"S":"deep"},"s":{"BOOL":true}}}}}})"},
      {"m . zz, b", R"({"b":{"N":"1"}})"},
      {"m[0]", "{}"},
      {"a.b", "{}"},
      {"l[2], l[0]", R"({"l":{"L":[{"S":"zero"},{"S":"two"}]}})"},
      {"l[ 1 ].k, l[3][0]", R"({"l":{"L":[{"M":{"k":{"N":"1"}}},{"L":[{"N":"30"}]}]}})"},
      {"l[9], l[2]", R"({"l":{"L":[{"S":"two"}]}})"},
      {"l[9]", "{}"},
      {"l[1].zz", "{}"},
  };
  const Placeholders placeholders = placeholders_of("#n=na.me", "");
  const Item item = item_of(kProjectedItem);
  for (const ProjectionRow& row : kRows) {
    PlaceholderUse use(placeholders);
    const auto projection = parse(row.text, use);
    ASSERT_TRUE(projection) << row.text << ": " << message_of(projection);
    const Item result = projection->apply(item);
    EXPECT_EQ(result.json(), row.result) << row.text;
    EXPECT_TRUE(Item::verify(result.bytes())) << row.text;
  }
}

TEST(Projection, RefusesWhatIsNoListOfPaths) {
  constexpr std::string_view kInvalid = "Invalid ProjectionExpression: ";
  constexpr ProjectionRow kRows[] = {
      {"", "The expression can not be empty;"},
      {" ", R"(Syntax error; token: "<EOF>", near: "")"},
      {"!!", R"(Syntax error; token: "!", near: "!!")"},
      {"a-b", R"(Syntax error; token: "-", near: "a-b")"},
      {"a,", R"(Syntax error; token: "<EOF>", near: ",")"},
      {"a b", R"(Syntax error; token: "b", near: "a b")"},
      {"a[b]", R"(Syntax error; token: "b", near: "[b]")"},
      {"a[1", R"(Syntax error; token: "<EOF>", near: "1")"},
      {"a..b", R"(Syntax error; token: ".", near: "..b")"},
      {":v", R"(Syntax error; token: ":v", near: ":v")"},
      {"size(a)", R"(Syntax error; token: "(", near: "size(a")"},
      {"a, status", "Attribute name is a reserved keyword; reserved keyword: status"},
      {"a.Name", "Attribute name is a reserved keyword; reserved keyword: Name"},
      {"#x, name", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"#x",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"a, b, a",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [a], path two: [a]"},
      {"a.b[1].c, #n, a.b",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [a, b, [1], c], path two: [a, b]"},
      {"a.b, a[1]",
       "Two document paths conflict with each other; must remove or rewrite one of these paths; "
       "path one: [a, b], path two: [a, [1]]"},
      {"a.b, a[1], c, c",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [c], path two: [c]"},
      {"a[99999999999]", "List index is not within the allowable range; index: [99999999999]"},
      {"a[99999999999999999999999999]",
       "List index is not within the allowable range; index: [99999999999999999999999999]"},
  };
  const Placeholders placeholders = placeholders_of("#n=na.me", "");
  for (const ProjectionRow& row : kRows) {
    PlaceholderUse use(placeholders);
    EXPECT_EQ(message_of(parse(row.text, use)), std::string(kInvalid) + std::string(row.result))
        << row.text;
  }
}

TEST(Projection, HasLimits) {
  const Placeholders none;
  PlaceholderUse use(none);
  EXPECT_TRUE(parse("a" + repeat(".b", 31), use));
  EXPECT_EQ(message_of(parse("a" + repeat(".b", 32), use)),
            "Invalid ProjectionExpression: The document path has too many nesting elements; "
            "nesting levels: 33");
  EXPECT_TRUE(parse(std::string(4096, 'a'), use));
  EXPECT_EQ(message_of(parse(std::string(4097, 'a'), use)),
            "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097");
}

}  // namespace
}  // namespace norn::store
