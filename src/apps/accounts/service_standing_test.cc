#include <crypt.h>

#include <optional>
#include <string>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/service.h"
#include "apps/accounts/test_world.h"

// What administrators and the operator decide about people: who is added, and who is disabled.
namespace norn::accounts {
namespace {

using testing::must;

class StandingTest : public World {
 protected:
  StandingTest() {
    ada_ = must(accounts_.users().create(person("ada@example.com", true))).id;
    NewUser owner = john();
    crypt_data work{};
    owner.password_hash = crypt_r("correct horse", "$2b$04$abcdefghijklmnopqrstuu", &work);
    owner.email_verified = true;
    john_ = must(accounts_.users().create(owner)).id;
    must(accounts_.users().link_provider(john_, "google", "7"));
  }

  Result<SignedIn> sign_in() {
    return accounts_.sign_in({.email = "john@example.com", .password = "correct horse"}, visitor_);
  }
  Result<SignedIn> sign_in_with_provider() {
    const User user = *must(accounts_.users().find_by_provider("google", "7"));
    return accounts_.sign_in_as(user, "google", visitor_);
  }
  Result<Person> disable(const std::optional<std::string>& actor, const std::string& user_id,
                         bool disabled = true) {
    return accounts_.set_standing(actor, user_id, {.administrator = {}, .disabled = disabled});
  }

