#include "http/server/connection_limits.h"

#include <gtest/gtest.h>

#include <list>

namespace norn::http {
namespace {

using Permits = std::list<ConnectionLimits::Permit>;

// Whether a connection was permitted; it stays open with `permits`.
bool connect_from(ConnectionLimits& limits, Permits& permits, std::string_view address) {
  auto permit = limits.acquire(address);
  if (!permit) return false;
  permits.push_back(std::move(*permit));
  return true;
}

TEST(ConnectionLimits, GiveEachPeerAShare) {
  ConnectionLimits limits(100, 2, false);
  Permits permits;
  for (const std::string_view address : {"192.0.2.1", "192.0.2.2", "127.0.0.1"}) {
    EXPECT_TRUE(connect_from(limits, permits, address));
    EXPECT_TRUE(connect_from(limits, permits, address));
    EXPECT_FALSE(connect_from(limits, permits, address)) << address;
  }
  permits.pop_front();
  EXPECT_TRUE(connect_from(limits, permits, "192.0.2.1"));
  EXPECT_FALSE(connect_from(limits, permits, "192.0.2.1"));
}

TEST(ConnectionLimits, CountANetworkOfIpVersion6AsOnePeer) {
  ConnectionLimits limits(100, 2, false);
  Permits permits;
  EXPECT_TRUE(connect_from(limits, permits, "2001:db8::1"));
  EXPECT_TRUE(connect_from(limits, permits, "2001:db8::2"));
  EXPECT_FALSE(connect_from(limits, permits, "2001:db8::3"));
  EXPECT_TRUE(connect_from(limits, permits, "2001:db8:0:1::3"));
  EXPECT_TRUE(connect_from(limits, permits, "192.0.2.1"));
  EXPECT_TRUE(connect_from(limits, permits, "::ffff:192.0.2.1"));
  EXPECT_FALSE(connect_from(limits, permits, "192.0.2.1"));
}

TEST(ConnectionLimits, LetAProxyOnThisMachineHaveAll) {
  ConnectionLimits limits(100, 2, true);
  Permits permits;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(connect_from(limits, permits, "127.0.0.1"));
  EXPECT_FALSE(limits.is_exceeded());
}

TEST(ConnectionLimits, AreExceededByFew) {
  ConnectionLimits limits(100, 1000, false);
  Permits permits;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(connect_from(limits, permits, "192.0.2.1"));
  EXPECT_FALSE(limits.is_exceeded());
  size_t ahead = 0;
  while (connect_from(limits, permits, "192.0.2.1")) {
    EXPECT_TRUE(limits.is_exceeded());
    ++ahead;
  }
  EXPECT_EQ(ahead, 64u);
  permits.clear();
  EXPECT_FALSE(limits.is_exceeded());
}

}  // namespace
}  // namespace norn::http
