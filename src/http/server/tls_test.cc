#include "http/server/tls.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <thread>

#include "http/server/tls_test_support.h"
#include "http/test_support.h"

namespace norn::http {
namespace {

using std::chrono::milliseconds;

class TlsTest : public ServerTest {
 protected:
  TlsTest() {
    // The client of these tests writes in a way that raises it.
    std::signal(SIGPIPE, SIG_IGN);
    std::string folder = testing::TempDir() + "norn_tls_XXXXXX";
    NORN_CHECK(mkdtemp(folder.data()) != nullptr, "a folder can be made");
    folder_ = folder;
    files_ = {folder_ / "cert.pem", folder_ / "key.pem"};
    make_certificate(files_, "first");
  }
  ~TlsTest() override { std::filesystem::remove_all(folder_); }

  void start_tls(const Limits& limits, Handler handler) {
    const Options options{
        .address = {"127.0.0.1", 0}, .threads = 2, .limits = limits, .tls = files_};
    auto started = Server::start(options, std::move(handler), clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }

  void start_tls(const Limits& limits, std::function<std::string(const Request&)> body) {
    start_tls(limits, Handler([body = std::move(body)](Exchange& exchange) {
                exchange.response.body = body(exchange.request);
                exchange.done();
              }));
  }

  void start_tls(const Limits& limits) {
    start_tls(limits, [](const Request& request) {
      return fmt::format("{} {}.", request.path, request.secure);
    });
  }

  std::string error_of_start() {
    const Options options{.address = {"127.0.0.1", 0}, .limits = {}, .tls = files_};
    const auto started = Server::start(options, [](Exchange&) {}, clock_);
    return started ? "" : started.error().message;
  }

  void write(const std::filesystem::path& file, std::string_view text) {
    std::ofstream(file) << text;
  }

  std::filesystem::path folder_;
  TlsFiles files_;
};

TEST_F(TlsTest, ServesOneRequestAfterTheOther) {
  start_tls(quick_limits());
  TlsClient client(server_->address());
  ASSERT_TRUE(client.is_connected());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(client.exchange(kGet, ".").ends_with("\r\n\r\n/healthz true."));
  }
}

TEST_F(TlsTest, CarriesLargeBodiesBothWays) {
  start_tls(quick_limits(), [](const Request& request) { return std::string(request.body) + "."; });
  TlsClient client(server_->address());
  for (const size_t size : {10, 20'000, 5'000'000}) {
    std::string body;
    for (size_t i = 0; body.size() < size; ++i) body += fmt::format("{},", i);
    const auto reply = client.exchange(
        fmt::format("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{}", body.size(), body),
        ".");
    EXPECT_TRUE(reply.ends_with("\r\n\r\n" + body + ".")) << size;
  }
}

TEST_F(TlsTest, SaysGoodbye) {
  start_tls(quick_limits());
  TlsClient client(server_->address());
  client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ".");
  EXPECT_TRUE(client.is_closed());
}

TEST_F(TlsTest, SpeaksTls12And13Only) {
  start_tls(quick_limits());
  EXPECT_EQ(TlsClient(server_->address()).version(), "TLSv1.3");
  EXPECT_EQ(TlsClient(server_->address(), {.max_version = TLS1_2_VERSION}).version(), "TLSv1.2");
  EXPECT_FALSE(TlsClient(server_->address(), {.max_version = TLS1_1_VERSION}).is_connected());
}

TEST_F(TlsTest, AgreesOnHttp11) {
  start_tls(quick_limits());
  const TlsClient both(server_->address(), {.protocols = "\x02h2\x08http/1.1"});
  EXPECT_EQ(both.protocol(), "http/1.1");
  EXPECT_EQ(TlsClient(server_->address()).protocol(), "");
  EXPECT_FALSE(TlsClient(server_->address(), {.protocols = "\x02h2"}).is_connected());
}

TEST_F(TlsTest, ClosesClientsThatDoNotSpeakIt) {
  start_tls({.header_timeout = milliseconds(30), .tick = milliseconds(10)});
  EXPECT_TRUE(connect().is_closed()) << "the time for the handshake is over";
  Client plain = connect();
  plain.try_send(kGet);
  EXPECT_FALSE(plain.receive().starts_with("HTTP/"));
}

TEST_F(TlsTest, ServesClientsThatWereIdleForLong) {
  start_tls({.body_timeout = milliseconds(50), .tick = milliseconds(5)});
  TlsClient idle(server_->address());
  TlsClient never_used(server_->address());
  EXPECT_TRUE(idle.exchange(kGet, ".").ends_with("true."));
  for (int i = 0; i < 2; ++i) {
    // As long as it takes to close a slow client, in which an idle one loses its memory.
    TlsClient slow(server_->address());
    slow.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx");
    EXPECT_EQ(slow.receive(1), "");
    EXPECT_TRUE(idle.exchange(kGet, ".").ends_with("true."));
  }
  EXPECT_TRUE(never_used.exchange(kGet, ".").ends_with("true."));
}

TEST_F(TlsTest, IsDrained) {
  start_tls(quick_limits());
  TlsClient idle(server_->address());
  EXPECT_TRUE(idle.exchange(kGet, ".").ends_with("true."));
  TlsClient busy(server_->address());
  busy.send(kGet.substr(0, 10));
  EXPECT_TRUE(idle.exchange(kGet, ".").ends_with("true."));
  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_TRUE(idle.is_closed());
  busy.exchange(kGet.substr(10), ".");
  drained.get();
}

TEST_F(TlsTest, CarriesStreams) {
  std::promise<std::shared_ptr<EventStream>> opened;
  start_tls({.stream_bytes = 10'000'000, .tick = milliseconds(5)},
            Handler([&](Exchange& exchange) { opened.set_value(exchange.stream()); }));
  TlsClient client(server_->address());
  EXPECT_TRUE(contains(client.exchange(kGet, "\r\n\r\n"), "Transfer-Encoding: chunked\r\n"));
  const auto stream = opened.get_future().get();
  EXPECT_TRUE(stream->send("hello"));
  EXPECT_EQ(client.exchange("junk", "hello\r\n"), "5\r\nhello\r\n");
  EXPECT_TRUE(stream->send(letters(5'000'000)));
  stream->close();
  EXPECT_EQ(client.exchange("", "0\r\n\r\n"),
            fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", 5'000'000, letters(5'000'000)));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(TlsTest, EndsTheStreamOfAClientThatLeaves) {
  std::promise<std::shared_ptr<EventStream>> opened;
  start_tls(quick_limits(),
            Handler([&](Exchange& exchange) { opened.set_value(exchange.stream()); }));
  auto client = std::make_unique<TlsClient>(server_->address());
  client->exchange(kGet, "\r\n\r\n");
  const auto stream = opened.get_future().get();
  EXPECT_TRUE(stream->is_open());
  client.reset();
  while (stream->is_open()) std::this_thread::yield();
  EXPECT_FALSE(stream->send("hello"));
}

TEST_F(TlsTest, TouchesNoSocketThatItHasClosed) {
  // A connection whose client and time are gone while its handler still works.
  std::promise<Exchange*> asked;
  start_tls({.drain_timeout = milliseconds(0), .tick = milliseconds(5)},
            Handler([&](Exchange& exchange) { asked.set_value(&exchange); }));
  TlsClient client(server_->address());
  client.send(kGet);
  Exchange* const exchange = asked.get_future().get();
  auto drained = std::async(std::launch::async, [&] { server_->drain(); });
  EXPECT_EQ(client.receive(1), "") << "the server has closed the socket";

  // These take the numbers of what was closed.
  int pairs[8][2];
  for (auto& pair : pairs) ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
  exchange->done();
  drained.get();
  for (const auto& pair : pairs) {
    for (const int socket : pair) {
      char byte = 0;
      EXPECT_EQ(recv(socket, &byte, 1, 0), -1) << "something was sent to another client";
    }
    for (const int socket : pair) close(socket);
  }
}

TEST_F(TlsTest, RefusesFilesThatItCannotUse) {
  const TlsFiles good = files_;
  const struct {
    std::string cert, key, why;
  } rows[] = {
      {good.cert, "missing.pem", "Cannot use missing.pem as the TLS key: No such file"},
      {"missing.pem", good.key, "Cannot use missing.pem as the TLS certificate: No such file"},
      {good.key, good.key,
       fmt::format("Cannot use {} as the TLS certificate: ", good.key.string())},
      {good.cert, good.cert, fmt::format("Cannot use {} as the TLS key: ", good.cert.string())},
      {good.cert, folder_ / "other_key.pem", "key values mismatch"},
      {folder_ / "empty.pem", good.key, "empty.pem as the TLS certificate: "},
  };
  make_certificate({folder_ / "other_cert.pem", folder_ / "other_key.pem"}, "other");
  write(folder_ / "empty.pem", "");
  for (const auto& row : rows) {
    files_ = {row.cert, row.key};
    const std::string message = error_of_start();
    EXPECT_TRUE(contains(message, row.why)) << message;
    EXPECT_TRUE(contains(message, "--tls-cert")) << message;
  }
}

TEST_F(TlsTest, ReadsItsFilesAgainForNewConnections) {
  start_tls(quick_limits());
  TlsClient before(server_->address());
  EXPECT_EQ(before.server_name(), "first");
  make_certificate(files_, "second");
  ASSERT_TRUE(server_->reload_tls());
  EXPECT_EQ(TlsClient(server_->address()).server_name(), "second");
  EXPECT_TRUE(before.exchange(kGet, ".").ends_with("true.")) << "old connections go on";
}

TEST_F(TlsTest, KeepsItsCertificateWhenTheNewOneIsBad) {
  start_tls(quick_limits());
  write(files_.cert, "nonsense");
  const auto reloaded = server_->reload_tls();
  ASSERT_FALSE(reloaded);
  EXPECT_TRUE(contains(reloaded.error().message, files_.cert.string()));
  EXPECT_EQ(TlsClient(server_->address()).server_name(), "first");
}

TEST_F(TlsTest, HasNothingToReadAgainInPlainText) {
  start(quick_limits());
  EXPECT_TRUE(server_->reload_tls());
}

}  // namespace
}  // namespace norn::http
