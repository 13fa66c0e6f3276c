#include "http/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <future>
#include <stdexcept>
#include <string>

#include "http/health.h"

namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

constexpr std::string_view kGet = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr std::string_view kOk = R"({"status":"ok"})";

// A client that sees every byte.
class Client {
 public:
  explicit Client(const ListenAddress& address) : socket_(context_) {
    socket_.connect({asio::ip::make_address(address.host), address.port});
    socket_.set_option(tcp::no_delay(true));
  }

  void send(std::string_view text) { asio::write(socket_, asio::buffer(text)); }

  // One reply: its head and as much body as its head says.
  std::string receive(bool to_head = false) {
    while (input_.find("\r\n\r\n") == std::string::npos && read_some()) {
    }
    const size_t head = input_.find("\r\n\r\n");
    if (head == std::string::npos) return take(input_.size());
    const size_t length = input_.find("Content-Length: ");
    const size_t body = to_head || length > head ? 0 : std::stoul(input_.substr(length + 16));
    while (input_.size() < head + 4 + body && read_some()) {
    }
    return take(head + 4 + body);
  }

  // Whether the server closes, or has closed, without another byte.
  bool is_closed() { return input_.empty() && !read_some(); }

  std::string exchange(std::string_view request) {
    send(request);
    return receive();
  }

 private:
  bool read_some() {
    char bytes[4096];
    boost::system::error_code error;
    const size_t count = socket_.read_some(asio::buffer(bytes), error);
    input_.append(bytes, count);
    return !error;
  }

  std::string take(size_t count) {
    std::string taken = input_.substr(0, count);
    input_.erase(0, count);
    return taken;
  }

  asio::io_context context_;
  tcp::socket socket_;
  std::string input_;
};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class ServerTest : public testing::Test {
 protected:
  // Short, so that a test of a timeout is short; no other test waits.
  static Limits quick_limits() { return {.tick = milliseconds(10)}; }

  void start(const Limits& limits) {
    start(limits, health_handler([this] { return health_; }));
  }

  void start(const Limits& limits, Handler handler) {
    const Options options{.address = {"127.0.0.1", 0}, .threads = 2, .limits = limits};
    auto started = Server::start(options, std::move(handler), clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }

  Client connect() { return Client(server_->address()); }

  bool accepts() {
    try {
      connect();
      return true;
    } catch (const boost::system::system_error&) {
      return false;
    }
  }

  ManualClock clock_{784111777000};
  HealthReport health_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, AnswersOneRequestAfterTheOtherOnOneConnection) {
  start(quick_limits());
  Client client = connect();
  for (int i = 0; i < 3; ++i) {
    const std::string reply = client.exchange(kGet);
    EXPECT_TRUE(reply.starts_with("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    EXPECT_TRUE(reply.ends_with(kOk)) << reply;
  }
}

TEST_F(ServerTest, AnswersRequestsThatArriveTogetherOrInPieces) {
  start(quick_limits());
  Client client = connect();
  client.send(std::string(kGet) + std::string(kGet));
  EXPECT_TRUE(client.receive().ends_with(kOk));
  EXPECT_TRUE(client.receive().ends_with(kOk));
  for (const char byte : kGet) client.send({&byte, 1});
  EXPECT_TRUE(client.receive().ends_with(kOk));
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  start(quick_limits());
  Client client = connect();
  client.send("HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(client.receive(true), "Content-Length: 15\r\n"));
  EXPECT_TRUE(client.exchange(kGet).ends_with(kOk));
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
    return Response{.body = fmt::format("{}|{}|{}|{}", request.method, request.path, request.query,
                                        request.body)};
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
  start(quick_limits(),
        [](const Request& request) { return Response{.body = std::string(request.body)}; });
  Client client = connect();
  client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_TRUE(client.exchange("ok").ends_with("\r\n\r\nok"));
}

TEST_F(ServerTest, SurvivesAHandlerThatThrows) {
  start(quick_limits(), [](const Request& request) -> Response {
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
  const std::string long_header = "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(100'000, 'x');
  const struct {
    std::string request;
    int status;
  } rows[] = {
      {"hello\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"GET / HTTP/3.1\r\nHost: a\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {long_header, 431},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", 413},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n" +
           std::string(0x65, 'x'),
       413},
  };
  for (const auto& row : rows) {
    Client client = connect();
    const std::string reply = client.exchange(row.request);
    EXPECT_TRUE(reply.starts_with(fmt::format("HTTP/1.1 {} ", row.status)))
        << row.request.substr(0, 80) << "\n"
        << reply;
    EXPECT_TRUE(contains(reply, "Content-Type: application/problem+json\r\n"));
    EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(ServerTest, ClosesClientsThatAreIdleOrSlow) {
  start({.idle_timeout = milliseconds(30),
         .request_timeout = milliseconds(30),
         .tick = milliseconds(10)});
  EXPECT_TRUE(connect().is_closed());

  Client slow = connect();
  slow.send("GET /healthz HTTP/1.1\r\n");
  EXPECT_TRUE(slow.is_closed());

  Client idle = connect();
  EXPECT_TRUE(idle.exchange(kGet).ends_with(kOk));
  EXPECT_TRUE(idle.is_closed());
}

TEST_F(ServerTest, TurnsAwayMoreConnectionsThanItMayHold) {
  start({.connections = 2, .tick = milliseconds(10)});
  auto first = std::make_unique<Client>(server_->address());
  Client second = connect();
  EXPECT_TRUE(first->exchange(kGet).ends_with(kOk));
  EXPECT_TRUE(second.exchange(kGet).ends_with(kOk));

  Client third = connect();
  EXPECT_TRUE(third.receive().starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
  EXPECT_TRUE(third.is_closed());

  first.reset();
  // The server sees the first client leave in its own time.
  while (!connect().exchange(kGet).ends_with(kOk)) {
  }
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

TEST_F(ServerTest, DrainsByFinishingWhatIsUnderWayAndClosingWhatIsIdle) {
  start(quick_limits());
  Client idle = connect();
  EXPECT_TRUE(idle.exchange(kGet).ends_with(kOk));
  Client busy = connect();
  EXPECT_TRUE(busy.exchange(kGet).ends_with(kOk));
  busy.send(kGet.substr(0, 10));

  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(idle.is_closed());
  EXPECT_FALSE(accepts());
  const std::string reply = busy.exchange(kGet.substr(10));
  EXPECT_TRUE(reply.ends_with(kOk)) << reply;
  EXPECT_TRUE(contains(reply, "Connection: close\r\n"));
  drained.get();
}

TEST_F(ServerTest, DrainsWithinItsTimeWhateverTheClientDoes) {
  start({.drain_timeout = milliseconds(30), .tick = milliseconds(10)});
  Client stuck = connect();
  EXPECT_TRUE(stuck.exchange(kGet).ends_with(kOk));
  stuck.send(kGet.substr(0, 10));
  server_->drain();
  EXPECT_TRUE(stuck.is_closed());
}

}  // namespace
}  // namespace norn::http
