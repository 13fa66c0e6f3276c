#include "apps/accounts/users/admission.h"

#include <thread>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::num;

class AdmissionTest : public World {
 protected:
  AdmissionTest() { put_account("ada", true); }

  // Of somebody who may invite, or may not.
  void put_account(const std::string& id, bool administrator, bool disabled = false) {
    must(store_.put(testing::put("norn", {{"PK", "USER#" + id},
                                          {"SK", "ACCOUNT"},
                                          {"userId", id},
                                          {"administrator", store::Value::boolean(administrator)},
                                          {"disabled", store::Value::boolean(disabled)}})));
  }

  Result<void> write(const Action& action) {
    NORN_ASSIGN([[maybe_unused]] const auto written,
                store_.transact_write(testing::transaction({action})));
    return {};
  }

  Admission admission_{store_, tables_, clock_, ids_};
};

TEST_F(AdmissionTest, SettingsAreKept) {
  EXPECT_EQ(must(admission_.settings()).sign_up, SignUp::kInvitation);
  must(admission_.change_settings({.sign_up = SignUp::kOpen}));
  EXPECT_EQ(must(admission_.settings()).sign_up, SignUp::kOpen);
  EXPECT_EQ(json("norn", "SETTINGS", "SETTINGS"),
            json_of({{"PK", "SETTINGS"},
                     {"SK", "SETTINGS"},
                     {"entityType", "SETTINGS"},
                     {"signUp", "open"},
                     {"updatedAt", "2024-01-15T10:30:00.123Z"}}));
  must(admission_.change_settings({.sign_up = SignUp::kClosed}));
  EXPECT_EQ(must(admission_.settings()).sign_up, SignUp::kClosed);
}

TEST_F(AdmissionTest, ModesHaveNames) {
  for (const SignUp mode : {SignUp::kClosed, SignUp::kInvitation, SignUp::kOpen}) {
    EXPECT_EQ(sign_up_from(to_text(mode)), mode);
  }
  EXPECT_FALSE(sign_up_from("Open"));
  EXPECT_FALSE(sign_up_from(""));
}

TEST_F(AdmissionTest, TheLatestSetupSecretWorksOnce) {
  EXPECT_TRUE(must(admission_.needs_setup()));
  EXPECT_TRUE(fails(admission_.use_setup_secret("guess"), ErrorCode::kForbidden));
  const std::string first = *must(admission_.new_setup_secret());
  const std::string second = *must(admission_.new_setup_secret());
  EXPECT_TRUE(must(admission_.needs_setup()));
  EXPECT_TRUE(fails(admission_.use_setup_secret(first), ErrorCode::kForbidden));
  EXPECT_EQ(json("norn", "SETUP", "SETUP").find(second), std::string::npos);

  const Action one = must(admission_.use_setup_secret(second));
  const Action other = must(admission_.use_setup_secret(second));
  EXPECT_TRUE(write(one));
  EXPECT_FALSE(write(other));
  EXPECT_FALSE(must(admission_.needs_setup()));
  EXPECT_FALSE(must(admission_.new_setup_secret()));
  EXPECT_TRUE(fails(admission_.use_setup_secret(second), ErrorCode::kForbidden));
  EXPECT_EQ(json("norn", "SETUP", "SETUP"), json_of({{"PK", "SETUP"},
                                                     {"SK", "SETUP"},
                                                     {"entityType", "SETUP"},
                                                     {"done", testing::yes()},
                                                     {"updatedAt", "2024-01-15T10:30:00.123Z"}}));
}

TEST_F(AdmissionTest, ANewSetupSecretVoidsAnActionOfTheOldOne) {
  const std::string first = *must(admission_.new_setup_secret());
  const Action late = must(admission_.use_setup_secret(first));
  must(admission_.new_setup_secret());
  EXPECT_FALSE(write(late));
  EXPECT_TRUE(must(admission_.needs_setup()));
}

