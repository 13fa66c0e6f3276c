#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/tasks/task.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/table_reader.h"

// What becomes of tasks without a request.
//
// `autoArchiveCompletedTasks` and `autoArchiveDelayHours` of USER_META: a task that is done is
// archived so many hours later. It leaves the index GSI3, and with it all lists, and is still found
// by its id and by search. A task that is to be done again comes back.
//
// The reader of the table notices that a task is done, whichever program did it, and begins a sweep
// for that time. The sweep reads task and preferences again, so that it never matters how old what
// was noticed is. A change of these preferences begins another sweep, through all tasks of the
// person.
namespace norn::planner {

constexpr std::string_view kArchiveSweep = "planner-archive";         // Of "<user id>/<task id>".
constexpr std::string_view kArchiveAllSweep = "planner-archive-all";  // Of a person.

// Registers both sweeps.
void add_task_sweeps(const Context& context);

// Also writes the keys of GSI3 into tasks that another program wrote without them.
class TaskUpkeep final : public apps::Follower {
 public:
  explicit TaskUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.planner(); }
  std::string name() const override { return "planner-tasks"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  Context context_;
};

}  // namespace norn::planner
