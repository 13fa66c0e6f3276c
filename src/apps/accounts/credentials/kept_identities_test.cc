#include "apps/accounts/credentials/kept_identities.h"

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;

class KeptIdentitiesTest : public World {
 protected:
  KeptIdentitiesTest() {
    account_ = *must(users_.find_account(must(users_.create(john())).id));
    started_ = must(sessions_.start(account_, "password", {.address = "", .user_agent = ""}));
  }

  std::shared_ptr<const Identity> verified() { return must(kept_.verify(started_.credential)); }
  void set_account(const std::string& name, const store::Value& value) {
    store::UpdateRequest update;
    update.table = tables_.norn();
    update.key = apps::key_of(keys::user(account_.user_id), keys::kAccount);
    update.update = "SET " + name + " = :value";
    update.placeholders.values = {{":value", value}};
    must(store_.update(update));
  }

  Users users_{store_, tables_, clock_, ids_};
  Sessions sessions_{store_, tables_, clock_, ids_};
  KeptIdentities kept_{sessions_, store_, tables_, clock_, 1 << 20};
  Account account_;
  Sessions::Started started_;
};

TEST_F(KeptIdentitiesTest, AreReadOnceWhileNothingOfThePersonChanges) {
  const auto first = verified();
  ASSERT_TRUE(first && first->session);
  EXPECT_EQ(first->account.user_id, account_.user_id);
  EXPECT_EQ(verified(), first);
  must(sessions_.start(account_, "password", {.address = "", .user_agent = ""}));
  EXPECT_NE(verified(), first);
}

TEST_F(KeptIdentitiesTest, AreReadAgainAfterAMinute) {
  const auto first = verified();
  clock_.advance_ms(60'000);
  const auto second = verified();
  ASSERT_TRUE(second);
  EXPECT_NE(second, first);
}

TEST_F(KeptIdentitiesTest, EndAtOnceWithTheSession) {
  ASSERT_TRUE(verified());
  must(sessions_.end(account_.user_id, started_.session.id));
  EXPECT_EQ(verified(), nullptr);
}

TEST_F(KeptIdentitiesTest, EndAtOnceWithAllSessionsOfThePerson) {
  ASSERT_TRUE(verified());
  set_account("sessionEpoch", store::Value::number(int64_t{account_.session_epoch + 1}));
  EXPECT_EQ(verified(), nullptr);
}

TEST_F(KeptIdentitiesTest, EndWithTheTimeOfTheSession) {
  clock_.set_ms(started_.session.expires_ms - 1);
  ASSERT_TRUE(verified());
  clock_.set_ms(started_.session.expires_ms + 180LL * 24 * 60 * 60'000);
  EXPECT_EQ(verified(), nullptr);
}

TEST_F(KeptIdentitiesTest, AreOfTokensToo) {
  const auto made = must(
      sessions_.make_token(account_.user_id, "bench", {std::string(kAccountScope)}, std::nullopt));
  const auto first = must(kept_.verify_token(made.text));
  ASSERT_TRUE(first && first->token);
  EXPECT_EQ(must(kept_.verify_token(made.text))->token->id, made.token.id);
  // A session is no token, and a token no session.
  EXPECT_EQ(must(kept_.verify(made.text)), nullptr);
  EXPECT_EQ(must(kept_.verify_token(started_.credential)), nullptr);
  EXPECT_EQ(must(kept_.verify_token("norn_" + started_.credential)), nullptr);
  must(sessions_.remove_token(account_.user_id, made.token.id));
  EXPECT_EQ(must(kept_.verify_token(made.text)), nullptr);
}

TEST_F(KeptIdentitiesTest, AreNotKeptOfWhatIsNoCredential) {
  for (const std::string text : {"", ".", "a.b", "norn_"}) {
    EXPECT_EQ(must(kept_.verify(text)), nullptr);
    EXPECT_EQ(must(kept_.verify_token(text)), nullptr);
  }
}

}  // namespace
}  // namespace norn::accounts
