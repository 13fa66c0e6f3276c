#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/exchange/import_file.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/import_notes.h"

namespace norn::projects {

struct ImportRequest {
  FileFormat format = FileFormat::kNorn;
  // Writes nothing, and reports what an import would do.
  bool dry_run = false;
  // The project into which the tasks and events come; nullopt: a new one for each of the file.
  std::optional<std::string> project_id = {};
  // Of a new project, if the file does not name it.
  std::string name = {};
  apps::Creation creation = {};
};

// What was, or would be, made.
struct ImportedProject {
  std::string id;  // Empty if it is not made yet.
  std::string name;
  int64_t tasks = 0;
  int64_t events = 0;
  int64_t tags = 0;  // New ones.
  int64_t comments = 0;
  int64_t links = 0;
};

struct ProjectImportReport {
  std::vector<ImportedProject> projects;
  int64_t skipped = 0;
  std::vector<apps::ImportNote> notes;
  std::vector<std::string> titles;  // Of the first hundred tasks.
};

// Imports files of Norn and of other programs. May block; safe from any thread.
class ProjectImports {
 public:
  // Registers the sweeps of imports.
  explicit ProjectImports(Context context);

  // An import is made whole or not at all, also after a crash: everything is written where nobody
  // sees it, and then shown by one transaction. What comes into a project that is there is moved to
  // it after that transaction, part by part. Comments of others are written by the importing
  // person, and name their authors. Returns kInvalid of "file" and the errors of `authorize` and of
  // quotas.
  Result<ProjectImportReport> run(const std::string& user_id, std::string_view text,
                                  const ImportRequest& request);

 private:
  Context context_;
};

}  // namespace norn::projects
