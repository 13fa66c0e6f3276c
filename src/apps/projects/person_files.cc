#include "apps/projects/person_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "apps/projects/exchange/export.h"
#include "apps/projects/tasks/task_lists.h"

namespace norn::projects {
namespace {

Result<void> add_attachments(Comments& comments, const std::string& user_id, const Task& task,
                             const std::string& folder, apps::PersonFiles& files) {
  // Tasks and attachments may be deleted while the files are written, and what another program
  // wrote may lead to no file.
  const auto attachments = comments.attachments(user_id, task.id);
  if (!attachments && attachments.error().code == ErrorCode::kNotFound) return {};
  if (!attachments) return std::unexpected(attachments.error());
  for (const Attachment& attachment : *attachments) {
    if (!attachment.is_file()) continue;
    auto file = comments.open_file(user_id, task.id, attachment.id);
    if (!file && file.error().code == ErrorCode::kNotFound) continue;
    if (!file) return std::unexpected(file.error());
    const std::filesystem::path name = apps::PersonFiles::file_name(file->name);
    const std::string ending = name.extension().string();
    NORN_TRY(files.begin(folder, name.stem().string(),
                         ending.size() > 1 ? ending.substr(1) : std::string("bin"),
                         fmt::format("attached to the task “{}”", task.title)));
    NORN_TRY(files.add_all(std::move(file->reader)));
  }
  return {};
}

Result<void> add_project(const Context& context, Comments& comments, const std::string& user_id,
                         const Project& project, apps::PersonFiles& files) {
  NORN_ASSIGN(ProjectExport json,
              ProjectExport::begin(context, user_id, project.id, FileFormat::kNorn));
  NORN_TRY(files.begin("projects", project.name, "json", "a project of yours, with everything"));
  NORN_TRY(files.add_all(std::move(json)));
  NORN_ASSIGN(ProjectExport csv,
              ProjectExport::begin(context, user_id, project.id, FileFormat::kCsv));
  NORN_TRY(files.begin("projects", project.name, "csv", "its tasks as a table"));
  NORN_TRY(files.add_all(std::move(csv)));
  std::vector<Task> tasks;
  NORN_TRY(visit_tasks(context, project.id, {}, [&](const Task& task) -> Result<void> {
    Task& brief = tasks.emplace_back();
    brief.id = task.id;
    brief.title = task.title;
    return {};
  }));
  const std::string folder =
      fmt::format("projects/{} files", apps::PersonFiles::file_name(project.name));
  for (const Task& task : tasks) {
    NORN_TRY(add_attachments(comments, user_id, task, folder, files));
  }
  return {};
}

}  // namespace

Result<void> add_person_files(const Context& context, Projects& projects, Comments& comments,
                              const std::string& user_id, apps::PersonFiles& files) {
  NORN_ASSIGN(const auto all, projects.list(user_id));
  for (const Access& access : all) {
    if (access.membership.role != Role::kOwner) continue;
    NORN_TRY(add_project(context, comments, user_id, access.project, files));
  }
  return {};
}

}  // namespace norn::projects
