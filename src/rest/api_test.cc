#include "rest/api.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <deque>
#include <future>
#include <stdexcept>
#include <thread>

#include "base/faults.h"
#include "base/sentences.h"
#include "base/work_budget.h"
#include "http/server/stream_test_support.h"
#include "http/test_support.h"
#include "rest/heavy_requests.h"
#include "rest/request_log.h"
#include "rest/test_routes.h"

namespace norn::rest {
namespace {

using http::Client;
using http::contains;

// `Authorization: Bearer things:read` is a token with that scope, `Cookie: norn=anna` a session.
class FakeAuthenticator final : public Authenticator {
 public:
  Result<Caller> authenticate(const http::Request& request) override {
    const std::string_view bearer = request.header("Authorization").value_or("");
    const std::string_view cookie = request.header("Cookie").value_or("");
    if (bearer == "Bearer bad") return not_signed_in(kOtherReason("This API token is not valid."));
    Caller caller;
    if (bearer.starts_with("Bearer ")) {
      caller.kind = Caller::Kind::kToken;
      caller.user_id = "anna";
      caller.scopes = {std::string(bearer.substr(7))};
    } else if (cookie == "norn=anna" || cookie == "norn=root") {
      caller.kind = Caller::Kind::kSession;
      caller.user_id = cookie.substr(5);
      caller.administrator = caller.user_id == "root";
    }
    return caller;
  }
};

constexpr std::string_view kAnna = "Cookie: norn=anna\r\n";
constexpr std::string_view kRoot = "Cookie: norn=root\r\n";

std::string request(std::string_view line, std::string_view headers = "",
                    std::string_view body = "") {
  return fmt::format("{} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n{}\r\n{}", line, body.size(),
                     headers, body);
}

class ApiTest : public http::ServerTest {
 protected:
  explicit ApiTest(size_t threads = 2, size_t max_waiting = 1) : pool_(threads, max_waiting) {}
  ~ApiTest() override { pool_.close(); }  // Its jobs work on the Api.

  void SetUp() override {
    api_ = std::make_unique<Api>(authenticator_, pool_, clock_, options_);
    for (Route& route : test_routes()) api_->add(std::move(route));
    for (auto& [name, schema] : test_schemas()) {
      if (name != "Problem") api_->add_schema(name, schema);
    }
    add_get("/api/v1/echo/{name}", [](Call& call) -> Result<void> {
      call.json() += fmt::format("{} for {}", call.path("name"), call.caller().user_id);
      return {};
    });
  }

  // All routes are there before the server is.
  Client connect() {
    if (server_ == nullptr) {
      start(quick_limits(), http::Handler([this](http::Exchange& exchange) {
              if (api_->handle(exchange)) return;
              exchange.response.body = "not of the Api";
              exchange.done();
            }));
    }
    return ServerTest::connect();
  }

  void TearDown() override { server_.reset(); }

  void add_get(std::string path, std::function<Result<void>(Call&)> handle) {
    Route route{.method = "GET",
                .path = path,
                .operation = "get" + path.substr(path.rfind('/') + 1),
                .tag = "tests",
                .summary = "A test.",
                .access = Access::kAnyone,
                .replies = {{200, "Done."}},
                .handle = std::move(handle)};
    api_->add(std::move(route));
  }

  std::string ask(std::string_view line, std::string_view headers = "",
                  std::string_view body = "") {
    return connect().exchange(request(line, headers, body));
  }

  int status(std::string_view line, std::string_view headers = "", std::string_view body = "") {
    return std::stoi(ask(line, headers, body).substr(sizeof("HTTP/1.1")));
  }

