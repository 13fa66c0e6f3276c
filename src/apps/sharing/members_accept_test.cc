#include "apps/accounts/keys.h"
#include "apps/sharing/members.h"
#include "apps/sharing/test_things.h"

// An invitation from when it is made until it is accepted, declined, withdrawn or worth nothing.
namespace norn::sharing {
namespace {

class SharedInvitations : public SharingTest {
 protected:
  Result<Invited> invite(const std::string& email, const std::string& role = "host",
                         const std::string& room_id = "den") {
    return members.invite(ada, room_id, email, role);
  }
  void prove(const std::string& user_id) {
    store::UpdateRequest request;
    request.table = tables.norn();
    request.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
    request.update = "SET emailVerified = :yes";
    request.placeholders.values = {{":yes", store::Value::boolean(true)}};
    must(store_.update(request));
  }
};

TEST_F(SharedInvitations, SomebodyWithAnAccountIsAMemberAtOnce) {
  EXPECT_TRUE(must(invite("Zoe@example.com")).member);
  EXPECT_EQ(role_of(zoe), "host");
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kConflict, "email"));
  person("new", false);
  const auto refused = invite("new@example.com", "owner");
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict, "role"));
  EXPECT_NE(refused.error().message.find("Invite them as warden"), std::string::npos);
}

TEST_F(SharedInvitations, SigningUpWithAProvedAddressAcceptsAllOfThem) {
  room("loft", ada);
  must(invite("new@example.com"));
  must(invite("new@example.com", "owner", "loft"));
  EXPECT_EQ(invitation_items(), 4U);
  const std::string fresh = person("new");
  EXPECT_EQ(role_of(fresh), "host");
  EXPECT_EQ(role_of(fresh, "loft"), "owner");
  EXPECT_EQ(invitation_items(), 0U);
  EXPECT_EQ(open_sweeps(), 0U);
}

TEST_F(SharedInvitations, WhatACrashInterruptsTheSweepFinishes) {
  room("loft", ada);
  must(invite("new@example.com"));
  must(invite("new@example.com", "guest", "loft"));
  // The account is made, one invitation is accepted, and then the store is gone.
  const Error broken = {ErrorCode::kUnavailable, "The store is away.", nullptr};
  meanwhile([&] { meanwhile([&] { meanwhile([&] { store_.refuse(1, broken); }); }); });
  const std::string fresh = person("new");
  EXPECT_NE(role_of(fresh).empty(), role_of(fresh, "loft").empty());
  EXPECT_EQ(open_sweeps(), 1U);
  must(sweeps.run());
  EXPECT_EQ(role_of(fresh), "host");
  EXPECT_EQ(role_of(fresh, "loft"), "guest");
  EXPECT_EQ(invitation_items() + open_sweeps(), 0U);
}

TEST_F(SharedInvitations, NothingComesBeforeTheAddressIsProved) {
  must(invite("new@example.com"));
  const std::string fresh = person("new", false);
  EXPECT_EQ(role_of(fresh), "");
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_TRUE(fails(members.accept(fresh, "den"), ErrorCode::kNotFound));
  prove(fresh);
  const auto own = must(members.own_invitations(fresh));
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].thing_name, "Room den");
  EXPECT_EQ(own[0].inviter_name, "ada");
  EXPECT_EQ(must(members.accept(fresh, "den")).role, "host");
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
}

TEST_F(SharedInvitations, AreToldToWhomTheyWaitFor) {
  room("loft", ada);
  must(invite("new@example.com"));
  must(invite("new@example.com", "guest", "loft"));
  must(invite("other@example.com"));
  const std::vector<accounts::Awaiting> expected = {
      {.kind = "room", .name = "Room den", .role = "host", .invited_by = "ada"},
      {.kind = "room", .name = "Room loft", .role = "guest", .invited_by = "ada"}};
  EXPECT_EQ(must(members.awaiting("new@example.com")), expected);
  erase(Rooms::kTable, Rooms::room_key("loft"));
  EXPECT_EQ(must(members.awaiting("new@example.com")).size(), 1U);
  EXPECT_TRUE(must(members.awaiting("nobody@example.com")).empty());
}

TEST_F(SharedInvitations, CanBeDeclined) {
  must(invite("new@example.com"));
  const std::string fresh = person("new", false);
  prove(fresh);
  must(members.decline(fresh, "den"));
  EXPECT_TRUE(fails(members.accept(fresh, "den"), ErrorCode::kNotFound));
  EXPECT_EQ(invitation_items(), 0U);
}

