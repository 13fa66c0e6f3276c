#include "base/log.h"

#include <gtest/gtest.h>

#include <string>

namespace norn::log {
namespace {

// What `write` puts on stderr while `act` runs.
template <typename Act>
std::string logged(Act act) {
  testing::internal::CaptureStderr();
  act();
  return testing::internal::GetCapturedStderr();
}

TEST(Log, WritesTheTimeTheLevelAndTheMessageOnOneLine) {
  const std::string line = logged([] { warn("{} tables", 3); });
  std::string shape = line;
  for (char& c : shape) {
    if (c >= '0' && c <= '9') c = '0';
  }
  EXPECT_EQ(shape, "0000-00-00T00:00:00.000Z warn  0 tables\n") << line;
}

TEST(Log, DropsWhatIsBelowItsLevel) {
  set_level(Level::kError);
  EXPECT_EQ(logged([] { warn("quiet"); }), "");
  EXPECT_NE(logged([] { error("loud"); }), "");
  set_level(Level::kInfo);
  EXPECT_EQ(logged([] { debug("quiet"); }), "");
  EXPECT_NE(logged([] { info("loud"); }), "");
}

TEST(Log, EscapesWhatCouldForgeALineOrDriveATerminal) {
  const struct {
    std::string_view message, escaped;
  } rows[] = {
      {"plain", "plain"},        {"größe 木", "größe 木"},
      {"a\nb", "a\\nb"},         {"a\tb", "a\\tb"},
      {"\x1b[31m", "\\x1b[31m"}, {std::string_view("\0\r\x7f", 3), "\\x00\\x0d\\x7f"},
  };
  for (const auto& row : rows) EXPECT_EQ(escape(row.message), row.escaped);
}

TEST(Log, KnowsItsLevelsByName) {
  EXPECT_EQ(parse_level("debug").value(), Level::kDebug);
  EXPECT_EQ(parse_level("info").value(), Level::kInfo);
  EXPECT_EQ(parse_level("warn").value(), Level::kWarn);
  EXPECT_EQ(parse_level("error").value(), Level::kError);
  for (const char* bad : {"", "INFO", "verbose"}) {
    const auto level = parse_level(bad);
    ASSERT_FALSE(level) << bad;
    EXPECT_NE(level.error().message.find("use debug, info, warn or error"), std::string::npos);
  }
}

}  // namespace
}  // namespace norn::log
