#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/test_world.h"
#include "support/interrupted_store.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::values;

class AdoptTest : public World {
 protected:
  // A user with a password, a session, a token and an identity.
  std::string add_john(bool email_verified) {
    NewUser user = john();
    user.password_hash = "hash";
    user.email_verified = email_verified;
    user.provider = "github";
    user.provider_subject = "octo";
    const std::string id = must(users_.create(user)).id;
    session_ = must(sessions_.start(*must(users_.find_account(id)), "password", {})).credential;
    token_ = must(sessions_.make_token(id, "Script", {"account:read"}, {})).text;
    clock_.advance_ms(60'000);
    return id;
  }

  // As the rules for signing in with a provider are.
  Result<std::optional<User>> adopt() {
    return users_.adopt("john@example.com", "google", "123", [](const Account& account) {
      return account.second_factor || account.identities.size() > 1
                 ? Result<void>(forbidden(kPasswordWrong))
                 : Result<void>();
    });
  }
  std::string owner_of(const std::string& provider, const std::string& subject) {
    const auto owner = must(users_.find_by_provider(provider, subject));
    return owner ? owner->id : "nobody";
  }
  bool session_is_valid() { return must(sessions_.verify(session_)).has_value(); }
  bool token_is_valid() { return must(sessions_.verify_token(token_)).has_value(); }

  void set_second_factor(const std::string& id) {
    must(store_.update(testing::update("norn", {{"PK", keys::user(id)}, {"SK", "ACCOUNT"}},
                                       "SET totpSecret = :s", values({{":s", "SECRET"}}))));
  }

  testing::InterruptedStore interrupted_{store_};
  Users users_{interrupted_, tables_, clock_, ids_};
  Sessions sessions_{store_, tables_, clock_, ids_};
  std::string session_;
  std::string token_;
};

TEST_F(AdoptTest, AnAddressThatWasProvedKeepsEverything) {
  const std::string id = add_john(true);
  EXPECT_EQ(must(adopt())->id, id);
  EXPECT_EQ(owner_of("google", "123"), id);
  EXPECT_EQ(owner_of("github", "octo"), id);
  EXPECT_EQ(must(users_.find(id))->provider, "github");
  EXPECT_EQ(must(users_.password_hash(id)), "hash");
  EXPECT_TRUE(session_is_valid());
  EXPECT_TRUE(token_is_valid());
  EXPECT_TRUE(must(users_.find_account(id))->email_verified);
}

TEST_F(AdoptTest, WhoMadeAnAccountWithAnAddressThatWasNotProvedLosesIt) {
  const std::string id = add_john(false);
  EXPECT_EQ(must(adopt())->id, id);
  EXPECT_EQ(owner_of("google", "123"), id);
  EXPECT_EQ(owner_of("github", "octo"), "nobody");
  EXPECT_EQ(must(users_.find(id))->provider, "google");
  EXPECT_EQ(must(users_.find(id))->provider_subject, "123");
  EXPECT_EQ(must(users_.password_hash(id)), "");
  EXPECT_FALSE(session_is_valid());
  EXPECT_FALSE(token_is_valid());
  EXPECT_TRUE(must(sessions_.tokens(id)).empty());
  const Account account = *must(users_.find_account(id));
  EXPECT_TRUE(account.email_verified);
  EXPECT_EQ(account.identities, std::vector<std::string>{"PROV#google#123"});

  must(sessions_.remove_ended(id));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson + 1);  // The guard of the identity.
  EXPECT_TRUE(must(sessions_.make_token(id, "New", {"account:read"}, {})).token.id.size() > 0);
  EXPECT_EQ(must(sessions_.tokens(id)).size(), 1U);
  must(users_.remove(*must(users_.find(id)), {}));
  EXPECT_EQ(owner_of("google", "123"), "nobody");
}

TEST_F(AdoptTest, AnAddressThatWasChangedIsNotProved) {
  const std::string id = add_john(true);
  must(users_.change_email(id, "jack@example.com"));
  EXPECT_FALSE(must(users_.find_account(id))->email_verified);
  must(users_.change_email(id, "john@example.com"));
  EXPECT_FALSE(must(users_.find_account(id))->email_verified);
  must(adopt());
  EXPECT_EQ(must(users_.password_hash(id)), "");
}

