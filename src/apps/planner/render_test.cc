#include "apps/planner/render.h"

#include <gtest/gtest.h>

namespace norn::planner {
namespace {

TEST(PlannerRender, Preferences) {
  Meta meta;
  meta.version = 7;
  meta.preferences.default_reminder_minutes = {5, 15};
  EXPECT_EQ(json_of(meta),
            R"({"defaultTzid":"UTC","weekStart":1,"defaultEventDuration":30,)"
            R"("defaultCalendarIncrement":15,"defaultReminderMinutes":[5,15],"theme":"auto",)"
            R"("autoArchiveCompletedTasks":true,"autoArchiveDelayHours":24,)"
            R"("enableBrowserNotifications":true,"enableSoundNotifications":false,)"
            R"("weekNumbers":false,"version":7,"etag":"v7"})");
}

TEST(PlannerRender, Statistics) {
  std::string json;
  append_json(json, StoredStats{.total_events = 12, .last_event_created = "2025-11-20T10:00:00Z"},
              CountsNow{.upcoming_events = 3, .overdue_tasks = 2});
  EXPECT_EQ(json,
            R"({"totalEvents":12,"totalTasks":0,"totalReminders":0,"totalNotes":0,)"
            R"("upcomingEvents":3,"overdueTasks":2,"lastEventCreated":"2025-11-20T10:00:00Z",)"
            R"("lastTaskCompleted":null})");
}

}  // namespace
}  // namespace norn::planner
