#include "cli/plain_json.h"

#include <gtest/gtest.h>

#include "store/wire/wire.h"

namespace norn::cli {
namespace {

TEST(PlainJson, LeavesOutTheTypes) {
  const struct {
    const char* typed;
    const char* plain;
  } rows[] = {
      {R"({"a":{"S":"x\ny"}})", R"({"a":"x\ny"})"},
      {R"({"a":{"N":"12345678901234567890.5"}})", R"({"a":12345678901234567890.5})"},
      {R"({"a":{"B":"AAE="}})", R"({"a":"AAE="})"},
      {R"({"a":{"BOOL":true},"b":{"NULL":true}})", R"({"a":true,"b":null})"},
      {R"({"a":{"M":{"b\"":{"L":[{"S":""},{"N":"1"}]}}}})", R"({"a":{"b\"":["",1]}})"},
      {R"({"a":{"SS":["x","y"]},"b":{"NS":["1","2"]}})", R"({"a":["x","y"],"b":[1,2]})"},
  };
  for (const auto& row : rows) {
    const auto item = store::map_from_json(row.typed);
    ASSERT_TRUE(item) << item.error().message;
    std::string plain;
    append_plain_json(plain, *item);
    EXPECT_EQ(plain, row.plain);
  }
}

TEST(PlainJson, GetsTypesBack) {
  const struct {
    const char* plain;
    const char* typed;
  } rows[] = {
      {R"({})", R"({})"},
      {R"( {"a" : "x\u0041\n" } )", R"({"a":{"S":"xA\n"}})"},
      {R"({"a":1,"b":-2.50e3 ,"c":123456789012345678901234567890})",
       R"({"a":{"N":"1"},"b":{"N":"-2.50e3"},"c":{"N":"123456789012345678901234567890"}})"},
      {R"({"a":true,"b":false,"c":null})",
       R"({"a":{"BOOL":true},"b":{"BOOL":false},"c":{"NULL":true}})"},
      {R"({"a":[1,["x"],{"b\"":{}}]})",
       R"({"a":{"L":[{"N":"1"},{"L":[{"S":"x"}]},{"M":{"b\"":{"M":{}}}}]}})"},
  };
  for (const auto& row : rows) {
    const auto typed = typed_from_plain(row.plain);
    ASSERT_TRUE(typed) << row.plain << typed.error().message;
    EXPECT_EQ(*typed, row.typed);
  }
}

TEST(PlainJson, RefusesWhatIsNoObject) {
  for (const std::string text :
       {"", " ", "[]", "1", "{", "{\"a\"}", "{\"a\":}", "{\"a\":tru}", "{\"a\":1} x", "{} {}",
        "{\"a\":\"\\x\"}", "{\"a\":nul}", "{\"a\":[1,}", "{\"a\":123456789012345678901234567890} x",
        "{\"a\":123456789012345678901234567890,\"b\":tru}"}) {
    const auto typed = typed_from_plain(text);
    ASSERT_FALSE(typed) << text;
    EXPECT_EQ(typed.error().code, ErrorCode::kInvalid);
    EXPECT_TRUE(typed.error().message.starts_with("This is not a JSON object: ")) << text;
  }
  EXPECT_FALSE(typed_from_plain("{\"a\":" + std::string(100'000, '[') + "}"));
  EXPECT_FALSE(typed_from_plain("{\"a\":" + std::string(40, '[') + std::string(40, ']') + "}"));
}

TEST(CellText, CannotWriteToTheTerminal) {
  EXPECT_EQ(cell_text(store::Value("Tea, green")), "Tea, green");
  EXPECT_EQ(cell_text(store::Value("a\x1b[2Jb")), R"("a\u001b[2Jb")");
  EXPECT_EQ(cell_text(store::Value("two\nlines")), R"("two\nlines")");
  EXPECT_EQ(cell_text(store::Value::number(5)), "5");
}

}  // namespace
}  // namespace norn::cli