  ApiOptions options_{.version = "1.2.3", .requests_per_second = 0, .body_bytes = 1000};
  FakeAuthenticator authenticator_;
  ThreadPool pool_;
  std::unique_ptr<Api> api_;
};

TEST_F(ApiTest, CallsTheRouteOfAPath) {
  EXPECT_TRUE(ask("GET /api/v1/echo/a%20b", kAnna).ends_with("\r\n\r\na b for anna"));
  EXPECT_TRUE(ask("GET /api/v1/echo/a?q=1").ends_with("\r\n\r\na for "));
}

TEST_F(ApiTest, LeavesOtherPathsToOthers) {
  for (const char* path : {"/", "/healthz", "/apix", "/index.html", "/auth"}) {
    EXPECT_TRUE(ask(fmt::format("GET {}", path)).ends_with("not of the Api")) << path;
  }
  for (const char* path : {"/api/", "/api/v1/nothing", "/auth/nothing", "/api/v1/echo/%ff"}) {
    const std::string reply = ask(fmt::format("GET {}", path));
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 404 ")) << path;
    EXPECT_TRUE(contains(reply, "Content-Type: application/problem+json")) << path;
  }
}

TEST_F(ApiTest, SaysWhichMethodsThereAre) {
  const std::string options = ask("OPTIONS /api/v1/things");
  EXPECT_TRUE(options.starts_with("HTTP/1.1 204 "));
  EXPECT_TRUE(contains(options, "Allow: OPTIONS, GET, HEAD, POST\r\n"));
  const std::string refused = ask("DELETE /api/v1/things", kAnna);
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(contains(refused, "Allow: OPTIONS, GET, HEAD, POST\r\n"));
  Client client = connect();
  client.send(request("HEAD /api/v1/things", kAnna));
  EXPECT_TRUE(client.receive(true).starts_with("HTTP/1.1 200 "));
}

TEST_F(ApiTest, LetsInWhoMay) {
  struct Row {
    std::string_view line;
    std::string_view headers;
    int status;
  };
  constexpr std::string_view kReads = "Authorization: Bearer things:read\r\n";
  const Row kRows[] = {
      {"GET /api/v1/page", "", 200},
      {"GET /api/v1/page", kAnna, 200},
      {"GET /api/v1/page", "Cookie: norn=expired\r\n", 200},
      {"GET /api/v1/page", "Authorization: Bearer bad\r\n", 401},
      {"GET /api/v1/things", "", 401},
      {"GET /api/v1/things", "Cookie: norn=expired\r\n", 401},
      {"GET /api/v1/things", "Authorization: Bearer bad\r\n", 401},
      {"GET /api/v1/things", kAnna, 200},
      {"GET /api/v1/things", kReads, 200},
      {"POST /api/v1/things", kReads, 403},
      {"POST /api/v1/things", kAnna, 200},
      {"DELETE /api/v1/settings", "", 401},
      {"DELETE /api/v1/settings", kAnna, 403},
      {"DELETE /api/v1/settings", kReads, 403},
      {"DELETE /api/v1/settings", kRoot, 200},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(status(row.line, row.headers), row.status) << row.line << ' ' << row.headers;
  }
  EXPECT_TRUE(contains(ask("POST /api/v1/things", kReads), "lacks the scope `things:write`"));
}

TEST_F(ApiTest, RefusesOtherSites) {
  const std::string evil = fmt::format("{}Origin: http://evil\r\n", kAnna);
  EXPECT_EQ(status("POST /api/v1/things", evil), 403);
  EXPECT_EQ(status("GET /api/v1/things", evil), 200);
  EXPECT_EQ(status("POST /api/v1/things", fmt::format("{}Origin: http://a\r\n", kAnna)), 200);
}

TEST_F(ApiTest, ChecksARequestBeforeItsRouteSeesIt) {
  const std::string json = fmt::format("{}Content-Type: application/json\r\n", kAnna);
  EXPECT_EQ(status("POST /api/v1/things", json, std::string(1000, ' ')), 200);
  EXPECT_EQ(status("POST /api/v1/things", json, std::string(1001, ' ')), 413);
  EXPECT_EQ(status("PATCH /api/v1/things/7", kAnna), 428);
  EXPECT_EQ(status("PATCH /api/v1/things/7", fmt::format("{}If-Match: *\r\n", kAnna)), 400);
  EXPECT_EQ(status("PATCH /api/v1/things/7", fmt::format("{}If-Match: \"a\"\r\n", kAnna)), 200);
  EXPECT_EQ(status("GET /api/v1/things?a=%ff", kAnna), 400);
}

class ApiFailuresTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    add_get("/api/v1/stale", [](Call& call) -> Result<void> {
      call.created("/half/a/reply") += "half a reply";
      return stale("entry", R"({"a":1})", "abc");
    });
    add_get("/api/v1/broken",
            [](Call&) -> Result<void> { return fail(ErrorCode::kCorruption, "the inside"); });
    add_get("/api/v1/throws",
            [](Call&) -> Result<void> { throw std::runtime_error("the inside"); });
  }
};

