#include "apps/calendars/service.h"
#include "apps/calendars/test_world.h"
#include "support/builders.h"

namespace norn::calendars {
namespace {

constexpr int64_t kHourMs = 3'600'000;

class Invitations : public CalendarsTest {
 protected:
  static std::string id_of(int64_t number) {
    return accounts::CountingIds::id_of(static_cast<int>(100'000 + number));
  }

  // Without any of the rules.
  void put_member(const std::string& calendar_id, const std::string& user_id) {
    Membership membership;
    membership.calendar_id = calendar_id;
    membership.user_id = user_id;
    membership.created_at = membership.updated_at = "2024-01-15T10:30:00Z";
    store::PutRequest put;
    put.table = scene.tables.calendars();
    put.item = to_item(membership);
    must(scene.store.put(put));
  }

  void put_calendar(const std::string& calendar_id) {
    Calendar one;
    one.id = calendar_id;
    one.name = "One";
    one.color = "#3B82F6";
    one.created_at = one.updated_at = "2024-01-15T10:30:00Z";
    store::PutRequest put;
    put.table = scene.tables.calendars();
    put.item = to_item(one);
    must(scene.store.put(put));
  }

  std::string pending() {
    std::string text;
    for (const PendingInvitation& one : must(scene.members.pending(ada, calendar))) {
      text += one.email + ":" + std::string(to_text(one.role)) + " ";
    }
    return text;
  }
};
NORN_ON_BOTH_STORES(Invitations);

TEST_P(Invitations, APersonWithAnAccountIsAMemberAtOnce) {
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, " Zoe@Example.com ", Role::kWriter));
  ASSERT_TRUE(invited.member);
  EXPECT_FALSE(invited.pending);
  EXPECT_EQ(invited.member->user->id, zoe);
  EXPECT_EQ(invited.member->membership.role, Role::kWriter);
  EXPECT_EQ(scene.role_of(calendar, zoe), Role::kWriter);
  EXPECT_EQ(pending(), "");
}

TEST_P(Invitations, WhoIsInItAlreadyIsNotInvited) {
  for (const char* const email : {"bob@example.com", "ada@example.com"}) {
    EXPECT_TRUE(fails(scene.members.invite(ada, calendar, email, Role::kReader),
                      ErrorCode::kConflict, "email"));
  }
  EXPECT_EQ(scene.role_of(calendar, bob), Role::kWriter);
  meanwhile([&] { scene.join(calendar, ada, "zoe", Role::kOwner); });
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "zoe@example.com", Role::kReader),
                    ErrorCode::kConflict, "email"));
}

TEST_P(Invitations, OnlyOwnersInvite) {
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(fails(scene.members.invite(user, calendar, "zoe@example.com", Role::kReader),
                      ErrorCode::kForbidden));
    EXPECT_TRUE(fails(scene.members.pending(user, calendar), ErrorCode::kForbidden));
    EXPECT_TRUE(
        fails(scene.members.withdraw(user, calendar, "new@example.com"), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(scene.members.invite(zoe, calendar, "zoe@example.com", Role::kOwner),
                    ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "nobody", Role::kReader),
                    ErrorCode::kInvalid, "email"));
}

TEST_P(Invitations, APersonWithoutAnAccountIsAMemberAfterTheSignUp) {
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, "New@example.com", Role::kWriter));
  EXPECT_FALSE(invited.member);
  ASSERT_TRUE(invited.pending);
  EXPECT_EQ(invited.pending->email, "new@example.com");
  EXPECT_EQ(invited.pending->invited_by, ada);
  EXPECT_EQ(pending(), "new@example.com:writer ");
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 2);

  const std::string other = scene.person("other");
  EXPECT_TRUE(fails(scene.calendars.get(other, calendar), ErrorCode::kNotFound));
  const std::string fresh = scene.person("new");
  EXPECT_EQ(scene.role_of(calendar, fresh), Role::kWriter);
  EXPECT_EQ(pending(), "");
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION_MARK"), 0);
}

