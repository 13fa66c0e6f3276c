#include <crypt.h>

#include "apps/accounts/keys.h"
#include "apps/accounts/service.h"
#include "apps/accounts/test_world.h"

// Passwords that are set with the help of others.
namespace norn::accounts {
namespace {

using testing::must;

const std::string kNewPassword = "battery staple";
constexpr Users::Ending kEndSessions = Users::Ending::kSessions;

class PasswordLinksTest : public World {
 protected:
  PasswordLinksTest() {
    NewUser ada = person("ada@example.com", true);
    ada.name = "Ada";
    admin_ = must(accounts_.users().create(ada)).id;
    crypt_data work{};
    NewUser owner = john();
    owner.password_hash = crypt_r("correct horse", "$2b$04$abcdefghijklmnopqrstuu", &work);
    id_ = must(accounts_.users().create(owner)).id;
  }

  std::string make_link(bool removes_second_factor = false) {
    return must(accounts_.make_password_link(admin_, id_, removes_second_factor)).secret;
  }
  Result<User> reset(const std::string& secret, Users::Ending ending = kEndSessions) {
    return accounts_.reset_password(secret, kNewPassword, ending, visitor_);
  }
  Result<SignedIn> sign_in(const std::string& password) {
    return accounts_.sign_in({.email = "john@example.com", .password = password}, visitor_);
  }

