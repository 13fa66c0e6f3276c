#include "apps/calendars/model.h"

#include <gtest/gtest.h>

#include "apps/calendars/schema.h"
#include "apps/shared/items.h"
#include "support/builders.h"

namespace norn::calendars {
namespace {

using testing::item;
using testing::map;
using testing::null;
using testing::num;

const std::string kUserId = "550e8400-e29b-41d4-a716-446655440001";
const std::string kCalendarId = "550e8400-e29b-41d4-a716-446655440002";
const std::string kEntryId = "550e8400-e29b-41d4-a716-446655440003";

// The examples of the design, attribute by attribute.
store::Map calendar_example() {
  return {{"PK", "CAL#" + kCalendarId},
          {"SK", "CAL#" + kCalendarId},
          {"entityType", "CALENDAR"},
          {"id", kCalendarId},
          {"name", "Personal"},
          {"color", "#3B82F6"},
          {"description", "My personal calendar"},
          {"createdAt", "2024-01-15T10:30:00Z"},
          {"updatedAt", "2024-01-15T10:30:00Z"}};
}

store::Map membership_example() {
  return {{"PK", "CAL#" + kCalendarId},
          {"SK", "MEMBER#" + kUserId},
          {"GSI1PK", "USER#" + kUserId},
          {"GSI1SK", "CAL#" + kCalendarId},
          {"entityType", "MEMBERSHIP"},
          {"calendarId", kCalendarId},
          {"userId", kUserId},
          {"role", "owner"},
          {"createdAt", "2024-01-15T10:30:00Z"},
          {"updatedAt", "2024-01-15T10:30:00Z"}};
}

store::Map entry_example() {
  return {{"PK", "ENTRY#" + kEntryId},
          {"SK", "ENTRY#" + kEntryId},
          {"GSI1PK", "CAL#" + kCalendarId},
          {"GSI1SK", "ENTRY#2024-01-15#" + kEntryId},
          {"entityType", "ENTRY"},
          {"id", kEntryId},
          {"calendarId", kCalendarId},
          {"title", "Standup Meeting"},
          {"description", null()},
          {"location", "Zoom"},
          {"date", "2024-01-15"},
          {"color", "#3B82F6"},
          {"kind", map({{"type", "Timed"}, {"start", "09:00:00"}, {"end", "09:30:00"}})},
          {"createdAt", "2024-01-15T08:00:00Z"},
          {"updatedAt", "2024-01-15T08:00:00Z"}};
}

Calendar calendar() {
  return {.id = kCalendarId,
          .name = "Personal",
          .color = "#3B82F6",
          .description = "My personal calendar",
          .created_at = "2024-01-15T10:30:00Z",
          .updated_at = "2024-01-15T10:30:00Z"};
}

Membership membership() {
  return {.calendar_id = kCalendarId,
          .user_id = kUserId,
          .role = Role::kOwner,
          .created_at = "2024-01-15T10:30:00Z",
          .updated_at = "2024-01-15T10:30:00Z"};
}

Entry entry() {
  return {.id = kEntryId,
          .calendar_id = kCalendarId,
          .title = "Standup Meeting",
          .description = std::nullopt,
          .location = "Zoom",
          .date = *parse_date("2024-01-15"),
          .color = "#3B82F6",
          .kind = Timed{"09:00:00", "09:30:00"},
          .created_at = "2024-01-15T08:00:00Z",
          .updated_at = "2024-01-15T08:00:00Z"};
}

TEST(CalendarModel, ItemsAreThoseOfTheDesign) {
  EXPECT_EQ(to_item(calendar()).to_map(), calendar_example());
  EXPECT_EQ(to_item(membership()).to_map(), membership_example());
  EXPECT_EQ(to_item(entry()).to_map(), entry_example());
}

TEST(CalendarModel, ItemsAreReadAsTheyWereWritten) {
  EXPECT_EQ(calendar_from(to_item(calendar())), calendar());
  EXPECT_EQ(membership_from(to_item(membership())), membership());
  EXPECT_EQ(entry_from(to_item(entry())), entry());

  Entry quoted = entry();
  quoted.title = "\"Tea\" \\ caf\u00e9\n";
  quoted.description = "line\tone";
  quoted.location = std::nullopt;
  EXPECT_EQ(entry_from(to_item(quoted)), quoted);
}

TEST(CalendarModel, ACalendarWithoutDescriptionHasANullAndNoSpanUntilThereIsALongerOne) {
  Calendar plain = calendar();
  plain.description = std::nullopt;
  EXPECT_EQ(to_item(plain).value("description"), null());
  EXPECT_FALSE(to_item(plain).contains("longestSpanDays"));
  EXPECT_EQ(calendar_from(to_item(plain)), plain);
  plain.longest_span_days = 12;
  EXPECT_EQ(to_item(plain).value("longestSpanDays"), num(12));
  EXPECT_EQ(calendar_from(to_item(plain)), plain);
}

TEST(CalendarModel, EveryKindIsAMapWithItsType) {
  struct Row {
    Kind kind;
    store::Value value;
    std::string json;
  };
  const Row rows[] = {
      {MultiDay{*parse_date("2024-01-14"), *parse_date("2024-01-16")},
       map({{"type", "MultiDay"}, {"start", "2024-01-14"}, {"end", "2024-01-16"}}),
       R"({"end":"2024-01-16","start":"2024-01-14","type":"MultiDay"})"},
      {AllDay{}, map({{"type", "AllDay"}}), R"({"type":"AllDay"})"},
      {Timed{"09:00:00", "09:30:00"},
       map({{"type", "Timed"}, {"start", "09:00:00"}, {"end", "09:30:00"}}),
       R"({"end":"09:30:00","start":"09:00:00","type":"Timed"})"},
      {Task{false}, map({{"type", "Task"}, {"completed", testing::no()}}),
       R"({"completed":false,"type":"Task"})"},
      {Task{true}, map({{"type", "Task"}, {"completed", testing::yes()}}),
       R"({"completed":true,"type":"Task"})"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.json);
    Entry one = entry();
    one.kind = row.kind;
    EXPECT_EQ(value_of(row.kind), row.value);
    EXPECT_EQ(entry_from(to_item(one)), one);
    std::string json;
    append_json(json, row.kind);
    EXPECT_EQ(json, row.json);
  }
}

TEST(CalendarModel, AKindWithMembersBesideItsOwnIsStillRead) {
  const store::Item one = item({{"kind", map({{"type", "Timed"},
                                              {"start", "09:00:00"},
                                              {"end", "09:30:00"},
                                              {"zone", "Europe/Berlin"}})}});
  EXPECT_EQ(kind_from(*one.find("kind")), Kind(Timed{"09:00:00", "09:30:00"}));
}

TEST(CalendarModel, WhatIsNoKindIsNotRead) {
  const store::Value rows[] = {
      "Timed",
      map({}),
      map({{"type", "Weekly"}}),
      map({{"type", "Task"}}),
      map({{"type", "Task"}, {"completed", "yes"}}),
      map({{"type", "Timed"}, {"start", "09:00:00"}}),
      map({{"type", "Timed"}, {"start", "09:00:00"}, {"end", "25:00:00"}}),
      map({{"type", "MultiDay"}, {"start", "2024-02-30"}, {"end", "2024-03-01"}}),
      map({{"type", "MultiDay"}, {"start", num(1)}, {"end", "2024-03-01"}}),
  };
  for (const store::Value& row : rows) {
    const store::Item one = item({{"kind", row}});
    EXPECT_EQ(kind_from(*one.find("kind")), std::nullopt) << one.json();
  }
}

TEST(CalendarModel, ItemsThatAreSomethingElseAreCorrupt) {
  for (const char* const name : {"entityType", "PK", "name"}) {
    store::Map broken = calendar_example();
    broken.erase(name);
    EXPECT_EQ(calendar_from(item(broken)).error().code, ErrorCode::kUnreadable) << name;
  }
  for (const char* const name : {"PK", "SK", "role"}) {
    store::Map broken = membership_example();
    broken.insert_or_assign(name, num(1));
    EXPECT_EQ(membership_from(item(broken)).error().code, ErrorCode::kUnreadable) << name;
  }
  for (const char* const name :
       {"id", "calendarId", "title", "date", "color", "kind", "createdAt", "updatedAt"}) {
    store::Map broken = entry_example();
    broken.insert_or_assign(name, num(1));
    EXPECT_EQ(entry_from(item(broken)).error().code, ErrorCode::kUnreadable) << name;
    broken.erase(name);
    EXPECT_EQ(entry_from(item(broken)).error().code, ErrorCode::kUnreadable) << name;
  }
}

TEST(CalendarModel, WhatOtherProgramsLeaveOutHasADefault) {
  store::Map plain = calendar_example();
  for (const char* const name : {"id", "color", "description", "createdAt", "updatedAt"}) {
    plain.erase(name);
  }
  Calendar expected = calendar();
  expected.description = std::nullopt;
  expected.created_at = expected.updated_at = kUnknownTime;
  EXPECT_EQ(calendar_from(item(plain)), expected);

  store::Map member = membership_example();
  for (const char* const name : {"calendarId", "userId", "createdAt"}) member.erase(name);
  member.insert_or_assign("updatedAt", "yesterday");
  Membership reader = membership();
  reader.created_at = reader.updated_at = kUnknownTime;
  EXPECT_EQ(membership_from(item(member)), reader);
}

TEST(CalendarModel, UnreadableEntriesSayWhy) {
  const std::tuple<const char*, store::Value, const char*> rows[] = {
      {"title", num(1), "`title` is not a text"},
      {"location", num(1), "`location` is not a text"},
      {"date", "soon", "`date` has an invalid value"},
      {"id", "a#b", "`id` has an invalid value"},
      {"kind", map({}), "`kind` has an invalid value"},
      {"kind", map({{"type", "MultiDay"}, {"start", "2024-01-15"}, {"end", "2024-01-14"}}),
       "`kind.end` is not after its start"}};
  for (const auto& [name, value, why] : rows) {
    store::Map broken = entry_example();
    broken.insert_or_assign(name, value);
    EXPECT_EQ(entry_from(item(broken)).error().message,
              std::string("The entry cannot be read: ") + why + ".");
  }
}

TEST(CalendarModel, ATagIsOfEverythingThatPeopleCanChange) {
  const auto entry_with = [](auto change) {
    Entry one = entry();
    change(one);
    return etag_of(one);
  };
  EXPECT_EQ(entry_with([](Entry&) {}), etag_of(entry()));
  const std::string tags[] = {
      etag_of(entry()),
      entry_with([](Entry& one) { one.title = "Other"; }),
      entry_with([](Entry& one) { one.description = ""; }),
      entry_with([](Entry& one) { one.location = std::nullopt; }),
      entry_with([](Entry& one) { std::swap(one.description, one.location); }),
      entry_with([](Entry& one) { one.date += std::chrono::days(1); }),
      entry_with([](Entry& one) { one.color = "#000000"; }),
      entry_with([](Entry& one) { one.kind = AllDay{}; }),
      entry_with([](Entry& one) { one.calendar_id = kUserId; }),
      entry_with([](Entry& one) { one.updated_at = "2024-01-15T08:00:01Z"; })};
  for (size_t i = 0; i < std::size(tags); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_NE(tags[i], tags[j]) << i << " and " << j;
  }

  Calendar longer = calendar();
  longer.longest_span_days = 30;
  EXPECT_EQ(etag_of(longer), etag_of(calendar())) << "people do not change the span";
  longer.description = std::nullopt;
  EXPECT_NE(etag_of(longer), etag_of(calendar()));
  Membership writer = membership();
  writer.role = Role::kWriter;
  EXPECT_NE(etag_of(writer), etag_of(membership()));
}

TEST(CalendarModel, RolesHaveNames) {
  for (const Role role : {Role::kReader, Role::kWriter, Role::kOwner}) {
    EXPECT_EQ(role_from(to_text(role)), role);
  }
  for (const char* const bad : {"", "Owner", "admin"}) EXPECT_EQ(role_from(bad), std::nullopt);
}

TEST(CalendarSchema, TheTableIsThatOfTheDesign) {
  const store::CreateTableRequest table = calendars_table("mine");
  EXPECT_EQ(table.table, "mine");
  ASSERT_EQ(table.global_indexes.size(), 3);
  for (int i = 1; i <= 3; ++i) {
    const store::IndexDefinition& index = table.global_indexes[static_cast<size_t>(i) - 1];
    const std::string name = "GSI" + std::to_string(i);
    EXPECT_EQ(index.name, name);
    EXPECT_EQ(index.key[0].name, name + "PK");
    EXPECT_EQ(index.key[1].name, name + "SK");
    EXPECT_EQ(index.projection.kind, store::ProjectionKind::kAll);
  }
  EXPECT_EQ(table.billing, store::BillingMode::kPayPerRequest);
}

}  // namespace
}  // namespace norn::calendars
