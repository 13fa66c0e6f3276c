#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/shared/inspector.h"
#include "apps/shared/table_reader.h"

// How the planner copes with items that other programs wrote.
namespace norn::planner {

// Finds events, series, occurrences and tasks that views and lists leave out. Those of a calendar
// are for its owners to repair.
class PlannerInspector final : public apps::Inspector {
 public:
  explicit PlannerInspector(std::string table) : table_(std::move(table)) {}

  std::string table() const override { return table_; }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;

 private:
  const std::string table_;
};

// Raises `longestEventMinutes` of USER_META for long events that another program wrote without it,
// so that views find them on all of their days.
class LongestEvents final : public apps::Follower {
 public:
  explicit LongestEvents(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.planner(); }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  Result<void> raise(const std::string& user_id, int64_t minutes);

  Context context_;
  // What USER_META is known to have at least, by person.
  std::map<std::string, int64_t> known_minutes_;
};

}  // namespace norn::planner
