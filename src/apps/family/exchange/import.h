#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/exchange/import_file.h"
#include "apps/family/exchange/import_items.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/import_notes.h"
#include "gedcom/file_bytes.h"

namespace norn::family {

// Longer than any import takes. If one is not finished by then, what it wrote is removed.
constexpr int64_t kLongestTreeImportMs = int64_t{60} * 60 * 1'000;

// What is, or would be, imported.
struct TreeImportReport {
  ImportCounts counts;
  std::vector<apps::ImportNote> notes;  // What was left out first, then what was only kept.
};

struct ImportedTreeReport {
  TreeAccess access;
  TreeImportReport report;
};

// Follows an import.
struct TreeImportWatch {
  // Is called often. An error ends the import, of which nothing is left then.
  TellProgress tell = {};
  // Conditions on which the tree appears. When one fails, `tell` has to return an error.
  std::vector<Action> conditions = {};
};

// Makes trees of GEDCOM files of any version and character set, and of GEDZIP archives, whose media
// are left out. A file is read three times, never as a whole: what is in memory is who is in it and
// who is related to whom. May block; safe from any thread.
class TreeImports {
 public:
  explicit TreeImports(Context context) : context_(std::move(context)) {}

  // Writes nothing. Returns kInvalid of "file" if it is no GEDCOM file or has no people.
  Result<TreeImportReport> preview(const gedcom::FileBytes& file,
                                   const TreeImportWatch& watch = {});
  // Makes a new tree of the user, whole or not at all, also after a crash: everything is written
  // before the tree itself, without which it is invisible, and a sweep that waits removes it unless
  // the transaction that writes the tree calls it off. An empty name is that of the file. Returns
  // also kConflict if the user is in too many trees, and the errors of quotas.
  Result<ImportedTreeReport> run(const std::string& user_id, const gedcom::FileBytes& file,
                                 const std::string& name, const apps::Creation& creation,
                                 const TreeImportWatch& watch = {});

 private:
  Context context_;
};

}  // namespace norn::family
