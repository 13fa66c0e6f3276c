#include "apps/accounts/credentials/passwords.h"

#include <crypt.h>
#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "base/faults.h"

namespace norn::accounts {
namespace {

// "correct horse" with a cost of 4, which is quick.
std::string bcrypt_of(const char* password) {
  crypt_data work{};
  const char* hash = crypt_r(password, "$2b$04$abcdefghijklmnopqrstuu", &work);
  return hash != nullptr ? hash : "";
}

bool is_right(Passwords& passwords, std::string_view password, std::string_view hash) {
  return passwords.verify(password, hash).value().right;
}

TEST(Passwords, KnowsTheRightOne) {
  Passwords passwords;
  const std::string hash = passwords.hash("correct horse").value();
  EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")) << hash;
  const Passwords::Verdict right = passwords.verify("correct horse", hash).value();
  EXPECT_TRUE(right.right);
  EXPECT_FALSE(right.outdated);
  EXPECT_FALSE(is_right(passwords, "correct horsE", hash));
  EXPECT_FALSE(is_right(passwords, "", hash));
  EXPECT_FALSE(is_right(passwords, "correct horse", ""));
  EXPECT_FALSE(is_right(passwords, "correct horse", "$1$nonsense"));
  EXPECT_FALSE(is_right(passwords, "correct horse", "$argon2id$nonsense"));
  EXPECT_NE(passwords.hash("correct horse").value(), hash);
}

TEST(Passwords, MakesBcryptForProgramsThatReadIt) {
  Passwords passwords(PasswordHash::kBcrypt);
  const std::string hash = passwords.hash("correct horse").value();
  EXPECT_TRUE(hash.starts_with("$2b$10$")) << hash;
  EXPECT_NE(passwords.hash("correct horse").value(), hash);
  EXPECT_TRUE(is_right(passwords, "correct horse", hash));
  EXPECT_FALSE(passwords.verify("correct horse", hash).value().outdated);
  EXPECT_FALSE(is_right(passwords, "wrong", hash));
  EXPECT_FALSE(is_right(passwords, "nobody's", ""));
  // Others are replaced when their people sign in.
  EXPECT_TRUE(passwords.verify("correct horse", bcrypt_of("correct horse")).value().outdated);
  const std::string argon = Passwords().hash("correct horse").value();
  EXPECT_TRUE(passwords.verify("correct horse", argon).value().outdated);
  // Bcrypt would ignore the rest.
  EXPECT_TRUE(passwords.hash(std::string(72, 'x')).has_value());
  EXPECT_EQ(passwords.hash(std::string(73, 'x')).error().code, ErrorCode::kInvalid);
}

TEST(Passwords, TakesBcryptAndWantsItReplaced) {
  Passwords passwords;
  const std::string b = bcrypt_of("correct horse");
  ASSERT_TRUE(b.starts_with("$2b$04$"));
  for (const char kind : {'a', 'b', 'y'}) {
    std::string hash = b;
    hash[2] = kind;
    const Passwords::Verdict verdict = passwords.verify("correct horse", hash).value();
    EXPECT_TRUE(verdict.right) << hash;
    EXPECT_TRUE(verdict.outdated);
    EXPECT_FALSE(is_right(passwords, "wrong", hash));
    EXPECT_FALSE(passwords.verify("wrong", hash).value().outdated);
  }
  EXPECT_FALSE(is_right(passwords, std::string("correct horse\0more", 18), b));
  EXPECT_FALSE(is_right(passwords, "correct horse", "$2b$nonsense"));
}

TEST(Passwords, WantsOtherParametersReplaced) {
  Passwords passwords;
  std::array<char, crypto_pwhash_STRBYTES> weak{};
  ASSERT_EQ(crypto_pwhash_str(weak.data(), "correct horse", 13, 1, 8192 * 16), 0);
  const Passwords::Verdict verdict = passwords.verify("correct horse", weak.data()).value();
  EXPECT_TRUE(verdict.right);
  EXPECT_TRUE(verdict.outdated);
}

TEST(Passwords, ATooLongOneIsWrong) {
  Passwords passwords;
  const std::string hash = passwords.hash(std::string(1024, 'x')).value();
  EXPECT_TRUE(is_right(passwords, std::string(1024, 'x'), hash));
  EXPECT_FALSE(is_right(passwords, std::string(1025, 'x'), hash));
}

TEST(Passwords, SomeAtOnceWaitForEachOther) {
  Passwords passwords;
  const std::string hash = bcrypt_of("correct horse");
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(is_right(passwords, "correct horse", hash)); });
  }
}

TEST(Passwords, WhoComesWhenManyWaitIsToldToTryAgain) {
  Passwords passwords;
  const std::string hash = passwords.hash("correct horse").value();
  std::atomic<int> refused = 0;
  std::vector<std::jthread> threads;
  std::latch start(64);
  for (int i = 0; i < 64; ++i) {
    threads.emplace_back([&, known = i % 2 == 0] {
      start.arrive_and_wait();
      const Result<Passwords::Verdict> verdict =
          passwords.verify("correct horse", known ? hash : std::string());
      if (verdict) {
        EXPECT_EQ(verdict->right, known);
        return;
      }
      ++refused;
      EXPECT_EQ(verdict.error().code, ErrorCode::kTooManyRequests);
      EXPECT_EQ(verdict.error().message,
                "Many people are signing in at this moment. Try again in a few seconds.");
      EXPECT_EQ(fault_of(verdict.error())->retry_after_s, 2);
    });
  }
  threads.clear();
  EXPECT_GT(refused, 0);
  EXPECT_TRUE(is_right(passwords, "correct horse", hash));
}

TEST(NewPassword, IsLongEnoughAndNotGuessed) {
  for (const char* good : {"correct horse", "abcdefghi\xC3\xA9", "1029384756x", "johnjohnjohn"}) {
    EXPECT_TRUE(check_new_password(good, "john@example.com")) << good;
  }
  const std::string bad[] = {"",
                             "short",
                             "ninechars",
                             "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9",
                             "password123",
                             "PassWord123",
                             "1234567890",
                             "qwertyuiop",
                             std::string(12, ' '),
                             "  \t  \xC2\xA0\xC2\xA0     ",
                             "john.doe.long@example.com",
                             "John.Doe.Long@example.com",
                             "john.doe.long",
                             std::string(1025, 'x'),
                             std::string("with\0a nul", 10),
                             "not\xFFtext at all"};
  for (const std::string& password : bad) {
    const Result<void> checked =
        check_new_password(password, "john.doe.long@example.com", "newPassword");
    ASSERT_FALSE(checked) << password;
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(fault_of(checked.error())->field, "newPassword");
    EXPECT_EQ(checked.error().message.find(password.empty() ? "\xFF" : password),
              std::string::npos);
  }
}

}  // namespace
}  // namespace norn::accounts
