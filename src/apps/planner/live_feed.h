#pragma once

#include <string>
#include <vector>

#include "apps/shared/tables.h"
#include "live/feed.h"

namespace norn::planner {

// The live events of the planner, for the open pages of its person:
//   planner              {"id","kind","masterId" of an occurrence,"gone" if it was deleted}
//   planner-invitation   {"ownerId","eventId","gone" if it was withdrawn}, for guests of any event
//   planner-preferences  {}
// They name what to read again and not the new state, which depends on the view.
class PlannerChanges final : public live::Feed {
 public:
  explicit PlannerChanges(apps::TableNames tables) : tables_(std::move(tables)) {}

  std::string table() const override { return tables_.planner(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;

 private:
  const apps::TableNames tables_;
};

}  // namespace norn::planner
