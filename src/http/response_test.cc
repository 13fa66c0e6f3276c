#include "http/response.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

constexpr int64_t kNow = 784111777;

std::string written(const Response& response, Framing framing) {
  framing.now_s = kNow;
  std::string out;
  append_response(out, response, framing);
  return out;
}

TEST(Response, IsWrittenWithItsLengthAndDate) {
  EXPECT_EQ(written({.body = "{}"}, {}),
            "HTTP/1.1 200 OK\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: application/json\r\n"
            "Content-Length: 2\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "\r\n"
            "{}");
}

TEST(Response, ToHeadTellsTheLengthAndOmitsTheBody) {
  const std::string head = written({.body = "12345"}, {.body_omitted = true});
  EXPECT_NE(head.find("Content-Length: 5\r\n"), std::string::npos);
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
}

TEST(Response, SaysWhenTheConnectionCloses) {
  EXPECT_NE(written({}, {.keep_alive = false}).find("Connection: close\r\n"), std::string::npos);
  EXPECT_EQ(written({}, {.keep_alive = true}).find("Connection:"), std::string::npos);
}

TEST(Response, CarriesItsOwnHeaders) {
  const Response response{.status = 405, .body = "", .headers = {{"Allow", "GET, HEAD"}}};
  EXPECT_NE(written(response, {}).find("\r\nAllow: GET, HEAD\r\n"), std::string::npos);
}

TEST(Problem, IsWhatRfc9457Says) {
  const Response response = problem(404, "There is nothing at \"here\".");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(response.body, R"({"type":"about:blank","title":"Not Found","status":404,)"
                           R"("detail":"There is nothing at \"here\"."})");
}

}  // namespace
}  // namespace norn::http
