#include "apps/accounts/credentials/secrets.h"

#include <gtest/gtest.h>

#include "base/sha256.h"

namespace norn::accounts {
namespace {

const std::string kUserId = "550e8400-e29b-41d4-a716-446655440001";

TEST(Base64Url, IsThatOfTheRfc) {
  const struct {
    std::string bytes;
    std::string text;
  } rows[] = {{"", ""},
              {"f", "Zg"},
              {"fo", "Zm8"},
              {"foo", "Zm9v"},
              {"foobar", "Zm9vYmFy"},
              {"\xFB\xEF\xFF", "--__"}};
  for (const auto& row : rows) {
    EXPECT_EQ(base64url(row.bytes), row.text);
    EXPECT_EQ(from_base64url(row.text), row.bytes);
  }
  for (const char* text : {"Z", "Zg==", "Zh", "++//", "Zm9v ", "Zm 9v", "Zm9v\n", "Zm8*"}) {
    EXPECT_FALSE(from_base64url(text)) << text;
  }
}

TEST(Secret, Has256BitsAndIsKeptAsAHash) {
  RandomIds ids;
  const std::string secret = new_secret(ids);
  EXPECT_EQ(from_base64url(secret)->size(), 32U);
  EXPECT_NE(secret, new_secret(ids));
  EXPECT_EQ(secret_hash(secret), sha256_hex(secret));
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", "abd"));
  EXPECT_FALSE(same_secret("abc", "ab"));
  EXPECT_TRUE(same_secret("", ""));
}

TEST(Credential, IsReadAsItWasWritten) {
  RandomIds ids;
  const std::string secret = new_secret(ids);
  const std::string text = credential_text({.user_id = kUserId, .secret = secret});
  EXPECT_EQ(text, kUserId + "." + secret);
  const std::optional<Credential> credential = parse_credential(text);
  ASSERT_TRUE(credential);
  EXPECT_EQ(credential->user_id, kUserId);
  EXPECT_EQ(credential->secret, secret);

  const std::string foreign = credential_text({.user_id = "user ü.1", .secret = secret});
  EXPECT_EQ(foreign, "~dXNlciDDvC4x." + secret);
  EXPECT_EQ(parse_credential(foreign)->user_id, "user ü.1");
  EXPECT_FALSE(parse_credential("~" + base64url("a#b") + "." + secret));
  EXPECT_FALSE(parse_credential("~." + secret));

  std::string capital = text;
  capital[4] = 'E';
  std::string hash_sign = text;
  hash_sign[0] = '#';
  for (const std::string& bad :
       {std::string(), std::string("."), kUserId, kUserId + ".", kUserId + secret, text + "A",
        text.substr(0, text.size() - 1), text + ".", secret + "." + kUserId, capital, hash_sign,
        kUserId + "." + std::string(43, '#'), kUserId + "." + base64url(std::string(31, 'x'))}) {
    EXPECT_FALSE(parse_credential(bad)) << bad;
  }
}

}  // namespace
}  // namespace norn::accounts
