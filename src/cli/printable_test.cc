#include "cli/printable.h"

#include <gtest/gtest.h>

namespace norn::cli {
namespace {

TEST(Printable, EscapesWhatATerminalWouldObey) {
  const struct {
    const char *text, *printed;
  } rows[] = {
      {"Tea, 2 cups", "Tea, 2 cups"},
      {"a line\nand\ta tab", "a line\nand\ta tab"},
      {"Müller 茶", "Müller 茶"},
      {"\x1b]0;title\x07", "\\u001b]0;title\\u0007"},
      {"\x7f", "\\u007f"},
      {"\xc2\x9b"
       "31m",
       "\\u009b31m"},
      {"no UTF-8: \xff\x1b", "no UTF-8: \\u00ff\\u001b"},
      {"", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(printable(row.text), row.printed);
}

}  // namespace
}  // namespace norn::cli