TEST_F(AdoptTest, AnUnknownAddressAndAnOwnIdentityAreNoChange) {
  EXPECT_FALSE(must(adopt()));
  const std::string id = add_john(true);
  must(adopt());
  const std::string account = json("norn", keys::user(id), "ACCOUNT");
  clock_.advance_ms(1);
  EXPECT_EQ(must(adopt())->id, id);
  EXPECT_EQ(json("norn", keys::user(id), "ACCOUNT"), account);
  EXPECT_TRUE(fails(users_.adopt("john@example.com", "google", "1#3", {}), ErrorCode::kInvalid,
                    "provider"));
}

TEST_F(AdoptTest, IsDecidedByWhatIsSoWhenItIsWritten) {
  const std::string id = add_john(true);
  const auto meanwhile = [&](const std::function<void()>& happening) {
    interrupted_.before_write(happening);
    return adopt();
  };
  EXPECT_TRUE(fails(meanwhile([&] { must(users_.link_provider(id, "google", "0")); }),
                    ErrorCode::kForbidden));
  EXPECT_EQ(owner_of("google", "123"), "nobody");

  must(users_.remove(*must(users_.find(id)), {}));
  const std::string second = add_john(true);
  EXPECT_TRUE(fails(meanwhile([&] { set_second_factor(second); }), ErrorCode::kForbidden));

  must(users_.remove(*must(users_.find(second)), {}));
  const std::string third = add_john(true);
  EXPECT_FALSE(must(meanwhile([&] { must(users_.change_email(third, "jack@example.com")); })));

  must(users_.remove(*must(users_.find(third)), {}));
  const std::string fourth = add_john(true);
  must(meanwhile([&] {
    must(users_.change_email(fourth, "jack@example.com"));
    must(users_.change_email(fourth, "john@example.com"));
  }));
  EXPECT_EQ(must(users_.password_hash(fourth)), "") << "it is not proved any more";
}

TEST_F(AdoptTest, TheSamePersonComesThroughTwoWindows) {
  const std::string id = add_john(false);
  interrupted_.before_write([&] { must(adopt()); });
  EXPECT_EQ(must(adopt())->id, id);
  EXPECT_EQ(must(users_.find_account(id))->session_epoch, 1);
}

TEST_F(AdoptTest, WhoIsSignedOutMeanwhileLinksNothing) {
  const std::string id = add_john(false);
  interrupted_.before_write([&] { must(adopt()); });
  EXPECT_TRUE(fails(users_.link_provider(id, "gitlab", "7", 0), ErrorCode::kNotSignedIn));
  EXPECT_EQ(owner_of("gitlab", "7"), "nobody");
  EXPECT_TRUE(users_.link_provider(id, "gitlab", "7", 1));
}

TEST_F(AdoptTest, ReadsAreRepeatedWhenTransactionsAreInTheWay) {
  const std::string id = add_john(true);
  const Error conflict =
      store::transaction_canceled({{"TransactionConflict", "", std::nullopt}}).error();
  interrupted_.refuse(3, conflict);
  EXPECT_EQ(must(users_.find_known_by_email("john@example.com"))->user.id, id);
  interrupted_.refuse(100, conflict);
  EXPECT_TRUE(fails(users_.find_known(id), ErrorCode::kTransactionCanceled));
  interrupted_.refuse(1, Error{ErrorCode::kInternal, "", nullptr});
  EXPECT_TRUE(fails(users_.find_known(id), ErrorCode::kInternal));
  EXPECT_TRUE(must(users_.find_known(id)));
}

TEST_F(AdoptTest, TransactionsThatAreInTheWayAreWaitedFor) {
  const Error conflict =
      store::transaction_canceled({{"TransactionConflict", "", std::nullopt}}).error();
  interrupted_.refuse(3, conflict);
  const std::string id = add_john(true);
  interrupted_.refuse(3, conflict);
  EXPECT_TRUE(users_.rename(id, "Johnny"));
  interrupted_.refuse(3, conflict);
  EXPECT_TRUE(users_.change_email(id, "jack@example.com"));
  interrupted_.refuse(3, Error{ErrorCode::kTransactionConflict, "", nullptr});
  EXPECT_TRUE(users_.change_password(id, "hash", "new", Users::Ending::kSessions));
  interrupted_.refuse(apps::kMaxAttempts, conflict);
  EXPECT_TRUE(fails(users_.rename(id, "John"), ErrorCode::kTransactionConflict));
  interrupted_.refuse(3, conflict);
  EXPECT_TRUE(users_.remove(*must(users_.find(id)), {}));
}

}  // namespace
}  // namespace norn::accounts
