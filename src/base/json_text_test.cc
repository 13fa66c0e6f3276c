#include "base/json_text.h"

#include <gtest/gtest.h>

namespace norn {
namespace {

TEST(JsonText, EscapesWhatJsonMustAndNothingElse) {
  const struct {
    std::string_view text, json;
  } rows[] = {
      {"", R"("")"},
      {"plain / text", R"("plain / text")"},
      {"größe 木", R"("größe 木")"},
      {"one\ntwo\n\nthree", R"("one\ntwo\n\nthree")"},
      {"\"quoted\" \\", R"("\"quoted\" \\")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string_view("\0\x1f\x7f", 3), "\"\\u0000\\u001f\x7f\""},
      {"\x01\x0b\x10", R"("\u0001\u000b\u0010")"},
  };
  for (const auto& row : rows) {
    std::string out = "before:";
    append_json_string(out, row.text);
    EXPECT_EQ(out, "before:" + std::string(row.json));
  }
}

}  // namespace
}  // namespace norn
