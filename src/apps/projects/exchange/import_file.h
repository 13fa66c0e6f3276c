#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/projects/model.h"
#include "apps/shared/import_notes.h"
#include "base/error.h"

// What a file has, whatever program wrote it. Readers make it of a text, `fit` makes it something
// that can be stored, and an import writes it.
namespace norn::projects {

enum class FileFormat : uint8_t { kNorn, kCsv, kTrello, kTodoist, kVikunja };
std::string_view to_text(FileFormat format);  // "norn", "csv", "trello", "todoist", "vikunja"
std::optional<FileFormat> file_format_from(std::string_view text);

// A person as a file names them; either may be empty.
struct FilePerson {
  std::string email;
  std::string name;
  friend bool operator==(const FilePerson&, const FilePerson&) = default;
};

struct FileComment {
  FilePerson author;
  std::string text;
  std::string created_at;  // Empty if it is not known, here and below.
};

struct FileLink {
  std::string name;
  std::string url;
  std::string created_at;
};

struct FileTask {
  std::string key;  // How other tasks of the project name it.
  size_t line = 0;  // 0 in files without lines.
  Task task;        // Without ids; the rank may be empty.
  std::optional<FilePerson> assignee = {};
  std::vector<std::string> tags = {};  // Names.
  std::string parent_key = {};         // Empty if it is no sub-task.
  std::vector<std::string> blocked_by = {};
  std::vector<FileComment> comments = {};
  std::vector<FileLink> links = {};
};

struct FileTag {
  std::string name;
  std::string color;  // Empty if it is not known.
};

struct FileProject {
  Project project;  // Name, description, color, status, template.
  std::vector<FileTag> tags = {};
  std::vector<FileTask> tasks = {};
  std::vector<Event> events = {};
};

struct ImportFile {
  std::vector<FileProject> projects;
  apps::ImportNotes notes;
  int64_t skipped = 0;  // Tasks and events that cannot be imported; the notes say why.
  // How many there are, of which not more are kept than can be imported.
  size_t tasks = 0;  // And events.
  size_t parts = 0;  // Comments and links.
};

// Reads a file. What it does not understand is noted and left out; kInvalid of "file" if it is
// nothing of that format. Checks no limits but the number of things.
Result<ImportFile> read_file(FileFormat format, std::string_view text);

// Makes what was read something that can be stored: within all limits, without relations that are
// not possible (of sub-tasks of sub-tasks, in circles, to what is not there).
Result<void> fit(ImportFile& file);

// The column of a list, a section or a bucket of another program, by its name: "Doing" is
// IN_PROGRESS. Nullopt if the name does not tell.
std::optional<TaskStatus> status_of_list(std::string_view name);

}  // namespace norn::projects
