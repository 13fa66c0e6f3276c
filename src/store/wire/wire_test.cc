#include "store/wire/wire.h"

#include <gtest/gtest.h>

#include "store/limits.h"

namespace norn::store {
namespace {

std::string canonical(std::string_view json) {
  const Result<Value> value = value_from_json(json);
  return value ? to_json(*value) : "error: " + value.error().message;
}

std::string error_of_json(std::string_view json) {
  const Result<Value> value = value_from_json(json);
  if (value) {
    return "no error: " + to_json(*value);
  }
  EXPECT_EQ(value.error().code, ErrorCode::kValidation);
  return value.error().message;
}

std::string nested(int levels, std::string_view open, std::string_view close) {
  std::string json;
  for (int i = 1; i < levels; ++i) {
    json += open;
  }
  json += R"({"S":"x"})";
  for (int i = 1; i < levels; ++i) {
    json += close;
  }
  return json;
}

TEST(WireReading, GivesTheCanonicalTextOfEveryType) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"S":"text"})", R"({"S":"text"})"},
      {R"({"S":""})", R"({"S":""})"},
      {R"( { "S" : "\u0041\/\u00e9\ud83d\ude00" } )", "{\"S\":\"A/\xc3\xa9\xf0\x9f\x98\x80\"}"},
      {R"({"S":"\"\\\b\f\n\r\t\u0000\u001F\u007f"})",
       "{\"S\":\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\"}"},
      {R"({"N":"1e3"})", R"({"N":"1000"})"},
      {R"({"B":"AAH/"})", R"({"B":"AAH/"})"},
      {R"({"B":""})", R"({"B":""})"},
      {R"({"BOOL":false})", R"({"BOOL":false})"},
      {R"({"NULL":true})", R"({"NULL":true})"},
      {R"({"L":[]})", R"({"L":[]})"},
      {R"({"L":[{"N":"01"},{"L":[{"S":"a"}]}]})", R"({"L":[{"N":"1"},{"L":[{"S":"a"}]}]})"},
      {R"({"M":{}})", R"({"M":{}})"},
      {R"({"M":{"b":{"S":"1"},"a":{"S":"2"}}})", R"({"M":{"a":{"S":"2"},"b":{"S":"1"}}})"},
      {R"({"SS":["b","a",""]})", R"({"SS":["","a","b"]})"},
      {R"({"NS":["10","9","-1.50"]})", R"({"NS":["-1.5","9","10"]})"},
      {R"({"BS":["/w==","YQ=="]})", R"({"BS":["YQ==","/w=="]})"},
      // DynamoDB takes no notice of members that are null or that it does not know.
      {R"({"S":"a","N":null,"X":1})", R"({"S":"a"})"},
  };
  for (const auto& [wire, expected] : rows) {
    EXPECT_EQ(canonical(wire), expected) << wire;
    EXPECT_EQ(canonical(expected), expected);
  }
}

TEST(WireReading, RefusesWhatIsNotOneValue) {
  const std::string empty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  EXPECT_EQ(error_of_json("{}"), empty);
  EXPECT_EQ(error_of_json(R"({"X":"a"})"), empty);
  EXPECT_EQ(error_of_json(R"({"S":null})"), empty);
  EXPECT_EQ(error_of_json(R"({"L":[{}]})"), empty);
  EXPECT_EQ(error_of_json(R"({"S":"a","N":"1"})"),
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
            "the supported datatypes");
}

