#include "http/request_id.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace norn::http {
namespace {

class IdExchange final : public Exchange {
 public:
  void done() override {}
  std::shared_ptr<EventStream> stream() override { return nullptr; }
  std::shared_ptr<BodyStream> stream_body() override { return nullptr; }
};

std::string id_of(std::string_view sent, bool trusts_header) {
  IdExchange exchange;
  exchange.request.headers.emplace_back("x-request-id", sent);
  assign_request_id(exchange, trusts_header);
  return std::string(request_id_of(exchange.response));
}

TEST(RequestId, IsMadeUnlessAProxyThatIsTrustedGaveOne) {
  EXPECT_EQ(id_of("4f2a-B_1.c", true), "4f2a-B_1.c");
  EXPECT_EQ(id_of(std::string(64, 'a'), true), std::string(64, 'a'));
  for (const std::string& bad : {std::string(), std::string(65, 'a'), std::string("a b"),
                                 std::string("a\"b"), std::string("ü")}) {
    EXPECT_EQ(id_of(bad, true).size(), 16) << bad;
    EXPECT_NE(id_of(bad, true), bad);
  }
  EXPECT_NE(id_of("4f2a", false), "4f2a");
  EXPECT_NE(id_of("", false), id_of("", false));
  EXPECT_EQ(request_id_of(Response()), "");
}

TEST(RequestId, StaysWhenAReplyIsBegunAgain) {
  Response response;
  response.header_lines = "X-Request-Id: 4f2a\r\nETag: \"1\"\r\n";
  response.body = "half";
  start_over(response);
  EXPECT_EQ(response.header_lines, "X-Request-Id: 4f2a\r\n");
  EXPECT_EQ(response.body, "");
  response.header_lines = "ETag: \"1\"\r\n";
  start_over(response);
  EXPECT_EQ(response.header_lines, "");
}

}  // namespace
}  // namespace norn::http
