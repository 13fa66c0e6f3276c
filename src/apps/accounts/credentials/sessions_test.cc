#include "apps/accounts/credentials/sessions.h"

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::num;

constexpr int64_t kMinuteMs = 60'000;
constexpr int64_t kDayMs = 24 * 60 * kMinuteMs;

class SessionsTest : public World {
 protected:
  SessionsTest() {
    account_ = *must(users_.find_account(must(users_.create(john())).id));
    id_ = account_.user_id;
  }

  Sessions::Started start() {
    return must(sessions_.start(account_, "password",
                                {.address = "203.0.113.7", .user_agent = "Browser/1.0"}));
  }
  bool is_valid(const std::string& credential) {
    return must(sessions_.verify(credential)).has_value();
  }

  Users users_{store_, tables_, clock_, ids_};
  Sessions sessions_{store_, tables_, clock_, ids_};
  Account account_;
  std::string id_;
};

TEST_F(SessionsTest, AreKeptByTheHashOfTheirSecret) {
  const Sessions::Started started = start();
  const Credential credential = *parse_credential(started.credential);
  EXPECT_EQ(credential.user_id, id_);
  const std::string sk = "SESSION#" + secret_hash(credential.secret);
  const std::string stored = json("norn", keys::user(id_), sk);
  EXPECT_EQ(stored, json_of({{"PK", keys::user(id_)},
                             {"SK", sk},
                             {"entityType", "SESSION"},
                             {"id", started.session.id},
                             {"userId", id_},
                             {"method", "password"},
                             {"address", "203.0.113.7"},
                             {"userAgent", "Browser/1.0"},
                             {"epoch", num(0)},
                             {"createdAt", "2024-01-15T10:30:00.123Z"},
                             {"lastSeenAt", "2024-01-15T10:30:00.123Z"},
                             {"expiresAt", "2024-02-14T10:30:00.123Z"},
                             {"ttl", num(kStartMs / 1000 + 30 * 86'400 + 1)}}));
  EXPECT_EQ(stored.find(credential.secret), std::string::npos);
}

TEST_F(SessionsTest, TellWhoItIs) {
  const Sessions::Started started = start();
  const auto identity = must(sessions_.verify(started.credential));
  ASSERT_TRUE(identity && identity->session);
  EXPECT_FALSE(identity->token);
  EXPECT_EQ(identity->account.user_id, id_);
  EXPECT_EQ(identity->session->id, started.session.id);
  EXPECT_EQ(identity->session->visitor.address, "203.0.113.7");

  std::string other = started.credential;
  other.back() = other.back() == 'E' ? 'I' : 'E';
  EXPECT_FALSE(is_valid(other));
  EXPECT_FALSE(is_valid(""));
  EXPECT_FALSE(is_valid("nonsense"));
  EXPECT_FALSE(is_valid(CountingIds::id_of(99) + started.credential.substr(36)));
}

TEST_F(SessionsTest, EndWhenTheyAreNotUsed) {
  const Sessions::Started started = start();
  clock_.advance_ms(30 * kDayMs - 1);
  EXPECT_TRUE(is_valid(started.credential));
  clock_.advance_ms(30 * kDayMs - 1);
  EXPECT_TRUE(is_valid(started.credential));  // It was used meanwhile.
  clock_.advance_ms(30 * kDayMs);
  EXPECT_FALSE(is_valid(started.credential));  // Though TTL has not deleted it yet.
  EXPECT_TRUE(must(sessions_.list(id_)).empty());
}

TEST_F(SessionsTest, EndAfterHalfAYearHoweverOftenTheyAreUsed) {
  const Sessions::Started started = start();
  for (int day = 1; day < 180; ++day) {
    clock_.advance_ms(kDayMs);
    ASSERT_TRUE(is_valid(started.credential)) << day;
  }
  clock_.advance_ms(kDayMs);
  EXPECT_FALSE(is_valid(started.credential));
}

TEST_F(SessionsTest, UsesAreNotedNowAndThen) {
  const Sessions::Started started = start();
  const auto seen_ms = [&] { return must(sessions_.list(id_)).at(0).last_seen_ms; };
  clock_.advance_ms(10 * kMinuteMs - 1);
  EXPECT_TRUE(is_valid(started.credential));
  EXPECT_EQ(seen_ms(), kStartMs);
  clock_.advance_ms(1);
  EXPECT_TRUE(is_valid(started.credential));
  EXPECT_EQ(seen_ms(), kStartMs + 10 * kMinuteMs);
  EXPECT_EQ(must(sessions_.list(id_)).at(0).expires_ms, kStartMs + 10 * kMinuteMs + 30 * kDayMs);
}

TEST_F(SessionsTest, OfAnEarlierEpochAreOver) {
  const Sessions::Started before = start();
  must(users_.end_sessions(id_));
  EXPECT_FALSE(is_valid(before.credential));
  EXPECT_TRUE(must(sessions_.list(id_)).empty());
  // A user who authenticated before that is too late.
  EXPECT_TRUE(fails(sessions_.start(account_, "password", {}), ErrorCode::kNotSignedIn));
  account_ = *must(users_.find_account(id_));
  const Sessions::Started after = start();
  EXPECT_TRUE(is_valid(after.credential));
  must(sessions_.remove_ended(id_));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson + 1);  // The new session.
  EXPECT_TRUE(is_valid(after.credential));
}

TEST_F(SessionsTest, OfADeletedUserAreNotValid) {
  const Sessions::Started started = start();
  must(users_.remove(*must(users_.find(id_)), {}));
  EXPECT_FALSE(is_valid(started.credential));
  EXPECT_TRUE(fails(sessions_.start(account_, "password", {}), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(must(sessions_.list(id_)).empty());
  must(sessions_.remove_ended(id_));
  must(sessions_.forget(id_));
  must(sessions_.forget(id_));
  EXPECT_EQ(count("norn"), kItemsOfNobody);
}

TEST_F(SessionsTest, AreListedAndEnded) {
  const Sessions::Started first = start();
  clock_.advance_ms(1);
  const Sessions::Started second = start();
  const std::vector<Session> sessions = must(sessions_.list(id_));
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0].id, second.session.id);
  EXPECT_EQ(sessions[1].id, first.session.id);
  must(sessions_.end(id_, first.session.id));
  EXPECT_FALSE(is_valid(first.credential));
  EXPECT_TRUE(is_valid(second.credential));
  EXPECT_TRUE(fails(sessions_.end(id_, first.session.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(sessions_.end("nobody", second.session.id), ErrorCode::kNotFound));
}

TEST_F(SessionsTest, TheOldestMakesRoomForTheHundredAndFirst) {
  std::vector<std::string> credentials;
  for (int i = 0; i < 102; ++i) {
    clock_.advance_ms(1);
    credentials.push_back(start().credential);
  }
  EXPECT_EQ(must(sessions_.list(id_)).size(), 100U);
  EXPECT_FALSE(is_valid(credentials[0]));
  EXPECT_FALSE(is_valid(credentials[1]));
  EXPECT_TRUE(is_valid(credentials[2]));
  EXPECT_TRUE(is_valid(credentials[101]));
}

TEST_F(SessionsTest, KeepAShortTextOfTheBrowser) {
  const auto agent_of = [&](const std::string& agent) {
    return must(sessions_.start(account_, "password", {.address = "", .user_agent = agent}))
        .session.visitor.user_agent;
  };
  EXPECT_EQ(agent_of(std::string(300, 'x')), std::string(200, 'x'));
  EXPECT_EQ(agent_of("a\nb"), "ab");
  EXPECT_EQ(agent_of("\xFF"), "");
}

TEST_F(SessionsTest, AUseDoesNotBringBackWhatWasEnded) {
  const Sessions::Started started = start();
  clock_.advance_ms(10 * kMinuteMs);
  must(sessions_.end(id_, started.session.id));
  EXPECT_FALSE(is_valid(started.credential));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson);
}

}  // namespace
}  // namespace norn::accounts