TEST(WireReading, RefusesInvalidContentInTheWordsOfDynamoDb) {
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"NULL":false})", invalid + "Null attribute value types must have the value of true"},
      {R"({"SS":[]})", invalid + "An string set  may not be empty"},
      {R"({"NS":[]})", invalid + "An number set  may not be empty"},
      {R"({"BS":[]})", invalid + "Binary sets should not be empty"},
      {R"({"SS":["a","b","a"]})", invalid + "Input collection [a, b, a] contains duplicates."},
      {R"({"NS":["1","1.0"]})", "Input collection contains duplicates"},
      {R"({"BS":["YQ==","YQ=="]})",
       invalid + "Input collection [YQ==, YQ==]of type BS contains duplicates."},
      {R"({"N":""})", "The parameter cannot be converted to a numeric value"},
      {R"({"N":"b"})", "The parameter cannot be converted to a numeric value: b"},
      {R"({"NS":["1","b"]})", "The parameter cannot be converted to a numeric value: b"},
      {R"({"N":"1e126"})",
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {R"({"M":{"":{"S":"a"}}})", invalid + "Attribute name must not be empty"},
      {R"({"M":{"a":{"S":"1"},"\u0061":{"S":"2"}}})",
       invalid + "Attribute name occurs more than once: a"},
      {R"({"M":{")" + std::string(kMaxAttributeNameBytes + 1, 'n') + R"(":{"S":"1"}}})",
       invalid + "Attribute name is too large, must be less than 65536 bytes"},
  };
  for (const auto& [wire, message] : rows) {
    EXPECT_EQ(error_of_json(wire), message) << wire.substr(0, 100);
  }
}

TEST(WireReading, NamesThePlaceOfAWrongKind) {
  const auto error_in_item = [](std::string_view json) {
    const Result<Map> map = map_from_json(json);
    return map ? "" : map.error().message;
  };
  EXPECT_EQ(error_in_item(R"({"a":{"S":1}})"),
            "S of attribute 'a' must be a string, but it is a number");
  EXPECT_EQ(error_in_item(R"({"a":{"M":{"b":{"L":[{"S":"x"},{"N":5}]}}}})"),
            "N of attribute 'a.b[1]' must be a string, but it is a number");
  EXPECT_EQ(error_in_item(R"({"a":"b"})"),
            "The value of attribute 'a' must be an object, but it is a string");
  EXPECT_EQ(error_in_item(R"({"a":{"BOOL":"true"}})"),
            "BOOL of attribute 'a' must be a boolean, but it is a string");
  EXPECT_EQ(error_in_item(R"({"a":{"SS":["x",null]}})"),
            "A member of SS of attribute 'a' must be a string, but it is null");
  EXPECT_EQ(error_in_item(R"({"a":{"M":[]}})"),
            "M of attribute 'a' must be an object, but it is an array");
  EXPECT_EQ(error_in_item(R"({"a":{"L":{}}})"),
            "L of attribute 'a' must be an array, but it is an object");
  EXPECT_EQ(error_in_item(R"({"a":{"B":"YQ="}})"),
            "Base64 encoded length is expected a multiple of 4 bytes but found: 3 (B of attribute "
            "'a')");
  EXPECT_EQ(error_in_item("[]"), "The item must be an object, but it is an array");
}

TEST(WireReading, RefusesWhatIsNoJson) {
  for (const std::string text :
       {"", " ", "{", R"({"S":"a"}x)", R"({"S":"a",})", R"({'S':'a'})", R"({"S":"\ud800"})",
        R"({"S":"\udc00"})", R"({"S":"\ud800\ud800"})", R"({"S":"\x"})", "{\"S\":\"\xff\"}",
        "{\"S\":\"\xed\xa0\x80\"}", "{\"S\":\"\xc0\xaf\"}", "{\"S\":\"a\nb\"}"}) {
    EXPECT_TRUE(error_of_json(text).starts_with("The attributes are not valid JSON: ")) << text;
  }
}

