#include <fmt/format.h>

#include "apps/accounts/keys.h"
#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

constexpr int64_t kHourMs = 3'600'000;

class BookingsInvitations : public BookingsTest {
 protected:
  // Without a proof that the address is theirs.
  std::string stranger(const std::string& name) {
    return must(users.create(accounts::person(name + "@example.com"))).id;
  }
  Result<Members::Invited> invite(const std::string& email, Role role = Role::kMember) {
    return members.invite(ada, cottage, email, role);
  }
  std::optional<Role> role_of(const std::string& user_id) {
    const auto access = authorize(context, user_id, cottage, Role::kViewer);
    const auto person = item(keys::user(user_id), keys::place(cottage));
    EXPECT_EQ(access.has_value(), person.has_value());
    if (!access) return std::nullopt;
    EXPECT_EQ(access->membership, must(membership_from(*person)));
    return access->membership.role;
  }
  // As the place has them; those who are invited have the same.
  std::string pending() {
    std::string text;
    for (const Invitation& one : must(members.invitations(ada, cottage))) {
      EXPECT_TRUE(item(keys::invitee(one.email), keys::place(cottage)));
      text += one.email + ":" + std::string(to_text(one.role)) + " ";
    }
    return text;
  }

  Places places{context};
  Members members{context};
};

TEST_F(BookingsInvitations, SomebodyWithAnAccountIsAMemberAtOnce) {
  const auto invited = must(invite(" Zoe@Example.com "));
  ASSERT_TRUE(invited.member);
  EXPECT_FALSE(invited.invitation);
  EXPECT_EQ(invited.member->user->id, zoe);
  EXPECT_EQ(role_of(zoe), Role::kMember);
  EXPECT_EQ(pending(), "");
}

TEST_F(BookingsInvitations, OnlyAProvedAddressComesInAsAdministrator) {
  const std::string new_one = stranger("new");
  EXPECT_TRUE(fails(invite("new@example.com", Role::kAdministrator), ErrorCode::kConflict, "role"));
  must(invite("new@example.com", Role::kMember));
  EXPECT_EQ(role_of(new_one), Role::kMember);
  must(invite("zoe@example.com", Role::kAdministrator));
  EXPECT_EQ(role_of(zoe), Role::kAdministrator);
}

TEST_F(BookingsInvitations, WhoIsInItAlreadyIsNotInvited) {
  for (const char* const email : {"ada@example.com", "bob@example.com"}) {
    EXPECT_TRUE(fails(invite(email, Role::kViewer), ErrorCode::kConflict, "email"));
  }
  EXPECT_EQ(role_of(bob), Role::kMember);
  meanwhile([&] { join(cottage, zoe, Role::kViewer); });
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kConflict, "email"));
  EXPECT_EQ(role_of(zoe), Role::kViewer);
}

