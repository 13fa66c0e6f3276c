#include "apps/accounts/service.h"

#include <crypt.h>
#include <liboath/oath.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;

const std::string kPassword = "correct horse";

class AccountsTest : public World {
 protected:
  static SignUpRequest john_with(std::optional<std::string> invitation = std::nullopt) {
    return {.email = " John@Example.com",
            .name = "John Doe",
            .password = kPassword,
            .invitation = std::move(invitation)};
  }
  // A user whose password has the quick hash of "correct horse", which is outdated.
  User quick_john() {
    crypt_data work{};
    NewUser user = john();
    user.password_hash = crypt_r(kPassword.c_str(), "$2b$04$abcdefghijklmnopqrstuu", &work);
    return must(accounts_.users().create(user));
  }
  Result<SignedIn> sign_in(const std::string& password,
                           std::optional<std::string> code = std::nullopt) {
    return accounts_.sign_in(
        {.email = "JOHN@example.com", .password = password, .code = std::move(code)}, visitor_);
  }
  bool is_valid(const std::string& credential) {
    return must(accounts_.sessions().verify(credential)).has_value();
  }

  static constexpr Users::Ending kSessions = Users::Ending::kSessions;
  Visitor visitor_ = {.address = "203.0.113.7", .user_agent = "Browser"};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  Accounts accounts_{store_, tables_, clock_, ids_, sweeps_};
};

TEST_F(AccountsTest, TheFirstAccountIsAnAdministrator) {
  const std::string secret = *must(accounts_.admission().new_setup_secret());
  EXPECT_TRUE(fails(accounts_.set_up("guess", john_with(), visitor_), ErrorCode::kForbidden));
  const SignedIn signed_in = must(accounts_.set_up(secret, john_with(), visitor_));
  EXPECT_TRUE(signed_in.account.first_steps);
  EXPECT_EQ(signed_in.user.email, "john@example.com");
  EXPECT_TRUE(signed_in.account.administrator);
  EXPECT_EQ(signed_in.session.method, "password");
  const auto identity = must(accounts_.sessions().verify(signed_in.credential));
  ASSERT_TRUE(identity);
  EXPECT_TRUE(identity->account.administrator);
  EXPECT_TRUE(identity->account.email_verified);
  EXPECT_FALSE(must(accounts_.admission().needs_setup()));
  EXPECT_TRUE(fails(accounts_.set_up(secret, john_with(), visitor_), ErrorCode::kForbidden));
}

TEST_F(AccountsTest, OfTwoWhoSetUpAtOnceOneDoes) {
  const std::string secret = *must(accounts_.admission().new_setup_secret());
  std::atomic<int> won = 0;
  std::atomic<int> refused = 0;
  std::vector<std::jthread> threads;
  for (const char* email : {"one@example.com", "two@example.com", "three@example.com"}) {
    threads.emplace_back([&, email] {
      SignUpRequest request = john_with();
      request.email = email;
      const Result<SignedIn> signed_in = accounts_.set_up(secret, request, visitor_);
      if (signed_in) ++won;
      if (fails(signed_in, ErrorCode::kForbidden)) ++refused;
    });
  }
  threads.clear();
  EXPECT_EQ(won, 1);
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(count("calendsync"), 1U);
}

TEST_F(AccountsTest, AnInvitationLetsOnePersonIn) {
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kForbidden));
  const std::string secret = must(accounts_.admission().invite("", std::nullopt)).secret;
  const SignedIn signed_in = must(accounts_.sign_up(john_with(secret), visitor_));
  EXPECT_FALSE(signed_in.account.administrator);
  EXPECT_TRUE(is_valid(signed_in.credential));
  EXPECT_TRUE(must(accounts_.admission().invitations()).empty());
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(secret), visitor_), ErrorCode::kForbidden));
}

