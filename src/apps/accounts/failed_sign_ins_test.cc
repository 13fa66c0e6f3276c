#include "apps/accounts/failed_sign_ins.h"

#include <gtest/gtest.h>

#include <vector>

namespace norn::accounts {
namespace {

TEST(FailedSignIns, AreLoggedAndCountedWhenThereAreTooMany) {
  ManualClock clock{60'000};
  std::vector<std::string> lines;
  FailedSignIns failed(clock, [&](const std::string& line) { lines.push_back(line); });
  failed.note("j...@example.com", "192.0.2.1", "wrong address or password");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0],
            "a sign-in failed: j...@example.com from 192.0.2.1: wrong address or password");
  for (int i = 0; i < 1000; ++i) failed.note("who", "where", "why");
  EXPECT_EQ(lines.size(), size_t{FailedSignIns::kLinesPerMinute});
  clock.advance_ms(60'000);
  failed.note("who", "where", "why");
  ASSERT_EQ(lines.size(), size_t{FailedSignIns::kLinesPerMinute} + 2);
  EXPECT_EQ(lines[lines.size() - 2], "971 more sign-ins failed");
}

TEST(FailedSignIns, ShortenAddresses) {
  const struct {
    const char* address;
    const char* shortened;
  } rows[] = {
      {"john@example.com", "j...@example.com"},
      {"j@example.com", "j...@example.com"},
      {"\xc3\xa9ve@example.com", "\xc3\xa9...@example.com"},
      {"\"a@b\"@example.com", "\"...@example.com"},
      {"nothing", "..."},
      {"@example.com", "..."},
      {"", "..."},
  };
  for (const auto& row : rows) EXPECT_EQ(shortened_address(row.address), row.shortened);
}

}  // namespace
}  // namespace norn::accounts
