#include "base/limited_log.h"

#include <gtest/gtest.h>

#include <vector>

namespace norn {
namespace {

TEST(LimitedLog, CountsTheLinesThatAreTooMany) {
  ManualClock clock{60'000};
  std::vector<std::string> lines;
  LimitedLog log(
      clock, [&](const std::string& line) { lines.push_back(line); }, 2, "more are left out");
  for (const char* line : {"a", "b", "c", "d"}) log.write(line);
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "b"}));
  clock.advance_ms(60'000);
  log.write("e");
  clock.advance_ms(60'000);
  log.write("f");
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "b", "2 more are left out", "e", "f"}));
}

}  // namespace
}  // namespace norn
