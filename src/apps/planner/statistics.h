#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tally.h"
#include "base/error.h"
#include "store/requests/stream_requests.h"

namespace norn::planner {

// What some changes add up to for one person, or everything that the person has.
struct Count {
  int64_t events = 0;        // EVENT and MASTER; an occurrence is part of its series.
  std::string last_created;  // The newest createdAt among the new ones; empty if there are none.
  int64_t tasks = 0;
  std::string last_completed;  // The newest completedAt among the tasks; empty if there is none.
  friend bool operator==(const Count&, const Count&) = default;
};

using Counts = std::map<std::string, Count>;  // By person.

// Keeps `stats` of every USER_META up to date: every change of the table counts exactly once,
// whatever crashes and however many processes read (apps::TableReader).
class Statistics final : public apps::Counter {
 public:
  explicit Statistics(Context context) : context_(std::move(context)) {}

  std::string name() const override { return "statistics-of-events-and-tasks"; }
  std::string table() const override { return context_.tables.planner(); }
  Result<std::vector<apps::Action>> count(const std::vector<store::StreamRecord>& records) override;
  void start_recount() override;
  Result<void> recount(store::ItemView item) override;
  Result<void> recount_changed(const std::vector<store::StreamRecord>& records) override;
  Result<bool> finish_recount(const apps::Action& unmoved) override;
  bool needs_recount() const override { return found_no_stats_; }

 private:
  // The count of the item's owner; nullptr if the item has no owner.
  Count* recounted_of(store::ItemView item);
  // Returns false if another process has moved the position.
  Result<bool> write(const std::string& user_id, const Count& count, const apps::Action& unmoved);

  Context context_;
  // While everything is counted anew: the people, without their numbers until the end, and which of
  // the numbers of whom each item is part of.
  Counts recounted_;
  apps::Tally<int64_t*> tally_;
  bool found_no_stats_ = false;  // Another program wrote a USER_META without `stats`.
};

}  // namespace norn::planner