TEST_F(BookingsInvitations, OnlyAdministratorsInvite) {
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(fails(members.invite(user, cottage, "zoe@example.com", Role::kViewer),
                      ErrorCode::kForbidden));
    EXPECT_TRUE(fails(members.invitations(user, cottage), ErrorCode::kForbidden));
    EXPECT_TRUE(fails(members.withdraw(user, cottage, "a@example.com"), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(members.invite(zoe, cottage, "zoe@example.com", Role::kAdministrator),
                    ErrorCode::kNotFound));
  EXPECT_TRUE(fails(invite("nobody"), ErrorCode::kInvalid, "email"));
}

TEST_F(BookingsInvitations, AnybodyElseIsInvited) {
  const auto invited = must(invite("New@example.com", Role::kAdministrator));
  EXPECT_FALSE(invited.member);
  ASSERT_TRUE(invited.invitation);
  EXPECT_EQ(invited.invitation->email, "new@example.com");
  EXPECT_EQ(invited.invitation->invited_by, ada);
  EXPECT_EQ(pending(), "new@example.com:administrator ");
  must(invite("new@example.com", Role::kViewer));
  EXPECT_EQ(pending(), "new@example.com:viewer ") << "the latest one counts";
  EXPECT_EQ(role_of(person("new")), std::nullopt) << "they have to accept";
}

TEST_F(BookingsInvitations, WhoHasAnAccountByNowIsAMemberWhenInvitedAgain) {
  must(invite("new@example.com"));
  const std::string new_one = person("new");
  must(invite("new@example.com", Role::kViewer));
  EXPECT_EQ(role_of(new_one), Role::kViewer);
  EXPECT_EQ(pending(), "");
  EXPECT_TRUE(items(keys::invitee("new@example.com")).empty());
}

TEST_F(BookingsInvitations, AWithdrawnOneIsGone) {
  must(invite("new@example.com"));
  must(members.withdraw(ada, cottage, " NEW@example.com"));
  EXPECT_EQ(pending(), "");
  EXPECT_TRUE(items(keys::invitee("new@example.com")).empty());
  EXPECT_TRUE(fails(members.withdraw(ada, cottage, "new@example.com"), ErrorCode::kNotFound));
}

TEST_F(BookingsInvitations, ANewAdministratorHasAProvedAddressWhenItIsWritten) {
  store::UpdateRequest request;
  request.table = tables.norn();
  request.key = apps::key_of(accounts::keys::user(zoe), accounts::keys::kAccount);
  request.update = "SET emailVerified = :no";
  request.placeholders.values = {{":no", store::Value::boolean(false)}};
  meanwhile([&] { must(store_.update(request)); });
  EXPECT_TRUE(fails(invite("zoe@example.com", Role::kAdministrator), ErrorCode::kConflict, "role"));
  EXPECT_EQ(role_of(zoe), std::nullopt);
}

TEST_F(BookingsInvitations, WhatIsSoWhenItIsWrittenCounts) {
  std::string new_one;
  meanwhile([&] { new_one = person("new"); });
  EXPECT_TRUE(must(invite("new@example.com")).member);
  EXPECT_EQ(role_of(new_one), Role::kMember);
  meanwhile([&] { must(users.change_email(zoe, "other@example.com")); });
  EXPECT_TRUE(must(invite("zoe@example.com")).invitation) << "no account has the address any more";
  EXPECT_EQ(role_of(zoe), std::nullopt);
  meanwhile([&] { must(users.remove(*must(users.find(zoe)), {})); });
  EXPECT_TRUE(must(invite("other@example.com")).invitation);
  EXPECT_TRUE(items(keys::user(zoe)).empty());
}

TEST_F(BookingsInvitations, WhoIsNoAdministratorAnyMoreInvitesNobody) {
  for (const char* const email : {"zoe@example.com", "new@example.com"}) {
    join(cottage, ada, Role::kAdministrator);
    meanwhile([&] { join(cottage, ada, Role::kMember); });
    EXPECT_TRUE(fails(invite(email), ErrorCode::kForbidden));
  }
  join(cottage, ada, Role::kAdministrator);
  must(invite("new@example.com"));
  meanwhile([&] { join(cottage, ada, Role::kMember); });
  EXPECT_TRUE(fails(members.withdraw(ada, cottage, "new@example.com"), ErrorCode::kForbidden));
  EXPECT_EQ(items(keys::invitee("new@example.com")).size(), 1U);
}

TEST_F(BookingsInvitations, NobodyComesIntoAPlaceThatIsGone) {
  for (const char* const email : {"zoe@example.com", "new@example.com"}) {
    const std::string place_id = place(ids.uuid(), "Tent");
    join(place_id, ada, Role::kAdministrator);
    meanwhile([&] { must(places.remove(ada, place_id)); });
    EXPECT_TRUE(fails(members.invite(ada, place_id, email, Role::kMember), ErrorCode::kNotFound));
    EXPECT_EQ(items(keys::place(place_id)).size(), 1U) << "the membership that is to be swept";
    must(sweeps.run());
    EXPECT_TRUE(items(keys::place(place_id)).empty());
    EXPECT_TRUE(items(keys::invitee(email)).empty());
  }
  EXPECT_TRUE(items(keys::user(zoe)).empty());
}

TEST_F(BookingsInvitations, APlaceHasRoomForSoMany) {
  for (size_t i = 3; i + 2 < kMaxMembersPerPlace; ++i) {
    join(cottage, fmt::format("person-{}", i), Role::kViewer);
  }
  must(invite("one@example.com"));
  must(invite("two@example.com"));
  EXPECT_TRUE(fails(invite("three@example.com"), ErrorCode::kConflict, "email"));
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kConflict, "email"));
  must(invite("two@example.com", Role::kViewer));  // They have their room already,
  const std::string two = person("two");
  must(invite("two@example.com"));  // and they keep it.
  EXPECT_EQ(role_of(two), Role::kMember);
}

TEST_F(BookingsInvitations, NobodyIsBroughtIntoTooMany) {
  for (size_t i = 0; i < kMaxPlacesPerPerson; ++i) {
    join(place(ids.uuid(), "Tent"), zoe, Role::kViewer);
  }
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kConflict, "email"));
}

TEST_F(BookingsInvitations, AnAddressHasOnlySoMany) {
  std::vector<Action> actions;
  for (size_t i = 0; i < kMaxInvitationsPerAddress; ++i) {
    actions.clear();
    put_invitation(context,
                   {.place_id = ids.uuid(),
                    .email = "new@example.com",
                    .role = Role::kViewer,
                    .invited_by = bob,
                    .created_at = now()},
                   actions);
    must(apps::transact(store_, actions));
  }
  EXPECT_TRUE(fails(invite("new@example.com"), ErrorCode::kConflict, "email"));
}

TEST_F(BookingsInvitations, NobodyInvitesTooOften) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(fails(invite("bob@example.com"), ErrorCode::kConflict, "email"));
  }
  EXPECT_TRUE(fails(invite("zoe@example.com"), ErrorCode::kTooManyRequests));
  clock.advance_ms(kHourMs);
  must(invite("zoe@example.com"));
}

TEST_F(BookingsInvitations, AnUnreadableOneIsListedNowhere) {
  must(invite("new@example.com"));
  store::Map broken = item(keys::place(cottage), keys::invited("new@example.com"))->to_map();
  broken["role"] = "king";
  write(store::Item::from_map(broken));
  EXPECT_TRUE(must(members.invitations(ada, cottage)).empty());
}

}  // namespace
}  // namespace norn::bookings
