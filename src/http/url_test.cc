#include "http/url.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/percent.h"

namespace norn::http {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

TEST(Url, DecodesSegmentsOfPaths) {
  const struct {
    std::string_view text;
    std::optional<std::string> decoded;
  } rows[] = {
      {"", ""},
      {"plain-text_1.~", "plain-text_1.~"},
      {"a%20b", "a b"},
      {"a+b", "a+b"},
      {"%2F%2f%25", "//%"},
      {"%C3%A4", "\xC3\xA4"},
      {"%", std::nullopt},
      {"%4", std::nullopt},
      {"a%4", std::nullopt},
      {"%4g", std::nullopt},
      {"%g4", std::nullopt},
      {"%%41", std::nullopt},
      {"%00", std::nullopt},
      {"%0a", std::nullopt},
      {"%1F", std::nullopt},
      {"%7f", std::nullopt},
      {std::string_view("\0", 1), std::nullopt},
      {"a\tb", std::nullopt},
  };
  for (const auto& row : rows) EXPECT_EQ(percent_decode(row.text), row.decoded) << row.text;
}

TEST(Url, ReadsQueriesAndForms) {
  const struct {
    std::string_view text;
    Parameters parameters;
  } rows[] = {
      {"", {}},
      {"&&", {}},
      {"a=b", {{"a", "b"}}},
      {"a=b&c=d", {{"a", "b"}, {"c", "d"}}},
      {"a=1&a=2&", {{"a", "1"}, {"a", "2"}}},
      {"a", {{"a", ""}}},
      {"a=", {{"a", ""}}},
      {"=b", {{"", "b"}}},
      {"a=b=c", {{"a", "b=c"}}},
      {"a+b=c+d%2B", {{"a b", "c d+"}}},
      {"%61=%26%3D", {{"a", "&="}}},
      {"a=100%&b=%4", {{"a", "100%"}, {"b", "%4"}}},
      {"a=%0A", {{"a", "\n"}}},
  };
  for (const auto& row : rows) EXPECT_EQ(parse_query(row.text), row.parameters) << row.text;
}

TEST(Url, ReadsNoMoreParametersThanAFormHas) {
  std::string text;
  for (size_t i = 0; i < kMaxParameters + 5; ++i) text += fmt::format("a={}&", i);
  EXPECT_EQ(parse_query(text).size(), kMaxParameters);
}

TEST(Url, EncodesWhatIsDecodedToTheSame) {
  EXPECT_EQ(percent_encode("AZaz09-._~"), "AZaz09-._~");
  EXPECT_EQ(percent_encode("a b/c?d=e&f+g%\xC3\xA4\n"), "a%20b%2Fc%3Fd%3De%26f%2Bg%25%C3%A4%0A");
  std::string all;
  for (int c = 0x20; c < 0x100; ++c) {
    if (c != 0x7f) all += static_cast<char>(c);
  }
  EXPECT_EQ(percent_decode(percent_encode(all)), all);
  EXPECT_EQ(parse_query("a=" + percent_encode(all)), (Parameters{{"a", all}}));
}

}  // namespace
}  // namespace norn::http
