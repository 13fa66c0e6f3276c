#pragma once

#include <string>
#include <vector>

#include "apps/shared/tables.h"
#include "live/feed.h"

namespace norn::planner {

// What changes of the planner mean to the open pages of the person whose it is:
//   planner              {"id","kind","masterId" of an occurrence,"gone" when it is no more}
//   planner-preferences  {}
// It says what is to be read again and not what it is like now: that depends on the view.
class PlannerFeed final : public live::Feed {
 public:
  explicit PlannerFeed(apps::TableNames tables) : tables_(std::move(tables)) {}

  std::string table() const override { return tables_.planner(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;

 private:
  const apps::TableNames tables_;
};

}  // namespace norn::planner
