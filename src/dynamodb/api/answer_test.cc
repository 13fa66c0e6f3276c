#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "dynamodb/api/operation.h"
#include "http/content_coding.h"

namespace norn::dynamodb {
namespace {

class AnswerTest : public ::testing::Test {
 protected:
  class CountedExchange final : public http::Exchange {
   public:
    void done() override { ++count; }
    std::shared_ptr<http::EventStream> stream() override { return nullptr; }
    std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }
    int count = 0;
  };

  void SetUp() override { exchange_.request.headers = {{"Accept-Encoding", "gzip"}}; }
  bool has_header(const std::string& line) const {
    return exchange_.response.header_lines.contains(line + "\r\n");
  }

  const std::string text_ = std::string(100'000, 'x');
  CountedExchange exchange_;
};

TEST_F(AnswerTest, IsCompressedForClientsThatTakeIt) {
  Answer answer(exchange_);
  answer.body() = text_;
  answer.succeed();
  EXPECT_TRUE(has_header("Content-Encoding: gzip"));
  EXPECT_LT(exchange_.response.body.size(), 1'000u);
  EXPECT_TRUE(has_header(fmt::format("x-amz-crc32: {}", http::crc32(exchange_.response.body))));
  EXPECT_EQ(exchange_.count, 1);
}

TEST_F(AnswerTest, IsNotCompressedWhenItMustBeQuick) {
  Answer answer(exchange_);
  answer.skip_compression();
  answer.body() = text_;
  answer.succeed();
  EXPECT_FALSE(exchange_.response.header_lines.contains("Content-Encoding"));
  EXPECT_EQ(exchange_.response.body, text_);
  EXPECT_TRUE(has_header(fmt::format("x-amz-crc32: {}", http::crc32(text_))));
  EXPECT_EQ(exchange_.count, 1);
}

}  // namespace
}  // namespace norn::dynamodb
