#include "sandbox/accounts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace norn::sandbox {
namespace {

std::string_view key_in_header(std::string_view authorization) {
  return access_key_of({.headers = {{"Authorization", authorization}}});
}

TEST(AccessKey, IsThatOfTheSignature) {
  EXPECT_EQ(key_in_header("AWS4-HMAC-SHA256 Credential=AKID/20261119/eu-west-1/dynamodb/"
                          "aws4_request, SignedHeaders=host, Signature=0"),
            "AKID");
  EXPECT_EQ(key_in_header("AWS4-HMAC-SHA256 SignedHeaders=host,Credential=a-b_c/2026,Signature=0"),
            "a-b_c");
  EXPECT_EQ(access_key_of({.query = "X-Amz-Algorithm=A&X-Amz-Credential=AKID%2F2026&X-Amz-Date=1"}),
            "AKID");
  EXPECT_EQ(access_key_of({.query = "X-Amz-Credential=AKID/2026"}), "AKID");
}

TEST(AccessKey, IsEmptyWithoutASignature) {
  EXPECT_EQ(access_key_of({}), "");
  EXPECT_EQ(key_in_header("Basic YTpi"), "");
  EXPECT_EQ(key_in_header("AWS4-HMAC-SHA256 Credential="), "");
}

}  // namespace
}  // namespace norn::sandbox
