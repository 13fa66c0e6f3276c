#include "http/cookie.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

TEST(Cookies, AreFoundByTheirNames) {
  const struct {
    std::vector<Request::Header> headers;
    std::optional<std::string_view> value;
  } rows[] = {
      {{{"Cookie", "id=1"}}, "1"},
      {{{"cookie", "a=b; id=1; c=d"}}, "1"},
      {{{"Cookie", "id=1; id=2"}}, "1"},
      {{{"Cookie", "a=b"}, {"Cookie", "id=1"}}, "1"},
      {{{"Cookie", "a=b;id=1;"}}, "1"},
      {{{"Cookie", "id="}}, ""},
      {{{"Cookie", "id=a=b=="}}, "a=b=="},
      {{{"Cookie", "id=\"1\""}}, "\"1\""},
      {{}, std::nullopt},
      {{{"Cookie", ""}}, std::nullopt},
      {{{"Cookie", "id"}}, std::nullopt},
      {{{"Cookie", "ID=1"}}, std::nullopt},
      {{{"Cookie", "xid=1; idx=2"}}, std::nullopt},
      {{{"Cookie", "a=id=1"}}, std::nullopt},
      {{{"Cookies", "id=1"}}, std::nullopt},
  };
  for (const auto& row : rows) {
    Request request;
    request.headers = row.headers;
    EXPECT_EQ(cookie(request, "id"), row.value)
        << (row.headers.empty() ? "no header" : row.headers.front().second);
  }
}

TEST(Cookies, AreSetSafelyUnlessToldOtherwise) {
  const struct {
    Cookie cookie;
    std::string_view line;
  } rows[] = {
      {{.name = "id", .value = "1"}, "id=1; Path=/; HttpOnly; Secure; SameSite=Lax"},
      {{.name = "__Host-id", .value = "a.b-c=", .max_age_s = 60, .same_site = SameSite::kStrict},
       "__Host-id=a.b-c=; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict"},
      {{.name = "id", .max_age_s = 0}, "id=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax"},
      {{.name = "id", .value = "1", .http_only = false, .secure = false, .path = "/api"},
       "id=1; Path=/api; SameSite=Lax"},
      {{.name = "id", .value = "1", .same_site = SameSite::kNone},
       "id=1; Path=/; HttpOnly; Secure; SameSite=None"},
  };
  for (const auto& row : rows) {
    Response response;
    set_cookie(response, row.cookie);
    EXPECT_EQ(response.header_lines, "Set-Cookie: " + std::string(row.line) + "\r\n");
  }
}

TEST(CookiesDeathTest, CarryNothingThatWouldEndThem) {
  const Cookie rows[] = {
      {.name = ""},
      {.name = "a=b"},
      {.name = "a b"},
      {.name = "a;"},
      {.name = "id", .value = "1; Domain=b"},
      {.name = "id", .value = "1\r\nSet-Cookie: b"},
      {.name = "id", .value = std::string("\0", 1)},
      {.name = "id", .value = "a,b"},
      {.name = "id", .value = "\xC3\xA4"},
      {.name = "id", .path = "/; Secure"},
      {.name = "id", .path = ""},
      {.name = "id", .secure = false, .same_site = SameSite::kNone},
  };
  for (const Cookie& row : rows) {
    Response response;
    EXPECT_DEATH(set_cookie(response, row), "cookie|browsers") << row.name << "=" << row.value;
  }
}

}  // namespace
}  // namespace norn::http