TEST_F(ApiFailuresTest, AreProblems) {
  const std::string reply = ask("GET /api/v1/stale");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 412 "));
  EXPECT_TRUE(contains(reply, "ETag: \"abc\"\r\n"));
  EXPECT_TRUE(contains(reply, "Cache-Control: no-store\r\n"));
  EXPECT_TRUE(contains(reply, R"("current":{"a":1}})"));
  EXPECT_FALSE(contains(reply, "half"));
}

TEST_F(ApiFailuresTest, TellNothingOfTheInside) {
  for (const char* line : {"GET /api/v1/broken", "GET /api/v1/throws"}) {
    const std::string reply = ask(line);
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 500 ")) << line;
    EXPECT_FALSE(contains(reply, "inside")) << line;
  }
}

TEST_F(ApiTest, SendsNothingAgainToWhoHasIt) {
  add_get("/api/v1/tagged", [](Call& call) -> Result<void> {
    call.json() += "{}";
    call.set_etag("abc");
    return {};
  });
  const std::string reply = ask("GET /api/v1/tagged");
  EXPECT_TRUE(contains(reply, "ETag: \"abc\"\r\n"));
  EXPECT_TRUE(contains(reply, "Cache-Control: no-cache\r\n"));
  EXPECT_EQ(status("GET /api/v1/tagged", "If-None-Match: \"abc\"\r\n"), 304);
  EXPECT_TRUE(contains(ask("GET /api/v1/tagged", kAnna), "Cache-Control: no-store\r\n"));
}

TEST_F(ApiTest, RefusesMoreThanThePoolCanDo) {
  std::promise<void> released;
  const std::shared_future<void> release = released.get_future().share();
  const auto wait = [release](std::promise<void>* begun) {
    if (begun != nullptr) begun->set_value();
    release.wait();
  };
  for (int i = 0; i < 2; ++i) {
    std::promise<void> begun;
    ASSERT_TRUE(pool_.post([&, wait] { wait(&begun); }));
    begun.get_future().wait();
  }
  ASSERT_TRUE(pool_.post([wait] { wait(nullptr); }));
  const std::string reply = ask("GET /api/v1/page");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 "));
  EXPECT_TRUE(contains(reply, "Retry-After: 1\r\n"));
  released.set_value();
}

TEST_F(ApiTest, KeepsAReplyOpen) {
  std::promise<std::shared_ptr<http::EventStream>> opened;
  add_get("/api/v1/events", [&](Call& call) -> Result<void> {
    opened.set_value(call.open_stream());
    return {};
  });
  Client client = connect();
  client.send(request("GET /api/v1/events", kAnna));
  const auto stream = opened.get_future().get();
  EXPECT_TRUE(stream->send("data: hello\n\n"));
  stream->close();
  const std::string head = client.receive(true);
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(contains(head, "Content-Type: text/event-stream\r\n"));
  EXPECT_TRUE(contains(head, "Cache-Control: no-store\r\n"));
}

