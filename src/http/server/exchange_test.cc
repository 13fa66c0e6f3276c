#include <fmt/format.h>
#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/thread_pool.h"
#include "http/server/pending_exchange.h"
#include "http/test_support.h"

// Handlers that answer later, and from other threads.
namespace norn::http {
namespace {

using std::chrono::milliseconds;

// The exchanges that wait to be done by the test.
class Held {
 public:
  Handler handler() {
    return [this](Exchange& exchange) {
      const std::lock_guard lock(mutex_);
      exchanges_.push_back(&exchange);
      changed_.notify_all();
    };
  }

  Exchange& take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !exchanges_.empty(); });
    Exchange& exchange = *exchanges_.front();
    exchanges_.erase(exchanges_.begin());
    return exchange;
  }

  void finish_one() {
    Exchange& exchange = take();
    exchange.response.body = fmt::format("late {}", exchange.request.path);
    exchange.done();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Exchange*> exchanges_;
};

class ExchangeTest : public ServerTest {
 protected:
  Held held_;
};

std::string get(std::string_view path) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: a\r\n\r\n", path);
}

TEST_F(ExchangeTest, IsAnsweredFromAnotherThread) {
  start(quick_limits(), held_.handler());
  Client client = connect();
  for (const char* path : {"/a", "/b", "/c"}) {
    client.send(get(path));
    held_.finish_one();
    EXPECT_TRUE(client.receive().ends_with(fmt::format("\r\n\r\nlate {}", path)));
  }
}

TEST_F(ExchangeTest, IsAnsweredInTheOrderOfTheRequests) {
  start(quick_limits(), held_.handler());
  Client client = connect();
  client.send(get("/a") + get("/b") + get("/c"));
  for (const char* path : {"/a", "/b", "/c"}) {
    held_.finish_one();
    EXPECT_TRUE(client.receive().ends_with(fmt::format("\r\n\r\nlate {}", path)));
  }
}

