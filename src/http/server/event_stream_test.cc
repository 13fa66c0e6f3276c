#include "http/event_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "http/server/stream_test_support.h"
#include "http/text.h"

// What listeners get. How streams end is in event_stream_end_test.cc.
namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST_F(StreamTest, SendsItsHeadAtOnceAndThenWhatHappens) {
  start(quick_limits(), handler());
  Client client = connect();
  const Stream stream = listen(client);
  EXPECT_EQ(head_,
            "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            "Connection: close\r\n\r\n");
  EXPECT_TRUE(stream->is_open());
  for (const char* text : {"data: one\n\n", "data: two\n\n", "data: three\n\n"}) {
    EXPECT_TRUE(stream->send(text));
    EXPECT_EQ(client.receive_until("\n\n\r\n"),
              fmt::format("{:x}\r\n{}\r\n", std::string_view(text).size(), text));
  }
  stream->close();
  EXPECT_EQ(client.receive_all(), "0\r\n\r\n");
}

TEST_F(StreamTest, SendsWhatWasSentBeforeItsHead) {
  start(quick_limits(), Handler([this](Exchange& exchange) {
          const Stream stream = open(exchange);
          stream->send("first ");
          stream->send("");
          stream->send("second");
          stream->close();
          EXPECT_FALSE(stream->send("too late"));
          put(stream);
        }));
  Client client = connect();
  listen(client);
  const Dechunked body(client.receive_all());
  EXPECT_EQ(body.text, "first second");
  EXPECT_TRUE(body.complete);
}

TEST_F(StreamTest, KeepsTheOrderOfEveryThreadThatSends) {
  constexpr int kThreads = 4;
  constexpr int kEvents = 500;
  start(quick_limits(), handler());
  Client client = connect();
  const Stream stream = listen(client);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kEvents; ++i) stream->send(fmt::format("{}:{}\n", thread, i));
    });
  }
  for (std::thread& thread : threads) thread.join();
  stream->close();

  const Dechunked body(client.receive_all());
  EXPECT_TRUE(body.complete);
  std::vector<int> next(kThreads, 0);
  std::optional<std::string_view> lines = body.text;
  for (auto line = next_element(lines, '\n'); line && !line->empty();
       line = next_element(lines, '\n')) {
    const auto thread = static_cast<size_t>(line->front() - '0');
    EXPECT_EQ(*line, fmt::format("{}:{}", thread, next.at(thread)++));
  }
  EXPECT_EQ(next, std::vector<int>(kThreads, kEvents));
}

TEST_F(StreamTest, ReachesManyListeners) {
  start(quick_limits(), handler());
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<Stream> streams;
  for (int i = 0; i < 200; ++i) {
    clients.push_back(std::make_unique<Client>(server_->address()));
    streams.push_back(listen(*clients.back()));
  }
  for (int i = 0; i < 20; ++i) {
    for (const Stream& stream : streams) EXPECT_TRUE(stream->send(fmt::format("event {};", i)));
  }
  for (const Stream& stream : streams) stream->close();
  for (const auto& client : clients) {
    const Dechunked body(client->receive_all());
    EXPECT_TRUE(body.complete);
    EXPECT_TRUE(body.text.starts_with("event 0;event 1;")) << body.text;
    EXPECT_TRUE(body.text.ends_with("event 18;event 19;")) << body.text;
  }
}

TEST_F(StreamTest, CarriesTextsOfManySizes) {
  start({.stream_bytes = 10'000'000, .tick = milliseconds(10)}, handler());
  Client client = connect();
  const Stream stream = listen(client);
  size_t total = 0;
  for (const size_t size : {1, 15, 16, 5'000, 70'000, 5'000'000, 3}) {
    EXPECT_TRUE(stream->send(letters(size)));
    total += size;
  }
  stream->close();
  const Dechunked body(client.receive_all());
  EXPECT_TRUE(body.complete);
  EXPECT_EQ(body.text, letters(total));
}

