#include "cli/text_table.h"

#include <gtest/gtest.h>

namespace norn::cli {
namespace {

TEST(TextTable, AlignsItsColumns) {
  TextTable table({"NAME", "ITEMS", ""});
  table.align_right(1);
  table.add({"norn", "12", "x"});
  table.add({"größer", "1234567", ""});
  EXPECT_EQ(table.text(),
            "NAME      ITEMS\n"
            "norn         12  x\n"
            "größer  1234567\n");
}

TEST(TextTable, CutsLongCells) {
  TextTable table({"A", "B"});
  table.add({"ünününün", "12345"});
  table.add({"short"});
  EXPECT_EQ(table.text(5), "A      B\nünün…  12345\nshort\n");
}

}  // namespace
}  // namespace norn::cli
