#include "http/reader/head.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "http/reader/reader_test_support.h"

namespace norn::http {
namespace {

ReadResult read(std::string_view bytes) {
  BodyBudget budget(0);
  const Limits limits{.header_bytes = 2000, .headers = 10};
  return read_all(bytes, bytes.size(), limits, budget);
}

TEST(Head, IsReadAsItCame) {
  const auto result = read(
      "POST /a%20b?c=d?e HTTP/1.1\r\nHost: a:80\r\nX-One:1\r\nx-two: \t 2 3 \t\r\nEmpty:\r\n\r\n");
  ASSERT_EQ(result.requests.size(), 1u) << result.why;
  const ReadRequest expected{
      .method = "POST",
      .target = "/a%20b?c=d?e",
      .path = "/a%20b",
      .query = "c=d?e",
      .headers = {{"Host", "a:80"}, {"X-One", "1"}, {"x-two", "2 3"}, {"Empty", ""}}};
  EXPECT_EQ(result.requests[0], expected);
}

TEST(Head, HeadersAreFoundInAnyCaseOfLetters) {
  const Request request{.headers = {{"Content-Type", "a"}, {"content-type", "b"}}};
  EXPECT_EQ(request.header("CONTENT-TYPE"), "a");
  EXPECT_EQ(request.header("Content-Typ"), std::nullopt);
}

TEST(Head, HasATargetInOneOfThreeForms) {
  const struct {
    const char *method, *target, *path, *query;
  } rows[] = {
      {"GET", "/", "/", ""},
      {"GET", "/?", "/", ""},
      {"GET", "//a//b", "//a//b", ""},
      {"GET", "http://a/b?c", "/b", "c"},
      {"GET", "HTTPS://a:1/b", "/b", ""},
      {"GET", "http://a", "/", ""},
      {"GET", "http://a?b=/c", "/", "b=/c"},
      {"OPTIONS", "*", "*", ""},
  };
  for (const auto& row : rows) {
    const auto result =
        read(fmt::format("{} {} HTTP/1.1\r\nHost: a\r\n\r\n", row.method, row.target));
    ASSERT_EQ(result.requests.size(), 1u) << row.target << result.why;
    EXPECT_EQ(result.requests[0].target, row.target);
    EXPECT_EQ(result.requests[0].path, row.path) << row.target;
    EXPECT_EQ(result.requests[0].query, row.query) << row.target;
  }
}

TEST(Head, SaysWhetherTheConnectionStays) {
  const struct {
    const char* head;
    bool stays;
  } rows[] = {
      {"GET / HTTP/1.1\r\nHost: a\r\n", true},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n", true},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: closed\r\n", true},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", false},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade , CLOSE\r\n", false},
      {"GET / HTTP/1.1\r\nHost: a\r\nConnection: a\r\nConnection: close\r\n", false},
      {"GET / HTTP/1.0\r\n", false},
      {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n", false},
  };
  for (const auto& row : rows) {
    const auto result = read(std::string(row.head) + "\r\n");
    ASSERT_EQ(result.requests.size(), 1u) << row.head << result.why;
    EXPECT_EQ(result.requests[0].keep_alive, row.stays) << row.head;
  }
}

TEST(Head, IsRefusedWhenItsLinesAreNotThoseOfHttp) {
  using namespace std::string_literals;
  const std::string rows[] = {
      "hello\r\n\r\n",
      " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
      "GET / http/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1\r\nHost: a\r\n\r\n",
      "GET / HTTP/11.1\r\nHost: a\r\n\r\n",
      "GET /\r\nHost: a\r\n\r\n",
      "GET HTTP/1.1\r\nHost: a\r\n\r\n",
      "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET a HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET http://a@b/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"s,
      "GET / HTTP/1.1\nHost: a\n\n",
      "GET / HTTP/1.1\r\nHost: a\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\rY: 2\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n\rX: 1\r\n\r\n",
      "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\t2\r\n\r\n",
      "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\t: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX@Y: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\xc3\xa9: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\0\r\n\r\n"s,
      "GET / HTTP/1.1\r\nHost: a\r\nX: a long value with a delete\x7f in it\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a long value with an escape\x1b in it\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00"s,  // The start of TLS.
  };
  for (const auto& row : rows) {
    const auto result = read(row);
    EXPECT_EQ(result.refused, 400) << row;
    EXPECT_TRUE(result.requests.empty()) << row;
  }
}

TEST(Head, TakesTabsAndForeignLettersInValues) {
  const auto result = read("GET / HTTP/1.1\r\nHost: a\r\nX: caf\xc3\xa9\tau lait\r\n\r\n");
  ASSERT_EQ(result.requests.size(), 1u) << result.why;
  EXPECT_EQ(result.requests[0].headers[1].second, "caf\xc3\xa9\tau lait");
}

TEST(Head, IsRefusedWhenItCouldBeReadInTwoWays) {
  const struct {
    const char* headers;
    int status;
  } rows[] = {
      {"", 400},
      {"Host: a\r\nHost: a\r\n", 400},
      {"Host: a\r\nhost: b\r\n", 400},
      {"Host: a b\r\n", 400},
      {"Host: a,b\r\n", 400},
      {"Host: a/b\r\n", 400},
      {"Host: a\r\nConnection: clo se\r\n", 400},
      {"Host: a\r\nConnection: \"close\"\r\n", 400},
      {"Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n", 400},
      {"Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n", 400},
      {"Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400},
      {"Host: a\r\nContent-Length: 1, 1\r\n", 400},
      {"Host: a\r\nContent-Length: -1\r\n", 400},
      {"Host: a\r\nContent-Length: +1\r\n", 400},
      {"Host: a\r\nContent-Length: 1x\r\n", 400},
      {"Host: a\r\nContent-Length: 0x1\r\n", 400},
      {"Host: a\r\nContent-Length:\r\n", 400},
      {"Host: a\r\nContent-Length: 18446744073709551616\r\n", 400},
      {"Host: a\r\nContent-Length: 18446744073709551615\r\n", 413},
      {"Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: chunked, gzip\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: gzip\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: identity\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: xchunked\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: chunked;q=1\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: \"chunked\"\r\n", 501},
      {"Host: a\r\nTransfer-Encoding:\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 501},
      {"Host: a\r\nTransfer-Encoding: chunked, chunked\r\n", 400},
      {"Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Host: a\r\nTransfer-Encoding: \x0b"
       "chunked\r\n",
       400},
      {"Host: a\r\nExpect: 200-ok\r\n", 417},
      {"Host: a\r\nExpect: 100-continue, 200-ok\r\n", 417},
  };
  for (const auto& row : rows) {
    const auto result = read(fmt::format("POST / HTTP/1.1\r\n{}\r\n", row.headers));
    EXPECT_EQ(result.refused, row.status) << row.headers << result.why;
    EXPECT_TRUE(result.requests.empty()) << row.headers;
  }
}

TEST(Head, OfHttp10HasItsOwnRules) {
  EXPECT_EQ(read("GET / HTTP/1.0\r\n\r\n").requests.size(), 1u);
  EXPECT_EQ(read("GET / HTTP/1.0\r\nExpect: 200-ok\r\n\r\n").requests.size(), 1u);
  EXPECT_EQ(read("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n").refused, 400);
  EXPECT_EQ(read("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").refused, 400);
}

TEST(Head, OfAnotherVersionIsRefused) {
  for (const char* version : {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.1"}) {
    EXPECT_EQ(read(fmt::format("GET / {}\r\nHost: a\r\n\r\n", version)).refused, 505) << version;
  }
}

TEST(Head, HasItsLimits) {
  const auto with_headers = [](size_t count) {
    std::string text = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (size_t i = 1; i < count; ++i) text += fmt::format("X-{}: 1\r\n", i);
    return text + "\r\n";
  };
  EXPECT_EQ(read(with_headers(10)).requests.size(), 1u);
  EXPECT_EQ(read(with_headers(11)).refused, 431);

  const auto of_size = [](size_t size) {
    std::string text = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    return text + std::string(size - text.size() - 4, 'x') + "\r\n\r\n";
  };
  EXPECT_EQ(read(of_size(2000)).requests.size(), 1u);
  EXPECT_EQ(read(of_size(2001)).refused, 431);
  EXPECT_EQ(read(of_size(2001).substr(0, 2000)).refused, 431);
  EXPECT_EQ(read("GET /" + std::string(3000, 'x')).refused, 414);
}

}  // namespace
}  // namespace norn::http
