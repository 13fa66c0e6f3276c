#include "http/hosts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace norn::http {
namespace {

bool answers(const AllowedHosts& hosts, std::string_view host, std::string_view path = "/") {
  Request request;
  request.path = path;
  request.headers.emplace_back("host", host);
  return !hosts.refusal(request);
}

constexpr std::string_view kLoopback[] = {"localhost",      "localhost:8080", "LocalHost.",
                                          "norn.localhost", "127.0.0.1",      "127.0.0.1:8080",
                                          "127.1.2.3:1",    "[::1]:8080",     "[::1]"};
constexpr std::string_view kOthers[] = {"evil.example",
                                        "evil.example:8080",
                                        "localhost.evil.org",
                                        "127.0.0.1.evil.org",
                                        "evil-localhost",
                                        "",
                                        "[::1",
                                        "[]",
                                        "localhost.evil.org:1",
                                        "2130706433"};

TEST(AllowedHosts, OfAListenerOnLoopbackAreLoopbackNames) {
  const AllowedHosts hosts;
  for (const auto host : kLoopback) EXPECT_TRUE(answers(hosts, host)) << host;
  for (const auto host : kOthers) EXPECT_FALSE(answers(hosts, host)) << host;
  for (const std::string_view host : {"192.0.2.1", "192.0.2.1:8080", "[2001:db8::1]", "10.0.0.1"}) {
    EXPECT_FALSE(answers(hosts, host)) << host;
  }
  EXPECT_FALSE(answers(hosts, "evil.example", "/metrics"));
  EXPECT_FALSE(answers(hosts, "evil.example", "/healthz"));
}

TEST(AllowedHosts, OfANetworkAreAddressesAndTheNamesOfTheMachine) {
  const auto hosts = AllowedHosts::of_network({"Attic", "attic.local", "attic.example.org"});
  for (const auto host : kLoopback) EXPECT_TRUE(answers(hosts, host)) << host;
  for (const std::string_view host : {"192.0.2.1", "192.0.2.1:8080", "[2001:db8::1]:80", "attic",
                                      "ATTIC.local:8080", "attic.example.org."}) {
    EXPECT_TRUE(answers(hosts, host)) << host;
  }
  for (const std::string_view host : {"evil.example", "attic.evil.example", "example.org", ""}) {
    EXPECT_FALSE(answers(hosts, host)) << host;
  }
}

TEST(AllowedHosts, WithAPublicAddressAreItsHostAndForOperatorsLoopback) {
  const auto hosts = AllowedHosts::of_origin("https://Home.example.org:8443");
  EXPECT_TRUE(answers(hosts, "home.example.org"));
  EXPECT_TRUE(answers(hosts, "HOME.example.org:8443", "/metrics"));
  for (const std::string_view path : {"/healthz", "/readyz", "/metrics"}) {
    for (const auto host : kLoopback) EXPECT_TRUE(answers(hosts, host, path)) << host << path;
    EXPECT_FALSE(answers(hosts, "evil.example", path));
    EXPECT_FALSE(answers(hosts, "192.0.2.1", path));
  }
  for (const auto host : kLoopback) EXPECT_FALSE(answers(hosts, host, "/")) << host;
  EXPECT_FALSE(answers(hosts, "127.0.0.1", "/api/v1/server"));
  EXPECT_FALSE(answers(hosts, "192.0.2.1"));
  EXPECT_FALSE(answers(hosts, "evil.example"));
  EXPECT_FALSE(answers(hosts, "home.example.org.evil.example"));
  EXPECT_TRUE(answers(AllowedHosts::of_origin("http://[2001:db8::1]:80"), "[2001:db8::1]:80"));
}

TEST(AllowedHosts, NeedNoHostOfAnOldClient) {
  Request request;
  request.path = "/healthz";
  EXPECT_FALSE(AllowedHosts().refusal(request));
  EXPECT_FALSE(AllowedHosts::of_origin("https://home.example.org").refusal(request));
  request.path = "/";
  EXPECT_TRUE(AllowedHosts::of_origin("https://home.example.org").refusal(request));
}

TEST(AllowedHosts, SayWhatToDo) {
  Request request;
  request.path = "/";
  request.headers.emplace_back("Host", "evil.example");
  for (const auto& [hosts, part] : {
           std::pair(AllowedHosts(), "--public-url"),
           std::pair(AllowedHosts::of_network({"attic"}), "--public-url"),
           std::pair(AllowedHosts::of_origin("https://a.example"), "a.example"),
       }) {
    const std::string text = hosts.refusal(request)->text();
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_EQ(text.find("evil.example"), std::string::npos) << text;
  }
}

TEST(NamesOfThisMachine, BeginWithItsHostName) {
  const auto names = names_of_this_machine();
  ASSERT_GE(names.size(), 2u);
  EXPECT_EQ(names[1], names[0] + ".local");
}

}  // namespace
}  // namespace norn::http
