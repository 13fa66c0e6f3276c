#include "http/response.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

constexpr int64_t kNow = 784111777;

std::string head_of(const Response& response, Framing framing) {
  framing.now_s = kNow;
  std::string out;
  append_head(out, response, framing);
  return out;
}

TEST(Response, HasAHeadWithItsLengthAndDate) {
  EXPECT_EQ(head_of({.body = "{}"}, {}),
            "HTTP/1.1 200 OK\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: application/json\r\n"
            "Content-Length: 2\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "\r\n");
}

TEST(Response, TellsTheDateOfNow) {
  std::string out;
  append_head(out, {}, {.now_s = kNow});
  append_head(out, {}, {.now_s = kNow + 1});
  EXPECT_NE(out.find("08:49:37 GMT"), std::string::npos);
  EXPECT_NE(out.find("08:49:38 GMT"), std::string::npos);
}

TEST(Response, ToHeadTellsTheLengthOfTheBodyThatIsOmitted) {
  const std::string head = head_of({.body = "12345"}, {.body_omitted = true});
  EXPECT_NE(head.find("Content-Length: 5\r\n"), std::string::npos);
}

TEST(Response, WithoutContentHasNoLength) {
  for (const int status : {204, 304}) {
    EXPECT_EQ(head_of({.status = status}, {}).find("Content-Length"), std::string::npos) << status;
  }
}

TEST(Response, SaysWhenTheConnectionCloses) {
  EXPECT_NE(head_of({}, {.keep_alive = false}).find("Connection: close\r\n"), std::string::npos);
  EXPECT_EQ(head_of({}, {.keep_alive = true}).find("Connection:"), std::string::npos);
}

TEST(Response, CarriesItsOwnHeaders) {
  Response response{.status = 405};
  response.add_header("Allow", "GET, HEAD");
  response.add_header("X-Other", "");
  EXPECT_NE(head_of(response, {}).find("\r\nAllow: GET, HEAD\r\nX-Other: \r\n"), std::string::npos);
}

TEST(Response, IsNewAfterAReset) {
  Response response{.status = 404, .content_type = "text/plain", .body = "x"};
  response.add_header("Allow", "GET");
  response.reset();
  EXPECT_EQ(head_of(response, {}), head_of({}, {}));
}

TEST(ResponseDeathTest, RefusesAHeaderThatWouldBecomeTwo) {
  Response response;
  EXPECT_DEATH(response.add_header("Location", "/a\r\nSet-Cookie: b"), "a header is one line");
}

constexpr Sentence<1> kNothingAt{"nothingAt", "There is nothing at {place}."};

TEST(Problem, IsWhatRfc9457Says) {
  Response response;
  response.add_header("Allow", "GET");
  set_problem(response, 404, kNothingAt("\"here\""));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(response.header_lines, "");
  EXPECT_EQ(response.body, R"({"type":"about:blank","title":"Not Found","status":404,)"
                           R"("detail":"There is nothing at \"here\".","code":"nothingAt",)"
                           R"("params":{"place":"\"here\""}})");
}

TEST(Response, TellsBrowsersToUseTlsWhereThereIsTls) {
  std::string head;
  append_head(head, Response(), {.strict_transport = true});
  EXPECT_NE(head.find("\r\nStrict-Transport-Security: max-age=31536000\r\n"), std::string::npos);
  head.clear();
  append_head(head, Response(), {});
  EXPECT_EQ(head.find("Strict-Transport"), std::string::npos);
}

}  // namespace
}  // namespace norn::http
