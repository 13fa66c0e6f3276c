#include "cli/progress_line.h"

#include <gtest/gtest.h>

#include <sstream>

namespace norn::cli {
namespace {

TEST(ProgressLine, SaysHowFastAndHowLongStill) {
  EXPECT_EQ(ProgressLine::text("t", 100, 1000, 0, 0.1), "t: 100 items of about 1000");
  EXPECT_EQ(ProgressLine::text("t", 100, 1000, 0, 2),
            "t: 100 items of about 1000, 50 items/s, 19 s left");
  EXPECT_EQ(ProgressLine::text("t", 600, 1000, 500, 2),
            "t: 600 items of about 1000, 50 items/s, 9 s left");
  EXPECT_EQ(ProgressLine::text("t", 10, 10'000, 0, 10),
            "t: 10 items of about 10000, 1 items/s, 2 h 46 min left");
  EXPECT_EQ(ProgressLine::text("t", 100, 50, 0, 2), "t: 100 items, 50 items/s");
}

TEST(ProgressLine, IsALineForEachTableIfThereIsNoTerminal) {
  std::ostringstream out;
  ProgressLine progress(&out, false);
  progress.begin("first", 3, 0);
  progress.add(3);
  progress.end("first", 3);
  progress.begin("second", 3, 2);
  progress.tell("file, line 3: no item");
  progress.end("second", 3);
  EXPECT_EQ(out.str(),
            "first: 3 items\nsecond: continues after 2 items\nfile, line 3: no item\n"
            "second: 3 items\n");
}

}  // namespace
}  // namespace norn::cli