  Visitor visitor_ = {.address = "203.0.113.7", .user_agent = "Browser", .device = "own"};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  Accounts accounts_{store_, tables_, clock_, ids_, sweeps_};
  FeedAddresses feeds_{store_, tables_, clock_, ids_};
  std::string ada_;
  std::string john_;
};

TEST_F(StandingTest, NothingIsAWayIntoADisabledAccount) {
  const SignedIn signed_in = must(sign_in());
  const std::string token =
      must(accounts_.sessions().make_token(john_, "Script", {"account:read"}, {})).text;
  const std::string link = must(accounts_.make_password_link(ada_, john_, false)).secret;
  const FeedLink feed{.user_id = john_,
                      .sk = "LINK#one",
                      .address_prefix = "ADDRESS#",
                      .type = "LINK",
                      .attributes = {}};
  const auto always = []() -> Result<std::vector<Action>> { return std::vector<Action>(); };
  const std::string secret = must(feeds_.create(feed, {}, always));

  EXPECT_TRUE(must(disable(ada_, john_)).disabled);
  EXPECT_FALSE(must(accounts_.sessions().verify(signed_in.credential)));
  EXPECT_FALSE(must(accounts_.sessions().verify_token(token)));
  EXPECT_FALSE(must(feeds_.find("ADDRESS#", secret)));
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(sign_in_with_provider(), ErrorCode::kForbidden));
  const auto may = [](const Account&) { return Result<void>(); };
  EXPECT_TRUE(fails(accounts_.users().adopt("john@example.com", "github", "8", may),
                    ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(accounts_.reset_password(link, "battery staple", Users::Ending::kSessions, visitor_),
            ErrorCode::kForbidden));
  EXPECT_TRUE(fails(accounts_.make_password_link(ada_, john_, false), ErrorCode::kConflict));
  EXPECT_TRUE(fails(accounts_.sessions().make_token(john_, "More", {"account:read"}, {}),
                    ErrorCode::kForbidden));

  EXPECT_FALSE(must(disable(ada_, john_, false)).disabled);
  EXPECT_FALSE(must(accounts_.sessions().verify(signed_in.credential))) << "it has ended";
  EXPECT_TRUE(must(accounts_.sessions().verify_token(token)));
  EXPECT_TRUE(must(feeds_.find("ADDRESS#", secret)));
  EXPECT_TRUE(sign_in());
  EXPECT_TRUE(sign_in_with_provider());
  EXPECT_TRUE(
      fails(accounts_.reset_password(link, "battery staple", Users::Ending::kSessions, visitor_),
            ErrorCode::kForbidden));
}

TEST_F(StandingTest, AWrongPasswordDoesNotTellThatAnAccountIsDisabled) {
  must(disable(ada_, john_));
  const auto wrong =
      accounts_.sign_in({.email = "john@example.com", .password = "wrong horse"}, visitor_);
  EXPECT_TRUE(fails(wrong, ErrorCode::kNotSignedIn));
}

TEST_F(StandingTest, AnAuthenticationFromBeforeStartsNoSession) {
  const Users::Known before = *must(accounts_.users().find_known(john_));
  must(disable(ada_, john_));
  must(disable(ada_, john_, false));
  EXPECT_TRUE(fails(accounts_.sessions().start(before.account, "password", visitor_),
                    ErrorCode::kNotSignedIn));
}

TEST_F(StandingTest, AnAdministratorWhoIsNotDisabledRemains) {
  const std::optional<std::string> by_operator;
  EXPECT_TRUE(fails(disable(by_operator, ada_), ErrorCode::kConflict));
  EXPECT_TRUE(fails(disable(ada_, ada_), ErrorCode::kConflict));
  must(accounts_.set_standing(ada_, john_, {.administrator = true, .disabled = true}));
  EXPECT_TRUE(fails(disable(by_operator, ada_), ErrorCode::kConflict)) << "John is disabled";
  EXPECT_TRUE(fails(accounts_.users().set_administrator(ada_, ada_, false), ErrorCode::kConflict));
  EXPECT_TRUE(fails(disable(john_, ada_), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(accounts_.delete_person(john_, ada_), ErrorCode::kForbidden));
  must(disable(by_operator, john_, false));
  must(disable(by_operator, ada_));
  EXPECT_TRUE(fails(disable(by_operator, john_), ErrorCode::kConflict));
  EXPECT_TRUE(
      fails(accounts_.users().set_administrator(john_, john_, false), ErrorCode::kConflict));
  EXPECT_TRUE(fails(disable(by_operator, "nobody"), ErrorCode::kNotFound));
}

TEST_F(StandingTest, TheDirectoryTellsWhoIsDisabled) {
  must(disable(ada_, john_));
  must(disable(ada_, john_));  // Nothing changes.
  for (const Person& person : must(accounts_.users().list())) {
    EXPECT_EQ(person.disabled, person.user.id == john_);
    EXPECT_EQ(must(accounts_.users().find_account(person.user.id))->disabled, person.disabled);
  }
  must(disable(ada_, john_, false));
  EXPECT_EQ(json("norn", "USER#" + john_, "ACCOUNT").find("disabled"), std::string::npos);
}

TEST_F(StandingTest, TheOperatorAddsPeople) {
  must(accounts_.admission().new_setup_secret());
  const auto add = [&](const std::string& email, bool administrator) {
    return accounts_.add_person({.email = email,
                                 .name = "New",
                                 .password = "a long one indeed",
                                 .administrator = administrator});
  };
  const auto refused = add("first@example.com", false);
  EXPECT_TRUE(!refused && says(refused.error(), kNotSetUp));
  const User first = must(add(" First@Example.com ", true));
  EXPECT_EQ(first.email, "first@example.com");
  EXPECT_FALSE(must(accounts_.admission().needs_setup()));
  EXPECT_TRUE(must(accounts_.users().find_account(first.id))->first_steps);
  const User second = must(add("second@example.com", false));
  const Account account = *must(accounts_.users().find_account(second.id));
  EXPECT_TRUE(account.email_verified);
  EXPECT_FALSE(account.administrator);
  EXPECT_FALSE(account.first_steps);
  EXPECT_TRUE(fails(add("second@example.com", false), ErrorCode::kConflict, "email"));
  EXPECT_TRUE(accounts_.sign_in({.email = "second@example.com", .password = "a long one indeed"},
                                visitor_));
}

}  // namespace
}  // namespace norn::accounts
