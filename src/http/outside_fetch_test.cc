#include "http/outside_fetch.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

constexpr size_t kMaxBytes = 100;

TEST(OutsideFetch, AddressesAreHttpOrHttpsInAscii) {
  const struct {
    std::string_view text;
    std::optional<std::string> address;
  } rows[] = {
      {"https://x.example/a.ics?key=1", "https://x.example/a.ics?key=1"},
      {"http://x.example:8080/a%20b.ics#top", "http://x.example:8080/a%20b.ics"},
      {"webcal://x.example/a.ics", "https://x.example/a.ics"},
      {"https://x.example/k\xC3\xA4se.ics", "https://x.example/k%c3%a4se.ics"},
      {"https://x.example/%FF", "https://x.example/%FF"},
      {"ftp://x.example/a.ics", std::nullopt},
      {"https://", std::nullopt},
      {"http://a b/", std::nullopt},
      {"http://a%FFb.example/x", std::nullopt},
      {"http://a\xFF"
       "b.example/x",
       std::nullopt},
      {"http://a%0Ab.example/x", std::nullopt},
  };
  for (const auto& row : rows)
    EXPECT_EQ(file_address(row.text, kMaxBytes), row.address) << row.text;
  const std::string folder = "https://x.example/";
  EXPECT_FALSE(file_address(folder + std::string(kMaxBytes, 'a'), kMaxBytes));
  EXPECT_FALSE(file_address(folder + std::string(kMaxBytes / 2, '\xFF'), kMaxBytes));
}

TEST(OutsideFetch, RedirectsLeadToAddressesInAscii) {
  const std::string from = "https://x.example/a.ics";
  EXPECT_EQ(redirected(from, "/b.ics"), "https://x.example/b.ics");
  EXPECT_EQ(redirected(from, "http://y.example/"), "http://y.example/");
  EXPECT_EQ(redirected(from, "/\xFF"), "https://x.example/%ff");
  EXPECT_FALSE(redirected(from, "http://a%FFb.example/x"));
  EXPECT_FALSE(redirected(from, "file:///etc/passwd"));
}

TEST(OutsideFetch, ValidatorsAreShortAndPrintable) {
  EXPECT_EQ(validator("W/\"abc\""), "W/\"abc\"");
  EXPECT_EQ(validator("Sun, 01 Nov 2026 00:00:00 GMT"), "Sun, 01 Nov 2026 00:00:00 GMT");
  for (const std::string& value : {std::string("\"\xFF\""), std::string("\"\xC3\xA4\""),
                                   std::string("a\tb"), std::string(501, 'a')}) {
    EXPECT_EQ(validator(value), "") << value;
  }
}

}  // namespace
}  // namespace norn::http