TEST_F(StreamTest, HasRoomUntilAQuarterOfItsLimitWaits) {
  start({.stream_bytes = 4'000, .tick = milliseconds(10)}, Handler([this](Exchange& exchange) {
          // Nothing is taken before the handler returns.
          const Stream stream = open(exchange);
          EXPECT_TRUE(stream->has_room());
          EXPECT_TRUE(stream->send(letters(900)));
          EXPECT_TRUE(stream->has_room());
          EXPECT_TRUE(stream->send(letters(100)));
          EXPECT_FALSE(stream->has_room());
          EXPECT_TRUE(stream->send(letters(2'000))) << "who cannot wait may go on";
          put(stream);
        }));
  Client client = connect();
  const Stream stream = listen(client);
  while (!stream->has_room()) std::this_thread::yield();
  stream->close();
  EXPECT_EQ(Dechunked(client.receive_all()).text.size(), 3'000u);
}

TEST_F(StreamTest, IsOpenedFromAnotherThreadAndIsNoRequestThatWaits) {
  std::mutex mutex;
  std::vector<std::thread> threads;
  start({.requests_waiting = 1, .tick = milliseconds(10)}, Handler([&](Exchange& exchange) {
          const std::lock_guard lock(mutex);
          threads.emplace_back([&] { put(open(exchange)); });
        }));
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<Stream> streams;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(std::make_unique<Client>(server_->address()));
    streams.push_back(listen(*clients.back()));
    EXPECT_TRUE(head_.starts_with("HTTP/1.1 200 ")) << head_;
    EXPECT_TRUE(streams.back()->send("hello"));
    EXPECT_EQ(clients.back()->receive_until("hello\r\n"), "5\r\nhello\r\n");
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(StreamTest, IsNotChunkedForAnOldClient) {
  start(quick_limits(), handler());
  Client client = connect();
  const Stream stream = listen(client, "GET /events HTTP/1.0\r\n\r\n");
  EXPECT_FALSE(contains(head_, "Transfer-Encoding"));
  EXPECT_FALSE(contains(head_, "Content-Length"));
  EXPECT_TRUE(contains(head_, "Connection: close\r\n"));
  stream->send("data: one\n\n");
  EXPECT_EQ(client.receive_until("\n\n"), "data: one\n\n");
  stream->send("data: two\n\n");
  stream->close();
  EXPECT_EQ(client.receive_all(), "data: two\n\n");
}

TEST_F(StreamTest, OfHeadIsOnlyItsHead) {
  start(quick_limits(), handler());
  Client client = connect();
  const Stream stream = listen(client, "HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(head_, "Transfer-Encoding: chunked\r\n"));
  EXPECT_FALSE(contains(head_, "Content-Length"));
  EXPECT_FALSE(stream->is_open());
  EXPECT_FALSE(stream->send("nobody"));
  const std::string next = client.exchange(kGet);
  EXPECT_TRUE(contains(next, "Content-Length: 2\r\n")) << next;
  EXPECT_TRUE(next.ends_with("\r\n\r\nok"));
}

TEST_F(StreamTest, IgnoresWhatItsClientSends) {
  start(quick_limits(), handler());
  // The last is more than is read at once. Nobody reads the rest, so it has to fit into the buffers
  // of a connection, or sending it would never end.
  for (const std::string& junk : {std::string(kGet), letters(100), letters(20'000)}) {
    Client client = connect();
    const Stream stream = listen(client, std::string(kListen) + junk);
    EXPECT_TRUE(stream->send("hello"));
    EXPECT_EQ(client.receive_until("hello\r\n"), "5\r\nhello\r\n");
    client.send(junk);
    EXPECT_TRUE(stream->send("again"));
    stream->close();
    EXPECT_EQ(client.receive_all(), "5\r\nagain\r\n0\r\n\r\n");
  }
  EXPECT_TRUE(connect().exchange(kGet).ends_with("\r\n\r\nok"));
}

TEST_F(StreamTest, IsRefusedWhenTooManyAreOpen) {
  start({.streams = 2, .tick = milliseconds(10)}, handler());
  Client first = connect();
  Client second = connect();
  const Stream kept = listen(first);
  const Stream ended = listen(second);
  Client third = connect();
  const std::string reply = third.exchange(kListen);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 ")) << reply;
  EXPECT_TRUE(contains(reply, "Retry-After: 1\r\n"));
  EXPECT_TRUE(contains(reply, "Too many streams"));
  EXPECT_FALSE(take()->is_open());
  EXPECT_TRUE(third.exchange(kGet).ends_with("\r\n\r\nok")) << "the connection goes on";

  ended->close();
  EXPECT_EQ(second.receive_all(), "0\r\n\r\n");
  // Its place is free once the server has seen to its end.
  while (!third.exchange(kListen).starts_with("HTTP/1.1 200 ")) take();
  EXPECT_TRUE(take()->is_open());
  EXPECT_TRUE(kept->is_open());
}

}  // namespace
}  // namespace norn::http
