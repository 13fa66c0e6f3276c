#include "apps/accounts/confirmations.h"

#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;

constexpr int64_t kMinute = 60'000;
const std::string kRight = "correct horse battery";

class ConfirmationsTest : public World {
 protected:
  SignedIn set_up() {
    const std::string secret = *must(accounts_.admission().new_setup_secret());
    return must(accounts_.set_up(
        secret, {.email = "john@example.com", .name = "John", .password = kRight}, visitor_));
  }
  Result<void> confirm(const SignedIn& signed_in, const std::optional<std::string>& password,
                       const std::optional<std::string>& code = {}) {
    return confirmations_.confirm(signed_in.user.id, signed_in.session.id, password, code);
  }
  bool is_confirmed(const SignedIn& signed_in) {
    return must(confirmations_.until_ms(signed_in.user.id, signed_in.session.id)).has_value();
  }

  Result<void> check_recent(const SignedIn& signed_in) {
    return confirmations_.check_recent(signed_in.user.id, signed_in.session.id);
  }
  Result<void> check_sign_in(const SignedIn& signed_in) {
    return confirmations_.check_sign_in(signed_in.user.id, signed_in.session.id);
  }
  // Somebody who signed in with a provider.
  SignedIn provided(const std::string& password_hash = "") {
    NewUser user = john();
    user.provider = "google";
    user.provider_subject = "1234";
    user.password_hash = password_hash;
    const User made = must(accounts_.users().create(user));
    return must(accounts_.sign_in_as(made, "google", visitor_));
  }

  const Visitor visitor_ = {.address = "203.0.113.7", .user_agent = "Browser"};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  Accounts accounts_{store_, tables_, clock_, ids_, sweeps_};
  Confirmations confirmations_{accounts_, store_, tables_, clock_};
};

TEST_F(ConfirmationsTest, ThePasswordConfirmsForTenMinutes) {
  const SignedIn john = set_up();
  EXPECT_FALSE(is_confirmed(john));
  EXPECT_TRUE(fails(confirm(john, std::nullopt), ErrorCode::kForbidden, "password"));
  EXPECT_TRUE(fails(confirm(john, "wrong"), ErrorCode::kForbidden, "password"));
  EXPECT_FALSE(is_confirmed(john));
  must(confirm(john, kRight));
  EXPECT_TRUE(is_confirmed(john));
  clock_.advance_ms(10 * kMinute - 1);
  EXPECT_TRUE(is_confirmed(john));
  clock_.advance_ms(1);
  EXPECT_FALSE(is_confirmed(john));
}

TEST_F(ConfirmationsTest, AClockThatIsSetBackDoesNotMakeItLonger) {
  const SignedIn john = set_up();
  must(confirm(john, kRight));
  clock_.advance_ms(-30 * kMinute);
  EXPECT_FALSE(is_confirmed(john));
}

TEST_F(ConfirmationsTest, ItHoldsInOneSessionUntilItIsEnded) {
  const SignedIn john = set_up();
  const SignedIn again =
      must(accounts_.sign_in({.email = "john@example.com", .password = kRight}, visitor_));
  must(confirm(john, kRight));
  EXPECT_FALSE(is_confirmed(again));
  must(confirmations_.end(john.user.id, john.session.id));
  EXPECT_FALSE(is_confirmed(john));
  must(confirmations_.end(john.user.id, john.session.id));
  must(accounts_.sign_out(john.user.id, john.session.id));
  EXPECT_TRUE(fails(confirm(john, kRight), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(
      fails(confirmations_.until_ms(john.user.id, john.session.id), ErrorCode::kNotSignedIn));
}

TEST_F(ConfirmationsTest, WithoutAPasswordANewSessionConfirmsUntilItIsTenMinutesOld) {
  NewUser user = john();
  user.provider = "google";
  user.provider_subject = "1234";
  const User made = must(accounts_.users().create(user));
  const SignedIn john = must(accounts_.sign_in_as(made, "google", visitor_));
  EXPECT_FALSE(must(confirmations_.needs(made.id)).password);
  clock_.advance_ms(6 * kMinute);
  EXPECT_FALSE(is_confirmed(john));
  must(confirm(john, std::nullopt));
  clock_.advance_ms(4 * kMinute - 1);
  EXPECT_TRUE(is_confirmed(john));
  must(confirm(john, std::nullopt));  // Which does not make it longer.
  clock_.advance_ms(1);
  EXPECT_FALSE(is_confirmed(john));
  const Result<void> late = confirm(john, std::nullopt);
  ASSERT_FALSE(late);
  EXPECT_TRUE(says(late.error(), kConfirmBySigningIn));
}

TEST_F(ConfirmationsTest, ASignInWithThePasswordIsRecentForTenMinutes) {
  const SignedIn john = set_up();
  EXPECT_TRUE(check_recent(john));
  clock_.advance_ms(10 * kMinute - 1);
  EXPECT_TRUE(check_recent(john));
  clock_.advance_ms(1);
  const Result<void> late = check_recent(john);
  ASSERT_TRUE(fails(late, ErrorCode::kForbidden));
  EXPECT_TRUE(says(late.error(), kConfirmationNeeded));
  must(confirm(john, kRight));
  clock_.advance_ms(10 * kMinute - 1);
  EXPECT_TRUE(check_recent(john));
  clock_.advance_ms(1);
  EXPECT_TRUE(fails(check_recent(john), ErrorCode::kForbidden));
}

TEST_F(ConfirmationsTest, EndingItEndsWhatTheSignInStandsForAsWell) {
  const SignedIn john = set_up();
  must(confirmations_.end(john.user.id, john.session.id));
  EXPECT_TRUE(fails(check_recent(john), ErrorCode::kForbidden));
  must(confirm(john, kRight));
  EXPECT_TRUE(check_recent(john));
}

TEST_F(ConfirmationsTest, AProviderIsNotEnoughForAnAccountWithAPassword) {
  EXPECT_TRUE(fails(check_recent(provided("hash")), ErrorCode::kForbidden));
}

TEST_F(ConfirmationsTest, AnAccountWithoutAPasswordNeedsASessionThatHasJustBegun) {
  const SignedIn john = provided();
  EXPECT_TRUE(check_recent(john));
  EXPECT_TRUE(check_sign_in(john));
  clock_.advance_ms(10 * kMinute);
  EXPECT_TRUE(fails(check_recent(john), ErrorCode::kForbidden));
  const Result<void> late = check_sign_in(john);
  ASSERT_TRUE(fails(late, ErrorCode::kForbidden));
  EXPECT_TRUE(says(late.error(), kConfirmBySigningIn));
  // One with a password is asked for it instead.
  must(accounts_.change_password(john.user.id, std::nullopt, kRight, Users::Ending::kNothing,
                                 visitor_));
  EXPECT_TRUE(check_sign_in(john));
}

TEST_F(ConfirmationsTest, GuessesAreThrottled) {
  const SignedIn john = set_up();
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(fails(confirm(john, "a guess"), ErrorCode::kForbidden, "password"));
  }
  EXPECT_TRUE(fails(confirm(john, kRight), ErrorCode::kTooManyRequests));
}

}  // namespace
}  // namespace norn::accounts
