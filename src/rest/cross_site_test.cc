#include "rest/cross_site.h"

#include <gtest/gtest.h>

#include "rest/problem.h"
#include "rest/test_support.h"

namespace norn::rest {
namespace {

using Headers = std::vector<http::Request::Header>;

constexpr std::string_view kPublic = "https://cal.example.org";
const http::Request::Header kJsonUtf8 = {"Content-Type", "application/json; charset=utf-8"};

struct SiteRow {
  std::string_view why;
  std::string_view method;
  Headers headers;
  std::string_view body = {};
  std::string_view public_origin = {};
  bool secure = false;
};

// 0 when the request may go on.
int refusal_of(const SiteRow& row) {
  FakeExchange exchange(row.method, "/api/v1/session", row.headers, row.body);
  exchange.request.secure = row.secure;
  const auto checked = check_cross_site(exchange.request, row.public_origin);
  return checked ? 0 : status_of(checked.error());
}

TEST(CrossSite, LetsOurPagesAndProgramsThrough) {
  const SiteRow kRows[] = {
      {"curl", "POST", {{"Host", "a"}}},
      {"curl with a body", "POST", {{"Host", "a"}, kJsonUtf8}, "{}"},
      {"our page", "POST", {{"Host", "a:80"}, {"Origin", "http://a:80"}, kJsonUtf8}, "{}"},
      {"letters of any case", "PUT", {{"Host", "A.example"}, {"Origin", "http://a.example"}}},
      {"over TLS", "DELETE", {{"Host", "a"}, {"Origin", "https://a"}}, {}, {}, true},
      {"behind a proxy", "PATCH", {{"Host", "inner"}, {"Origin", kPublic}}, {}, kPublic},
      {"says so", "POST", {{"Host", "a"}, {"Sec-Fetch-Site", "same-origin"}}},
      {"typed in", "POST", {{"Host", "a"}, {"Sec-Fetch-Site", "none"}}},
      {"a link elsewhere", "GET", {{"Host", "a"}, {"Sec-Fetch-Site", "cross-site"}}},
      {"a picture elsewhere", "HEAD", {{"Host", "a"}, {"Origin", "http://evil"}}},
      {"a token", "POST", {{"Host", "a"}, {"Origin", "http://b"}, {"Authorization", "Bearer x"}}},
      {"a token", "POST", {{"Host", "a"}, {"authorization", "bearer x"}}, "text"},
  };
  for (const SiteRow& row : kRows) EXPECT_EQ(refusal_of(row), 0) << row.why << ' ' << row.method;
}

TEST(CrossSite, RefusesOtherSites) {
  const SiteRow kRows[] = {
      {"another site", "POST", {{"Host", "a"}, {"Origin", "http://evil"}, kJsonUtf8}, "{}"},
      {"another port", "POST", {{"Host", "a:80"}, {"Origin", "http://a:81"}}},
      {"another scheme", "POST", {{"Host", "a"}, {"Origin", "https://a"}}},
      {"another scheme", "POST", {{"Host", "a"}, {"Origin", "http://a"}}, {}, {}, true},
      {"a sandbox", "POST", {{"Host", "a"}, {"Origin", "null"}}},
      {"a name that begins alike", "DELETE", {{"Host", "a"}, {"Origin", "http://a.evil"}}},
      {"no host", "DELETE", {{"Origin", "http://"}}},
      {"not the public one", "PUT", {{"Host", "a"}, {"Origin", "http://a"}}, {}, kPublic},
      {"a site beside", "PATCH", {{"Host", "a"}, {"Sec-Fetch-Site", "same-site"}}},
      {"another site", "POST", {{"Host", "a"}, {"Sec-Fetch-Site", "cross-site"}}},
      {"another way to sign in",
       "POST",
       {{"Host", "a"}, {"Origin", "http://b"}, {"Authorization", "Basic x"}}},
  };
  for (const SiteRow& row : kRows) EXPECT_EQ(refusal_of(row), 403) << row.why << ' ' << row.method;
}

TEST(CrossSite, RefusesWhatAFormCouldSend) {
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/jsonx", ""}) {
    EXPECT_EQ(refusal_of({type, "POST", {{"Host", "a"}, {"Content-Type", type}}, "{}"}), 415)
        << type;
  }
  EXPECT_EQ(refusal_of({"no type", "POST", {{"Host", "a"}}, "{}"}), 415);
}

TEST(CrossSite, TakesTheTypeOfTheRoute) {
  http::Request request;
  request.method = "POST";
  request.headers = {{"Host", "a"}, {"Content-Type", "text/calendar"}};
  request.body = "BEGIN:VCALENDAR";
  EXPECT_TRUE(check_cross_site(request, "", "text/calendar"));
  EXPECT_FALSE(check_cross_site(request, ""));
}

}  // namespace
}  // namespace norn::rest
