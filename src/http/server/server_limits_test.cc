#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>

#include "http/test_support.h"

namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST_F(ServerTest, ClosesClientsThatAreIdleOrSlow) {
  start({.idle_timeout = milliseconds(150),
         .header_timeout = milliseconds(30),
         .tick = milliseconds(10)});
  EXPECT_TRUE(connect().is_closed());

  Client slow = connect();
  slow.send("GET /healthz HTTP/1.1\r\n");
  EXPECT_TRUE(slow.is_closed());

  // On a slow machine the time of a client may be up before its request is read.
  std::string reply;
  while (!reply.ends_with(kOkReply)) {
    Client idle = connect();
    idle.try_send(kGet);
    reply = idle.receive_all();
  }
}

TEST_F(ServerTest, ClosesClientsThatAreSlowToSendOrToTakeABody) {
  threads_ = 1;  // So that whose time is up before that of another is closed before it.
  start({.body_timeout = milliseconds(30),
         .write_timeout = milliseconds(30),
         .tick = milliseconds(10)},
        [](const Request&) { return letters(50'000'000); });
  Client sender = connect();
  sender.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx");
  EXPECT_TRUE(sender.is_closed());

  Client taker = connect();
  taker.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(taker.receive(true).starts_with("HTTP/1.1 200 "));
  // Another slow client is closed after the taker is, who then finds that its reply has an end.
  Client later = connect();
  later.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx");
  EXPECT_TRUE(later.is_closed());
  EXPECT_LT(taker.receive_all().size(), 50'000'000u);
}

TEST_F(ServerTest, ServesClientsThatWereIdleForLong) {
  start({.header_timeout = milliseconds(50), .tick = milliseconds(5)});
  Client idle = connect();
  Client never_used = connect();
  EXPECT_TRUE(idle.exchange(kGet).ends_with(kOkReply));
  for (int i = 0; i < 3; ++i) {
    // As long as it takes to close a slow client, in which an idle one loses its memory.
    Client slow = connect();
    slow.send("GET");
    EXPECT_TRUE(slow.is_closed());
    EXPECT_TRUE(idle.exchange(kGet).ends_with(kOkReply));
  }
  EXPECT_TRUE(never_used.exchange(kGet).ends_with(kOkReply));
}

TEST_F(ServerTest, TurnsAwayMoreConnectionsThanItMayHold) {
  std::array<std::promise<Exchange*>, 2> waiting;
  std::atomic<size_t> count{0};
  start({.connections = 2, .tick = milliseconds(10)}, Handler([&](Exchange& exchange) {
          exchange.response.body = kOkReply;
          if (exchange.request.path == "/later") return waiting.at(count++).set_value(&exchange);
          exchange.done();
        }));
  const std::string_view later = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n";
  auto first = std::make_unique<Client>(server_->address());
  Client second = connect();
  first->send(later);
  second.send(later);
  const std::array<Exchange*, 2> exchanges = {waiting[0].get_future().get(),
                                              waiting[1].get_future().get()};

  Client third = connect();
  EXPECT_TRUE(third.receive().starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
  EXPECT_TRUE(third.is_closed());

  for (Exchange* const exchange : exchanges) exchange->done();
  EXPECT_TRUE(first->receive().ends_with(kOkReply));
  EXPECT_TRUE(second.receive().ends_with(kOkReply));
  first.reset();
  // The server sees the first client leave in its own time.
  while (!connect().exchange(kGet).ends_with(kOkReply)) {
  }
}

TEST_F(ServerTest, ClosesWhatWasIdleLongestWhenItHoldsAllThatItMay) {
  threads_ = 1;
  start({.connections = 3, .tick = milliseconds(10)});
  Client first = connect();
  Client second = connect();
  Client third = connect();
  for (Client* const client : {&first, &second, &third, &first}) {
    EXPECT_TRUE(client->exchange(kGet).ends_with(kOkReply));
  }
  Client fourth = connect();
  EXPECT_TRUE(fourth.exchange(kGet).ends_with(kOkReply));
  EXPECT_TRUE(second.is_closed());
  for (Client* const client : {&first, &third, &fourth}) {
    EXPECT_TRUE(client->exchange(kGet).ends_with(kOkReply));
  }
}

TEST_F(ServerTest, ServesOthersWhenOneAddressHasMoreThanItsShare) {
  start({.connections = 12, .share_of_peer = 0.25, .tick = milliseconds(10)});
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(server_->address()));
    EXPECT_TRUE(clients.back()->exchange(kGet).ends_with(kOkReply));
  }
  Client refused = connect();
  EXPECT_TRUE(refused.receive().starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
  EXPECT_TRUE(refused.is_closed());
  EXPECT_TRUE(Client(server_->address(), "127.0.0.2").exchange(kGet).ends_with(kOkReply));
  for (const auto& client : clients) EXPECT_TRUE(client->exchange(kGet).ends_with(kOkReply));

  clients.pop_back();
  // The server sees the client leave in its own time.
  while (!connect().exchange(kGet).ends_with(kOkReply)) {
  }
}

