#include "apps/accounts/credentials/second_factor.h"

#include <gtest/gtest.h>
#include <liboath/oath.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>

#include "apps/accounts/keys.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "support/builders.h"
#include "support/model_store.h"

namespace norn::accounts {
namespace {

constexpr int64_t kNoonMs = 1'700'000'010'000;  // The beginning of a step.
const std::string kAda = "0a0a0a0a-0000-4000-8000-000000000001";

class SecondFactorTest : public ::testing::Test {
 protected:
  SecondFactorTest() {
    EXPECT_TRUE(store_.create_table(testing::table("norn", "PK:S SK:S")));
    EXPECT_TRUE(store_.put(testing::put("norn", {{"PK", keys::user(kAda)}, {"SK", "ACCOUNT"}})));
  }

  // What the app of a person shows at a time from now.
  std::string code(const std::string& secret, int64_t from_now_s = 0) {
    char* bytes = nullptr;
    size_t size = 0;
    EXPECT_EQ(oath_base32_decode(secret.data(), secret.size(), &bytes, &size), OATH_OK);
    std::array<char, 7> text{};
    EXPECT_EQ(oath_totp_generate(bytes, size, clock_.now_s() + from_now_s, 30, 0, 6, text.data()),
              OATH_OK);
    std::free(bytes);
    return text.data();
  }

  std::string turn_on() {
    const auto offer = factor_.offer(kAda, "ada@example.org");
    EXPECT_TRUE(offer);
    const auto codes = factor_.confirm(kAda, code(offer->secret));
    EXPECT_TRUE(codes);
    recovery_codes_ = *codes;
    return offer->secret;
  }

  store::Item account() {
    return *store_.get(testing::get("norn", {{"PK", keys::user(kAda)}, {"SK", "ACCOUNT"}}))->item;
  }

  ManualClock clock_{kNoonMs};
  testing::ModelStore store_{clock_};
  RandomIds ids_;
  SecondFactor factor_{store_, {}, clock_, ids_};
  std::vector<std::string> recovery_codes_;
};

TEST_F(SecondFactorTest, AnOfferIsASecretOf160BitsAndAnAddressForApps) {
  const auto offer = factor_.offer(kAda, "ada+x@example.org");
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->secret.size(), 32U);
  EXPECT_EQ(offer->uri,
            "otpauth://totp/Norn:ada%2Bx%40example.org?secret=" + offer->secret + "&issuer=Norn");
}

TEST_F(SecondFactorTest, DoesNothingUntilItIsConfirmed) {
  const auto offer = factor_.offer(kAda, "ada@example.org");
  ASSERT_TRUE(offer);
  EXPECT_FALSE(account().contains("totpSecret"));
  EXPECT_EQ(factor_.check(kAda, code(offer->secret)).error().code, ErrorCode::kNotSignedIn);

  const auto refused = factor_.confirm(kAda, "000000");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(fault_of(refused.error())->field, "code");
  EXPECT_FALSE(account().contains("totpSecret"));

  EXPECT_TRUE(factor_.confirm(kAda, code(offer->secret)));
  EXPECT_TRUE(account().contains("totpSecret"));
  EXPECT_FALSE(account().contains("totpPending"));
}

TEST_F(SecondFactorTest, ThereIsNothingToConfirmWithoutAnOffer) {
  EXPECT_EQ(factor_.confirm(kAda, "123456").error().code, ErrorCode::kConflict);
}

TEST_F(SecondFactorTest, OneThatIsOnIsNotReplaced) {
  turn_on();
  EXPECT_EQ(factor_.offer(kAda, "ada@example.org").error().code, ErrorCode::kConflict);
  EXPECT_EQ(factor_.confirm(kAda, "123456").error().code, ErrorCode::kConflict);
}

TEST_F(SecondFactorTest, AnOfferCreatesNoAccount) {
  EXPECT_FALSE(factor_.offer("0a0a0a0a-0000-4000-8000-000000000002", "bob@example.org"));
  EXPECT_FALSE(factor_.turn_off("0a0a0a0a-0000-4000-8000-000000000002"));
}

TEST_F(SecondFactorTest, TakesTheCodesOfThreeSteps) {
  struct Row {
    int64_t off_by_s;
    bool accepted;
  };
  for (const Row& row : {Row{0, true}, {-30, true}, {30, true}, {-60, false}, {60, false}}) {
    const std::string secret = turn_on();
    clock_.advance_ms(600'000);
    EXPECT_EQ(factor_.check(kAda, code(secret, row.off_by_s)).has_value(), row.accepted)
        << row.off_by_s;
    ASSERT_TRUE(factor_.turn_off(kAda));
  }
}

TEST_F(SecondFactorTest, ACodeWorksOnceAndSoDoAllThatAreOlder) {
  const std::string secret = turn_on();
  EXPECT_FALSE(factor_.check(kAda, code(secret))) << "it has confirmed the secret already";
  clock_.advance_ms(60'000);
  const std::string older = code(secret, -30);
  const std::string now = code(secret);
  EXPECT_TRUE(factor_.check(kAda, now));
  EXPECT_EQ(factor_.check(kAda, now).error().code, ErrorCode::kNotSignedIn);
  EXPECT_EQ(factor_.check(kAda, older).error().code, ErrorCode::kNotSignedIn);
  EXPECT_TRUE(factor_.check(kAda, code(secret, 30)));
}

TEST_F(SecondFactorTest, ACodeThatIsUsedTwiceAtOnceWorksOnce) {
  const std::string secret = turn_on();
  clock_.advance_ms(60'000);
  for (const std::string& used : {code(secret), recovery_codes_[0]}) {
    std::atomic<int> accepted = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] { accepted += factor_.check(kAda, used) ? 1 : 0; });
      }
    }
    EXPECT_EQ(accepted, 1) << used;
  }
}

