#include "apps/accounts/credentials/common_passwords.h"

#include <gtest/gtest.h>

namespace norn::accounts {
namespace {

TEST(CommonPasswords, AreThoseOfTheListAndWhatPeopleMakeOfThem) {
  for (const char* common :
       {"password123", "PassWord123", "1234567890", "qwertyuiop", "christopher", "manchester1",
        "zaq12wsxcde3", "welcome2026", "Sunshine2026", "football!!!!", "liverpool#1",
        "passwordpassword", "Trustno1trustno1", "0123456789", "p@ssword123", "testtesttest",
        // Full width, and a letter that only looks different.
        "\uFF30\uFF41\uFF53\uFF53\uFF57\uFF4F\uFF52\uFF44\uFF11\uFF12\uFF13",
        "pa\u017Fsword1234"}) {
    EXPECT_TRUE(is_common_password(common)) << common;
  }
}

TEST(CommonPasswords, AreNotThoseWithSomethingOfTheirOwn) {
  for (const char* other :
       {"", "\n", "correct horse", "1029384756x", "johnjohnjohn", "sunshine and rain",
        "sunshine20261", "my football!", "12345678\n123456789", "passwordpasswore",
        "\u043F\u0430\u0440\u043E\u043B\u044C \u0434\u043E\u043C\u0430"}) {
    EXPECT_FALSE(is_common_password(other)) << other;
  }
}

// The binary search finds the ends, too.
TEST(CommonPasswords, AreFoundFromTheFirstToTheLast) {
  for (const char* listed : {"!qaz2wsx", "zzzzzzz1"}) {
    EXPECT_TRUE(is_common_password(listed)) << listed;
  }
}

}  // namespace
}  // namespace norn::accounts
