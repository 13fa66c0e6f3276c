#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/family/exchange/import_jobs.h"
#include "apps/family/reimport/reimport.h"

// Importing a file into a tree that is there, in two steps. First a job compares the two and writes
// a journal (comparison.h). Then, when a person has chosen, a sweep writes what the journal has,
// page by page, while the tree is read-only: every other change of it is refused. A crash only
// interrupts the sweep. What cannot be written is undone, by the same journal, which also undoes an
// import later, if the tree was not changed since.
namespace norn::family {

constexpr size_t kMaxReimportChoices = 5'000;

// Safe from any thread; may block. All methods are for those who may write in the tree, and about
// what they began themselves: kNotFound for what others did.
class TreeReimports {
 public:
  TreeReimports(Context context, TreeImportJobs& jobs)
      : context_(std::move(context)), jobs_(jobs) {}

  // Begins to compare. Returns the errors of TreeImportJobs::begin.
  Result<TreeReimport> compare(const std::string& user_id, const std::string& tree_id,
                               const std::string& upload_id, const apps::Creation& creation);
  Result<TreeReimport> get(const std::string& user_id, const std::string& tree_id,
                           const std::string& reimport_id);
  struct Differences {
    std::string json;  // A list.
    std::optional<int64_t> next = {};
  };
  // Returns kConflict until it is compared.
  Result<Differences> differences(const std::string& user_id, const std::string& tree_id,
                                  const std::string& reimport_id, DifferenceClass difference,
                                  int64_t page);
  // Begins to write. Returns kInvalid for choices that are too many or no ids of differences,
  // kConflict if it was begun already, or the tree is read-only, and the errors of quotas.
  Result<TreeReimport> begin(const std::string& user_id, const std::string& tree_id,
                             const std::string& reimport_id, const ReimportChoices& choices);
  // Begins to undo one that is done. Returns kConflict if that is not possible any more.
  Result<TreeReimport> undo(const std::string& user_id, const std::string& tree_id,
                            const std::string& reimport_id);
  // Cancels a comparison, or forgets what was compared or done. Returns kConflict while it runs.
  Result<void> remove(const std::string& user_id, const std::string& tree_id,
                      const std::string& reimport_id);

 private:
  Result<std::optional<TreeReimport>> try_begin(const std::string& user_id,
                                                const std::string& tree_id,
                                                const std::string& reimport_id,
                                                const ReimportChoices& choices);
  Result<std::optional<TreeReimport>> try_undo(const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::string& reimport_id);
  // One that is not compared yet.
  Result<TreeReimport> comparison(const std::string& user_id, const std::string& tree_id,
                                  const std::string& reimport_id);
  // What is kept of it since it was compared.
  Result<std::optional<store::Item>> find(const std::string& user_id, const std::string& tree_id,
                                          const std::string& reimport_id);

  const Context context_;
  TreeImportJobs& jobs_;
};

}  // namespace norn::family
