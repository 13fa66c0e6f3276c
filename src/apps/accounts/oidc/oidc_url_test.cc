#include "apps/accounts/oidc/oidc_url.h"

#include <gtest/gtest.h>

namespace norn::accounts {
namespace {

TEST(OidcUrlTest, AddressesOfProvidersAreSecureOrOfThisMachine) {
  for (const char* good : {
           "https://accounts.example.org",
           "https://accounts.example.org:8443/a/b?c=d",
           "https://[2001:db8::1]/x",
           "http://localhost:8080/x",
           "http://127.0.0.1",
           "http://[::1]:9000/",
       }) {
    EXPECT_TRUE(is_safe_url(good)) << good;
  }
  for (const char* bad : {
           "",
           "https://",
           "https:///x",
           "http://accounts.example.org",
           "http://localhost.example.org",
           "http://127.0.0.1.example.org",
           "http://localhost@example.org",
           "https://user:password@example.org",
           "https://example.org/#x",
           "https://example.org/a b",
           "https://example.org/\r\nx: y",
           "https://ex\xc3\xa4mple.org",
           "HTTPS://example.org",
           "ftp://example.org",
           "javascript:alert(1)",
           "//example.org",
           "http://[::1",
       }) {
    EXPECT_FALSE(is_safe_url(bad)) << bad;
  }
}

TEST(OidcUrlTest, QueriesAreEncoded) {
  EXPECT_EQ(with_query("https://e.org/a", {{"x", "1&2"}, {"y", "a b"}}),
            "https://e.org/a?x=1%262&y=a%20b");
  EXPECT_EQ(with_query("https://e.org/a?p=q", {{"x", "1"}}), "https://e.org/a?p=q&x=1");
}

TEST(OidcUrlTest, PathsToReturnToAreOurOwn) {
  struct Row {
    std::string_view wanted;
    std::string_view path;
  };
  for (const Row& row : {
           Row{"/", "/"},
           {"/calendar?date=2026-01-02#today", "/calendar?date=2026-01-02#today"},
           {"/tage/m\xc3\xa4rz x", "/tage/m%C3%A4rz%20x"},
           {"", "/"},
           {"calendar", "/"},
           {"//evil.example", "/"},
           {"/\\evil.example", "/"},
           {"\\\\evil.example", "/"},
           {"/\t/evil.example", "/"},
           {"/a\r\nSet-Cookie: x=y", "/"},
           {"https://evil.example", "/"},
           {"javascript:alert(1)", "/"},
       }) {
    EXPECT_EQ(local_path(row.wanted), row.path) << row.wanted;
  }
  EXPECT_EQ(local_path("/" + std::string(5'000, 'a')), "/");
}

}  // namespace
}  // namespace norn::accounts