// As Norn wrote them when an invitation became a membership in the transaction of the sign-up.
TEST_P(Invitations, ThoseOfEarlierVersionsCount) {
  const auto put = [&](std::string_view pk, std::string_view sk, store::Map item) {
    item.emplace("PK", pk);
    item.emplace("SK", sk);
    store::PutRequest request;
    request.table = scene.tables.norn();
    request.item = store::Item::from_map(item);
    must(scene.store.put(request));
  };
  const store::Map invitation = {{"entityType", "CALENDAR_INVITATION"},
                                 {"calendarId", calendar},
                                 {"email", "new@example.com"},
                                 {"role", "writer"},
                                 {"invitedBy", ada},
                                 {"createdAt", "2024-01-15T10:30:00Z"}};
  put("CALINVITE#new@example.com", "CAL#" + calendar, invitation);
  put("CAL#" + calendar, "CALINVITE#new@example.com", invitation);
  put("CALINVITE#new@example.com", "LATEST",
      {{"entityType", "CALENDAR_INVITATION_MARK"},
       {"mark", "m"},
       {"ttl", store::Value::number(clock.now_s() + 86'400)}});
  EXPECT_EQ(pending(), "new@example.com:writer ");
  EXPECT_EQ(scene.role_of(calendar, scene.person("new")), Role::kWriter);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

TEST_P(Invitations, AnotherInvitationOfTheSamePersonReplacesTheFirst) {
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kOwner));
  EXPECT_EQ(pending(), "new@example.com:owner ");
  EXPECT_EQ(scene.role_of(calendar, scene.person("new")), Role::kOwner);
}

TEST_P(Invitations, AWithdrawnOneIsWorthNothing) {
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
  must(scene.members.withdraw(ada, calendar, " NEW@example.com"));
  EXPECT_EQ(pending(), "");
  EXPECT_TRUE(
      fails(scene.members.withdraw(ada, calendar, "new@example.com"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.calendars.get(scene.person("new"), calendar), ErrorCode::kNotFound));
}

TEST_P(Invitations, WhoSignsUpWhileTheyAreInvitedIsAMember) {
  std::string fresh;
  meanwhile([&] { fresh = scene.person("new"); });
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, "new@example.com", Role::kWriter));
  ASSERT_TRUE(invited.member);
  EXPECT_EQ(scene.role_of(calendar, fresh), Role::kWriter);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

TEST_P(Invitations, WhoIsInvitedWhileTheySignUpIsAMember) {
  meanwhile([&] { must(scene.members.invite(ada, calendar, "new@example.com", Role::kWriter)); });
  const std::string fresh = scene.person("new");
  EXPECT_EQ(scene.role_of(calendar, fresh), Role::kWriter);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

TEST_P(Invitations, WhoseInvitationIsWithdrawnWhileTheySignUpIsNone) {
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kWriter));
  meanwhile([&] { must(scene.members.withdraw(ada, calendar, "new@example.com")); });
  EXPECT_TRUE(fails(scene.calendars.get(scene.person("new"), calendar), ErrorCode::kNotFound));
}

TEST_P(Invitations, ThoseOfADeletedCalendarAreOnlyRemoved) {
  const std::string other = scene.calendar(ada, "Other");
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kWriter));
  must(scene.members.invite(ada, other, "new@example.com", Role::kReader));
  must(scene.calendars.remove(ada, calendar));
  const std::string fresh = scene.person("new");
  EXPECT_EQ(scene.role_of(other, fresh), Role::kReader);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
  const std::string third = scene.calendar(ada, "Third");
  must(scene.members.invite(ada, third, "late@example.com", Role::kReader));
  meanwhile([&] { must(scene.calendars.remove(ada, third)); });
  scene.person("late");
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

TEST_P(Invitations, AnAddressHasOnlySoMany) {
  std::vector<std::string> calendars = {calendar};
  while (calendars.size() <= kMaxPendingPerAddress) calendars.push_back(scene.calendar(ada));
  for (size_t i = 0; i < kMaxPendingPerAddress; ++i) {
    must(scene.members.invite(ada, calendars[i], "new@example.com", Role::kReader));
  }
  EXPECT_TRUE(fails(scene.members.invite(ada, calendars.back(), "new@example.com", Role::kReader),
                    ErrorCode::kConflict, "email"));
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kWriter));
  accounts::User user;
  user.id = accounts::CountingIds::id_of(998);
  user.email = "new@example.com";
  EXPECT_LE(must(scene.members.on_create(user, true)).size(), 60);
  const std::string fresh = scene.person("new");
  settle();
  EXPECT_EQ(must(scene.calendars.list(fresh)).size(), kMaxPendingPerAddress);
}

TEST_P(Invitations, ACalendarHasOnlySoMany) {
  clock.advance_ms(kHourMs);
  for (size_t i = 0; i < kMaxPendingPerCalendar; ++i) {
    must(scene.members.invite(ada, calendar, fmt::format("new{}@example.com", i), Role::kReader));
  }
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "new@example.com", Role::kReader),
                    ErrorCode::kConflict, "email"));
  must(scene.members.withdraw(ada, calendar, "new0@example.com"));
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
}

TEST_P(Invitations, AnAddressThatIsNotProvedGetsNothing) {
  must(scene.members.invite(ada, calendar, "boss@example.com", Role::kOwner));
  const std::string stranger = scene.person("boss", false);
  EXPECT_TRUE(fails(scene.calendars.get(stranger, calendar), ErrorCode::kNotFound));
  EXPECT_EQ(pending(), "boss@example.com:owner ");

  // A second invitation accepts the address as it is, but not for an owner.
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "boss@example.com", Role::kOwner),
                    ErrorCode::kConflict, "role"));
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, "boss@example.com", Role::kWriter));
  ASSERT_TRUE(invited.member);
  EXPECT_FALSE(invited.member->email_verified);
  EXPECT_EQ(pending(), "");
  const std::string etag = etag_of(invited.member->membership);
  must(scene.members.change_role(ada, calendar, stranger, Role::kOwner, etag));
  EXPECT_EQ(scene.role_of(calendar, stranger), Role::kOwner);
}

