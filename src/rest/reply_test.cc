#include "rest/reply.h"

#include <gtest/gtest.h>

#include "http/test_support.h"
#include "rest/test_support.h"

namespace norn::rest {
namespace {

using http::contains;

http::Response reply_to(std::string_view method, std::vector<http::Request::Header> headers,
                        std::optional<std::string> etag, std::string body = "{}") {
  FakeExchange exchange(method, "/a", std::move(headers));
  exchange.response.body = std::move(body);
  finish_reply(exchange.request, exchange.response, etag, CachePolicy::kRevalidate);
  return exchange.response;
}

TEST(Reply, IsNotSentAgainToWhoHasIt) {
  for (const char* tags : {"\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "*"}) {
    for (const char* method : {"GET", "HEAD"}) {
      const auto response = reply_to(method, {{"If-None-Match", tags}}, "abc");
      EXPECT_EQ(response.status, 304) << tags;
      EXPECT_TRUE(response.body.empty());
      EXPECT_TRUE(contains(response.header_lines, "ETag: \"abc\"\r\n"));
    }
  }
}

TEST(Reply, IsNotSentAgainWhenItIsKeptElsewhere) {
  FakeExchange exchange("GET", "/a", {{"If-None-Match", "\"abc\""}});
  exchange.response.set_kept(std::make_shared<const KeptBody>("{}"));
  finish_reply(exchange.request, exchange.response, "abc", CachePolicy::kRevalidate);
  EXPECT_EQ(exchange.response.status, 304);
  EXPECT_EQ(exchange.response.bytes(), "");
}

TEST(Reply, IsSentToEverybodyElse) {
  for (const char* tags : {"\"ab\"", "abc", "", "\"abcd\"", "W/abc"}) {
    EXPECT_EQ(reply_to("GET", {{"If-None-Match", tags}}, "abc").status, 200) << tags;
  }
  EXPECT_EQ(reply_to("PATCH", {{"If-None-Match", "\"abc\""}}, "abc").status, 200);
  EXPECT_EQ(reply_to("GET", {{"If-None-Match", "*"}}, std::nullopt).status, 200);
  EXPECT_EQ(reply_to("GET", {}, "abc").body, "{}");
}

TEST(Reply, IsCompressed) {
  const auto response =
      reply_to("GET", {{"Accept-Encoding", "gzip"}}, std::nullopt, std::string(10'000, 'x'));
  EXPECT_TRUE(contains(response.header_lines, "Content-Encoding: gzip\r\n"));
  EXPECT_LT(response.body.size(), 1000U);
}

TEST(Reply, HasTheHeadersThatKeepItSafe) {
  http::Response response;
  add_common_headers(response, CachePolicy::kNoStore);
  EXPECT_EQ(response.header_lines,
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
            "Cache-Control: no-store\r\n"
            "Referrer-Policy: no-referrer\r\n"
            "Cross-Origin-Resource-Policy: same-origin\r\n");
}

TEST(Reply, KeepsThePolicyThatItSaidItself) {
  http::Response response;
  response.add_header("X-Not", "Cache-Control: ");
  response.add_header("Content-Security-Policy", "default-src 'self'");
  add_common_headers(response, CachePolicy::kRevalidate);
  EXPECT_FALSE(contains(response.header_lines, "default-src 'none'"));
  EXPECT_TRUE(contains(response.header_lines, "\r\nCache-Control: no-cache\r\n"));
}

}  // namespace
}  // namespace norn::rest
