#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::num;

class TokensTest : public World {
 protected:
  TokensTest() { id_ = must(users_.create(john())).id; }

  Sessions::Made make(std::optional<int64_t> expires_ms = std::nullopt) {
    return must(sessions_.make_token(id_, "Script", {"calendars:read"}, expires_ms));
  }
  bool is_valid(const std::string& text) { return must(sessions_.verify_token(text)).has_value(); }

  Users users_{store_, tables_, clock_, ids_};
  Sessions sessions_{
      store_, tables_, clock_, ids_, {"calendars:read", "calendars:write", "account:read"}};
  std::string id_;
};

TEST_F(TokensTest, AreKeptByTheHashOfTheirSecret) {
  const int64_t expires_ms = kStartMs + 1000;
  const Sessions::Made made = must(
      sessions_.make_token(id_, " Script ", {"calendars:write", "calendars:read"}, expires_ms));
  ASSERT_TRUE(made.text.starts_with("norn_" + id_ + "."));
  const Credential credential = *parse_credential(made.text.substr(5));
  const std::string sk = "TOKEN#" + secret_hash(credential.secret);
  EXPECT_EQ(json("norn", keys::user(id_), sk),
            json_of({{"PK", keys::user(id_)},
                     {"SK", sk},
                     {"entityType", "TOKEN"},
                     {"id", made.token.id},
                     {"userId", id_},
                     {"name", "Script"},
                     {"scopes", testing::string_set({"calendars:read", "calendars:write"})},
                     {"epoch", num(0)},
                     {"createdAt", "2024-01-15T10:30:00.123Z"},
                     {"expiresAt", "2024-01-15T10:30:01.123Z"},
                     {"ttl", num(kStartMs / 1000 + 2)}}));
}

TEST_F(TokensTest, TellWhoItIsAndWhatTheyMayDo) {
  const Sessions::Made made = make();
  const auto identity = must(sessions_.verify_token(made.text));
  ASSERT_TRUE(identity && identity->token);
  EXPECT_FALSE(identity->session);
  EXPECT_EQ(identity->account.user_id, id_);
  EXPECT_EQ(identity->token->scopes, std::vector<std::string>{"calendars:read"});
  EXPECT_FALSE(identity->token->expires_ms);
  EXPECT_EQ(must(sessions_.tokens(id_)).at(0).last_used_ms, kStartMs);

  EXPECT_FALSE(is_valid(made.text.substr(5)));
  EXPECT_FALSE(is_valid("norn_"));
  EXPECT_FALSE(is_valid(""));
  // A token is no session, and a session no token.
  EXPECT_FALSE(must(sessions_.verify(made.text.substr(5))));
  const auto session =
      must(sessions_.start(*must(users_.find_account(id_)), "password", Visitor{}));
  EXPECT_FALSE(is_valid("norn_" + session.credential));
}

TEST_F(TokensTest, LastUntilTheyExpireOrAreRemoved) {
  const Sessions::Made short_lived = make(kStartMs + 1000);
  const Sessions::Made lasting = make();
  must(users_.end_sessions(id_));
  EXPECT_TRUE(is_valid(short_lived.text));
  clock_.advance_ms(1000);
  EXPECT_FALSE(is_valid(short_lived.text));
  EXPECT_EQ(must(sessions_.tokens(id_)).size(), 1U);
  EXPECT_TRUE(is_valid(lasting.text));
  must(sessions_.remove_token(id_, lasting.token.id));
  EXPECT_FALSE(is_valid(lasting.text));
  EXPECT_TRUE(fails(sessions_.remove_token(id_, lasting.token.id), ErrorCode::kNotFound));
}

TEST_F(TokensTest, OfADeletedUserAreNotValid) {
  const Sessions::Made made = make();
  must(users_.remove(*must(users_.find(id_)), {}));
  EXPECT_FALSE(is_valid(made.text));
  EXPECT_TRUE(fails(sessions_.make_token(id_, "Script", {"calendars:read"}, std::nullopt),
                    ErrorCode::kNotFound));
  must(sessions_.forget(id_));
  EXPECT_EQ(count("norn"), kItemsOfNobody);
}

TEST_F(TokensTest, AreMadeInASessionThatHasNotEndedMeanwhile) {
  const auto make_in = [&](int64_t session_epoch) {
    return sessions_.make_token(id_, "Script", {"calendars:read"}, std::nullopt, session_epoch);
  };
  EXPECT_TRUE(make_in(0));
  must(users_.end_sessions(id_));
  EXPECT_TRUE(fails(make_in(0), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(make_in(1));
}

TEST_F(TokensTest, RefusesWhatMakesNoSense) {
  const auto make_with = [&](std::string name, std::vector<std::string> scopes,
                             std::optional<int64_t> expires_ms) {
    return sessions_.make_token(id_, std::move(name), std::move(scopes), expires_ms);
  };
  EXPECT_TRUE(fails(make_with("", {"account:read"}, {}), ErrorCode::kInvalid, "name"));
  EXPECT_TRUE(fails(make_with("x", {}, {}), ErrorCode::kInvalid, "scopes"));
  EXPECT_TRUE(fails(make_with("x", {"everything"}, {}), ErrorCode::kInvalid, "scopes"));
  EXPECT_TRUE(fails(make_with("x", {"account:read"}, kStartMs), ErrorCode::kInvalid, "expiresAt"));
  for (int i = 0; i < 50; ++i) make();
  EXPECT_TRUE(fails(make_with("x", {"account:read"}, {}), ErrorCode::kConflict));
}

}  // namespace
}  // namespace norn::accounts
