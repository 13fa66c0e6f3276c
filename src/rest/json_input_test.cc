#include "rest/json_input.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/faults.h"
#include "rest/json_document.h"

namespace norn::rest {
namespace {

class JsonInputTest : public testing::Test {
 protected:
  JsonInput input(std::string_view json) {
    auto object = parse_object(parser_, json);
    EXPECT_TRUE(object) << json << ": " << object.error().message;
    return {*object, ""};
  }

  Error document_error(std::string_view json) {
    const auto object = parse_object(parser_, json);
    EXPECT_FALSE(object) << json;
    return object ? Error{} : object.error();
  }

  simdjson::dom::parser parser_;
};

TEST_F(JsonInputTest, ReadsEveryKindOfMember) {
  JsonInput body = input(R"({"title":" Lunch ","password":" p ","open":true,"count":-3,)"
                         R"("role":"owner","scopes":["a","b"],"kind":{"end":"x"}})");
  EXPECT_EQ(*body.text("title"), "Lunch");
  EXPECT_EQ(*body.secret("password"), " p ");
  EXPECT_TRUE(*body.boolean("open"));
  EXPECT_EQ(*body.integer("count", -3, 3), -3);
  EXPECT_EQ(*body.choice("role", {"owner", "writer"}), "owner");
  EXPECT_EQ(*body.texts("scopes", 2), (std::vector<std::string>{"a", "b"}));
  auto kind = body.object("kind");
  ASSERT_TRUE(kind);
  EXPECT_EQ(*kind->text("end"), "x");
  EXPECT_TRUE(kind->finish());
  EXPECT_TRUE(body.finish());
}

TEST_F(JsonInputTest, TakesAbsentAndNullForOptionalMembers) {
  for (const char* json : {R"({})", R"({"a":null})"}) {
    JsonInput body = input(json);
    EXPECT_EQ(*body.optional_text("a"), std::nullopt);
    EXPECT_EQ(*body.optional_secret("a"), std::nullopt);
    EXPECT_EQ(*body.optional_boolean("a"), std::nullopt);
    EXPECT_EQ(*body.optional_integer("a", 0, 1), std::nullopt);
    EXPECT_EQ(*body.optional_choice("a", {"x"}), std::nullopt);
    EXPECT_FALSE(body.optional_object("a")->has_value());
    EXPECT_TRUE(body.finish());
  }
  JsonInput body = input(R"({"a":"x","b":false,"c":1,"d":{},"e":"y"})");
  EXPECT_EQ(**body.optional_text("a"), "x");
  EXPECT_EQ(**body.optional_boolean("b"), false);
  EXPECT_EQ(**body.optional_integer("c", 0, 1), 1);
  EXPECT_TRUE(body.optional_object("d")->has_value());
  EXPECT_EQ(**body.optional_choice("e", {"y"}), "y");
}

TEST_F(JsonInputTest, TellsNullFromAbsent) {
  JsonInput body = input(R"({"description":null,"title":"a"})");
  EXPECT_TRUE(body.has("description"));
  EXPECT_TRUE(body.is_null("description"));
  EXPECT_TRUE(body.has("title"));
  EXPECT_FALSE(body.is_null("title"));
  EXPECT_FALSE(body.has("color"));
  EXPECT_FALSE(body.is_null("color"));
  EXPECT_TRUE(body.finish());
}

TEST_F(JsonInputTest, NamesTheMemberThatIsWrong) {
  struct Row {
    std::string_view json;
    std::function<Result<void>(JsonInput&)> read;
    std::string_view field;
    std::string_view message;
  };
  const auto ignoring = [](auto read) {
    return [read](JsonInput& body) -> Result<void> {
      NORN_TRY(read(body));
      return {};
    };
  };
  const auto text = ignoring([](JsonInput& body) { return body.text("a"); });
  const auto integer = ignoring([](JsonInput& body) { return body.integer("a", 1, 9); });
  const auto texts = ignoring([](JsonInput& body) { return body.texts("a", 2); });
  const auto integers = ignoring([](JsonInput& body) { return body.integers("a", 2, 1, 9); });
  const auto objects = ignoring([](JsonInput& body) { return body.objects("a", 1); });
  const auto choice = ignoring([](JsonInput& body) { return body.choice("a", {"x", "y"}); });
  const Row kRows[] = {
      {"{}", text, "a", "`a` is missing."},
      {R"({"a":null})", text, "a", "`a` must be a text."},
      {R"({"a":1})", text, "a", "`a` must be a text."},
      {R"({"a":""})", text, "a", "`a` must have 1 to 500 characters."},
      {R"({"a":"four"})", ignoring([](JsonInput& body) { return body.secret("a", 3); }), "a",
       "`a` may have at most 3 bytes."},
      {R"({"a":"true"})", ignoring([](JsonInput& body) { return body.boolean("a"); }), "a",
       "`a` must be true or false."},
      {R"({"a":10})", integer, "a", "`a` must be a whole number from 1 to 9."},
      {R"({"a":0})", integer, "a", "`a` must be a whole number from 1 to 9."},
      {R"({"a":2.5})", integer, "a", "`a` must be a whole number from 1 to 9."},
      {R"({"a":9223372036854775808})", integer, "a", "`a` must be a whole number from 1 to 9."},
      {R"({"a":"z"})", choice, "a", "`a` must be one of: x, y."},
      {R"({"a":["x"]})", choice, "a", "`a` must be one of: x, y."},
      {R"({"a":"x"})", texts, "a", "`a` must be a list of texts."},
      {R"({"a":["x",1]})", texts, "a[1]", "`a[1]` must be a text."},
      {R"({"a":["x","y","z"]})", texts, "a", "`a` may have at most 2 elements."},
      {R"({"a":1})", integers, "a", "`a` must be a list of whole numbers."},
      {R"({"a":[1,10]})", integers, "a[1]", "`a[1]` must be a whole number from 1 to 9."},
      {R"({"a":[1,2,3]})", integers, "a", "`a` may have at most 2 elements."},
      {R"({"a":{}})", objects, "a", "`a` must be a list of objects."},
      {R"({"a":[1]})", objects, "a[0]", "`a[0]` must be an object."},
      {R"({"a":[{},{}]})", objects, "a", "`a` may have at most 1 elements."},
      {R"({"a":[]})", ignoring([](JsonInput& body) { return body.object("a"); }), "a",
       "`a` must be an object."},
      {R"({"a":1})", ignoring([](JsonInput& body) { return body.optional_object("a"); }), "a",
       "`a` must be an object."},
      {R"({"a":1})", ignoring([](JsonInput& body) { return body.finish(); }), "a",
       "`a` is not known here."},
  };
  for (const Row& row : kRows) {
    JsonInput body = input(row.json);
    const auto result = row.read(body);
    ASSERT_FALSE(result) << row.json;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid) << row.json;
    EXPECT_EQ(result.error().message, row.message) << row.json;
    EXPECT_EQ(fault_of(result.error())->field, row.field) << row.json;
  }
}

TEST_F(JsonInputTest, ReadsLists) {
  JsonInput body = input(R"({"minutes":[5,1],"links":[{"target":"a"},{"target":"b"}]})");
  EXPECT_EQ(*body.integers("minutes", 2, 0, 9), (std::vector<int64_t>{5, 1}));
  auto links = body.objects("links", 2);
  ASSERT_EQ(links->size(), 2u);
  EXPECT_EQ(*(*links)[1].text("target"), "b");
  EXPECT_EQ((*links)[1].path_of("target"), "links[1].target");
}

TEST_F(JsonInputTest, NamesMembersOfMembersByTheirPath) {
  JsonInput body = input(R"({"kind":{"end":1,"more":2}})");
  auto kind = body.object("kind");
  EXPECT_EQ(kind->path_of("end"), "kind.end");
  EXPECT_EQ(fault_of(kind->text("end").error())->field, "kind.end");
  EXPECT_EQ(fault_of(kind->boolean("start").error())->field, "kind.start");
  EXPECT_EQ(fault_of(kind->finish().error())->field, "kind.more");
}

TEST_F(JsonInputTest, RepeatsNoLongNameThatWasSent) {
  const std::string name(1000, 'x');
  const auto unknown = input("{\"" + name + "\":1}").finish();
  ASSERT_FALSE(unknown);
  EXPECT_LT(unknown.error().message.size(), 100U);
  EXPECT_LT(document_error("{\"" + name + "\":1,\"" + name + "\":1}").message.size(), 100U);
}

TEST_F(JsonInputTest, IsNeverMadeOfWhatIsNoObject) {
  constexpr std::string_view kNoJson = "The body is not JSON";
  const std::pair<std::string, std::string_view> kRows[] = {
      {"", kNoJson},
      {"{", kNoJson},
      {R"({"a":1,})", kNoJson},
      {R"({"a":1} x)", kNoJson},
      {"{\"a\":\"\xff\"}", kNoJson},
      {R"({"a":"\ud800"})", kNoJson},
      {R"({"a":NaN})", kNoJson},
      {R"({"a":99999999999999999999})", "A number in the body"},
      {R"({"a":01})", "A number in the body"},
      {"[]", "The body must be a JSON object."},
      {"null", "The body must be a JSON object."},
      {"\"a\"", "The body must be a JSON object."},
      {R"({"a":1,"a":1})", "`a` occurs twice"},
      {R"({"a":1,"\u0061":1})", "`a` occurs twice"},
      {R"({"b":[{"a":1,"c":2,"a":1}]})", "`a` occurs twice"},
      {R"({"a":)" + std::string(70, '[') + std::string(70, ']') + "}", "The body is nested"},
      {std::string(100'000, '['), "The body is n"},
  };
  for (const auto& [json, message] : kRows) {
    const Error error = document_error(json);
    EXPECT_EQ(error.code, ErrorCode::kInvalid) << json;
    EXPECT_TRUE(error.message.starts_with(message)) << json << ": " << error.message;
  }
}

TEST_F(JsonInputTest, MayBeNestedAsDeeplyAsAnyRequestIs) {
  input(R"({"a":)" + std::string(60, '[') + std::string(60, ']') + "}");
}

}  // namespace
}  // namespace norn::rest
