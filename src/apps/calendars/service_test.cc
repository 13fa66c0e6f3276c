#include "apps/calendars/service.h"

#include "apps/calendars/render.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

NORN_ON_BOTH_STORES(CalendarsTest);

TEST_P(CalendarsTest, TheCreatorOfACalendarOwnsIt) {
  const CalendarInput input = {.name = "Work", .color = "#EF4444", .description = "Ours"};
  const Access made = must(scene.calendars.create(zoe, input, {}));
  EXPECT_EQ(made.calendar.name, "Work");
  EXPECT_EQ(made.calendar.color, "#EF4444");
  EXPECT_EQ(made.calendar.description, "Ours");
  EXPECT_EQ(made.calendar.created_at, "2024-01-15T10:30:00Z");
  EXPECT_EQ(made.membership.user_id, zoe);
  EXPECT_EQ(made.membership.role, Role::kOwner);
  const Access found = must(scene.calendars.get(zoe, made.calendar.id));
  EXPECT_EQ(found.calendar, made.calendar);
  EXPECT_EQ(found.membership, made.membership);
}

TEST_P(CalendarsTest, AColorIsOne) {
  const CalendarInput input = {.name = "Work", .color = "red", .description = {}};
  EXPECT_TRUE(fails(scene.calendars.create(ada, input, {}), ErrorCode::kInvalid, "color"));
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  EXPECT_TRUE(fails(scene.calendars.change(ada, calendar, {.color = "#12"}, etag),
                    ErrorCode::kInvalid, "color"));
}

TEST_P(CalendarsTest, TheSameKeyMakesOneCalendar) {
  const CalendarInput input = {.name = "Work", .color = "#EF4444", .description = {}};
  apps::Creation creation = {
      .user_id = ada, .operation = "createCalendar", .key = "k", .digest = "d"};
  const Access first = must(scene.calendars.create(ada, input, creation));
  EXPECT_EQ(must(scene.calendars.create(ada, input, creation)).calendar, first.calendar);
  creation.digest = "other";
  EXPECT_TRUE(fails(scene.calendars.create(ada, input, creation), ErrorCode::kUnprocessable));
  creation.key = "l";
  EXPECT_NE(must(scene.calendars.create(ada, input, creation)).calendar.id, first.calendar.id);
}

TEST_P(CalendarsTest, TheSameKeyAtTheSameMomentMakesOneCalendar) {
  const CalendarInput input = {.name = "Work", .color = "#EF4444", .description = {}};
  const apps::Creation creation = {
      .user_id = ada, .operation = "createCalendar", .key = "k", .digest = "d"};
  std::string quicker;
  meanwhile([&] { quicker = must(scene.calendars.create(ada, input, creation)).calendar.id; });
  EXPECT_EQ(must(scene.calendars.create(ada, input, creation)).calendar.id, quicker);
  EXPECT_EQ(scene.count("calendsync", "CALENDAR"), 2);
}

TEST_P(CalendarsTest, ACalendarNeedsAnAccount) {
  const CalendarInput input = {.name = "Work", .color = "#EF4444", .description = {}};
  EXPECT_TRUE(fails(scene.calendars.create(accounts::CountingIds::id_of(999), input, {}),
                    ErrorCode::kNotSignedIn));
}

TEST_P(CalendarsTest, OnlyMembersKnowOfACalendar) {
  const std::string nowhere = accounts::CountingIds::id_of(999);
  const auto stranger = scene.calendars.get(zoe, calendar);
  const auto missing = scene.calendars.get(zoe, nowhere);
  EXPECT_TRUE(fails(stranger, ErrorCode::kNotFound));
  EXPECT_TRUE(fails(missing, ErrorCode::kNotFound));
  EXPECT_EQ(stranger.error().message, missing.error().message);
}

