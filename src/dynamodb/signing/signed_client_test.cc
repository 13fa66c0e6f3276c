#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "dynamodb/remote/testing.h"
#include "dynamodb/signing/sigv4.h"
#include "http/client.h"

namespace norn::dynamodb {
namespace {

const Keys kClientKeys = {{"AKIDEXAMPLE", {"secret", ""}},
                          {"ASIASESSION", {"secret", "a/token+="}}};

http::HttpRequest signed_request(const ScriptedEndpoint& endpoint, std::string_view body = "{}") {
  http::HttpRequest request;
  request.url = endpoint.url() + "/";
  request.headers = {"content-type: application/x-amz-json-1.0",
                     "x-amz-target: DynamoDB_20120810.ListTables"};
  request.body = body;
  request.signing = http::HttpSigning{"AKIDEXAMPLE", "secret", "eu-central-1", "dynamodb"};
  return request;
}

// The endpoint checks what libcurl has signed.
ScriptedReply verified(const ScriptedRequest& request) {
  const auto caller = verify(kClientKeys, request.view(), SystemClock().now_ms());
  if (!caller) return {.status = 400, .body = caller.error().message};
  return {.body = caller->access_key_id + " " + request.body};
}

TEST(SignedClient, SignsSoThatItCanBeVerified) {
  ScriptedEndpoint endpoint(verified);
  http::HttpClient client;
  const std::string large(3'000'000, 'x');
  for (const bool at_most_once : {false, true}) {
    for (const std::string& body : {std::string("{}"), std::string(), large}) {
      http::HttpRequest request = signed_request(endpoint, body);
      request.at_most_once = at_most_once;
      const auto reply = client.send(request);
      ASSERT_TRUE(reply) << reply.error().message;
      EXPECT_EQ(reply->status, 200) << reply->body;
      EXPECT_EQ(reply->body, "AKIDEXAMPLE " + body);
    }
  }
}

TEST(SignedClient, SignsTheSessionTokenToo) {
  ScriptedEndpoint endpoint(verified);
  http::HttpClient client;
  for (const bool at_most_once : {false, true}) {
    http::HttpRequest request = signed_request(endpoint);
    request.headers.emplace_back("x-amz-security-token: a/token+=");
    request.signing->access_key_id = "ASIASESSION";
    request.at_most_once = at_most_once;
    const auto reply = client.send(request);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, "ASIASESSION {}");
  }
}

TEST(SignedClient, KeepsItsConnectionsOpen) {
  ScriptedEndpoint endpoint([](const ScriptedRequest&) { return ScriptedReply(); });
  http::HttpClient client;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.send(signed_request(endpoint)));
  EXPECT_EQ(endpoint.connections(), 1u);
}

TEST(SignedClient, OpensNoMoreConnectionsThanAllowed) {
  ScriptedEndpoint endpoint([](const ScriptedRequest&) { return ScriptedReply(); });
  http::HttpClient client({.max_connections = 1});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(client.send(signed_request(endpoint))); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(endpoint.requests().size(), 4u);
  EXPECT_EQ(endpoint.connections(), 1u);
}

TEST(SignedClient, GivesStatusHeadersAndBody) {
  ScriptedEndpoint endpoint([](const ScriptedRequest& request) {
    return ScriptedReply{.status = 404,
                         .body = request.method + " " + request.path,
                         .headers = "X-Amz-Crc32:  12 \r\nLocation: http://elsewhere/\r\n"};
  });
  http::HttpClient client;
  http::HttpRequest request;
  request.method = "GET";
  request.url = endpoint.url() + "/latest/";
  auto reply = client.send(request);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 404);
  EXPECT_EQ(reply->body, "GET /latest/");
  EXPECT_EQ(reply->header("x-amz-crc32"), "12");
  EXPECT_EQ(reply->header("absent"), std::nullopt);
  request.method = "PUT";
  EXPECT_EQ(client.send(request)->body, "PUT /latest/");
}

TEST(SignedClient, DoesNotFollowRedirects) {
  ScriptedEndpoint endpoint([](const ScriptedRequest&) {
    return ScriptedReply{.status = 302, .headers = "Location: /elsewhere\r\n"};
  });
  http::HttpClient client;
  EXPECT_EQ(client.send(signed_request(endpoint))->status, 302);
  EXPECT_EQ(endpoint.requests().size(), 1u);
}

