#include "apps/calendars/render.h"

#include <gtest/gtest.h>

#include "apps/calendars/test_members.h"

namespace norn::calendars {
namespace {

TEST(CalendarRender, ACalendarHasTheRoleOfTheCaller) {
  const Calendar calendar = {.id = "c",
                             .name = "\"Home\"",
                             .color = "#3B82F6",
                             .description = std::nullopt,
                             .created_at = "2024-01-15T10:30:00Z",
                             .updated_at = "2024-01-16T10:30:00Z"};
  std::string json;
  append_json(json, calendar, Role::kWriter);
  EXPECT_EQ(json, R"({"id":"c","name":"\"Home\"","color":"#3B82F6","description":null,)"
                  R"("createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-16T10:30:00Z",)"
                  R"("role":"writer","etag":")" +
                      etag_of(calendar) + "\"}");
}

TEST(CalendarRender, AMemberHasANameAndAnAddressUnlessTheyAreGone) {
  const Membership membership = {.calendar_id = "c",
                                 .user_id = "u",
                                 .role = Role::kOwner,
                                 .created_at = "2024-01-15T10:30:00Z",
                                 .updated_at = "2024-01-16T10:30:00Z"};
  accounts::User user;
  user.name = "Ada";
  user.email = "ada@example.com";
  const std::string rest =
      R"("role":"owner","createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-16T10:30:00Z",)"
      R"("etag":")" +
      etag_of(membership) + "\"}";
  std::string json;
  append_json(json, membership, &user, true);
  EXPECT_EQ(json,
            R"({"userId":"u","name":"Ada","email":"ada@example.com","emailVerified":true,)" + rest);
  json.clear();
  append_json(json, membership, nullptr, false);
  EXPECT_EQ(json, R"({"userId":"u","name":null,"email":null,"emailVerified":false,)" + rest);
}

TEST(CalendarRender, AnEntryHasTheNamesOfItsItem) {
  Entry entry;
  entry.id = "e";
  entry.calendar_id = "c";
  entry.title = "Standup";
  entry.location = "Zoom";
  entry.date = *parse_date("2024-01-15");
  entry.color = "#3B82F6";
  entry.kind = Task{true};
  entry.created_by = "u";
  entry.created_at = entry.updated_at = "2024-01-15T10:30:00Z";
  std::string json;
  append_json(json, entry);
  EXPECT_EQ(json, R"({"calendarId":"c","color":"#3B82F6","createdAt":"2024-01-15T10:30:00Z",)"
                  R"("date":"2024-01-15","description":null,"id":"e",)"
                  R"("kind":{"completed":true,"type":"Task"},"location":"Zoom","title":"Standup",)"
                  R"("updatedAt":"2024-01-15T10:30:00Z","etag":")" +
                      etag_of(entry) + R"(","createdBy":"u","updatedBy":null})");
}

}  // namespace
}  // namespace norn::calendars
