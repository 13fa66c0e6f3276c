#include "http/server/listen_address.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

TEST(ListenAddress, IsAnIpAddressAndAPort) {
  const struct {
    const char* text;
    ListenAddress parsed;
  } rows[] = {
      {"127.0.0.1:8080", {"127.0.0.1", 8080}},   {"0.0.0.0:1", {"0.0.0.0", 1}},
      {"[::1]:65535", {"::1", 65535}},           {"[::]:0", {"::", 0}},
      {"192.168.1.20:80", {"192.168.1.20", 80}},
  };
  for (const auto& row : rows) {
    const auto parsed = parse_listen_address(row.text);
    ASSERT_TRUE(parsed) << row.text << ": " << parsed.error().message;
    EXPECT_EQ(*parsed, row.parsed) << row.text;
    EXPECT_EQ(parsed->to_string(), row.text);
  }
}

TEST(ListenAddress, SaysWhatIsWrongWithAnythingElse) {
  const struct {
    const char *text, *why;
  } rows[] = {
      {"", "the port is missing"},
      {"127.0.0.1", "the port is missing"},
      {":8080", "the IP address is missing"},
      {"[]:8080", "the IP address is missing"},
      {"::1:8080", "an IPv6 address stands in brackets"},
      {"[127.0.0.1]:8080", "'127.0.0.1' is not an IP address"},
      {"localhost:8080", "'localhost' is not an IP address"},
      {"256.0.0.1:8080", "'256.0.0.1' is not an IP address"},
      {"127.0.0.1:", "'' is not a port"},
      {"127.0.0.1:http", "'http' is not a port"},
      {"127.0.0.1:65536", "'65536' is not a port"},
      {"127.0.0.1:-1", "'-1' is not a port"},
      {"127.0.0.1:+80", "'+80' is not a port"},
      {"127.0.0.1:80 ", "'80 ' is not a port"},
  };
  for (const auto& row : rows) {
    const auto parsed = parse_listen_address(row.text);
    ASSERT_FALSE(parsed) << row.text;
    EXPECT_NE(parsed.error().message.find(row.why), std::string::npos) << parsed.error().message;
    EXPECT_NE(parsed.error().message.find("such as 127.0.0.1:8080"), std::string::npos);
  }
}

}  // namespace
}  // namespace norn::http