TEST(WireReading, AllowsThirtyTwoLevels) {
  EXPECT_TRUE(value_from_json(nested(32, R"({"L":[)", "]}")).has_value());
  EXPECT_TRUE(value_from_json(nested(32, R"({"M":{"a":)", "}}")).has_value());
  for (const int levels : {33, 600, 100'000}) {
    EXPECT_EQ(error_of_json(nested(levels, R"({"L":[)", "]}")), kNestingMessage) << levels;
    EXPECT_EQ(error_of_json(nested(levels, R"({"M":{"a":)", "}}")), kNestingMessage) << levels;
  }
  EXPECT_FALSE(value_from_json(std::string(100'000, '[')).has_value());
}

TEST(WireWriting, SortsMembersByTheirEscapedNames) {
  // Unescaped, the newline sorts before the exclamation mark; escaped, its backslash sorts after.
  const Map map = {{"\n", Value("1")}, {"!", Value("2")}, {"a", Value("3")}};
  EXPECT_EQ(to_json(map), R"({"!":{"S":"2"},"\n":{"S":"1"},"a":{"S":"3"}})");
  EXPECT_EQ(to_json(Value(map)), R"({"M":)" + to_json(map) + "}");
  EXPECT_EQ(map_from_json(to_json(map)).value(), map);
}

TEST(WireWriting, EscapesAtEveryPosition) {
  // Long texts are searched eight bytes at a time.
  for (size_t size = 0; size < 20; ++size) {
    for (size_t at = 0; at < size; ++at) {
      std::string text(size, '\x7f');
      text[at] = '\x1f';
      std::string expected(size, '\x7f');
      expected.replace(at, 1, "\\u001f");
      std::string escaped;
      append_escaped(escaped, text);
      EXPECT_EQ(escaped, expected);
    }
  }
}

TEST(CanonicalReading, TakesOnlyTheOneTextPerValue) {
  for (const std::string text : {R"( {"S":"a"})",
                                 R"({"S":"a"} )",
                                 R"({"S" :"a"})",
                                 R"({"S":"\u0041"})",
                                 R"({"S":"\/"})",
                                 R"({"S":"\u000a"})",
                                 R"({"S":"\u001F"})",
                                 R"({"S":"\u0020"})",
                                 R"({"S":"\u0122"})",
                                 R"({"S":"\)",
                                 R"({"S":"\u00)",
                                 R"({"S":"\"})",
                                 "{\"S\":\"\n\"}",
                                 "{\"S\":\"\xff\"}",
                                 R"({"S":"a")",
                                 R"({"X":"a"})",
                                 R"({"N":"01"})",
                                 R"({"N":"1.0"})",
                                 R"({"N":"-0"})",
                                 R"({"N":"1e3"})",
                                 R"({"N":""})",
                                 R"({"B":"YR=="})",
                                 R"({"B":"YQ="})",
                                 R"({"BOOL":1})",
                                 R"({"NULL":false})",
                                 R"({"SS":[]})",
                                 R"({"SS":["b","a"]})",
                                 R"({"SS":["a","a"]})",
                                 R"({"SS":["a",]})",
                                 R"({"NS":["10","9"]})",
                                 R"({"BS":["/w==","YQ=="]})",
                                 R"({"L":[{"S":"a"},]})",
                                 R"({"L":[)",
                                 R"({"M":{"b":{"S":"1"},"a":{"S":"2"}}})",
                                 R"({"M":{"a":{"S":"1"},"a":{"S":"2"}}})",
                                 R"({"M":{"\n":{"S":"1"},"!":{"S":"2"}}})",
                                 R"({"M":}})",
                                 R"({"L":]})",
                                 R"({"SS":]})",
                                 "",
                                 "{",
                                 "{}",
                                 "{\"\"",
                                 "null"}) {
    const Result<Value> value = value_from_canonical(text);
    ASSERT_FALSE(value.has_value()) << text;
    EXPECT_EQ(value.error().code, ErrorCode::kCorruption);
  }
  EXPECT_FALSE(value_from_canonical(nested(100'000, R"({"L":[)", "]}")).has_value());
}

TEST(Base64, IsTheTextOfRfc4648) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
      {std::string("\0\xff\xfe", 3), "AP/+"},
  };
  for (const auto& [bytes, text] : rows) {
    EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(base64_decode(text).value(), bytes);
  }
  for (const std::string text :
       {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-_",
        "Z g=", "=Zg=", "\xff\xff\xff\xff"}) {
    EXPECT_FALSE(base64_decode(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace norn::store