TEST_F(ServerTest, ServesMoreClientsThanItKeepsMemoryFor) {
  threads_ = 1;
  start(quick_limits());
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 300; ++i) {
    clients.push_back(std::make_unique<Client>(server_->address()));
    EXPECT_TRUE(clients.back()->exchange(kGet).ends_with(kOkReply));
  }
  for (const auto& client : clients) EXPECT_TRUE(client->exchange(kGet).ends_with(kOkReply));
}

TEST_F(ServerTest, TakesAsManyLargeBodiesAtATimeAsItsBudgetAllows) {
  std::promise<Exchange*> waiting;
  start({.bodies_bytes = 100'000, .tick = milliseconds(10)}, Handler([&](Exchange& exchange) {
          exchange.response.body = fmt::format("{}", exchange.request.body.size());
          if (exchange.request.path == "/later") return waiting.set_value(&exchange);
          exchange.done();
        }));
  // Who has sent nothing holds nothing, whatever was promised.
  Client silent = connect();
  silent.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_TRUE(silent.receive().starts_with("HTTP/1.1 100 "));

  const std::string rest =
      " HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n" + letters(70'000);
  Client first = connect();
  first.send("PUT /later" + rest);
  auto handled = waiting.get_future();
  ASSERT_EQ(handled.wait_for(std::chrono::seconds(60)), std::future_status::ready);

  Client second = connect();
  second.try_send("PUT /" + rest);
  const std::string reply = second.receive();
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 ")) << reply;
  EXPECT_TRUE(contains(reply, "Retry-After: 1\r\n"));
  EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
  Client small = connect();
  EXPECT_TRUE(small.exchange("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxx")
                  .ends_with("\r\n\r\n2"));

  handled.get()->done();
  EXPECT_TRUE(first.receive().ends_with("\r\n\r\n70000"));
  // The share comes back when the reply has left.
  bool taken = false;
  while (!taken) {
    Client third = connect();
    third.try_send("PUT /" + rest);
    taken = third.receive().ends_with("\r\n\r\n70000");
  }
}

TEST_F(ServerTest, HoldsAsManyLargeRepliesForSlowClientsAsItsBudgetAllows) {
  constexpr size_t kLarge = 50'000'000;  // More than the buffers of a connection take.
  start({.replies_bytes = kLarge * 3 / 2, .tick = milliseconds(10)},
        [](const Request& request) { return letters(request.path == "/large" ? kLarge : 9); });
  const std::string large = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string small = "GET /small HTTP/1.1\r\nHost: a\r\n\r\n";
  auto slow = std::make_unique<Client>(server_->address());
  slow->send(large);
  EXPECT_TRUE(slow->receive(true).starts_with("HTTP/1.1 200 "));

  Client other = connect();
  const std::string reply = other.exchange(large);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 ")) << reply.substr(0, 100);
  EXPECT_TRUE(contains(reply, "Retry-After: 1\r\n"));
  EXPECT_TRUE(other.exchange(small).ends_with(letters(9)));

  slow.reset();
  // The server sees the slow client leave in its own time.
  while (!other.exchange(large).starts_with("HTTP/1.1 200 ")) {
  }
}

}  // namespace
}  // namespace norn::http
