#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/events/views/views.h"
#include "apps/planner/context.h"
#include "apps/reminders/source.h"

namespace norn::planner {

// The reminders of the events of a person's planner: as the events say.
class PlannerReminders final : public reminders::ReminderSource {
 public:
  PlannerReminders(Context context, Views& views) : context_(std::move(context)), views_(views) {}

  std::string app() const override { return "planner"; }
  Result<reminders::Part> due(const std::string& user_id, const reminders::Query& query) override;
  Result<std::optional<reminders::Reminder>> find(const std::string& user_id,
                                                  const reminders::ReminderId& id,
                                                  const reminders::Query& query) override;

 private:
  Context context_;
  Views& views_;
};

}  // namespace norn::planner
