#include "rest/request_log.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace norn::rest {
namespace {

using std::chrono::milliseconds;

Route route_named(std::string operation, Access access) {
  Route route;
  route.operation = std::move(operation);
  route.access = access;
  return route;
}

Caller caller_of(Caller::Kind kind, std::string credential) {
  Caller caller;
  caller.kind = kind;
  caller.user_id = "u1";
  caller.credential_id = std::move(credential);
  return caller;
}

// What is logged of a request.
std::string logged_of(const Route& route, const Caller& caller, std::string_view method,
                      milliseconds time = milliseconds(1)) {
  http::Request request;
  request.method = method;
  request.path = "/api/v1/settings";
  request.query = "secret=1";
  request.peer = "192.0.2.1";
  testing::internal::CaptureStderr();
  log_slow(route.operation, caller.user_id, 200, time);
  log_audited(route, caller, request, 200);
  return testing::internal::GetCapturedStderr();
}

TEST(RequestLog, AuditsWhatAdministratorsAndTokensDid) {
  const Route admins = route_named("putSettings", Access::kAdministrator);
  const Route all = route_named("putEntry", Access::kPerson);
  const Caller session = caller_of(Caller::Kind::kSession, "c1");
  const Caller token = caller_of(Caller::Kind::kToken, "t1");
  EXPECT_TRUE(logged_of(admins, session, "GET")
                  .ends_with("info  audit operation=putSettings method=GET path=/api/v1/settings "
                             "status=200 user=u1 "
                             "session=c1 address=192.0.2.1\n"));
  EXPECT_TRUE(logged_of(all, token, "PUT").contains(" user=u1 token=t1 "));
  EXPECT_EQ(logged_of(all, token, "GET"), "");
  EXPECT_EQ(logged_of(all, session, "PUT"), "");
  EXPECT_EQ(logged_of(admins, Caller(), "GET"), "");
}

TEST(RequestLog, AuditsAtEveryLevelOfTheLog) {
  const Route admins = route_named("putSettings", Access::kAdministrator);
  const Caller session = caller_of(Caller::Kind::kSession, "c1");
  log::set_level(log::Level::kError);
  EXPECT_TRUE(logged_of(admins, session, "GET").contains("audit operation=putSettings"));
  log::set_level(log::Level::kInfo);
}

TEST(RequestLog, NamesSlowRequestsIfAskedTo) {
  const Route route = route_named("getEntries", Access::kPerson);
  const Caller caller = caller_of(Caller::Kind::kSession, "c1");
  EXPECT_EQ(logged_of(route, caller, "GET", milliseconds(100'000)), "");
  set_slow_request_ms(500);
  EXPECT_EQ(logged_of(route, caller, "GET", milliseconds(499)), "");
  EXPECT_TRUE(
      logged_of(route, caller, "GET", milliseconds(500))
          .ends_with("warn  a slow request operation=getEntries status=200 ms=500 user=u1\n"));
  set_slow_request_ms(0);
}

}  // namespace
}  // namespace norn::rest
