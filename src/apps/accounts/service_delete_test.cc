#include <memory>

#include "apps/accounts/requests.h"
#include "apps/accounts/service.h"
#include "apps/accounts/test_world.h"
#include "base/sentences.h"

namespace norn::accounts {
namespace {

using testing::must;

// An app where a person has some things, and may be needed.
class ThingsHook final : public UserHook {
 public:
  Result<void> may_delete(const std::string&) override {
    if (needed) return conflict(kOtherReason("You are the last owner of \"Work\"."));
    return {};
  }
  Result<std::vector<Action>> on_delete(const User& user) override {
    return std::vector<Action>{put_new("norn", {{"PK", "GONE#" + user.id}, {"SK", "GONE"}})};
  }
  Result<bool> forget(const std::string& user_id) override {
    if (broken) return fail(ErrorCode::kUnavailable, "The store is away.");
    if (left == 0) return false;
    --left;
    forgotten.push_back(user_id);
    return left > 0;
  }

  bool needed = false;
  bool broken = false;
  int left = 3;
  std::vector<std::string> forgotten;
};

// One start of the server.
struct Process {
  Process(store::Store& store, const Clock& clock, Ids& ids, ThingsHook& hook)
      : sweeps(store, {}, clock, ids, {}), accounts(store, {}, clock, ids, sweeps) {
    accounts.users().add_hook(hook);
  }
  apps::Sweeps sweeps;
  Accounts accounts;
};

class DeleteAccountTest : public World {
 protected:
  DeleteAccountTest() {
    start();
    user_ = must(process_->accounts.users().create(john()));
    must(process_->accounts.sign_in_as(user_, "google", {}));
    must(process_->accounts.sessions().make_token(user_.id, "Script", {"account:read"}, {}));
  }

  void start() {
    process_.reset();
    process_ = std::make_unique<Process>(store_, clock_, ids_, hook_);
  }
  // Items of theirs in `norn`, but for the mark of the hook and the sweep.
  size_t left_over() {
    size_t found = 0;
    const auto page = must(store_.scan(testing::scan("norn")));
    for (const store::ItemView item : page.items) {
      found += apps::text_of(item, "PK") == "USER#" + user_.id ? 1 : 0;
    }
    return found;
  }

  ThingsHook hook_;
  std::unique_ptr<Process> process_;
  User user_;
};

TEST_F(DeleteAccountTest, IsSeenAtOnceAndLeavesNothing) {
  must(process_->accounts.delete_account(user_.id, std::nullopt));
  EXPECT_FALSE(must(process_->accounts.users().find(user_.id)));
  EXPECT_FALSE(must(process_->accounts.users().find_by_email(user_.email)));
  EXPECT_EQ(count("calendsync"), 0U);
  EXPECT_EQ(left_over(), 2U);  // The session and the token, which open nothing any more.
  must(process_->sweeps.run());
  EXPECT_EQ(hook_.forgotten, std::vector<std::string>(3, user_.id));
  EXPECT_EQ(left_over(), 0U);
  EXPECT_EQ(count("norn"), kItemsOfNobody + 1);  // The mark of the hook.
  EXPECT_TRUE(
      fails(process_->accounts.delete_account(user_.id, std::nullopt), ErrorCode::kNotFound));
}

TEST_F(DeleteAccountTest, WhoIsNeededStays) {
  hook_.needed = true;
  EXPECT_TRUE(
      fails(process_->accounts.delete_account(user_.id, std::nullopt), ErrorCode::kConflict));
  EXPECT_TRUE(must(process_->accounts.users().find(user_.id)));
  EXPECT_EQ(left_over(), 3U);
}

TEST_F(DeleteAccountTest, AnAdministratorDeletesAnotherPerson) {
  Accounts& accounts = process_->accounts;
  const std::string ada = must(accounts.users().create(person("ada@example.com", true))).id;
  const std::string bob = must(accounts.users().create(person("bob@example.com"))).id;
  EXPECT_TRUE(fails(accounts.delete_person(ada, ada), ErrorCode::kConflict));
  EXPECT_TRUE(fails(accounts.delete_person(bob, user_.id), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(accounts.delete_person(ada, "nobody"), ErrorCode::kNotFound));
  hook_.needed = true;
  const Result<void> needed = accounts.delete_person(ada, user_.id);
  EXPECT_TRUE(fails(needed, ErrorCode::kConflict));
  EXPECT_EQ(
      needed.error().message,
      "John Doe cannot be deleted now. The message for them would be: You are the last owner of "
      "\"Work\".");
  EXPECT_EQ(left_over(), 3U);

  hook_.needed = false;
  must(accounts.delete_person(ada, user_.id));
  must(process_->sweeps.run());
  EXPECT_EQ(left_over(), 0U);
  EXPECT_FALSE(must(accounts.users().find_by_email(user_.email)));
  EXPECT_EQ(must(accounts.users().list()).size(), 2U);
}

TEST_F(DeleteAccountTest, NeedsThePassword) {
  must(process_->accounts.change_password(user_.id, std::nullopt, "correct horse",
                                          Users::Ending::kSessions, {}));
  EXPECT_TRUE(fails(process_->accounts.delete_account(user_.id, std::nullopt),
                    ErrorCode::kForbidden, "password"));
  EXPECT_TRUE(fails(process_->accounts.delete_account(user_.id, "wrong horse"),
                    ErrorCode::kForbidden, "password"));
  EXPECT_TRUE(process_->accounts.delete_account(user_.id, "correct horse"));
}

TEST_F(DeleteAccountTest, IsFinishedByTheNextStartAfterACrash) {
  must(process_->accounts.delete_account(user_.id, std::nullopt));
  start();  // Nothing was swept before the crash.
  must(process_->sweeps.run());
  EXPECT_EQ(left_over(), 0U);
  EXPECT_EQ(hook_.left, 0);
}

TEST_F(DeleteAccountTest, IsFinishedAfterACrashInTheMiddle) {
  must(process_->accounts.delete_account(user_.id, std::nullopt));
  hook_.broken = true;
  static_cast<void>(process_->sweeps.run());
  EXPECT_EQ(left_over(), 2U);
  hook_.broken = false;
  hook_.left = 1;
  start();
  clock_.advance_ms(apps::SweepOptions{}.lease_ms + 1);  // Of the process that died.
  must(process_->sweeps.run());
  EXPECT_EQ(left_over(), 0U);
  EXPECT_EQ(hook_.left, 0);
  must(process_->sweeps.run());  // There is nothing more to do.
  EXPECT_EQ(hook_.forgotten.size(), 1U);
}

TEST_F(DeleteAccountTest, TheAddressIsFreeAtOnceAndItsNewOwnerKeepsIt) {
  must(process_->accounts.delete_account(user_.id, std::nullopt));
  const User again = must(process_->accounts.users().create(john()));
  must(process_->sweeps.run());
  EXPECT_EQ(must(process_->accounts.users().find_by_email(user_.email))->id, again.id);
}

}  // namespace
}  // namespace norn::accounts