// Replies with `parts` times 20,000 letters, from a source.
Result<void> reply_with_letters(Call& call, int parts) {
  call.set_etag("abc");
  call.stream_body("text/plain", [left = parts](std::string& out) mutable -> Result<bool> {
    if (left < 0) return fail(ErrorCode::kCorruption, "the inside");
    out += std::string(20'000, static_cast<char>('a' + left % 26));
    return --left > 0;
  });
  return {};
}

class ApiBodyTest : public ApiTest {
 protected:
  ApiBodyTest() : ApiTest(2, 10) {}

  void SetUp() override {
    ApiTest::SetUp();
    add_get("/api/v1/small", [](Call& call) { return reply_with_letters(call, 3); });
    add_get("/api/v1/large", [](Call& call) { return reply_with_letters(call, 1'000); });
    add_get("/api/v1/fails", [](Call& call) { return reply_with_letters(call, -1); });
    add_get("/api/v1/breaks", [](Call& call) -> Result<void> {
      call.stream_body("text/plain", [left = 10](std::string& out) mutable -> Result<bool> {
        out += std::string(20'000, 'x');
        if (--left == 0) return fail(ErrorCode::kCorruption, "the inside");
        return true;
      });
      return {};
    });
  }

  // The reply to a request whose connection is closed after it.
  std::string ask_once(std::string_view path) {
    Client client = connect();
    client.send(request(fmt::format("GET {}", path), "Connection: close\r\n"));
    return client.receive_all();
  }
  static http::Dechunked body_of(const std::string& reply) {
    return http::Dechunked(std::string_view(reply).substr(reply.find("\r\n\r\n") + 4));
  }
};

TEST_F(ApiBodyTest, IsAnOrdinaryReplyIfItIsSmall) {
  const std::string reply = ask("GET /api/v1/small");
  EXPECT_TRUE(contains(reply, "Content-Length: 60000\r\n"));
  EXPECT_TRUE(contains(reply, "ETag: \"abc\"\r\n"));
  EXPECT_TRUE(contains(ask("GET /api/v1/small", "Accept-Encoding: gzip\r\n"),
                       "Content-Encoding: gzip\r\n"));
  EXPECT_TRUE(ask("GET /api/v1/fails").starts_with("HTTP/1.1 500 "));
}

TEST_F(ApiBodyTest, IsSentWhileItIsProducedIfItIsLarge) {
  const std::string reply = ask_once("/api/v1/large");
  EXPECT_TRUE(contains(reply, "Transfer-Encoding: chunked\r\n"));
  EXPECT_TRUE(contains(reply, "ETag: \"abc\"\r\n"));
  EXPECT_TRUE(contains(reply, "Cache-Control: no-cache\r\n"));
  const auto body = body_of(reply);
  EXPECT_TRUE(body.complete);
  EXPECT_EQ(body.text.size(), 20'000'000U);
  EXPECT_EQ(status("GET /api/v1/large", "If-None-Match: \"abc\"\r\n"), 304);
}

TEST_F(ApiBodyTest, DoesNotLookCompleteAfterAFailure) {
  const std::string reply = ask_once("/api/v1/breaks");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 200 "));
  EXPECT_FALSE(body_of(reply).complete);
}

// Most of the work of a large reply is done while it is sent.
TEST_F(ApiBodyTest, IsLoggedIfItWasSlowUntilItsEnd) {
  set_slow_request_ms(1);
  testing::internal::CaptureStderr();
  const std::string reply = ask_once("/api/v1/large");
  const std::string logged = testing::internal::GetCapturedStderr();
  set_slow_request_ms(0);
  EXPECT_TRUE(body_of(reply).complete);
  EXPECT_TRUE(contains(logged, "a slow request operation=getlarge status=200 ms=")) << logged;
  EXPECT_EQ(logged.find("a slow request"), logged.rfind("a slow request")) << logged;
}

TEST_F(ApiBodyTest, OccupiesNoThreadWhileItsClientDoesNotRead) {
  EXPECT_EQ(status("GET /api/v1/page"), 200);
  std::deque<Client> slow;
  for (int i = 0; i < 4; ++i) {
    slow.emplace_back(server_->address()).send(request("GET /api/v1/large"));
  }
  EXPECT_EQ(status("GET /api/v1/page"), 200) << "the pool has two threads";
}

class ApiHeavyTest : public ApiTest {
 protected:
  ApiHeavyTest() : ApiTest(3, 100) {}

  void SetUp() override {
    ApiTest::SetUp();
    api_->add({.method = "GET",
               .path = "/api/v1/heavy",
               .operation = "getHeavy",
               .tag = "tests",
               .summary = "A test.",
               .access = Access::kAnyone,
               .query = {{.name = "kept", .description = "Whether a reply is kept."}},
               .replies = {{200, "Done."}},
               .heavy = true,
               .handle_kept = [](Call& call) -> Result<bool> {
                 const auto kept = call.query("kept");
                 if (kept == "invalid") return fault(ErrorCode::kInvalid, kOnlyAdministrators);
                 if (kept) call.json() += *kept;
                 return kept.has_value();
               },
               .handle = [this](Call& call) { return wait(call); }});
  }

  Result<void> wait(Call& call) {
    released_.wait();
    call.json() += "{}";
    return {};
  }

  // When so many requests have been refused.
  void release_when_refused(std::string_view operation, size_t count) {
    const std::string line = fmt::format(
        "norn_http_requests_total{{operation=\"{}\",status=\"4xx\"}} {}\n", operation, count);
    while (!contains(api_->metrics(), line)) std::this_thread::yield();
    release_.set_value();
  }

  // Sends more of the same requests at once than are served, and releases them.
  void expect_few_at_once(const std::string& line, std::string_view operation) {
    constexpr size_t kRequests = 40;
    constexpr size_t kServed = HeavyRequests::kMaxRunning + HeavyRequests::kMaxWaiting;
    EXPECT_EQ(status("GET /api/v1/page", kRoot), 200);
    std::deque<Client> clients;
    for (size_t i = 0; i < kRequests; ++i) {
      clients.emplace_back(server_->address()).send(request(line, kAnna));
    }
    EXPECT_EQ(status("GET /api/v1/page", kRoot), 200) << "the pool has three threads";
    // Those that are refused are answered while the others wait.
    release_when_refused(operation, kRequests - kServed);
    size_t served = 0;
    size_t refused = 0;
    for (Client& client : clients) {
      const std::string reply = client.receive();
      if (reply.starts_with("HTTP/1.1 200 ")) ++served;
      if (reply.starts_with("HTTP/1.1 429 ") && contains(reply, "Retry-After: ")) ++refused;
    }
    EXPECT_EQ(served, kServed);
    EXPECT_EQ(refused, kRequests - kServed);
  }

  std::promise<void> release_;
  const std::shared_future<void> released_ = release_.get_future().share();
};

TEST_F(ApiHeavyTest, LeavesThreadsToOthersAndRunsThemAllInTheEnd) {
  expect_few_at_once("GET /api/v1/heavy", "getHeavy");
}

TEST_F(ApiHeavyTest, AnswersWithWhatIsKeptWhileOthersWait) {
  Client client = connect();
  std::deque<Client> clients;
  for (size_t i = 0; i < HeavyRequests::kMaxRunning + 1; ++i) {
    clients.emplace_back(server_->address()).send(request("GET /api/v1/heavy", kAnna));
  }
  EXPECT_TRUE(client.exchange(request("GET /api/v1/heavy?kept=7", kAnna)).ends_with("\r\n\r\n7"));
  EXPECT_EQ(status("GET /api/v1/heavy?kept=invalid", kAnna), 400);
  release_.set_value();
  for (Client& each : clients) EXPECT_TRUE(each.receive().ends_with("\r\n\r\n{}"));
}

TEST_F(ApiHeavyTest, RunsThemOnThreadsThatGiveWayToTheOthers) {
  const auto add = [this](const std::string& name, bool heavy) {
    api_->add({.method = "GET",
               .path = "/api/v1/" + name,
               .operation = name,
               .tag = "tests",
               .summary = "A test.",
               .access = Access::kAnyone,
               .replies = {{200, "Done."}},
               .heavy = heavy,
               .handle = [](Call& call) -> Result<void> {
                 call.json() += fmt::format("{}", getpriority(PRIO_PROCESS, 0));
                 return {};
               }});
  };
  add("nice", false);
  add("heavyNice", true);
  const auto nice_of = [this](std::string_view name) {
    const std::string reply = ask(fmt::format("GET /api/v1/{}", name));
    return std::stoi(reply.substr(reply.find("\r\n\r\n") + 4));
  };
  EXPECT_GT(nice_of("heavyNice"), nice_of("nice"));
}

// Who has used much processor time has few requests at once, whatever they are.
TEST_F(ApiHeavyTest, HoldsGreedyPeopleBack) {
  const auto add = [this](const std::string& name, std::function<Result<void>(Call&)> handle) {
    api_->add({.method = "GET",
               .path = "/api/v1/" + name,
               .operation = name,
               .tag = "tests",
               .summary = "A test.",
               .access = Access::kAnyone,
               .replies = {{200, "Done."}},
               .handle = std::move(handle)});
  };
  add("work", [](Call& call) -> Result<void> {
    const WorkBudget second({.ms = 1'100});
    while (WorkBudget::check()) continue;
    call.json() += "{}";
    return {};
  });
  add("wait", [this](Call& call) { return wait(call); });
  EXPECT_EQ(status("GET /api/v1/work", kAnna), 200);
  expect_few_at_once("GET /api/v1/wait", "wait");
}

TEST_F(ApiTest, DescribesItself) {
  const std::string document = ask("GET /api/openapi.json");
  EXPECT_TRUE(document.ends_with(api_->openapi()));
  EXPECT_TRUE(contains(document, "Content-Type: application/json\r\n"));
  for (const char* operation : {"getOpenApi", "getApiPage", "changeThing"}) {
    EXPECT_TRUE(contains(document, fmt::format("\"operationId\":\"{}\"", operation)));
  }
  const std::string page = ask("GET /api");
  EXPECT_TRUE(contains(page, "Content-Type: text/html; charset=utf-8\r\n"));
  EXPECT_TRUE(contains(page, "Content-Security-Policy: default-src 'none'; style-src 'sha256-"));
  EXPECT_TRUE(page.ends_with("</body></html>\n"));
  EXPECT_EQ(api_->routes().size(), 2 + test_routes().size() + 1);
}

TEST_F(ApiTest, CountsItsRequests) {
  ask("GET /api/v1/page");
  ask("GET /api/v1/page");
  ask("GET /api/v1/things");
  ask("GET /api/v1/nothing");
  const std::string metrics = api_->metrics();
  for (const char* line : {"norn_http_requests_total{operation=\"getPage\",status=\"2xx\"} 2\n",
                           "norn_http_requests_total{operation=\"listThings\",status=\"4xx\"} 1\n",
                           "norn_http_requests_total{operation=\"none\",status=\"4xx\"} 1\n",
                           "norn_http_request_duration_seconds_count{operation=\"getPage\"} 2\n"}) {
    EXPECT_TRUE(contains(metrics, line)) << metrics;
  }
}

class ApiRateTest : public ApiTest {
 protected:
  ApiRateTest() { options_.requests_per_second = 1; }

  // The status of the first request that is refused, or 200.
  int ask_often(std::string_view line, std::string_view headers) {
    for (int i = 0; i < 11; ++i) {
      const int each = status(line, headers);
      if (each == 429) return each;
    }
    return 200;
  }
};

TEST_F(ApiRateTest, IsOfAPersonOrOfAnAddress) {
  EXPECT_EQ(ask_often("GET /api/v1/page", ""), 429);
  EXPECT_TRUE(contains(ask("GET /api/v1/page"), "Retry-After: "));
  EXPECT_EQ(status("GET /api/v1/page", kAnna), 200);
  EXPECT_EQ(ask_often("GET /api/v1/page", kAnna), 429);
  EXPECT_EQ(status("GET /api/v1/page", kRoot), 200);
  clock_.advance_ms(1000);
  EXPECT_EQ(status("GET /api/v1/page"), 200);
  EXPECT_EQ(status("GET /api/v1/page", kAnna), 200);
}

TEST_F(ApiRateTest, CountsThoseWhoTryCredentials) {
  EXPECT_EQ(ask_often("GET /api/v1/page", "Authorization: Bearer bad\r\n"), 429);
  EXPECT_EQ(status("GET /api/v1/page", "Cookie: norn=expired\r\n"), 429);
}

TEST(ApiDeathTest, HoldsRoutesToTheirContract) {
  FakeAuthenticator authenticator;
  ManualClock clock(0);
  ThreadPool pool(0, 0);
  Api api(authenticator, pool, clock, {});
  const Route good = test_routes()[0];
  api.add(good);
  const auto with = [&](auto change) {
    Route route = good;
    route.path = "/api/v1/others";
    route.operation = "listOthers";
    change(route);
    return route;
  };
  EXPECT_DEATH(api.add(with([](Route& route) { route.operation = "listThings"; })), "operation");
  EXPECT_DEATH(api.add(with([](Route& route) { route.scope = ""; })), "scope");
  EXPECT_DEATH(api.add(with([](Route& route) { route.replies.clear(); })), "replies");
  EXPECT_DEATH(api.add(with([](Route& route) { route.handle = nullptr; })), "does something");
  EXPECT_DEATH(api.add_schema("Problem", "{}"), "a schema has a name of its own");
}

}  // namespace
}  // namespace norn::rest
