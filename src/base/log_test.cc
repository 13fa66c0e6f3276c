#include "base/log.h"

#include <gtest/gtest.h>

#include <string>

#include "base/log_context.h"

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

TEST(Log, WritesWhatHasToBeInEveryLogAtAnyLevel) {
  set_level(Level::kError);
  const Field fields[] = {{"operation", "getEntry"}};
  EXPECT_TRUE(logged([&] {
                write_always("audit", fields);
              }).ends_with("Z info  audit operation=getEntry\n"));
  set_level(Level::kInfo);
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

TEST(Log, HasFieldsForProgramsInBothFormats) {
  const Field fields[] = {{"operation", "getEntry"}, {"path", "/a b\"\n"}};
  EXPECT_EQ(line_of(Format::kText, Level::kWarn, "a slow\nrequest", fields, "r-1"),
            R"(warn  a slow\nrequest operation=getEntry path="/a b\"\\n" request=r-1)");
  EXPECT_EQ(line_of(Format::kJson, Level::kWarn, "a slow\nrequest", fields, "r-1"),
            R"("level":"warn","message":"a slow\nrequest","operation":"getEntry",)"
            R"("path":"/a b\"\n","request":"r-1"})");
  EXPECT_EQ(line_of(Format::kJson, Level::kInfo, "", {}, ""), R"("level":"info","message":""})");
}

TEST(Log, WritesObjectsIfAskedTo) {
  set_format(Format::kJson);
  const std::string line = logged([] { warn("{} tables", 3); });
  set_format(Format::kText);
  EXPECT_TRUE(line.starts_with(R"({"time":"2)")) << line;
  EXPECT_TRUE(line.ends_with("Z\",\"level\":\"warn\",\"message\":\"3 tables\"}\n")) << line;
}

TEST(Log, NamesTheRequestWhileItLasts) {
  const auto write_line = [] { return logged([] { warn("x"); }); };
  {
    const RequestScope scope("4f2a");
    EXPECT_TRUE(write_line().ends_with("warn  x request=4f2a\n"));
  }
  EXPECT_TRUE(write_line().ends_with("warn  x\n"));
  const RequestScope scope(std::string(100, 'i'));
  EXPECT_TRUE(write_line().ends_with("request=" + std::string(kMaxRequestIdBytes, 'i') + "\n"));
}

TEST(Log, KnowsItsFormatsByName) {
  EXPECT_EQ(parse_format("text").value(), Format::kText);
  EXPECT_EQ(parse_format("json").value(), Format::kJson);
  EXPECT_FALSE(parse_format("xml"));
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
