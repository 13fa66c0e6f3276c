#include <fmt/format.h>
#include <gtest/gtest.h>

#include <future>

#include "http/test_support.h"

namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST_F(ServerTest, DrainsByFinishingWhatIsUnderWayAndClosingWhatIsIdle) {
  threads_ = 1;  // So that when one client is closed, the thread of the other is draining, too.
  start(quick_limits());
  Client idle = connect();
  EXPECT_TRUE(idle.exchange(kGet).ends_with(kOkReply));
  Client busy = connect();
  EXPECT_TRUE(busy.exchange(kGet).ends_with(kOkReply));
  busy.send(kGet.substr(0, 10));

  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(idle.is_closed());
  EXPECT_THROW(connect(), boost::system::system_error);
  const std::string reply = busy.exchange(kGet.substr(10));
  EXPECT_TRUE(reply.ends_with(kOkReply)) << reply;
  EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
  drained.get();
}

TEST_F(ServerTest, DrainsWithinItsTimeWhateverTheClientDoes) {
  start({.drain_timeout = milliseconds(30), .tick = milliseconds(10)});
  Client stuck = connect();
  EXPECT_TRUE(stuck.exchange(kGet).ends_with(kOkReply));
  stuck.send(kGet.substr(0, 10));
  server_->drain();
  EXPECT_TRUE(stuck.is_closed());
}

TEST_F(ServerTest, EndsWithoutBeingDrained) {
  start(quick_limits());
  Client idle = connect();
  EXPECT_TRUE(idle.exchange(kGet).ends_with(kOkReply));
  Client busy = connect();
  busy.send(kGet.substr(0, 10));
  server_.reset();
  EXPECT_TRUE(idle.is_closed());
  EXPECT_TRUE(busy.is_closed());
}

}  // namespace
}  // namespace norn::http
