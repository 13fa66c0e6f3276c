#include "dynamodb/table_name.h"

#include <gtest/gtest.h>

namespace norn::dynamodb {
namespace {

TEST(TableName, IsItselfOrTheLastPartOfAnArn) {
  EXPECT_EQ(table_name("abc").value(), "abc");
  EXPECT_EQ(table_name("").value(), "");
  EXPECT_EQ(table_name("arn:aws:dynamodb:us-east-1:000000000000:table/a.b-c_1").value(), "a.b-c_1");
  EXPECT_EQ(table_name("arn:aws-cn:dynamodb:cn-north-1:123456789012:table/abc").value(), "abc");
}

TEST(TableName, RefusesOtherArns) {
  for (const char* arn :
       {"arn:", "arn:aws:dynamodb", "arn:aws:s3:us-east-1:1:table/abc",
        "arn:aws:dynamodb:us-east-1:1:index/abc", "arn:aws:dynamodb:us-east-1:1:table/",
        "arn:aws:dynamodb:us-east-1:1:table/abc/index/x"}) {
    const auto name = table_name(arn);
    ASSERT_FALSE(name.has_value()) << arn;
    EXPECT_EQ(name.error().message, std::string("Invalid table ARN: ") + arn);
  }
}

}  // namespace
}  // namespace norn::dynamodb
