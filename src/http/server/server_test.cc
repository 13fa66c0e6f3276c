#include "http/server/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "http/test_support.h"

namespace norn::http {
namespace {

using std::chrono::milliseconds;

TEST_F(ServerTest, AnswersOneRequestAfterTheOtherOnOneConnection) {
  start(quick_limits());
  Client client = connect();
  for (int i = 0; i < 3; ++i) {
    const std::string reply = client.exchange(kGet);
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    EXPECT_TRUE(reply.ends_with(kOkReply)) << reply;
  }
}

TEST_F(ServerTest, AnswersRequestsThatArriveTogetherOrInPieces) {
  start(quick_limits());
  Client client = connect();
  client.send(std::string(kGet) + std::string(kGet));
  EXPECT_TRUE(client.receive().ends_with(kOkReply));
  EXPECT_TRUE(client.receive().ends_with(kOkReply));
  for (const char byte : kGet) client.send({&byte, 1});
  EXPECT_TRUE(client.receive().ends_with(kOkReply));
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  start(quick_limits());
  Client client = connect();
  client.send("HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(client.receive(true), "Content-Length: 15\r\n"));
  EXPECT_TRUE(client.exchange(kGet).ends_with(kOkReply));
}

TEST_F(ServerTest, SendsABodyThatIsKeptElsewhere) {
  auto kept = std::make_shared<const KeptBody>(std::string(2 << 20, 'k'));
  start(quick_limits(), Handler([&](Exchange& exchange) {
          if (exchange.request.path == "/kept") {
            exchange.response.set_kept(kept);
          } else {
            exchange.response.body = "own";
          }
          exchange.done();
        }));
  Client client = connect();
  for (int i = 0; i < 2; ++i) {
    const std::string reply = client.exchange("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(contains(reply, "Content-Length: 2097152\r\n"));
    EXPECT_TRUE(reply.ends_with("\r\n\r\n" + kept->text()));
    EXPECT_TRUE(client.exchange("GET /own HTTP/1.1\r\nHost: a\r\n\r\n").ends_with("\r\n\r\nown"));
  }
  client.send("HEAD /kept HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(client.receive(true), "Content-Length: 2097152\r\n"));
  // An idle connection does not hold it.
  EXPECT_TRUE(client.exchange("GET /own HTTP/1.1\r\nHost: a\r\n\r\n").ends_with("own"));
  EXPECT_EQ(kept.use_count(), 1);
}

TEST_F(ServerTest, TellsThatTheServiceIsDegraded) {
  health_ = {.ok = false, .reason = "the disk is full"};
  start(quick_limits());
  const std::string reply = connect().exchange(kGet);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 503 "));
  EXPECT_TRUE(contains(reply, "the disk is full"));
}

TEST_F(ServerTest, ClosesWhenTheClientAsksForIt) {
  start(quick_limits());
  for (const char* request : {"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                              "GET /healthz HTTP/1.0\r\n\r\n"}) {
    Client client = connect();
    EXPECT_TRUE(contains(client.exchange(request), "Connection: close\r\n"));
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(ServerTest, HandsTheRequestToItsHandler) {
  start(quick_limits(), [](const Request& request) {
    return fmt::format("{}|{}|{}|{}", request.method, request.path, request.query, request.body);
  });
  const struct {
    const char *request, *seen;
  } rows[] = {
      {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET|/||"},
      {"GET /a%20b?c=d?e HTTP/1.1\r\nHost: a\r\n\r\n", "GET|/a%20b|c=d?e|"},
      {"GET http://a/b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET|/b|c|"},
      {"GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "GET|/||"},
      {"PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyz", "PUT|/a||xyz"},
      {"PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
       "2\r\nxy\r\n1\r\nz\r\n0\r\n\r\n",
       "PUT|/a||xyz"},
  };
  Client client = connect();
  for (const auto& row : rows) {
    const std::string reply = client.exchange(row.request);
    EXPECT_TRUE(reply.ends_with(fmt::format("\r\n\r\n{}", row.seen))) << reply;
  }
}

TEST_F(ServerTest, InvitesTheBodyOfAClientThatWaits) {
  start(quick_limits(), [](const Request& request) { return std::string(request.body); });
  Client client = connect();
  client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_TRUE(client.exchange("ok").ends_with("\r\n\r\nok"));
}

TEST_F(ServerTest, SurvivesAHandlerThatThrows) {
  start(quick_limits(), [](const Request& request) -> std::string {
    if (request.path == "/throw") throw std::runtime_error("secret");
    return {};
  });
  Client client = connect();
  const std::string reply = client.exchange("GET /throw HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 500 Internal Server Error\r\n"));
  EXPECT_FALSE(contains(reply, "secret"));
  EXPECT_TRUE(client.exchange(kGet).starts_with("HTTP/1.1 200 "));
}

TEST_F(ServerTest, RefusesWhatItCannotServeAndCloses) {
  start({.header_bytes = 1024, .body_bytes = 100, .tick = milliseconds(10)});
  const struct {
    std::string request;
    int status;
  } rows[] = {
      {"hello\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/3.1\r\nHost: a\r\n\r\n", 505},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"PUT / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n", 417},
      {"GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(100'000, 'x'), 431},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", 413},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n" +
           std::string(0x65, 'x'),
       413},
  };
  for (const auto& row : rows) {
    Client client = connect();
    // What follows a refused request is not served: it might be a part of it.
    client.try_send(row.request + std::string(kGet));
    const std::string reply = client.receive();
    EXPECT_TRUE(reply.starts_with(fmt::format("HTTP/1.1 {} ", row.status)))
        << row.request.substr(0, 80) << "\n"
        << reply;
    EXPECT_TRUE(contains(reply, "Content-Type: application/problem+json\r\n"));
    EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(ServerTest, LetsAClientWhomItRefusesSendEverythingFirst) {
  start({.body_bytes = 100, .tick = milliseconds(10)});
  Client client = connect();
  client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n");
  client.send(letters(20'000'000));
  EXPECT_TRUE(client.receive().starts_with("HTTP/1.1 413 "));
}

TEST_F(ServerTest, DoesNotInviteABodyThatItRefuses) {
  start({.body_bytes = 100, .tick = milliseconds(10)});
  const std::string reply = connect().exchange(
      "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 413 ")) << reply;
}

TEST_F(ServerTest, AnswersAClientThatHasEndedItsSide) {
  start(quick_limits());
  Client client = connect();
  client.send(std::string(kGet) + std::string(kGet));
  client.end_sending();
  EXPECT_TRUE(client.receive().ends_with(kOkReply));
  EXPECT_TRUE(client.receive().ends_with(kOkReply));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(ServerTest, SendsRepliesOfAnySize) {
  start(quick_limits(), [](const Request& request) {
    return std::string(std::stoul(std::string(request.path.substr(1))), 'x');
  });
  Client client = connect();
  for (const size_t size : {0, 1, 1000, 300'000, 20'000'000, 10}) {
    const auto reply = client.exchange(fmt::format("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", size));
    EXPECT_TRUE(reply.ends_with("\r\n\r\n" + std::string(size, 'x'))) << size;
  }
}

TEST_F(ServerTest, TellsItsHandlerWhoAsks) {
  start(quick_limits(), [](const Request& request) {
    return fmt::format("{} {} {}", request.peer, request.secure,
                       request.header("x-name").value_or("nobody"));
  });
  EXPECT_TRUE(connect()
                  .exchange("GET / HTTP/1.1\r\nHost: a\r\nX-Name: me\r\n\r\n")
                  .ends_with("\r\n\r\n127.0.0.1 false me"));
}

TEST_F(ServerTest, RefusesAnAddressThatIsTaken) {
  start(quick_limits());
  const Options options{.address = server_->address(), .limits = {}};
  const auto second = Server::start(options, health_handler([] { return HealthReport{}; }), clock_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message,
            fmt::format("Cannot listen on {}: another program is using it. Stop that program, or "
                        "choose another address with --listen.",
                        server_->address().to_string()));
}

}  // namespace
}  // namespace norn::http
