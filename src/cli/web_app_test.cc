#include "cli/web_app.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/web_pack.h"

namespace norn::cli {
namespace {

class FakeExchange final : public http::Exchange {
 public:
  FakeExchange(std::string_view method, std::string_view path,
               std::vector<std::pair<std::string_view, std::string_view>> headers = {}) {
    request.method = method;
    request.path = path;
    for (const auto& [name, value] : headers) request.headers.push_back({name, value});
  }
  void done() override { ++times_done; }
  std::shared_ptr<http::EventStream> stream() override { return nullptr; }
  std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }

  int times_done = 0;
};

std::string a_pack() {
  return "norn pack 1\n"
         "/assets/a-12345678.js\ttext/javascript\t00\tfixed\t6\t0\t0\n"
         "/calendar.de.html\ttext/html\t00\tnamed\t11\t0\t0\n"
         "/calendar.en.html\ttext/html\t00\tnamed\t8\t0\t0\n"
         "/calendar.week.de.html\ttext/html\t00\tnamed\t16\t0\t0\n"
         "/calendar.week.en.html\ttext/html\t00\tnamed\t13\t0\t0\n"
         "/favicon.svg\timage/svg+xml\t00\tnamed\t4\t0\t0\n"
         "/index.de.html\ttext/html\t00\tnamed\t7\t0\t0\n"
         "/index.en.html\ttext/html\t00\tnamed\t4\t0\t0\n"
         "/index.html\ttext/html\t00\tnamed\t5\t0\t0\n"
         "\nscriptcalendar decalendarcalendar week decalendar weekiconpage depageplain";
}

// What is served for a request; "" when that is nothing.
std::string served(std::string_view path, std::string_view method = "GET",
                   std::vector<std::pair<std::string_view, std::string_view>> headers = {}) {
  static const std::string pack = a_pack();
  const auto app = WebApp::open(pack);
  EXPECT_TRUE(app) << app.error().message;
  FakeExchange exchange(method, path, std::move(headers));
  const bool is_served = app->serve(exchange);
  EXPECT_EQ(exchange.times_done, is_served ? 1 : 0);
  if (!is_served) return "";
  if (exchange.response.status != 200) return fmt::format("{}", exchange.response.status);
  return exchange.response.body;
}

TEST(WebApp, ServesItsFiles) {
  EXPECT_EQ(served("/assets/a-12345678.js"), "script");
  EXPECT_EQ(served("/favicon.svg"), "icon");
  EXPECT_EQ(served("/index.html"), "plain");
  EXPECT_EQ(served("/favicon.svg", "HEAD"), "icon");
}

TEST(WebApp, ServesItsPageWhereAPageMayBe) {
  for (const std::string_view path :
       {"/", "/setup", "/sign-in", "/calendars/week/2026-11-15", "/settings/", "/apis", "/a~b_c",
        "/e/0b8ff2ae-9c1f-4d5c-8f6e-0a1b2c3d4e5f"}) {
    EXPECT_EQ(served(path), "page") << path;
    EXPECT_EQ(served(path, "HEAD"), "page") << path;
  }
}

TEST(WebApp, ServesThePageOfAnAppAtItsAddresses) {
  for (const std::string_view path : {"/calendar", "/calendar/", "/calendar/month/2026-11-15"}) {
    EXPECT_EQ(served(path), "calendar") << path;
  }
  EXPECT_EQ(served("/calendar/week/2026-11-15"), "calendar week");
  EXPECT_EQ(served("/settings/calendar"), "page");
}

TEST(WebApp, ServesThePageInTheLanguageThatItIsLikelyToBeIn) {
  struct Row {
    std::string_view cookie;
    std::string_view accepted;
    std::string_view page;
  };
  for (const Row& row : std::vector<Row>{
           {"", "de", "calendar de"},
           {"", "de-CH,de;q=0.9,en;q=0.8", "calendar de"},
           {"", "fr-FR, de;q=0.5", "calendar de"},
           {"", "en-GB,de", "calendar"},
           {"", "fr,ja", "calendar"},
           {"", "", "calendar"},
           {"norn-language=de", "en", "calendar de"},
           {"norn=secret; norn-language=en", "de", "calendar"},
           {"norn-language=xx", "de", "calendar de"},
           {"norn-language=../de", "en", "calendar"},
           {"norn-language=", "de", "calendar de"},
       }) {
    EXPECT_EQ(
        served("/calendar", "GET", {{"Cookie", row.cookie}, {"Accept-Language", row.accepted}}),
        row.page)
        << row.cookie << " " << row.accepted;
  }
  EXPECT_EQ(served("/calendar/week", "GET", {{"Accept-Language", "de"}}), "calendar week de");
  EXPECT_EQ(served("/", "GET", {{"Accept-Language", "de"}}), "page de");
}

TEST(WebApp, SaysWhatItsPagesVaryWith) {
  const std::string pack = a_pack();
  const auto app = WebApp::open(pack);
  ASSERT_TRUE(app);
  FakeExchange page("GET", "/calendar");
  ASSERT_TRUE(app->serve(page));
  EXPECT_NE(page.response.header_lines.find("Vary: Accept-Language, Cookie\r\n"),
            std::string::npos);
  FakeExchange file("GET", "/favicon.svg");
  ASSERT_TRUE(app->serve(file));
  EXPECT_EQ(file.response.header_lines.find("Accept-Language"), std::string::npos);
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
  for (const std::string_view path : {"/", "/favicon.svg", "/assets/a-12345678.js"}) {
    FakeExchange exchange("GET", path);
    ASSERT_TRUE(app->serve(exchange));
    const std::string& headers = exchange.response.header_lines;
    // The policies of a page hold for its scripts.
    const bool is_script = path.ends_with(".js");
    EXPECT_EQ(headers.find("Content-Security-Policy: default-src 'none'; ") == std::string::npos,
              is_script);
    EXPECT_NE(headers.find("Cross-Origin-Resource-Policy: same-origin"), std::string::npos);
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