TEST_F(AccountsTest, AnInvitationTellsWhoInvitesToWhat) {
  class Things : public UserHook {
    Result<std::vector<Awaiting>> awaiting(const std::string& email) override {
      return std::vector<Awaiting>{
          {.kind = "calendar", .name = "For " + email, .role = "writer", .invited_by = "Nora"}};
    }
  } things;
  accounts_.users().add_hook(things);
  NewUser inviter = person("john@example.com", true);
  inviter.name = "John Doe";
  const User john = must(accounts_.users().create(inviter));
  const auto for_address = must(accounts_.admission().invite(john.id, "Jack@example.com"));
  const auto for_anybody = must(accounts_.admission().invite("", std::nullopt));
  const auto preview = must(accounts_.preview_invitation(for_address.secret, visitor_));
  EXPECT_EQ(preview.invited_by, "John Doe");
  ASSERT_EQ(preview.things.size(), 1U);
  EXPECT_EQ(preview.things[0].name, "For jack@example.com");
  const auto bare = must(accounts_.preview_invitation(for_anybody.secret, visitor_));
  EXPECT_EQ(bare.invited_by, std::nullopt) << "the operator";
  EXPECT_TRUE(bare.things.empty());
  EXPECT_EQ(must(accounts_.admission().invitations()).size(), 2U) << "it is not used up";
  EXPECT_TRUE(fails(accounts_.preview_invitation("guess", visitor_), ErrorCode::kForbidden));
  clock_.advance_ms(kInvitationMs);
  EXPECT_TRUE(
      fails(accounts_.preview_invitation(for_address.secret, visitor_), ErrorCode::kForbidden));
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(accounts_.preview_invitation("guess", visitor_));
  EXPECT_TRUE(fails(accounts_.preview_invitation("guess", visitor_), ErrorCode::kTooManyRequests));
}

TEST_F(AccountsTest, OfManyWithOneInvitationOneComesIn) {
  const std::string secret = must(accounts_.admission().invite("", std::nullopt)).secret;
  std::atomic<int> won = 0;
  std::vector<std::jthread> threads;
  for (const char* email : {"one@example.com", "two@example.com", "three@example.com"}) {
    threads.emplace_back([&, email] {
      SignUpRequest request = john_with(secret);
      request.email = email;
      const Result<SignedIn> signed_in = accounts_.sign_up(request, visitor_);
      EXPECT_TRUE(signed_in || fails(signed_in, ErrorCode::kForbidden));
      if (signed_in) ++won;
    });
  }
  threads.clear();
  EXPECT_EQ(won, 1);
}

TEST_F(AccountsTest, SignUpSaysWhatIsWrong) {
  must(accounts_.admission().change_settings({.sign_up = SignUp::kOpen}));
  quick_john();
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kConflict, "email"));
  SignUpRequest request = john_with();
  request.password = "short";
  EXPECT_TRUE(fails(accounts_.sign_up(request, visitor_), ErrorCode::kInvalid, "password"));
  request = john_with();
  request.email = "john";
  EXPECT_TRUE(fails(accounts_.sign_up(request, visitor_), ErrorCode::kInvalid, "email"));
  must(accounts_.admission().change_settings({.sign_up = SignUp::kClosed}));
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kForbidden));
}

TEST_F(AccountsTest, SignUpIsThrottledByAddress) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kTooManyRequests));
  visitor_.address = "203.0.113.8";
  EXPECT_TRUE(fails(accounts_.sign_up(john_with(), visitor_), ErrorCode::kForbidden));
}

TEST_F(AccountsTest, ErrorsDoNotRevealWhoHasAnAccount) {
  quick_john();
  NewUser of_google = john();
  of_google.email = "google@example.com";
  of_google.provider = "google";
  of_google.provider_subject = "1";
  must(accounts_.users().create(of_google));
  const auto refusal = [&](const std::string& email) {
    const Result<SignedIn> signed_in =
        accounts_.sign_in({.email = email, .password = "wrong horse", .code = "1"}, visitor_);
    EXPECT_TRUE(fails(signed_in, ErrorCode::kNotSignedIn)) << email;
    return signed_in.error().message;
  };
  const std::string wrong_password = refusal("john@example.com");
  EXPECT_EQ(refusal("nobody@example.com"), wrong_password);
  EXPECT_EQ(refusal("google@example.com"), wrong_password);
}