TEST_P(Invitations, ItIsForThePersonWhoProvesTheAddress) {
  must(scene.members.invite(ada, calendar, "boss@example.com", Role::kOwner));
  const std::string stranger = scene.person("boss", false);
  must(scene.users.remove(*must(scene.users.find(stranger)), {}));
  EXPECT_EQ(scene.role_of(calendar, scene.person("boss")), Role::kOwner);
  EXPECT_EQ(pending(), "");
}

TEST_P(Invitations, WhoseAddressIsAnotherMeanwhileIsNotAdded) {
  meanwhile([&] { must(scene.users.change_email(zoe, "zoe@example.org")); });
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, "zoe@example.com", Role::kReader));
  EXPECT_TRUE(invited.pending) << "no account has that address any more";
  EXPECT_TRUE(fails(scene.calendars.get(zoe, calendar), ErrorCode::kNotFound));
}

TEST_P(Invitations, ThoseOfAFormerOwnerAreWorthNothing) {
  scene.join(calendar, ada, "zoe", Role::kOwner);
  for (const char* const email : {"one@example.com", "two@example.com"}) {
    must(scene.members.invite(zoe, calendar, email, Role::kOwner));
  }
  must(scene.members.invite(ada, calendar, "three@example.com", Role::kReader));
  meanwhile([&] { must(scene.members.remove(ada, calendar, zoe)); });
  EXPECT_TRUE(fails(scene.calendars.get(scene.person("one"), calendar), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.calendars.get(scene.person("two"), calendar), ErrorCode::kNotFound));
  EXPECT_EQ(scene.role_of(calendar, scene.person("three")), Role::kReader);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

TEST_P(Invitations, ACalendarHasOnlySoManyMembers) {
  // Those who are invited count as well: ada, bob, eve and one invitation are there.
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
  for (int64_t i = 4; i < kMaxMembersPerCalendar; ++i) put_member(calendar, id_of(i));
  for (const char* const email : {"zoe@example.com", "other@example.com"}) {
    EXPECT_TRUE(fails(scene.members.invite(ada, calendar, email, Role::kReader),
                      ErrorCode::kConflict, "email"));
  }
  EXPECT_EQ(scene.role_of(calendar, scene.person("new")), Role::kReader);
  must(scene.members.remove(ada, calendar, eve));
  scene.join(calendar, ada, "zoe", Role::kReader);
}

TEST_P(Invitations, APersonIsInOnlySoManyCalendars) {
  for (int64_t i = 0; i < kMaxCalendarsPerPerson; ++i) put_member(id_of(i), zoe);
  settle();
  EXPECT_FALSE(must(has_most_calendars(scene.context, zoe))) << "none of them is there";
  for (int64_t i = 0; i < kMaxCalendarsPerPerson; ++i) put_calendar(id_of(i));
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "zoe@example.com", Role::kReader),
                    ErrorCode::kConflict, "email"));
  const CalendarInput input = {.name = "One more", .color = "#3B82F6", .description = {}};
  EXPECT_TRUE(fails(scene.calendars.create(zoe, input, {}), ErrorCode::kConflict));
  while (must(scene.members.forget(zoe))) settle();
  settle();
  EXPECT_TRUE(scene.calendars.create(zoe, input, {}));
}

TEST_P(Invitations, APersonInvitesOnlySoOften) {
  clock.advance_ms(kHourMs);
  for (int64_t i = 0; i < kMaxInvitationsPerHour; ++i) {
    EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "bob@example.com", Role::kReader),
                      ErrorCode::kConflict, "email"));
  }
  EXPECT_TRUE(fails(scene.members.invite(ada, calendar, "zoe@example.com", Role::kReader),
                    ErrorCode::kTooManyRequests));
  const std::string own = scene.calendar(bob);
  scene.join(own, bob, "zoe", Role::kReader);
  clock.advance_ms(kHourMs);
  scene.join(calendar, ada, "zoe", Role::kReader);
}

TEST_P(Invitations, APersonWhoIsDeletedMeanwhileIsNotAdded) {
  meanwhile([&] { must(scene.users.remove(*must(scene.users.find(zoe)), {})); });
  const Members::Invited invited =
      must(scene.members.invite(ada, calendar, "zoe@example.com", Role::kReader));
  EXPECT_TRUE(invited.pending) << "no account has that address any more";
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 3);
}

}  // namespace
}  // namespace norn::calendars
