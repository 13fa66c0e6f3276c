#include <fmt/format.h>
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "http/server/stream_test_support.h"

// How streams end, whichever side goes first.
namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST_F(StreamTest, EndsWhenItsClientLeaves) {
  start(quick_limits(), handler());
  auto client = std::make_unique<Client>(server_->address());
  const Stream stream = listen(*client);
  EXPECT_TRUE(stream->send("hello"));
  client.reset();
  wait_until_closed(*stream);
  EXPECT_FALSE(stream->send("hello"));
  EXPECT_TRUE(connect().exchange(kGet).ends_with("\r\n\r\nok"));
}

TEST_F(StreamTest, EndsWhenItsClientTakesTooLittle) {
  constexpr size_t kTexts = 10'000;  // More than the buffers of a connection take.
  start({.stream_bytes = 100'000, .tick = milliseconds(10)}, handler());
  Client client = connect();
  const Stream stream = listen(client);
  const std::string text = letters(10'000);
  size_t sent = 0;
  while (sent < kTexts && stream->send(text)) ++sent;
  EXPECT_LT(sent, kTexts);
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(stream->send("short"));
  const Dechunked body(client.receive_all());
  EXPECT_FALSE(body.complete) << "a listener can tell that something is missing";
  EXPECT_LT(body.text.size(), sent * text.size() + 1);
}

TEST_F(StreamTest, EndsWhenOneTextIsTooLarge) {
  start({.stream_bytes = 1000, .tick = milliseconds(10)}, handler());
  Client client = connect();
  const Stream stream = listen(client);
  EXPECT_FALSE(stream->send(letters(1001)));
  EXPECT_EQ(client.receive_all(), "");
}

TEST_F(StreamTest, EndsWhenItsClientTakesNothingForLong) {
  start({.stream_bytes = 60'000'000,
         .streams_bytes = 600'000'000,
         .write_timeout = milliseconds(30),
         .tick = milliseconds(5)},
        handler());
  Client client = connect();
  const Stream stream = listen(client);
  EXPECT_TRUE(stream->send(letters(50'000'000)));
  wait_until_closed(*stream);
  EXPECT_FALSE(Dechunked(client.receive_all()).complete);
}

TEST_F(StreamTest, HasNoTimeLimitWhileNothingIsSent) {
  threads_ = 1;  // So that whose time is up before that of another is closed before it.
  start({.header_timeout = milliseconds(20),
         .write_timeout = milliseconds(20),
         .tick = milliseconds(5)},
        handler());
  Client client = connect();
  const Stream stream = listen(client);
  Client slow = connect();
  slow.send("GET");
  EXPECT_TRUE(slow.is_closed()) << "the time of a slow client passes meanwhile";
  EXPECT_TRUE(stream->send("late"));
  EXPECT_EQ(client.receive_until("late\r\n"), "4\r\nlate\r\n");
}

TEST_F(StreamTest, EndsWhenNobodyHoldsIt) {
  start(quick_limits(), Handler([](Exchange& exchange) {
          open(exchange)->send("alone");
          throw std::runtime_error("after the stream was opened");
        }));
  Client client = connect();
  client.send(kListen);
  EXPECT_TRUE(client.receive_until("\r\n\r\n").starts_with("HTTP/1.1 200 "));
  EXPECT_EQ(client.receive_all(), "5\r\nalone\r\n0\r\n\r\n");
}

TEST_F(StreamTest, EndsProperlyWhenTheServerDrains) {
  start(quick_limits(), handler());
  Client client = connect();
  Client other = connect();
  const Stream stream = listen(client);
  const Stream silent = listen(other);
  EXPECT_TRUE(stream->send("hello"));
  server_->drain();
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(stream->send("too late"));
  EXPECT_EQ(client.receive_all(), "5\r\nhello\r\n0\r\n\r\n");
  EXPECT_EQ(other.receive_all(), "0\r\n\r\n");
}

TEST_F(StreamTest, EndsAtOnceWhenItIsOpenedWhileTheServerDrains) {
  std::promise<Exchange*> asked;
  threads_ =
      1;  // So that when the idle client is closed, the thread of the other is draining, too.
  start(quick_limits(), Handler([&](Exchange& exchange) { asked.set_value(&exchange); }));
  Client idle = connect();
  Client client = connect();
  client.send(kListen);
  Exchange* const exchange = asked.get_future().get();
  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(idle.is_closed());
  const Stream stream = open(*exchange);
  drained.get();
  EXPECT_FALSE(stream->send("too late"));
  EXPECT_TRUE(client.receive_until("\r\n\r\n").starts_with("HTTP/1.1 200 "));
  EXPECT_EQ(client.receive_all(), "0\r\n\r\n");
}

TEST_F(StreamTest, OfAStuckClientDoesNotHoldUpTheServersEnd) {
  start({.stream_bytes = 60'000'000,
         .streams_bytes = 600'000'000,
         .drain_timeout = milliseconds(30),
         .tick = milliseconds(5)},
        handler());
  Client client = connect();
  const Stream stream = listen(client);
  EXPECT_TRUE(stream->send(letters(50'000'000)));
  server_->drain();
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(Dechunked(client.receive_all()).complete);
}

TEST_F(StreamTest, OutlivesTheServer) {
  start(quick_limits(), handler());
  Client client = connect();
  const Stream stream = listen(client);
  server_.reset();
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(stream->send("hello"));
  stream->close();
  client.receive_all();
}

TEST_F(StreamTest, TakesTextsUntilTheServerIsGone) {
  start(quick_limits(), handler());
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::thread> senders;
  std::atomic<int> sent{0};
  for (int i = 0; i < 4; ++i) {
    clients.push_back(std::make_unique<Client>(server_->address()));
    senders.emplace_back([&, stream = listen(*clients.back())] {
      while (stream->send("hello")) ++sent;
    });
  }
  while (sent < 1000) std::this_thread::yield();
  server_.reset();
  for (std::thread& sender : senders) sender.join();
}

TEST_F(StreamTest, MayBeClosedWhileItsClientLeaves) {
  start(quick_limits(), handler());
  for (int i = 0; i < 100; ++i) {
    auto client = std::make_unique<Client>(server_->address());
    const Stream stream = listen(*client);
    std::thread sender([&] {
      stream->send("hello");
      stream->close();
    });
    client.reset();
    sender.join();
  }
  EXPECT_TRUE(connect().exchange(kGet).ends_with("\r\n\r\nok"));
}

}  // namespace
}  // namespace norn::http
