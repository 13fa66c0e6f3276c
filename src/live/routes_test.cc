#include "live/routes.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/faults.h"
#include "live/test_support.h"
#include "rest/test_support.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::live {
namespace {

using testing::eventually;
using testing::ItemFeed;
using testing::Page;

// An exchange whose stream is a page.
class PageExchange final : public http::Exchange {
 public:
  void done() override {}
  std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }
  std::shared_ptr<http::EventStream> stream() override {
    page = std::make_shared<Page>();
    return page;
  }
  std::shared_ptr<Page> page;
};

// `Cookie: norn=ada` is a session of hers until it is revoked.
class Sessions final : public rest::Authenticator {
 public:
  Result<rest::Caller> authenticate(const http::Request& request) override {
    ++asked;
    if (failing) return fail(ErrorCode::kThrottled, "not now");
    rest::Caller caller;
    const std::string_view cookie = request.header("Cookie").value_or("");
    if (revoked || !cookie.starts_with("norn=")) return caller;
    caller.kind = rest::Caller::Kind::kSession;
    caller.user_id = cookie.substr(5);
    return caller;
  }
  std::atomic<int> asked = 0;
  std::atomic<bool> failing = false;
  std::atomic<bool> revoked = false;
};

class LiveRoutesTest : public ::testing::Test {
 protected:
  LiveRoutesTest() {
    store::CreateTableRequest request = norn::testing::table("things", "pk:S");
    request.stream = store::StreamView::kNewAndOldImages;
    norn::testing::must(store_.create_table(request));
    add_routes(api_, hub_, sessions_, {{"things:read", {"thing"}}});
  }

  static HubOptions options() {
    HubOptions options;
    options.poll_ms = 1;
    options.check_ms = 1;
    options.sweep_ms = 1;
    options.max_subscribers_per_user = 1;
    return options;
  }

  // The stream, as of a request that is gone by now.
  Result<std::shared_ptr<Page>> open(const std::string& last_event_id = "",
                                     const std::string& query = "") {
    const auto cookie = std::make_unique<std::string>("norn=ada");
    PageExchange exchange;
    exchange.request.method = "GET";
    exchange.request.query = query;
    exchange.request.headers = {{"Cookie", *cookie}, {"Last-Event-ID", last_event_id}};
    rest::Caller caller;
    caller.kind = rest::Caller::Kind::kSession;
    caller.user_id = "ada";
    rest::Call call(exchange, caller, {});
    const auto route = std::ranges::find(api_.routes(), "followEvents", &rest::Route::operation);
    NORN_TRY(route->handle(call));
    EXPECT_TRUE(call.is_streaming());
    EXPECT_EQ(exchange.response.content_type, "text/event-stream");
    headers_ = exchange.response.header_lines;
    return exchange.page;
  }
  std::string first_event(const std::string& last_event_id, const std::string& query = "") {
    const auto page = norn::testing::must(open(last_event_id, query));
    const auto events = page->events(1);
    page->close();
    EXPECT_TRUE(eventually([&] { return hub_.subscribers() == 0; }));
    return events.empty() ? "" : events[0].name + events[0].data;
  }

  ManualClock clock_{1'700'000'000'000};
  norn::testing::ModelStore store_{clock_};
  ItemFeed feed_{"things"};
  Sessions sessions_;
  Hub hub_{store_, {&feed_}, options()};
  ThreadPool pool_{1, 1};
  rest::Api api_{sessions_, pool_, clock_, {}};
  std::string headers_;
};

TEST_F(LiveRoutesTest, OpensAStreamThatNothingOnTheWayHoldsBack) {
  const auto page = norn::testing::must(open());
  EXPECT_EQ(page->events(1).at(0).name, "hello");
  EXPECT_NE(headers_.find("X-Accel-Buffering: no\r\n"), std::string::npos);
  EXPECT_NE(headers_.find("Cache-Control: no-store\r\n"), std::string::npos);
}

TEST_F(LiveRoutesTest, ResumesFromTheHeaderOrTheQuery) {
  const auto page = norn::testing::must(open());
  const std::string id = page->events(1).at(0).id;
  page->close();
  ASSERT_TRUE(eventually([&] { return hub_.subscribers() == 0; }));
  EXPECT_EQ(first_event(id), R"(hello{"resumed":true})");
  EXPECT_EQ(first_event("", "lastEventId=" + id), R"(hello{"resumed":true})");
  EXPECT_EQ(first_event(id, "lastEventId=x"), R"(hello{"resumed":true})");
  for (const std::string& bad :
       {std::string("x"), std::string("../.."), std::string(4'001, '1'), std::string("caf\xe9")}) {
    EXPECT_EQ(first_event(bad), "reset{}") << bad;
  }
}

TEST_F(LiveRoutesTest, StreamEndsWithItsSession) {
  const auto page = norn::testing::must(open());
  sessions_.failing = true;
  const int asked = sessions_.asked;
  ASSERT_TRUE(eventually([&] { return sessions_.asked > asked + 3; }));
  EXPECT_TRUE(page->is_open());
  sessions_.failing = false;
  sessions_.revoked = true;
  EXPECT_TRUE(page->is_closed_soon());
}

TEST_F(LiveRoutesTest, TooManyStreamsAreRefused) {
  const auto page = norn::testing::must(open());
  const auto refused = open();
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kTooManyRequests);
  EXPECT_GT(fault_of(refused.error())->retry_after_s, 0);
}

}  // namespace
}  // namespace norn::live
