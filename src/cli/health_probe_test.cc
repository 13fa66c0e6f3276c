#include "cli/health_probe.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/clock.h"
#include "http/server/server.h"

namespace norn::cli {
namespace {

constexpr int64_t kPatienceMs = 30'000;

TEST(HealthProbe, AsksThisMachineWhereAServerListensOnAllAddresses) {
  EXPECT_EQ(reachable_address({"0.0.0.0", 80}), (http::ListenAddress{"127.0.0.1", 80}));
  EXPECT_EQ(reachable_address({"::", 80}), (http::ListenAddress{"::1", 80}));
  EXPECT_EQ(reachable_address({"192.0.2.1", 80}), (http::ListenAddress{"192.0.2.1", 80}));
}

TEST(HealthProbe, TellsTroubleFromNoAnswer) {
  const SystemClock clock;
  const auto server = http::Server::start(
      {.address = {"127.0.0.1", 0}, .threads = 1, .limits = {}},
      [](http::Exchange& exchange) {
        const http::Request& request = exchange.request;
        http::Response& response = exchange.response;
        response.body = R"({"status":"ok"})";
        if (request.header("Host") != "localhost") response.body = "another host";
        if (request.path == "/full") {
          response.status = 503;
          response.body = R"({"status":"degraded","reason":"the disk is full"})";
        }
        if (request.path == "/busy") {
          response.status = 503;
          response.body = R"({"title":"Service Unavailable"})";
        }
        exchange.done();
      },
      clock);
  ASSERT_TRUE(server) << server.error().message;
  const std::string origin = "http://" + (*server)->address().to_string();

  const auto healthy = probe_health(origin + "/readyz", kPatienceMs);
  ASSERT_TRUE(healthy) << healthy.error().message;
  EXPECT_EQ(*healthy, R"({"status":"ok"})");
  const auto full = probe_health(origin + "/full", kPatienceMs);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(full.error().message.contains("the disk is full"));
  const auto busy = probe_health(origin + "/busy", kPatienceMs);
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().code, ErrorCode::kInternal);
  EXPECT_TRUE(busy.error().message.contains("/busy answered 503")) << busy.error().message;

  (*server)->drain();
  const auto gone = probe_health(origin + "/readyz", kPatienceMs);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::kInternal);
}

}  // namespace
}  // namespace norn::cli