TEST_F(SecondFactorTest, CodesMayBeTypedWithSpaces) {
  const std::string secret = turn_on();
  clock_.advance_ms(60'000);
  const std::string now = code(secret);
  EXPECT_TRUE(factor_.check(kAda, now.substr(0, 3) + " " + now.substr(3)));
}

TEST_F(SecondFactorTest, RecoveryCodesAreTenAndAlike) {
  turn_on();
  EXPECT_EQ(std::set(recovery_codes_.begin(), recovery_codes_.end()).size(), 10U);
  for (const std::string& recovery : recovery_codes_) {
    EXPECT_EQ(recovery.size(), 14U);
    EXPECT_EQ(std::ranges::count(recovery, '-'), 2);
    EXPECT_EQ(recovery.find_first_of("01lo"), std::string::npos) << recovery;
    EXPECT_EQ(account().json().find(recovery), std::string::npos) << "it is kept as a hash";
  }
}

TEST_F(SecondFactorTest, ARecoveryCodeWorksOnceUntilAllAreGone) {
  turn_on();
  for (std::string recovery : recovery_codes_) {
    std::ranges::transform(recovery, recovery.begin(), ::toupper);
    EXPECT_TRUE(factor_.check(kAda, recovery));
    EXPECT_EQ(factor_.check(kAda, recovery).error().code, ErrorCode::kNotSignedIn);
  }
  EXPECT_FALSE(account().contains("recoveryCodes"));
  EXPECT_TRUE(account().contains("totpSecret"));
}

TEST_F(SecondFactorTest, WrongCodesAreRefused) {
  turn_on();
  clock_.advance_ms(60'000);
  for (const char* wrong : {"", "1", "1234567", "abcd-efgh-jkmn", "      ", "12345x"}) {
    const auto checked = factor_.check(kAda, wrong);
    ASSERT_FALSE(checked) << wrong;
    EXPECT_EQ(checked.error().code, ErrorCode::kNotSignedIn);
    EXPECT_EQ(fault_of(checked.error())->field, "code");
  }
}

TEST_F(SecondFactorTest, NothingIsLeftWhenItIsTurnedOff) {
  const std::string secret = turn_on();
  ASSERT_TRUE(factor_.turn_off(kAda));
  EXPECT_EQ(account().count(), 2U);
  clock_.advance_ms(60'000);
  EXPECT_FALSE(factor_.check(kAda, code(secret)));
  EXPECT_FALSE(factor_.check(kAda, recovery_codes_[0]));
}

}  // namespace
}  // namespace norn::accounts
