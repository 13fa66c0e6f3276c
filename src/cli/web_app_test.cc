#include "cli/web_app.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "cli/web_pack.h"

namespace norn::cli {
namespace {

class FakeExchange final : public http::Exchange {
 public:
  FakeExchange(std::string_view method, std::string_view path) {
    request.method = method;
    request.path = path;
  }
  void done() override { ++times_done; }
  std::shared_ptr<http::EventStream> stream() override { return nullptr; }
  std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }

  int times_done = 0;
};

std::string a_pack() {
  return "norn pack 1\n"
         "/assets/a-12345678.js\ttext/javascript\t00\tfixed\t6\t0\t0\n"
         "/favicon.svg\timage/svg+xml\t00\tnamed\t4\t0\t0\n"
         "/index.html\ttext/html\t00\tnamed\t4\t0\t0\n"
         "\nscripticonpage";
}

// What is served for a request; "" when that is nothing.
std::string served(std::string_view path, std::string_view method = "GET") {
  static const std::string pack = a_pack();
  const auto app = WebApp::open(pack);
  EXPECT_TRUE(app) << app.error().message;
  FakeExchange exchange(method, path);
  const bool is_served = app->serve(exchange);
  EXPECT_EQ(exchange.times_done, is_served ? 1 : 0);
  if (!is_served) return "";
  if (exchange.response.status != 200) return fmt::format("{}", exchange.response.status);
  return exchange.response.body;
}

TEST(WebApp, ServesItsFiles) {
  EXPECT_EQ(served("/assets/a-12345678.js"), "script");
  EXPECT_EQ(served("/favicon.svg"), "icon");
  EXPECT_EQ(served("/index.html"), "page");
  EXPECT_EQ(served("/favicon.svg", "HEAD"), "icon");
}

TEST(WebApp, ServesItsPageWhereAPageMayBe) {
  for (const std::string_view path :
       {"/", "/setup", "/sign-in", "/calendar/week/2026-11-15", "/settings/", "/apis", "/a~b_c",
        "/e/0b8ff2ae-9c1f-4d5c-8f6e-0a1b2c3d4e5f"}) {
    EXPECT_EQ(served(path), "page") << path;
    EXPECT_EQ(served(path, "HEAD"), "page") << path;
  }
}

TEST(WebApp, LeavesEverythingElseToOthers) {
  for (const std::string_view path : {"",
                                      "*",
                                      "/api",
                                      "/api/v1/none",
                                      "/auth/none",
                                      "/auth",
                                      "/assets",
                                      "/assets/none",
                                      "/assets/none.js",
                                      "/assets/",
                                      "/healthz",
                                      "/readyz",
                                      "/metrics",
                                      "/none.txt",
                                      "/a/b.c",
                                      "/a.b/c",
                                      "/.",
                                      "/..",
                                      "/../etc/passwd",
                                      "/..%2fetc%2fpasswd",
                                      "/%2e%2e/etc/passwd",
                                      "//etc/passwd",
                                      "/\\etc\\passwd",
                                      "/a%00",
                                      "/a%20b",
                                      "/assets/../index.html",
                                      "/assets//a-12345678.js",
                                      "/favicon.svg/"}) {
    for (const std::string_view method : {"GET", "HEAD", "POST"}) {
      EXPECT_EQ(served(path, method), "") << method << " " << path;
    }
  }
}

TEST(WebApp, IsOnlyRead) {
  for (const std::string_view method : {"POST", "PUT", "DELETE", "OPTIONS", "get"}) {
    EXPECT_EQ(served("/", method), "405") << method;
    EXPECT_EQ(served("/favicon.svg", method), "405") << method;
  }
}

TEST(WebApp, AllowsNothingThatItDoesNotUse) {
  const std::string pack = a_pack();
  const auto app = WebApp::open(pack);
  ASSERT_TRUE(app);
  for (const std::string_view path : {"/", "/assets/a-12345678.js"}) {
    FakeExchange exchange("GET", path);
    ASSERT_TRUE(app->serve(exchange));
    const std::string& headers = exchange.response.header_lines;
    EXPECT_NE(headers.find("Content-Security-Policy: default-src 'none'; "), std::string::npos);
    EXPECT_EQ(headers.find("unsafe"), std::string::npos);
    EXPECT_TRUE(headers.ends_with("\r\n"));
  }
}

TEST(WebApp, NeedsAPage) {
  EXPECT_FALSE(WebApp::open("norn pack 1\n/a.txt\ttext/plain\t00\tnamed\t0\t0\t0\n\n"));
  EXPECT_FALSE(WebApp::open("norn pack 1\n\n"));
  EXPECT_FALSE(WebApp::open(""));
}

TEST(WebApp, IsPartOfTheProgram) {
  const auto app = WebApp::open(web_pack());
  ASSERT_TRUE(app) << app.error().message;
  FakeExchange exchange("GET", "/");
  ASSERT_TRUE(app->serve(exchange));
  EXPECT_EQ(exchange.response.content_type, "text/html; charset=utf-8");
  EXPECT_NE(exchange.response.body.find("<title>Norn</title>"), std::string::npos);
}

}  // namespace
}  // namespace norn::cli