TEST(SignedClient, SaysWhetherALostRequestMayHaveBeenSeen) {
  http::HttpClient client;
  {
    ScriptedEndpoint endpoint(
        [](const ScriptedRequest&) { return ScriptedReply{.dropped = true}; });
    const auto lost = client.send(signed_request(endpoint));
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, ErrorCode::kUnavailable);
    EXPECT_TRUE(http::maybe_sent(lost.error()));
    EXPECT_TRUE(lost.error().message.starts_with(endpoint.url())) << lost.error().message;
    EXPECT_FALSE(lost.error().message.contains("secret"));
  }
  std::string url;
  {
    const ScriptedEndpoint gone([](const ScriptedRequest&) { return ScriptedReply(); });
    url = gone.url();
  }
  for (const std::string& nowhere :
       {url, std::string("ftp://127.0.0.1/"), std::string("nowhere")}) {
    http::HttpRequest request;
    request.url = nowhere;
    const auto failed = client.send(request);
    ASSERT_FALSE(failed);
    EXPECT_FALSE(http::maybe_sent(failed.error())) << failed.error().message;
  }
}

// The second request on a connection is dropped after it was read.
TEST(SignedClient, SendsAgainOnANewConnectionUnlessItMustNot) {
  for (const bool at_most_once : {false, true}) {
    int count = 0;
    ScriptedEndpoint endpoint(
        [&](const ScriptedRequest&) { return ScriptedReply{.dropped = ++count == 2}; });
    http::HttpClient client;
    ASSERT_TRUE(client.send(signed_request(endpoint)));
    http::HttpRequest request = signed_request(endpoint);
    request.at_most_once = at_most_once;
    const auto reply = client.send(request);
    EXPECT_EQ(reply.has_value(), !at_most_once);
    EXPECT_EQ(endpoint.requests().size(), at_most_once ? 2u : 3u);
    EXPECT_TRUE(reply || http::maybe_sent(reply.error()));
  }
}

TEST(SignedClient, GivesUpOnRepliesThatAreTooLarge) {
  ScriptedEndpoint endpoint(
      [](const ScriptedRequest&) { return ScriptedReply{.body = std::string(1001, 'x')}; });
  http::HttpClient client({.max_reply_bytes = 1000});
  EXPECT_FALSE(client.send(signed_request(endpoint)));
}

TEST(SignedClient, GivesUpOnHeadersWithoutEnd) {
  ScriptedEndpoint endpoint([](const ScriptedRequest&) {
    ScriptedReply reply;
    for (int i = 0; i < 3'000; ++i) reply.headers += "x-padding: 0123456789abcdef\r\n";
    return reply;
  });
  http::HttpClient client;
  const auto reply = client.send(signed_request(endpoint));
  ASSERT_FALSE(reply);
  EXPECT_TRUE(http::maybe_sent(reply.error()));
}

TEST(SignedClient, SendsNoHeaderThatWouldBecomeTwo) {
  ScriptedEndpoint endpoint([](const ScriptedRequest&) { return ScriptedReply(); });
  http::HttpClient client;
  http::HttpRequest request = signed_request(endpoint);
  request.headers.emplace_back("x-amz-security-token: secret\r\nx-other: y");
  const auto reply = client.send(request);
  ASSERT_FALSE(reply);
  EXPECT_FALSE(http::maybe_sent(reply.error()));
  EXPECT_FALSE(reply.error().message.contains("secret"));
  EXPECT_TRUE(endpoint.requests().empty());
}

TEST(SignedClient, KnowsTheHostOfAUrl) {
  EXPECT_EQ(http::url_host("http://LocalHost:8000/x"), "localhost");
  EXPECT_EQ(http::url_host("https://user@example.org?x"), "example.org");
  EXPECT_EQ(http::url_host("http://[::1]:8000"), "::1");
  EXPECT_EQ(http::url_host("ftp://example.org"), "");
  EXPECT_EQ(http::url_host("example.org"), "");
  EXPECT_TRUE(http::is_local_host("127.0.0.1"));
  EXPECT_TRUE(http::is_local_host("169.254.169.254"));
  EXPECT_FALSE(http::is_local_host("example.org"));
}

}  // namespace
}  // namespace norn::dynamodb
