#include "http/health.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

Response answer(const HealthReport& report, std::string_view method, std::string_view path) {
  return health_handler([&] { return report; })({.method = method, .path = path});
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
  ASSERT_EQ(response.headers.size(), 1u);
  EXPECT_EQ(response.headers[0].second, "GET, HEAD");
}

TEST(Health, IsAllThereIs) {
  for (const char* path : {"/", "/healthz/", "/Healthz", "*"}) {
    EXPECT_EQ(answer({}, "GET", path).status, 404) << path;
  }
}

}  // namespace
}  // namespace norn::http