TEST_F(ExchangeTest, OfManyClientsAreDoneByManyThreads) {
  ThreadPool pool(3, 1000);
  start(quick_limits(), Handler([&](Exchange& exchange) {
          ASSERT_TRUE(pool.post([&exchange] {
            exchange.response.body = exchange.request.body;
            exchange.done();
          }));
        }));
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&, i] {
      Client client = connect();
      for (int j = 0; j < 200; ++j) {
        const std::string body = fmt::format("{}-{}", i, j);
        const std::string reply = client.exchange(fmt::format(
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
        ASSERT_TRUE(reply.ends_with("\r\n\r\n" + body)) << reply;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  server_.reset();
}

TEST_F(ExchangeTest, MayBeDoneAfterTheClientLeft) {
  start(quick_limits(), held_.handler());
  auto client = std::make_unique<Client>(server_->address());
  client->send(get("/a"));
  Exchange& exchange = held_.take();
  client.reset();
  exchange.response.body = letters(10'000'000);
  exchange.done();

  Client next = connect();
  next.send(get("/b"));
  held_.finish_one();
  EXPECT_TRUE(next.receive().ends_with("late /b"));
}

TEST_F(ExchangeTest, HasNoTimeLimit) {
  threads_ = 1;  // So that whose time is up before that of another is closed before it.
  start({.header_timeout = milliseconds(20), .tick = milliseconds(5)}, held_.handler());
  Client client = connect();
  // The time of the second request begins when the first is done, and all of it is here by then: it
  // cannot be late, however slow this machine is.
  client.send(get("/a") + get("/b"));
  held_.finish_one();
  Exchange& exchange = held_.take();
  Client slow = connect();
  slow.send("GET");
  EXPECT_TRUE(slow.is_closed()) << "the time for a request passes meanwhile";
  exchange.response.body = "late";
  exchange.done();
  EXPECT_TRUE(client.receive().ends_with("\r\n\r\nlate /a"));
  EXPECT_TRUE(client.receive().ends_with("\r\n\r\nlate"));
}

TEST_F(ExchangeTest, IsRefusedWhenTooManyWait) {
  start({.requests_waiting = 2, .tick = milliseconds(10)}, held_.handler());
  Client first = connect();
  Client second = connect();
  Client third = connect();
  first.send(get("/a"));
  second.send(get("/b"));
  Exchange& a = held_.take();
  Exchange& b = held_.take();
  std::string reply = third.exchange(get("/c"));
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 ")) << reply;
  EXPECT_TRUE(contains(reply, "Retry-After: 1\r\n"));
  a.done();
  b.done();
  first.receive();
  second.receive();
  third.send(get("/c"));
  held_.finish_one();
  EXPECT_TRUE(third.receive().ends_with("late /c"));
}

TEST_F(ExchangeTest, IsRefusedWhileAnotherThreadIsStillInTheHandler) {
  std::promise<void> called;
  std::promise<void> let_go;
  start({.requests_waiting = 1, .tick = milliseconds(10)}, Handler([&](Exchange& exchange) {
          if (exchange.request.path == "/busy") {
            called.set_value();
            let_go.get_future().wait();
          }
          exchange.done();
        }));
  Client first = connect();
  Client second = connect();
  // Each is with its own thread before one of the threads, which also accepts, is held up.
  EXPECT_TRUE(first.exchange(get("/")).starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(second.exchange(get("/")).starts_with("HTTP/1.1 200 "));
  first.send(get("/busy"));
  called.get_future().wait();
  const std::string reply = second.exchange(get("/"));
  let_go.set_value();
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 ")) << reply;
  EXPECT_TRUE(first.receive().starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(second.exchange(get("/")).starts_with("HTTP/1.1 200 "));
}

TEST_F(ExchangeTest, GivesItsPlaceBackWhenItsHandlerThrows) {
  start({.requests_waiting = 1, .tick = milliseconds(10)}, Handler([](Exchange& exchange) {
          if (exchange.request.path == "/done") exchange.done();
          throw std::runtime_error("before or after it was done");
        }));
  Client client = connect();
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(client.exchange(get("/")).starts_with("HTTP/1.1 500 "));
    EXPECT_TRUE(client.exchange(get("/done")).starts_with("HTTP/1.1 200 "));
  }
}

TEST_F(ExchangeTest, IsFinishedBeforeTheServerIsDrained) {
  threads_ =
      1;  // So that when the idle client is closed, the thread of the other is draining, too.
  start(quick_limits(), held_.handler());
  Client idle = connect();
  Client client = connect();
  client.send(get("/a"));
  Exchange& exchange = held_.take();
  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(idle.is_closed());
  EXPECT_EQ(drained.wait_for(milliseconds(30)), std::future_status::timeout);
  exchange.response.body = "late";
  exchange.done();
  const std::string reply = client.receive();
  EXPECT_TRUE(reply.ends_with("\r\n\r\nlate")) << reply;
  EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
  drained.get();
}

TEST_F(ExchangeTest, IsWaitedForEvenWhenTheTimeToDrainIsUp) {
  start({.drain_timeout = milliseconds(10), .tick = milliseconds(5)}, held_.handler());
  Client client = connect();
  client.send(get("/a"));
  Exchange& exchange = held_.take();
  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(drained.wait_for(milliseconds(30)), std::future_status::timeout);
  exchange.done();
  drained.get();
}

TEST_F(ExchangeTest, IsWaitedForByTheDestructor) {
  start(quick_limits(), held_.handler());
  Client client = connect();
  client.send(get("/a"));
  Exchange& exchange = held_.take();
  auto ended = std::async(std::launch::async, [&] { server_.reset(); });
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(ended.wait_for(milliseconds(30)), std::future_status::timeout);
  exchange.done();
  ended.get();
}

TEST(ExchangeDeathTest, IsDoneOnce) {
  boost::asio::io_context context;
  Completions completions(context);
  const Limits limits;
  std::atomic<size_t> open_streams{0};
  Streams streams(context, limits, open_streams,
                  std::make_shared<StreamBudget>(limits.streams_bytes));
  PendingExchange exchange(completions, streams);
  exchange.begin();
  exchange.done();
  EXPECT_DEATH(exchange.done(), "an exchange is done once");
}

}  // namespace
}  // namespace norn::http
