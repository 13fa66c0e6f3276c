#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/exchange/import_changes.h"
#include "apps/planner/preferences.h"
#include "base/error.h"

namespace norn::planner {

// The writing side of one import. UIDs are unique because a person has one import at a time: who
// begins another takes over, and every transaction of an import is on the condition that it has not
// been taken over since.
class ImportSession {
 public:
  // With `dry_run` it writes nothing, and everything succeeds.
  ImportSession(const Context& context, const std::string& user_id, Meta meta, bool dry_run);

  Result<void> begin();
  // What is left over of an import that does not come to it does no harm: it goes by itself.
  void end();

  // Whether they fit in the transaction that is being put together.
  bool has_room(const std::vector<Changes>& changes) const;
  // False, with nothing of it gathered, when somebody else has changed it meanwhile. What does not
  // fit in one transaction is written at once: everything that was gathered has to be written
  // before.
  Result<bool> add(const std::vector<Changes>& changes);
  // Writes what was gathered, all or nothing; false when somebody else has changed something of it.
  // kConflict when another import has taken over.
  Result<bool> write();

 private:
  Result<bool> write(std::vector<apps::Action> actions, int64_t longest_minutes);
  apps::Action still_ours() const;

  const Context& context_;
  const std::string& user_id_;
  Meta meta_;
  bool dry_run_;
  std::string token_;
  std::vector<apps::Action> gathered_;
  size_t bytes_ = 0;
  int64_t longest_minutes_ = 0;
  bool wakes_sweeps_ = false;
};

}  // namespace norn::planner
