#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/exchange/import_file.h"

namespace norn::projects {

// A project as a file, JSON or CSV (tasks only), produced part by part: it keeps the ids and ranks
// of tasks, and of their content only a few at a time. Tasks name each other by numbers, in the
// order of the board, so that a file that is imported into a new project and exported again is the
// same.
class ProjectExport {
 public:
  // For those who may read the project. The format is kNorn or kCsv. The context must outlive the
  // export.
  static Result<ProjectExport> begin(const Context& context, const std::string& user_id,
                                     const std::string& project_id, FileFormat format);

  // Appends the next part of the file to `out`. Returns whether there are more. Changes after
  // `begin` may be in it.
  Result<bool> append_next(std::string& out);

 private:
  enum class Stage : uint8_t { kHead, kTasks, kEvents, kDone };

  ProjectExport(const Context& context, Project project, FileFormat format);

  Result<void> read_order();
  Result<void> read_people();
  Result<void> read_tags();
  void append_head(std::string& out);
  Result<void> append_tasks(std::string& out);
  Result<void> append_events(std::string& out);
  Result<FileTask> file_task(const Task& task);
  FilePerson person(const std::string& user_id);
  void append_json_task(std::string& out, const FileTask& task);

  const Context* context_;
  Project project_;
  FileFormat format_;
  Stage stage_ = Stage::kHead;
  std::vector<Tag> tags_;                     // By name.
  std::vector<std::string> tasks_;            // Ids, by column and rank.
  std::map<std::string, std::string> keys_;   // How tasks are named, by id.
  std::vector<std::string> events_;           // Ids.
  std::map<std::string, FilePerson> people_;  // The members.
  std::map<std::string, FilePerson> former_;  // Names of others who wrote something.
  size_t next_ = 0;                           // Of the tasks or events.
  bool is_first_ = true;
};

}  // namespace norn::projects
