#include "http/server/open_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

// What streams hold for clients that take nothing. How they are served is in event_stream_test.cc.
namespace norn::http {
namespace {

class OpenStreamTest : public testing::Test {
 protected:
  std::shared_ptr<OpenStream> open() {
    const std::shared_ptr<OpenStream> stream =
        streams_.open(OpenStream::Kind::kEvents, /*chunked=*/true);
    EXPECT_NE(stream, nullptr);
    return stream;
  }

  boost::asio::io_context context_;
  const Limits limits_{.stream_bytes = 1 << 20, .streams_bytes = 8 << 20};
  std::atomic<size_t> open_{0};
  const std::shared_ptr<StreamBudget> budget_ =
      std::make_shared<StreamBudget>(limits_.streams_bytes);
  Streams streams_{context_, limits_, open_, budget_};
};

TEST_F(OpenStreamTest, HoldsTogetherWithOthersNoMoreThanTheBudget) {
  const std::string text(1000, 'x');
  std::vector<std::shared_ptr<OpenStream>> slow;
  for (int i = 0; i < 500; ++i) slow.push_back(open());
  const auto fast = open();
  std::string taken;
  size_t most_bytes = 0;
  for (int i = 0; i < 200; ++i) {  // 100 MB.
    for (const auto& stream : slow) stream->send(text);
    most_bytes = std::max(most_bytes, budget_->queued());
    ASSERT_TRUE(fast->send(text)) << "who takes what is sent is not dropped, round " << i;
    EXPECT_EQ(fast->take(taken), OpenStream::Next::kBytes);
  }
  EXPECT_GT(most_bytes, limits_.streams_bytes / 2);
  EXPECT_LE(most_bytes, limits_.streams_bytes + slow.size() * StreamBudget::kAlwaysBytes);
  EXPECT_LT(std::ranges::count_if(slow, [](const auto& stream) { return stream->is_open(); }), 50);
}

TEST_F(OpenStreamTest, IsDroppedBeforeThoseWithLess) {
  const std::string text(1000, 'x');
  const auto slowest = open();
  std::vector<std::shared_ptr<OpenStream>> others;
  for (int i = 0; i < 100; ++i) others.push_back(open());
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(slowest->send(text));
  for (int i = 0; i < 59; ++i) {
    for (const auto& stream : others) EXPECT_TRUE(stream->send(text));
  }
  while (slowest->is_open()) {
    for (const auto& stream : others) EXPECT_TRUE(stream->send("x")) << "they have less";
    slowest->send(text);
  }
}

TEST_F(OpenStreamTest, GivesBackWhatItHeld) {
  const std::string text(1000, 'x');
  std::string taken;
  const auto sent = open();
  const auto dropped = open();
  for (const auto& stream : {sent, dropped}) {
    EXPECT_TRUE(stream->send(text));
    EXPECT_TRUE(stream->send(text));
  }
  EXPECT_GT(budget_->queued(), 4000u);
  EXPECT_EQ(sent->take(taken), OpenStream::Next::kBytes);
  EXPECT_GT(budget_->queued(), 4000u) << "it is being sent";
  EXPECT_EQ(sent->take(taken), OpenStream::Next::kNothing);
  EXPECT_LT(budget_->queued(), 2100u);
  dropped->abandon();
  EXPECT_EQ(budget_->queued(), 0u);
  {
    const auto gone = open();
    EXPECT_TRUE(gone->send(text));
  }
  EXPECT_EQ(budget_->queued(), 0u);
}

TEST_F(OpenStreamTest, HasRoomByWhatTheBudgetHasLeft) {
  const std::string text(2000, 'x');
  const auto patient = open();
  EXPECT_TRUE(patient->send(text));
  EXPECT_TRUE(patient->send(text));
  EXPECT_TRUE(patient->has_room());
  budget_->add(limits_.streams_bytes);  // As others would.
  EXPECT_FALSE(patient->has_room());
  EXPECT_TRUE(patient->is_open());
}

}  // namespace
}  // namespace norn::http
