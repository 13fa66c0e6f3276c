#include "dynamodb/exchange/item_line.h"

#include <gtest/gtest.h>

#include <string_view>

namespace norn::exchange {
namespace {

TEST(LineParser, ReadsNothingFromALineWithoutText) {
  for (const LineForm form : {LineForm::kDynamodbJson, LineForm::kPlain}) {
    LineParser parser(form);
    for (const std::string_view line : {std::string_view(), std::string_view("\n"),
                                        std::string_view(" \r\n"), std::string_view("\t")}) {
      EXPECT_FALSE(parser.parse(line)) << '"' << line << '"';
    }
    EXPECT_TRUE(parser.parse(form == LineForm::kPlain ? R"({"PK":"a"})" : R"({"PK":{"S":"a"}})"));
  }
}

}  // namespace
}  // namespace norn::exchange