TEST_F(SharedInvitations, OfADeposedOwnerAreDropped) {
  join("den", zoe, "owner");
  must(members.invite(zoe, "den", "new@example.com", "host"));
  must(members.invite(zoe, "den", "late@example.com", "owner"));
  must(change(ada, zoe, "warden"));
  EXPECT_EQ(role_of(person("new")), "host") << "a warden could still invite a host";
  EXPECT_EQ(role_of(person("late")), "");
  must(members.invite(zoe, "den", "last@example.com", "guest"));
  meanwhile([&] { must(members.remove(ada, "den", zoe)); });
  EXPECT_EQ(role_of(person("last")), "");
  EXPECT_EQ(invitation_items(), 0U);
}

TEST_F(SharedInvitations, OfAThingThatIsGoneAreDropped) {
  must(invite("new@example.com"));
  erase(Rooms::kTable, Rooms::room_key("den"));
  EXPECT_EQ(role_of(person("new")), "");
  EXPECT_EQ(invitation_items(), 0U);
}

TEST_F(SharedInvitations, WhoSignsUpAndWhoWithdrawsOneOfThemIsFirst) {
  must(invite("new@example.com"));
  // Withdrawn after the account was made, and before the invitation is accepted.
  meanwhile([&] { meanwhile([&] { must(members.withdraw(ada, "den", "new@example.com")); }); });
  EXPECT_EQ(role_of(person("new")), "");
  must(invite("late@example.com"));
  std::string late;
  meanwhile([&] { late = person("late"); });
  EXPECT_TRUE(fails(members.withdraw(ada, "den", "late@example.com"), ErrorCode::kNotFound));
  EXPECT_EQ(role_of(late), "host");
  EXPECT_EQ(invitation_items(), 0U);
}

TEST_F(SharedInvitations, OfTwoWhoWelcomeAtTheSameMomentNobodyFails) {
  must(invite("new@example.com"));
  std::string fresh;
  // The sweep of another thread does the same work between the account and the first acceptance.
  meanwhile([&] { meanwhile([&] { must(sweeps.run()); }); });
  fresh = person("new");
  EXPECT_EQ(role_of(fresh), "host");
  EXPECT_EQ(invitation_items() + open_sweeps(), 0U);
}

TEST_F(SharedInvitations, WhatCannotBeAcceptedStaysOpen) {
  const auto put_broken = [&] {
    const InvitationItems& items = rooms.description().invitations;
    write("norn", store::Item::from_map({{"PK", items.invitee_prefix + "new@example.com"},
                                         {"SK", items.thing_prefix + "aaa"},
                                         {"role", "king"}}));
  };
  must(invite("new@example.com"));
  put_broken();
  const std::string fresh = person("new");
  EXPECT_EQ(role_of(fresh), "host") << "a broken one keeps nobody from the others";
  const std::string full = person("full", false);
  for (const char* const id : {"1", "2", "3", "4", "5"}) {
    room(id, ada);
    join(id, full, "guest");
  }
  store::Map waiting =
      apps::key_of(rooms.description().invitations.invitee_prefix + "full@example.com",
                   rooms.description().invitations.thing_prefix + "den")
          .to_map();
  waiting.merge(store::Map({{"roomId", "den"},
                            {"email", "full@example.com"},
                            {"role", "guest"},
                            {"invitedBy", ada},
                            {"createdAt", "2024-01-15T10:30:00Z"}}));
  write("norn", store::Item::from_map(waiting));
  prove(full);
  EXPECT_FALSE(must(members.welcome(full)));
  EXPECT_EQ(must(members.own_invitations(full)).size(), 1U);
  EXPECT_TRUE(fails(members.accept(full, "den"), ErrorCode::kConflict));
}

TEST_F(SharedInvitations, HaveLimits) {
  for (const char* const id : {"1", "2", "3"}) room(id, ada);
  for (const char* const id : {"1", "2", "3"}) must(invite("new@example.com", "guest", id));
  EXPECT_TRUE(fails(invite("new@example.com"), ErrorCode::kConflict, "email"));
  must(invite("new@example.com", "host", "3"));
  for (const char* const email : {"a@example.com", "b@example.com", "c@example.com"}) {
    must(invite(email));
  }
  EXPECT_TRUE(fails(invite("d@example.com"), ErrorCode::kConflict, "email"))
      << "six with those who are invited";
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kConflict, "email"));
  must(members.withdraw(bob, "den", "a@example.com"));
  must(invite("zoe@example.com"));
}

}  // namespace
}  // namespace norn::sharing
