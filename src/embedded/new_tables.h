#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "embedded/committer.h"
#include "store/bulk_tables.h"

namespace norn::embedded {

// The tables that get their items before they can be used: their names are taken, and they are
// seen as CREATING. Safe to call from any thread. The tables must not outlive it.
class NewTables {
 public:
  explicit NewTables(Committer& committer) : committer_(committer) {}

  Result<std::unique_ptr<store::NewTable>> begin(const store::CreateTableRequest& request);

  std::optional<store::TableDescription> find(std::string_view name) const;
  std::set<std::string> names_after(std::string_view name) const;
  // Returns kResourceInUse if a table of that name is being created: for a table that is to be
  // created, and for one that is to be changed or deleted.
  Result<void> check_free(std::string_view name) const;
  Result<void> check_finished(std::string_view name) const;

  void release(const std::string& name);

 private:
  Committer& committer_;
  mutable std::mutex mutex_;
  // Nullopt until the table has its ids. Guarded by mutex_.
  std::map<std::string, std::optional<store::TableDescription>, std::less<>> tables_;
};

}  // namespace norn::embedded
