#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/projects/access.h"
#include "apps/shared/sweeps.h"

// The projects that an import writes. They have no members, so nobody sees them or what is in them
// until everything is written; then one transaction of the import shows them. A sweep waits from
// the beginning, and removes them if that transaction is not made in time, as after a crash.
namespace norn::projects {

constexpr std::string_view kHiddenSweep = "project-import";
// Longer than any import takes.
constexpr int64_t kLongestImportMs = int64_t{60} * 60 * 1'000;

// The id of a project of an import, by its position in the file.
std::string imported_project_id(const std::string& import_id, size_t position);

class HiddenProjects {
 public:
  // Of an import of so many projects. Writes the sweep, before anything that it would remove.
  static Result<HiddenProjects> begin(const Context& context, std::string import_id, size_t count);

  std::string id(size_t position) const { return imported_project_id(import_id_, position); }
  // Writes a project, with an activity if it will be shown as it is. Its owner is the person who
  // imports it. Refused if the sweep has begun, because the import took too long.
  Result<void> write(const Project& project, bool has_activity) const;
  // For the transaction that shows them. The condition fails if they are being removed.
  Action keep() const;
  // Removes them now, in the background. If that cannot be written, the sweep removes them later.
  void remove() const;

 private:
  HiddenProjects(const Context& context, std::string import_id, size_t count, int64_t due_ms)
      : context_(context), import_id_(std::move(import_id)), count_(count), due_ms_(due_ms) {}
  std::string subject() const;

  const Context& context_;
  const std::string import_id_;
  const size_t count_;
  const int64_t due_ms_;
};

// The walk of the sweep: from project to project.
Result<std::optional<apps::Sweeps::Walked>> sweep_hidden(const Context& context,
                                                         const std::string& subject,
                                                         const std::string& from);

}  // namespace norn::projects