TEST_P(CalendarsTest, ARoleMayDoWhatThoseBelowItMay) {
  struct Row {
    std::string user;
    Role needed;
    std::optional<ErrorCode> error;
  };
  const Row rows[] = {
      {ada, Role::kReader, {}},
      {ada, Role::kWriter, {}},
      {ada, Role::kOwner, {}},
      {bob, Role::kReader, {}},
      {bob, Role::kWriter, {}},
      {eve, Role::kReader, {}},
      {bob, Role::kOwner, ErrorCode::kForbidden},
      {eve, Role::kWriter, ErrorCode::kForbidden},
      {eve, Role::kOwner, ErrorCode::kForbidden},
      {zoe, Role::kReader, ErrorCode::kNotFound},
      {zoe, Role::kOwner, ErrorCode::kNotFound},
  };
  for (const Row& row : rows) {
    const auto access = authorize(scene.context, row.user, calendar, row.needed);
    // The condition of a transaction says the same.
    const auto written = scene.store.transact_write(
        {.actions = {still_has_role(scene.context, row.user, calendar, row.needed)},
         .client_token = {}});
    EXPECT_EQ(written.has_value(), !row.error.has_value());
    if (row.error) {
      EXPECT_TRUE(fails(access, *row.error));
    } else {
      EXPECT_TRUE(access.has_value());
    }
  }
}

TEST_P(CalendarsTest, TheListHasAllOfOnesCalendarsByName) {
  scene.calendar(bob, "aardvarks");
  scene.calendar(bob, "Zebras");
  settle();
  const auto names = [&](const std::string& user) {
    std::string text;
    for (const Access& one : must(scene.calendars.list(user))) {
      text += one.calendar.name + ":" + std::string(to_text(one.membership.role)) + " ";
    }
    return text;
  };
  EXPECT_EQ(names(ada), "Personal:owner ");
  EXPECT_EQ(names(bob), "aardvarks:owner Personal:writer Zebras:owner ");
  EXPECT_EQ(names(zoe), "");

  // What was taken away is not shown, however far behind the index is.
  must(scene.members.remove(ada, calendar, bob));
  EXPECT_EQ(names(bob), "aardvarks:owner Zebras:owner ");
  must(scene.calendars.remove(ada, calendar));
  EXPECT_EQ(names(eve), "");
}