  Visitor visitor_ = {.address = "203.0.113.7", .user_agent = "Browser", .device = "own"};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  Accounts accounts_{store_, tables_, clock_, ids_, sweeps_};
  std::string admin_;
  std::string id_;
};

TEST_F(PasswordLinksTest, SetAPasswordOnceAndEndSessions) {
  const SignedIn before = must(sign_in("correct horse"));
  const std::string token =
      must(accounts_.sessions().make_token(id_, "Script", {"account:read"}, {})).text;
  const std::string link = make_link();
  EXPECT_TRUE(must(accounts_.sessions().verify(before.credential)));
  EXPECT_EQ(must(reset(link)).email, "john@example.com");
  EXPECT_FALSE(must(accounts_.sessions().verify(before.credential)));
  EXPECT_TRUE(must(accounts_.sessions().verify_token(token)));
  EXPECT_TRUE(fails(sign_in("correct horse"), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(sign_in(kNewPassword));
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
}

TEST_F(PasswordLinksTest, EndTokensIfThePersonWants) {
  const std::string token =
      must(accounts_.sessions().make_token(id_, "Script", {"account:read"}, {})).text;
  must(reset(make_link(), Users::Ending::kAllAccess));
  EXPECT_FALSE(must(accounts_.sessions().verify_token(token)));
}

TEST_F(PasswordLinksTest, AreForADay) {
  const std::string early = make_link();
  clock_.advance_ms(kPasswordLinkMs);
  EXPECT_TRUE(fails(reset(early), ErrorCode::kForbidden));
  const std::string late = make_link();
  clock_.advance_ms(kPasswordLinkMs - 1);
  EXPECT_TRUE(reset(late));
}

TEST_F(PasswordLinksTest, AreVoidAfterANewerOneAndAfterANewPassword) {
  const std::string first = make_link();
  const std::string second = make_link();
  EXPECT_TRUE(fails(reset(first), ErrorCode::kForbidden));
  must(accounts_.change_password(id_, "correct horse", "another phrase", kEndSessions, visitor_));
  EXPECT_TRUE(fails(reset(second), ErrorCode::kForbidden));
  EXPECT_TRUE(sign_in("another phrase"));
}

TEST_F(PasswordLinksTest, AreVoidWhenWhoMadeThemIsNoAdministratorAnyMore) {
  const std::string other = must(accounts_.users().create(person("eve@example.com", true))).id;
  const auto link_of_other = [&] {
    return must(accounts_.make_password_link(other, id_, false)).secret;
  };
  std::string link = link_of_other();
  must(accounts_.set_standing(admin_, other, {.administrator = false, .disabled = {}}));
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
  must(accounts_.set_standing(admin_, other, {.administrator = true, .disabled = {}}));
  EXPECT_TRUE(reset(link));
  link = link_of_other();
  must(accounts_.set_standing(admin_, other, {.administrator = {}, .disabled = true}));
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
  must(accounts_.delete_person(admin_, other));
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
}

TEST_F(PasswordLinksTest, AreNotGuessed) {
  const std::string link = make_link();
  std::string wrong = link;
  wrong.back() = wrong.back() == 'A' ? 'E' : 'A';
  for (const std::string& text : {std::string(), std::string("x"), wrong, id_ + "." + id_,
                                  link.substr(0, link.size() - 1), admin_ + link.substr(36)}) {
    EXPECT_TRUE(fails(reset(text), ErrorCode::kForbidden)) << text;
  }
  // Nothing that is stored lets anybody in.
  for (const store::ItemView item : must(store_.scan(testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(link.substr(37)), std::string::npos) << item.json();
  }
  EXPECT_TRUE(reset(link));
}

TEST_F(PasswordLinksTest, AreKeptWhenThePasswordIsNotGood) {
  const std::string link = make_link();
  EXPECT_TRUE(fails(accounts_.reset_password(link, "short", kEndSessions, visitor_),
                    ErrorCode::kInvalid, "newPassword"));
  EXPECT_TRUE(reset(link));
}

TEST_F(PasswordLinksTest, LeaveTheSecondFactorUnlessTheAdministratorRemovesIt) {
  const std::string key = keys::user(id_);
  const auto turn_on = [&] {
    must(store_.update(testing::update("norn", {{"PK", key}, {"SK", "ACCOUNT"}},
                                       "SET totpSecret = :secret",
                                       testing::values({{":secret", "JBSWY3DPEHPK3PXP"}}))));
  };
  turn_on();
  must(reset(make_link()));
  EXPECT_TRUE(fails(sign_in(kNewPassword), ErrorCode::kNotSignedIn, "code"));
  must(reset(make_link(true)));
  EXPECT_TRUE(sign_in(kNewPassword));
}

TEST_F(PasswordLinksTest, ThePersonIsToldWhoMadeTheLinkUntilTheyChooseAPasswordThemselves) {
  must(reset(make_link()));
  const auto account = must(accounts_.users().find_account(id_));
  EXPECT_EQ(account->password_set_by, "Ada");
  EXPECT_EQ(account->password_set_ms, clock_.now_ms());
  must(accounts_.change_password(id_, kNewPassword, "another phrase", kEndSessions, visitor_));
  EXPECT_FALSE(must(accounts_.users().find_account(id_))->password_set_by);
}

TEST_F(PasswordLinksTest, AreForOthersWhoAreThere) {
  EXPECT_TRUE(fails(accounts_.make_password_link(admin_, admin_, false), ErrorCode::kConflict));
  EXPECT_TRUE(fails(accounts_.make_password_link(admin_, CountingIds::id_of(999), false),
                    ErrorCode::kNotFound));
}

TEST_F(PasswordLinksTest, GoWithTheAccount) {
  const std::string link = make_link();
  must(accounts_.delete_person(admin_, id_));
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
  must(sweeps_.run());
  EXPECT_EQ(json("norn", keys::user(id_), keys::kPasswordLink), "");
}

// The one who uses the link is not locked out by strangers.
TEST_F(PasswordLinksTest, MakeTheBrowserKnown) {
  must(reset(make_link()));
  const ThrottleRule everywhere = {.kind = "sign-in-everywhere", .tries = 100, .window_s = 900};
  while (accounts_.throttle().take(everywhere, "john@example.com")) {
  }
  EXPECT_TRUE(sign_in(kNewPassword));
}

TEST_F(PasswordLinksTest, TheOperatorNeedsNone) {
  const std::string link = make_link();
  EXPECT_TRUE(fails(accounts_.set_password("nobody@example.com", kNewPassword, kEndSessions, false),
                    ErrorCode::kNotFound));
  EXPECT_TRUE(fails(accounts_.set_password("john@example.com", "short", kEndSessions, false),
                    ErrorCode::kInvalid, "newPassword"));
  must(accounts_.set_password(" John@example.com", kNewPassword, kEndSessions, false));
  EXPECT_TRUE(sign_in(kNewPassword));
  EXPECT_EQ(must(accounts_.users().find_account(id_))->password_set_by,
            "the operator of this server");
  EXPECT_TRUE(fails(reset(link), ErrorCode::kForbidden));
}

}  // namespace
}  // namespace norn::accounts
