#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "http/server/stream_test_support.h"

// Bodies that are produced while they are sent.
namespace norn::http {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kFetch = "GET /body HTTP/1.1\r\nHost: a\r\n\r\n";

class BodyStreamTest : public ServerTest {
 protected:
  using Body = std::shared_ptr<BodyStream>;

  void start_with(const Limits& limits) {
    start(limits, Handler([this](Exchange& exchange) {
            exchange.response.content_type = "text/calendar";
            opened_.set_value(exchange.stream_body());
          }));
  }

  Body fetch(Client& client, std::string_view request = kFetch) {
    client.send(request);
    head_ = client.receive_until("\r\n\r\n");
    return opened_.get_future().get();
  }

  // Writes parts while there is room. Returns how many bytes were written.
  static size_t fill(BodyStream& body, const std::string& part, size_t max_bytes) {
    size_t written = 0;
    while (written < max_bytes && body.has_room() && body.write(part)) written += part.size();
    return written;
  }

  std::promise<Body> opened_;
  std::string head_;
};

TEST_F(BodyStreamTest, ArriveWholeAndInOrder) {
  start_with(quick_limits());
  Client client = connect();
  const Body body = fetch(client);
  EXPECT_TRUE(contains(head_, "Transfer-Encoding: chunked\r\n"));
  EXPECT_TRUE(contains(head_, "Content-Type: text/calendar\r\n"));
  EXPECT_TRUE(body->write("one "));
  EXPECT_TRUE(body->write(""));
  EXPECT_TRUE(body->write("two"));
  body->finish();
  EXPECT_FALSE(body->write("late"));
  const Dechunked received(client.receive_all());
  EXPECT_EQ(received.text, "one two");
  EXPECT_TRUE(received.complete);
}

TEST_F(BodyStreamTest, WaitForClientsThatDoNotRead) {
  constexpr size_t kRoomBytes = 64 * 1024;
  start_with({.stream_bytes = 4 * kRoomBytes, .tick = milliseconds(10)});
  Client client = connect();
  const Body body = fetch(client);
  const std::string part = letters(16 * 1024);
  std::string sent;
  // The kernel takes some megabytes; then the client has to read.
  for (bool full = false; !full;) {
    while (body->has_room()) {
      EXPECT_TRUE(body->write(part));
      sent += part;
    }
    const size_t before = sent.size();
    std::promise<void> room;
    std::future<void> has_room = room.get_future();
    body->when_room([&room] { room.set_value(); });
    full = has_room.wait_for(milliseconds(300)) == std::future_status::timeout;
    if (!full) continue;
    EXPECT_EQ(sent.size(), before) << "nothing more is queued";
    // Reading makes room, and the rest arrives.
    auto reading = std::async(std::launch::async, [&] { return client.receive_all(); });
    has_room.wait();
    EXPECT_TRUE(body->write("end"));
    body->finish();
    const Dechunked received(reading.get());
    EXPECT_TRUE(received.complete);
    EXPECT_EQ(received.text, sent + "end");
  }
  EXPECT_LT(sent.size(), 64u << 20);
}

TEST_F(BodyStreamTest, ThatWereAbortedDoNotLookComplete) {
  for (const std::string_view request :
       {kFetch, std::string_view("GET /body HTTP/1.0\r\nHost: a\r\n\r\n")}) {
    opened_ = {};
    if (server_ == nullptr) start_with(quick_limits());
    Client client = connect();
    const Body body = fetch(client, request);
    EXPECT_TRUE(body->write("half of it"));
    EXPECT_EQ(contains(client.receive_until("half of it"), "half of it"), true);
    body->abort();
    EXPECT_FALSE(body->write("more"));
    EXPECT_FALSE(Dechunked(client.receive_all()).complete) << request;
  }
}

TEST_F(BodyStreamTest, WhoseProducerIsGoneAreAborted) {
  start_with(quick_limits());
  Client client = connect();
  fetch(client)->write("half of it");
  const std::string received = client.receive_all();
  EXPECT_FALSE(Dechunked(received).complete) << received;
}

TEST_F(BodyStreamTest, EndWhenTheirClientLeaves) {
  start_with(quick_limits());
  auto client = std::make_unique<Client>(server_->address());
  const Body body = fetch(*client);
  const std::string part = letters(64 * 1024);
  client.reset();
  std::promise<void> gone;
  const std::function<void()> go_on = [&] {
    while (body->has_room()) {
      if (!body->write(part)) return gone.set_value();
    }
    body->when_room([&] { go_on(); });
  };
  go_on();
  gone.get_future().wait();
}

TEST_F(BodyStreamTest, AreFinishedWhileTheServerStops) {
  start_with(quick_limits());
  Client client = connect();
  const Body body = fetch(client);
  EXPECT_TRUE(body->write("one "));
  std::thread drain([this] { server_->drain(); });
  EXPECT_EQ(client.receive_until("one \r\n"), "4\r\none \r\n");
  EXPECT_TRUE(body->write("two"));
  body->finish();
  EXPECT_EQ(client.receive_all(), "3\r\ntwo\r\n0\r\n\r\n");
  drain.join();
}

}  // namespace
}  // namespace norn::http
