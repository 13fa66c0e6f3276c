#include "rest/router.h"

#include <gtest/gtest.h>

namespace norn::rest {
namespace {

class RouterTest : public testing::Test {
 protected:
  RouterTest() {
    size_t number = 0;
    for (const auto& [method, pattern] : {
             std::pair("GET", "/api/v1/calendars"),
             {"POST", "/api/v1/calendars"},
             {"GET", "/api/v1/calendars/{calendarId}"},
             {"GET", "/api/v1/calendars/mine"},
             {"DELETE", "/api/v1/calendars/{calendarId}/members/{userId}"},
             {"GET", "/api"},
         }) {
      router_.add(method, pattern, number++);
    }
  }

  std::optional<size_t> route(std::string_view method, std::string_view path) {
    const Resource* const resource = router_.find(path);
    return resource == nullptr ? std::nullopt : resource->route_of(method);
  }

  Router router_;
};

TEST_F(RouterTest, FindsThePatternOfAPath) {
  EXPECT_EQ(route("GET", "/api/v1/calendars"), 0U);
  EXPECT_EQ(route("POST", "/api/v1/calendars"), 1U);
  EXPECT_EQ(route("GET", "/api/v1/calendars/7"), 2U);
  EXPECT_EQ(route("GET", "/api/v1/calendars/a%2Fb"), 2U);
  EXPECT_EQ(route("GET", "/api/v1/%63alendars/7"), 2U);
  EXPECT_EQ(route("GET", "/api/v1/calendars/mine"), 3U);
  EXPECT_EQ(route("DELETE", "/api/v1/calendars/7/members/8"), 4U);
  EXPECT_EQ(route("DELETE", "/api/v1/calendars/mine/members/8"), 4U);
  EXPECT_EQ(route("GET", "/api"), 5U);
}

TEST_F(RouterTest, FindsNothingForOtherPaths) {
  for (const char* path :
       {"", "/", "api", "/api/", "/api/v1", "/api/v1/calendars/", "/api/v1/calendars//members/8",
        "/api/v1/calendars/7/members", "/api/v1/calendars/7/members/8/", "/API", "//api",
        "/api/v1/calendars/%zz", "/api/v1/calendars/%00", "/api/v1%2Fcalendars", "*"}) {
    EXPECT_EQ(router_.find(path), nullptr) << path;
  }
}

TEST_F(RouterTest, AnswersHeadAsGet) {
  EXPECT_EQ(route("HEAD", "/api/v1/calendars"), 0U);
  EXPECT_EQ(route("HEAD", "/api/v1/calendars/7/members/8"), std::nullopt);
  EXPECT_EQ(route("PUT", "/api/v1/calendars"), std::nullopt);
  EXPECT_EQ(route("get", "/api/v1/calendars"), std::nullopt);
}

TEST_F(RouterTest, SaysWhatAPathAnswersTo) {
  EXPECT_EQ(router_.find("/api/v1/calendars")->allow(), "OPTIONS, GET, HEAD, POST");
  EXPECT_EQ(router_.find("/api/v1/calendars/7/members/8")->allow(), "OPTIONS, DELETE");
}

TEST(RouterParameters, AreDecodedSegmentBySegment) {
  const auto parameters =
      Router::parameters("/c/{calendarId}/members/{userId}", "/c/a%2Fb+c/members/%C3%A4");
  ASSERT_TRUE(parameters);
  EXPECT_EQ(*parameters, (Router::Parameters{{"calendarId", "a/b+c"}, {"userId", "\xc3\xa4"}}));
  EXPECT_EQ(*Router::parameters("/c", "/c"), Router::Parameters{});
}

TEST(RouterParameters, AreText) {
  EXPECT_FALSE(Router::parameters("/c/{id}", "/c/%ff"));
  EXPECT_FALSE(Router::parameters("/c/{id}", "/c/%0a"));
}

TEST(RouterParameters, HaveTheirNamesFromThePattern) {
  EXPECT_EQ(parameter_names("/c/{calendarId}/members/{userId}"),
            (std::vector<std::string_view>{"calendarId", "userId"}));
  EXPECT_TRUE(parameter_names("/api/v1/calendars").empty());
}

TEST(RouterDeathTest, HoldsOnePlaceForEveryRoute) {
  Router router;
  router.add("GET", "/c/{id}", 0);
  EXPECT_DEATH(router.add("GET", "/c/{id}", 1), "one route for a method");
  EXPECT_DEATH(router.add("PUT", "/c/{name}", 1), "one set of names");
  EXPECT_DEATH(router.add("PUT", "c", 1), "begins with a slash");
}

}  // namespace
}  // namespace norn::rest
