#include "base/append.h"

#include <gtest/gtest.h>

namespace norn {
namespace {

TEST(Append, PutsTextsBehindWhatIsThere) {
  std::string out = "a";
  append_all(out, {});
  EXPECT_EQ(out, "a");
  append_all(out, {"b", "", std::string_view("\0", 1), "cd"});
  EXPECT_EQ(out, std::string("ab\0cd", 5));
  const std::string large(1000, 'x');
  append_all(out, {large, "end"});
  EXPECT_EQ(out, std::string("ab\0cd", 5) + large + "end");
}

}  // namespace
}  // namespace norn
