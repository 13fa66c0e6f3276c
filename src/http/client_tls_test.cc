#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/clock.h"
#include "http/client.h"
#include "http/server/server.h"
#include "http/server/tls_test_support.h"

namespace norn::http {
namespace {

// A server with a certificate for "localhost" that it has signed itself.
class HttpClientTls : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_tls_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    files_ = {folder_ / "cert.pem", folder_ / "key.pem"};
    make_certificate(files_, "localhost");
    ASSERT_EQ(chmod(files_.key.c_str(), S_IRUSR | S_IWUSR), 0);
    Options options;
    options.address = {"127.0.0.1", 0};
    options.threads = 1;
    options.tls = files_;
    auto server = Server::start(
        options,
        [](Exchange& exchange) {
          exchange.response.body = "hello";
          exchange.done();
        },
        clock_);
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<HttpReply> fetch(std::string_view host, const std::string& ca_file) {
    HttpClientOptions options;
    options.ca_file = ca_file;
    HttpClient client(options);
    HttpRequest request;
    request.url = "https://" + std::string(host) + ":" + std::to_string(server_->address().port);
    return client.send(request);
  }

  SystemClock clock_;
  std::filesystem::path folder_;
  TlsFiles files_;
  std::unique_ptr<Server> server_;
};

TEST_F(HttpClientTls, TrustsTheCertificatesItIsGiven) {
  const auto reply = fetch("localhost", files_.cert.string());
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->body, "hello");
}

TEST_F(HttpClientTls, RefusesCertificatesThatNobodyVouchesFor) {
  const auto reply = fetch("localhost", "");
  ASSERT_FALSE(reply);
  EXPECT_FALSE(maybe_sent(reply.error()));
  EXPECT_TRUE(reply.error().message.contains("certificate")) << reply.error().message;
}

TEST_F(HttpClientTls, RefusesCertificatesOfOtherHosts) {
  const auto reply = fetch("127.0.0.1", files_.cert.string());
  ASSERT_FALSE(reply);
  EXPECT_FALSE(maybe_sent(reply.error()));
}

TEST_F(HttpClientTls, VerifiesNothingWhereThisMachineAsksItself) {
  HttpClientOptions options;
  options.verifies_certificates = false;
  HttpClient client(options);
  HttpRequest request;
  request.url = "https://" + server_->address().to_string();
  const auto reply = client.send(request);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->body, "hello");
}

TEST_F(HttpClientTls, SaysThatTheCertificatesToTrustAreMissing) {
  const auto reply = fetch("localhost", (folder_ / "absent.pem").string());
  ASSERT_FALSE(reply);
  EXPECT_TRUE(reply.error().message.contains("absent.pem")) << reply.error().message;
}

}  // namespace
}  // namespace norn::http
