#include "http/forwarded.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace norn::http {
namespace {

std::string client(const std::vector<std::string>& lines, size_t proxies = 1,
                   std::string_view peer = "127.0.0.1") {
  Request request;
  request.peer = peer;
  request.headers.emplace_back("Host", "home.example.org");
  for (const std::string& line : lines) request.headers.emplace_back("x-forwarded-for", line);
  return std::string(client_address(request, proxies));
}

TEST(ClientAddress, IsTheLastOneOfTheLastLine) {
  const struct {
    std::vector<std::string> lines;
    std::string client;
  } rows[] = {
      {{"203.0.113.7"}, "203.0.113.7"},
      {{"198.51.100.1, 203.0.113.7"}, "203.0.113.7"},
      {{"198.51.100.1,203.0.113.7 "}, "203.0.113.7"},
      {{"2001:db8::1"}, "2001:db8::1"},
      // A client that sends a line of its own, to which the proxy adds another.
      {{"198.51.100.1", "203.0.113.7"}, "203.0.113.7"},
      {{"198.51.100.1, 198.51.100.2", "198.51.100.3, 203.0.113.7"}, "203.0.113.7"},
      {{"nonsense", "", "203.0.113.7"}, "203.0.113.7"},
  };
  for (const auto& row : rows) EXPECT_EQ(client(row.lines), row.client) << row.lines.front();
}

TEST(ClientAddress, IsSoManyFromTheEndAsThereAreProxies) {
  const std::vector<std::string> one_line = {"198.51.100.1, 203.0.113.7, 192.0.2.1"};
  EXPECT_EQ(client(one_line, 1), "192.0.2.1");
  EXPECT_EQ(client(one_line, 2), "203.0.113.7");
  EXPECT_EQ(client(one_line, 3), "198.51.100.1");
  const std::vector<std::string> lines = {"198.51.100.1", "203.0.113.7", "192.0.2.1"};
  EXPECT_EQ(client(lines, 2), "203.0.113.7");
  EXPECT_EQ(client({"nonsense, 203.0.113.7", "192.0.2.1"}, 2), "203.0.113.7");
  // Fewer addresses than proxies: the request came past the outer ones.
  EXPECT_EQ(client({"203.0.113.7"}, 2), "203.0.113.7");
  EXPECT_EQ(client(one_line, 0), "127.0.0.1");
}

TEST(ClientAddress, IsThePeerUnlessAProxyOnThisMachineSaysOtherwise) {
  EXPECT_EQ(client({}), "127.0.0.1");
  for (const char* nonsense : {"", ",", "unknown", "1.2.3.4:80", "203.0.113.7,", "[2001:db8::1]"}) {
    EXPECT_EQ(client({nonsense}), "127.0.0.1") << nonsense;
    EXPECT_EQ(client({"203.0.113.7", nonsense}), "127.0.0.1") << nonsense;
  }
  EXPECT_EQ(client({"203.0.113.7"}, 1, "::1"), "203.0.113.7");
  EXPECT_EQ(client({"203.0.113.7"}, 1, "::ffff:127.0.0.1"), "203.0.113.7");
  for (const char* elsewhere : {"192.0.2.9", "127.0.0.2", "2001:db8::9"}) {
    EXPECT_EQ(client({"203.0.113.7"}, 1, elsewhere), elsewhere);
  }
}

}  // namespace
}  // namespace norn::http