TEST_P(CalendarsTest, AnOwnerChangesACalendar) {
  const Access before = must(scene.calendars.get(ada, calendar));
  clock.advance_ms(5'000);
  const Access after = must(scene.calendars.change(
      ada, calendar, {.name = "Home", .description = "All of us"}, etag_of(before.calendar)));
  EXPECT_EQ(after.calendar.name, "Home");
  EXPECT_EQ(after.calendar.color, "#3B82F6");
  EXPECT_EQ(after.calendar.description, "All of us");
  EXPECT_EQ(after.calendar.created_at, "2024-01-15T10:30:00Z");
  EXPECT_EQ(after.calendar.updated_at, "2024-01-15T10:30:05Z");
  EXPECT_EQ(must(scene.calendars.get(eve, calendar)).calendar, after.calendar);
  const Access cleared = must(scene.calendars.change(
      ada, calendar, {.description = std::optional<std::string>()}, etag_of(after.calendar)));
  EXPECT_EQ(cleared.calendar.description, std::nullopt);
}

TEST_P(CalendarsTest, AChangeThatChangesNothingWritesNothing) {
  const Calendar before = must(scene.calendars.get(ada, calendar)).calendar;
  clock.advance_ms(5'000);
  const Access after =
      must(scene.calendars.change(ada, calendar, {.name = before.name}, etag_of(before)));
  EXPECT_EQ(after.calendar, before);
}

TEST_P(CalendarsTest, OthersDoNotChangeOrDeleteIt) {
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(fails(scene.calendars.change(user, calendar, {.name = "Mine"}, etag),
                      ErrorCode::kForbidden));
    EXPECT_TRUE(fails(scene.calendars.remove(user, calendar), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(
      fails(scene.calendars.change(zoe, calendar, {.name = "Mine"}, etag), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.calendars.remove(zoe, calendar), ErrorCode::kNotFound));
}

TEST_P(CalendarsTest, AStaleChangeIsRefusedWithTheCurrentState) {
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  const Access current = must(scene.calendars.change(ada, calendar, {.name = "Home"}, etag));
  const auto refused = scene.calendars.change(ada, calendar, {.name = "Work"}, etag);
  ASSERT_TRUE(fails(refused, ErrorCode::kStale));
  std::string json;
  append_json(json, current.calendar, Role::kOwner);
  EXPECT_EQ(fault_of(refused.error())->current, json);
  EXPECT_EQ(fault_of(refused.error())->etag, etag_of(current.calendar));
}

TEST_P(CalendarsTest, WhatChangesMeanwhileIsSeenBeforeItIsOverwritten) {
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  meanwhile([&] { must(scene.calendars.change(ada, calendar, {.name = "Home"}, etag)); });
  EXPECT_TRUE(
      fails(scene.calendars.change(ada, calendar, {.name = "Work"}, etag), ErrorCode::kStale));
  EXPECT_EQ(must(scene.calendars.get(ada, calendar)).calendar.name, "Home");
}

TEST_P(CalendarsTest, ALongerEntryThatIsMadeMeanwhileIsNotForgotten) {
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  meanwhile([&] {
    scene.entry(bob, calendar, "2024-01-15", MultiDay{date("2024-01-15"), date("2024-01-20")});
  });
  must(scene.calendars.change(ada, calendar, {.name = "Work"}, etag));
  EXPECT_EQ(must(scene.calendars.get(ada, calendar)).calendar.longest_span_days, 6);
}

TEST_P(CalendarsTest, AnOwnerWhoIsDemotedMeanwhileChangesNothing) {
  must(scene.members.invite(ada, calendar, "zoe@example.com", Role::kOwner));
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  const auto demote = [&] {
    const Membership own = must(authorize(scene.context, zoe, calendar, Role::kReader)).membership;
    must(scene.members.change_role(ada, calendar, zoe, Role::kReader, etag_of(own)));
  };
  meanwhile(demote);
  EXPECT_TRUE(
      fails(scene.calendars.change(zoe, calendar, {.name = "Work"}, etag), ErrorCode::kForbidden));
  const Membership own = must(authorize(scene.context, zoe, calendar, Role::kReader)).membership;
  must(scene.members.change_role(ada, calendar, zoe, Role::kOwner, etag_of(own)));
  meanwhile(demote);
  EXPECT_TRUE(fails(scene.calendars.remove(zoe, calendar), ErrorCode::kForbidden));
  EXPECT_EQ(must(scene.calendars.get(ada, calendar)).calendar.name, "Personal");
}

TEST_P(CalendarsTest, ADeletedCalendarIsGoneForEverybodyAtOnce) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  must(scene.calendars.remove(ada, calendar));
  const std::string etag = etag_of(entry);
  for (const std::string& user : {ada, bob, eve}) {
    EXPECT_TRUE(fails(scene.calendars.get(user, calendar), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.entries.get(user, entry.id), ErrorCode::kNotFound));
    EXPECT_TRUE(
        fails(scene.entries.range(user, calendar, entry.date, entry.date), ErrorCode::kNotFound));
    EXPECT_TRUE(
        fails(scene.entries.change(user, entry.id, {.title = "New"}, etag), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.entries.remove(user, entry.id, etag), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.members.list(user, calendar), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.calendars.remove(user, calendar), ErrorCode::kNotFound));
  }
}

// A condition can compare only so many attributes.
TEST_P(CalendarsTest, ACalendarWithManyAttributesOfOthersIsDeleted) {
  store::Map item = must(find_item(scene.context, calendar_key(calendar)))->to_map();
  for (int i = 0; i < 400; ++i) item.emplace("attribute" + std::to_string(i), "x");
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = store::Item::from_map(item);
  must(store().put(put));
  must(scene.calendars.remove(ada, calendar));
  EXPECT_TRUE(fails(scene.calendars.get(ada, calendar), ErrorCode::kNotFound));
}

TEST_P(CalendarsTest, CalendarsAreListedOnceWhateverTheIndexHas) {
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = must(find_item(scene.context, member_key(calendar, bob))).value();
  store::Map item = put.item.to_map();
  item["PK"] = "SOMETHING#x";
  put.item = store::Item::from_map(item);
  must(store().put(put));
  settle();
  EXPECT_EQ(must(scene.calendars.list(bob)).size(), 1);
}

}  // namespace
}  // namespace norn::calendars