TEST_F(AdmissionTest, AnInvitationWorksOnce) {
  const Admission::Invited invited = must(admission_.invite("ada", "Jack@Example.com"));
  const std::string sk = "INVITATION#" + secret_hash(invited.secret);
  EXPECT_EQ(json("norn", "INVITATIONS", sk),
            json_of({{"PK", "INVITATIONS"},
                     {"SK", sk},
                     {"entityType", "INVITATION"},
                     {"id", invited.invitation.id},
                     {"invitedBy", "ada"},
                     {"email", "jack@example.com"},
                     {"createdAt", "2024-01-15T10:30:00.123Z"},
                     {"expiresAt", "2024-01-29T10:30:00.123Z"},
                     {"ttl", num(kStartMs / 1000 + 14 * 86'400 + 1)}}));
  const auto use = [&] {
    return must(admission_.use_invitation(invited.secret, "jack@example.com")).with.at(0);
  };
  const Action one = use();
  const Action other = use();
  EXPECT_TRUE(write(one));
  EXPECT_FALSE(write(other));
  EXPECT_TRUE(
      fails(admission_.use_invitation(invited.secret, "jack@example.com"), ErrorCode::kForbidden));
}

TEST_F(AdmissionTest, AnInvitationForAnAddressIsForThatAddressOnly) {
  const std::string addressed = must(admission_.invite("ada", "jack@example.com")).secret;
  const std::string anyone = must(admission_.invite("ada", std::nullopt)).secret;
  EXPECT_TRUE(
      fails(admission_.use_invitation(addressed, "john@example.com"), ErrorCode::kForbidden));
  // An invitation for an address proves that the user owns it.
  EXPECT_TRUE(must(admission_.use_invitation(addressed, "jack@example.com")).email_verified);
  EXPECT_FALSE(must(admission_.use_invitation(anyone, "john@example.com")).email_verified);
  EXPECT_TRUE(fails(admission_.use_invitation("guess", "john@example.com"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(admission_.invite("ada", "jack"), ErrorCode::kInvalid, "email"));
}

TEST_F(AdmissionTest, InvitationsExpireAndAreWithdrawn) {
  const Admission::Invited old = must(admission_.invite("ada", std::nullopt));
  clock_.advance_ms(kInvitationMs - 1);
  const Admission::Invited young = must(admission_.invite("ada", std::nullopt));
  EXPECT_TRUE(admission_.use_invitation(old.secret, "a@b"));
  const std::vector<Invitation> open = must(admission_.invitations());
  ASSERT_EQ(open.size(), 2U);
  EXPECT_EQ(open[0].id, young.invitation.id);
  clock_.advance_ms(1);
  EXPECT_TRUE(fails(admission_.use_invitation(old.secret, "a@b"), ErrorCode::kForbidden));
  EXPECT_EQ(must(admission_.invitations()).size(), 1U);
  must(admission_.withdraw(young.invitation.id));
  EXPECT_TRUE(fails(admission_.withdraw(young.invitation.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(admission_.use_invitation(young.secret, "a@b"), ErrorCode::kForbidden));
}

TEST_F(AdmissionTest, AnInvitationHoldsAsLongAsWhoMadeItMayInvite) {
  const std::string secret = must(admission_.invite("ada", std::nullopt)).secret;
  const std::string operators = must(admission_.invite("", std::nullopt)).secret;
  const std::string gone = must(admission_.invite("gone", std::nullopt)).secret;
  EXPECT_TRUE(admission_.use_invitation(secret, "a@b"));
  put_account("ada", false);
  EXPECT_TRUE(fails(admission_.use_invitation(secret, "a@b"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(admission_.find_invitation(secret), ErrorCode::kForbidden));
  put_account("ada", true, true);
  EXPECT_TRUE(fails(admission_.use_invitation(secret, "a@b"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(admission_.use_invitation(gone, "a@b"), ErrorCode::kForbidden));
  EXPECT_TRUE(admission_.use_invitation(operators, "a@b"));
}

TEST_F(AdmissionTest, WhoMayComeInIsUpToTheMode) {
  const std::optional<std::string> invitation = must(admission_.invite("ada", std::nullopt)).secret;
  const std::optional<std::string> guess = "guess";
  const struct {
    SignUp mode;
    bool uninvited, invited, guessed;
  } rows[] = {{SignUp::kClosed, false, false, false},
              {SignUp::kInvitation, false, true, false},
              {SignUp::kOpen, true, true, false}};
  for (const auto& row : rows) {
    must(admission_.change_settings({.sign_up = row.mode}));
    EXPECT_EQ(admission_.admit("a@b", std::nullopt).has_value(), row.uninvited);
    EXPECT_EQ(admission_.admit("a@b", invitation).has_value(), row.invited);
    EXPECT_EQ(admission_.admit("a@b", guess).has_value(), row.guessed);
    EXPECT_TRUE(fails(admission_.admit("a@b", guess), ErrorCode::kForbidden));
  }
  EXPECT_EQ(must(admission_.admit("a@b", invitation)).with.size(), 1U);
  EXPECT_EQ(must(admission_.admit("a@b", std::nullopt)).with.size(), 0U);
}

}  // namespace
}  // namespace norn::accounts
