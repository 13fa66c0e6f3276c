#include "http/health.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

class OneExchange final : public Exchange {
 public:
  void done() override { ++times_done; }
  std::shared_ptr<EventStream> stream() override { return nullptr; }
  std::shared_ptr<BodyStream> stream_body() override { return nullptr; }
  int times_done = 0;
};

Response answer(const HealthReport& report, std::string_view method, std::string_view path) {
  OneExchange exchange;
  exchange.request.method = method;
  exchange.request.path = path;
  health_handler([&] { return report; })(exchange);
  EXPECT_EQ(exchange.times_done, 1);
  return exchange.response;
}

TEST(Health, IsOkWhileTheServiceIs) {
  for (const char* method : {"GET", "HEAD"}) {
    const Response response = answer({}, method, "/healthz");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, R"({"status":"ok"})");
  }
}

TEST(Health, SaysWhyTheServiceIsDegraded) {
  const Response response = answer({.ok = false, .reason = "the \"disk\""}, "GET", "/healthz");
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body, R"({"status":"degraded","reason":"the \"disk\""})");
}

TEST(Health, NamesTheMethodsItAllows) {
  const Response response = answer({}, "POST", "/healthz");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.header_lines, "Allow: GET, HEAD\r\n");
}

TEST(Health, IsAllThereIs) {
  for (const char* path : {"/", "/healthz/", "/Healthz", "*"}) {
    EXPECT_EQ(answer({}, "GET", path).status, 404) << path;
  }
}

}  // namespace
}  // namespace norn::http