TEST_F(AccountsTest, SigningInReplacesAnOutdatedHash) {
  const User user = quick_john();
  const std::string old_hash = must(accounts_.users().password_hash(user.id));
  EXPECT_FALSE(sign_in("wrong horse"));
  EXPECT_EQ(must(accounts_.users().password_hash(user.id)), old_hash);
  const SignedIn signed_in = must(sign_in(kPassword));
  EXPECT_EQ(signed_in.user.id, user.id);
  EXPECT_TRUE(is_valid(signed_in.credential));
  const std::string new_hash = must(accounts_.users().password_hash(user.id));
  EXPECT_TRUE(new_hash.starts_with("$argon2id$"));
  EXPECT_TRUE(sign_in(kPassword));
  EXPECT_EQ(must(accounts_.users().password_hash(user.id)), new_hash);
}

TEST_F(AccountsTest, AnAttackerLocksOutTheirOwnNetworkOnly) {
  quick_john();
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(fails(sign_in("wrong horse"), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(sign_in(kPassword));  // The tenth try is right, and forgets the others.
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(sign_in("wrong horse"));
  const Result<SignedIn> refused = sign_in(kPassword);
  EXPECT_TRUE(fails(refused, ErrorCode::kTooManyRequests));
  EXPECT_EQ(fault_of(refused.error())->retry_after_s, 900);
  // However often it is tried there, the owner comes in elsewhere.
  for (int i = 0; i < 80; ++i) EXPECT_FALSE(sign_in("wrong horse"));
  visitor_.address = "203.0.113.8";
  EXPECT_TRUE(sign_in(kPassword));
  visitor_.address = "203.0.113.7";
  EXPECT_TRUE(fails(sign_in(kPassword), ErrorCode::kTooManyRequests));
  clock_.advance_ms(900'000);
  EXPECT_TRUE(sign_in(kPassword));
}

TEST_F(AccountsTest, TriesOfAnAccountAreCountedFromEverywhere) {
  quick_john();
  const ThrottleRule rule = {.kind = "sign-in-everywhere", .tries = 100, .window_s = 900};
  const auto try_from_elsewhere = [&](int times) {
    for (int i = 0; i < times; ++i) must(accounts_.throttle().take(rule, "john@example.com"));
  };
  try_from_elsewhere(99);
  EXPECT_TRUE(sign_in(kPassword));  // This forgets the others.
  try_from_elsewhere(99);
  EXPECT_TRUE(fails(sign_in("wrong horse"), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(fails(sign_in(kPassword), ErrorCode::kTooManyRequests));
  clock_.advance_ms(900'000);
  EXPECT_TRUE(sign_in(kPassword));
}

TEST_F(AccountsTest, TriesFromANetworkAreCountedForAllAccounts) {
  const auto attempt = [&](int number, const char* address) {
    return accounts_.sign_in(
        {.email = std::to_string(number) + "@example.com", .password = std::string(), .code = {}},
        {.address = address, .user_agent = ""});
  };
  // These tries are counted although no password was looked at.
  const ThrottleRule rule = {.kind = "sign-in-address", .tries = 100, .window_s = 900};
  for (int i = 0; i < 100; ++i) must(accounts_.throttle().take(rule, "2001:db8::/64"));
  EXPECT_TRUE(fails(attempt(1, "2001:db8::1"), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(attempt(2, "2001:db8::2:1"), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(attempt(3, "2001:db8:0:1::1"), ErrorCode::kNotSignedIn));
}

// What an authenticator app shows.
std::string code_of(const std::string& secret, int64_t now_s) {
  char* bytes = nullptr;
  size_t size = 0;
  EXPECT_EQ(oath_base32_decode(secret.data(), secret.size(), &bytes, &size), OATH_OK);
  std::array<char, 7> text{};
  EXPECT_EQ(oath_totp_generate(bytes, size, now_s, 30, 0, 6, text.data()), OATH_OK);
  std::free(bytes);  // NOLINT: it is liboath's.
  return text.data();
}

TEST_F(AccountsTest, OnlyWhoHasThePasswordHearsOfTheSecondFactor) {
  const User user = quick_john();
  const auto offer = must(accounts_.second_factor().offer(user.id, user.email));
  must(accounts_.second_factor().confirm(user.id, code_of(offer.secret, clock_.now_s())));
  clock_.advance_ms(60'000);

  EXPECT_TRUE(fails(sign_in("wrong horse"), ErrorCode::kNotSignedIn));
  const std::string old_hash = must(accounts_.users().password_hash(user.id));
  const Result<SignedIn> asked = sign_in(kPassword);
  EXPECT_TRUE(fails(asked, ErrorCode::kNotSignedIn, "code"));
  const Result<SignedIn> wrong = sign_in(kPassword, "nonsense");
  EXPECT_TRUE(fails(wrong, ErrorCode::kNotSignedIn, "code"));
  EXPECT_NE(asked.error().message, wrong.error().message);
  EXPECT_EQ(must(accounts_.users().password_hash(user.id)), old_hash);

  const std::string code = code_of(offer.secret, clock_.now_s());
  const SignedIn signed_in = must(sign_in(kPassword, code));
  EXPECT_TRUE(signed_in.account.second_factor);
  EXPECT_TRUE(fails(sign_in(kPassword, code), ErrorCode::kNotSignedIn, "code"));
  // Codes are tries of the account too.
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(sign_in(kPassword, "nonsense"));
  EXPECT_TRUE(fails(sign_in(kPassword, "nonsense"), ErrorCode::kTooManyRequests));
}

TEST_F(AccountsTest, CodesAreNotGuessedInTheLongRun) {
  const User user = quick_john();
  const auto offer = must(accounts_.second_factor().offer(user.id, user.email));
  must(accounts_.second_factor().confirm(user.id, code_of(offer.secret, clock_.now_s())));
  const auto guess = [&](int times) {
    for (int i = 0; i < times; ++i) {
      EXPECT_TRUE(
          fails(accounts_.check_code(user.id, "nonsense"), ErrorCode::kNotSignedIn, "code"));
    }
  };
  const auto next_code = [&] {
    clock_.advance_ms(60'000);
    return code_of(offer.secret, clock_.now_s());
  };
  guess(19);
  must(accounts_.check_code(user.id, next_code()));  // A right one forgets the wrong ones.
  guess(19);
  EXPECT_TRUE(fails(sign_in(kPassword, "nonsense"), ErrorCode::kNotSignedIn, "code"));
  EXPECT_TRUE(fails(sign_in(kPassword), ErrorCode::kNotSignedIn, "code"));
  clock_.advance_ms(12 * 3'600'000);
  EXPECT_TRUE(fails(sign_in(kPassword, next_code()), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(accounts_.check_code(user.id, next_code()), ErrorCode::kTooManyRequests));
  clock_.advance_ms(12 * 3'600'000);
  EXPECT_TRUE(sign_in(kPassword, next_code()));
}

TEST_F(AccountsTest, AProviderSignsPeopleIn) {
  const User user = quick_john();
  const SignedIn signed_in = must(accounts_.sign_in_as(user, "google", visitor_));
  EXPECT_EQ(signed_in.session.method, "google");
  EXPECT_TRUE(is_valid(signed_in.credential));
  User gone = user;
  gone.id = "gone";
  EXPECT_TRUE(fails(accounts_.sign_in_as(gone, "google", visitor_), ErrorCode::kNotFound));
}

TEST_F(AccountsTest, SigningOutEndsOneSessionOrAll) {
  const User user = quick_john();
  const SignedIn one = must(accounts_.sign_in_as(user, "google", visitor_));
  const SignedIn two = must(accounts_.sign_in_as(user, "google", visitor_));
  const SignedIn three = must(accounts_.sign_in_as(user, "google", visitor_));
  must(accounts_.sign_out(user.id, one.session.id));
  must(accounts_.sign_out(user.id, one.session.id));
  EXPECT_FALSE(is_valid(one.credential));
  EXPECT_TRUE(is_valid(two.credential));
  must(accounts_.sign_out_everywhere(user.id));
  EXPECT_FALSE(is_valid(two.credential));
  EXPECT_FALSE(is_valid(three.credential));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson);
}

TEST_F(AccountsTest, ANewPasswordEndsAllSessionsAndStartsOne) {
  const User user = quick_john();
  const SignedIn before = must(accounts_.sign_in_as(user, "google", visitor_));
  const auto change = [&](std::optional<std::string> current, const std::string& password) {
    return accounts_.change_password(user.id, current, password, kSessions, visitor_);
  };
  EXPECT_TRUE(fails(change({}, "battery staple"), ErrorCode::kForbidden, "currentPassword"));
  EXPECT_TRUE(
      fails(change("wrong horse", "battery staple"), ErrorCode::kForbidden, "currentPassword"));
  EXPECT_TRUE(fails(change(kPassword, "short"), ErrorCode::kInvalid, "newPassword"));
  EXPECT_TRUE(is_valid(before.credential));
  const SignedIn after = must(change(kPassword, "battery staple"));
  EXPECT_FALSE(is_valid(before.credential));
  EXPECT_TRUE(is_valid(after.credential));
  EXPECT_TRUE(fails(sign_in(kPassword), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(sign_in("battery staple"));
  EXPECT_TRUE(fails(accounts_.change_password("gone", {}, "battery staple", kSessions, visitor_),
                    ErrorCode::kNotFound));
}

// Uses up the attempts that strangers of all networks have.
class AccountsUnderAttack : public AccountsTest {
 protected:
  Visitor owner_ = {.address = "203.0.113.7", .user_agent = "Browser", .device = "own"};

  Result<SignedIn> sign_in_from(const Visitor& visitor, const std::string& password) {
    return accounts_.sign_in({.email = "john@example.com", .password = password}, visitor);
  }
  void attack() {
    const ThrottleRule everywhere = {.kind = "sign-in-everywhere", .tries = 100, .window_s = 900};
    while (accounts_.throttle().take(everywhere, "john@example.com")) {
    }
  }
};

TEST_F(AccountsUnderAttack, ABrowserThatHasSignedInBeforeStillCan) {
  const User user = quick_john();
  must(sign_in_from(owner_, kPassword));
  attack();
  EXPECT_TRUE(fails(sign_in_from(visitor_, kPassword), ErrorCode::kTooManyRequests));
  Visitor stranger = owner_;
  stranger.device = "another";
  EXPECT_TRUE(fails(sign_in_from(stranger, kPassword), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(sign_in_from(owner_, kPassword));
  // From any network: it is the browser that counts.
  owner_.address = "198.51.100.1";
  EXPECT_TRUE(sign_in_from(owner_, kPassword));
}

TEST_F(AccountsUnderAttack, ABrowserOfAnotherAccountIsAStranger) {
  quick_john();
  NewUser other = john();
  other.email = "jack@example.com";
  const User jack = must(accounts_.users().create(other));
  must(accounts_.sign_in_as(jack, "google", owner_));
  attack();
  EXPECT_TRUE(fails(sign_in_from(owner_, kPassword), ErrorCode::kTooManyRequests));
}

TEST_F(AccountsUnderAttack, AKnownBrowserHasALimitOfItsOwn) {
  quick_john();
  must(sign_in_from(owner_, kPassword));
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(fails(sign_in_from(owner_, "wrong horse"), ErrorCode::kNotSignedIn));
  }
  EXPECT_TRUE(fails(sign_in_from(owner_, kPassword), ErrorCode::kTooManyRequests));
  // Its attempts do not count against others.
  EXPECT_TRUE(sign_in_from(visitor_, kPassword));
  clock_.advance_ms(901'000);
  EXPECT_TRUE(sign_in_from(owner_, kPassword));
}

TEST_F(AccountsUnderAttack, ANewPasswordMakesAllBrowsersStrangersButTheOneThatSetIt) {
  const User user = quick_john();
  Visitor other = owner_;
  other.device = "other";
  must(sign_in_from(owner_, kPassword));
  must(sign_in_from(other, kPassword));
  must(accounts_.change_password(user.id, kPassword, "battery staple", kSessions, owner_));
  attack();
  EXPECT_TRUE(fails(sign_in_from(other, "battery staple"), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(sign_in_from(owner_, "battery staple"));
  must(accounts_.sign_out_everywhere(user.id, owner_));
  EXPECT_TRUE(sign_in_from(owner_, "battery staple"));
  must(accounts_.sign_out_everywhere(user.id));
  EXPECT_TRUE(fails(sign_in_from(owner_, "battery staple"), ErrorCode::kTooManyRequests));
}

TEST_F(AccountsUnderAttack, TenBrowsersAreKnownAndForAboutAYear) {
  const User user = quick_john();
  must(sign_in_from(owner_, kPassword));
  const auto knows = [&] {
    return must(accounts_.sessions().knows_device(user.id, 0, owner_.device));
  };
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(knows()) << i;
    clock_.advance_ms(1'000);
    must(accounts_.sign_in_as(
        user, "google", {.address = "192.0.2.1", .user_agent = "", .device = std::to_string(i)}));
  }
  EXPECT_FALSE(knows());
  must(sign_in_from(owner_, kPassword));
  EXPECT_TRUE(knows());
  clock_.advance_ms(int64_t{401} * 86'400'000);
  EXPECT_FALSE(knows());
}

TEST_F(AccountsTest, ANewPasswordEndsTokensIfTheOwnerWants) {
  const User user = quick_john();
  const auto token =
      must(accounts_.sessions().make_token(user.id, "Script", {"account:read"}, {})).text;
  const auto is_valid_token = [&] {
    return must(accounts_.sessions().verify_token(token)).has_value();
  };
  must(accounts_.change_password(user.id, kPassword, "battery staple", kSessions, visitor_));
  EXPECT_TRUE(is_valid_token());
  const SignedIn after = must(accounts_.change_password(user.id, "battery staple", kPassword,
                                                        Users::Ending::kAllAccess, visitor_));
  EXPECT_FALSE(is_valid_token());
  EXPECT_TRUE(is_valid(after.credential));
  EXPECT_TRUE(must(accounts_.sessions().tokens(user.id)).empty());
}

TEST_F(AccountsTest, ThoseWithoutAPasswordHaveNoneToGive) {
  const User user = must(accounts_.users().create(john()));
  EXPECT_TRUE(accounts_.confirm_password(user.id, std::nullopt, "password"));
  must(accounts_.change_password(user.id, std::nullopt, kPassword, kSessions, visitor_));
  EXPECT_TRUE(fails(accounts_.confirm_password(user.id, std::nullopt, "password"),
                    ErrorCode::kForbidden, "password"));
  EXPECT_TRUE(accounts_.confirm_password(user.id, kPassword, "password"));
}

TEST_F(AccountsTest, ConfirmingIsThrottled) {
  const User user = quick_john();
  const auto confirm = [&](const std::string& password) {
    return accounts_.confirm_password(user.id, password, "password");
  };
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(confirm("wrong horse"));
  EXPECT_TRUE(confirm(kPassword));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(confirm("wrong horse"));
  EXPECT_TRUE(fails(confirm(kPassword), ErrorCode::kTooManyRequests));
}

TEST_F(AccountsTest, RightConfirmationsAreCountedToo) {
  const User user = quick_john();
  const auto confirm = [&] { return accounts_.confirm_password(user.id, kPassword, "password"); };
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(confirm());
  EXPECT_TRUE(fails(confirm(), ErrorCode::kTooManyRequests));
  clock_.advance_ms(900'000);
  EXPECT_TRUE(confirm());
}

TEST_F(AccountsTest, AnAddressIsChangedWithThePassword) {
  const User user = quick_john();
  const auto change = [&](const std::string& email, std::optional<std::string> password) {
    return accounts_.change_email(user.id, email, password);
  };
  EXPECT_TRUE(fails(change("jack@example.com", {}), ErrorCode::kForbidden, "password"));
  EXPECT_TRUE(fails(change("jack", kPassword), ErrorCode::kInvalid, "email"));
  EXPECT_EQ(must(change("Jack@example.com", kPassword)).email, "jack@example.com");
  EXPECT_EQ(must(accounts_.rename(user.id, "Jack")).name, "Jack");
  const auto both = accounts_.change_email(user.id, "john@example.com", kPassword, "John");
  EXPECT_EQ(must(both).name, "John");
  EXPECT_EQ(must(both).email, "john@example.com");
  EXPECT_TRUE(fails(accounts_.change_email(user.id, "jack@example.com", {}, ""),
                    ErrorCode::kInvalid, "name"));
}

}  // namespace
}  // namespace norn::accounts
