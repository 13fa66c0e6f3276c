#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/exchange/import_file.h"
#include "apps/shared/import_notes.h"

// Writes what a file has of one project into a hidden one (hidden_projects.h).
namespace norn::projects {

// The members of a project by how a file may name them.
class ImportPeople {
 public:
  static Result<ImportPeople> of(const Context& context, const std::vector<std::string>& user_ids);
  std::optional<std::string> find(const FilePerson& person) const;

 private:
  using Ids = std::map<std::string, std::string>;
  static std::optional<std::string> found(const Ids& ids, const std::string& text);

  Ids by_email_;
  Ids by_name_;
};

// The ids of the tags of a project, by their folded names.
using TagIds = std::map<std::string, std::string>;
Result<TagIds> tags_by_name(const Context& context, const std::string& project_id);

// Who writes, and where.
struct ImportTarget {
  std::string user_id;
  std::string project_id;  // Of the hidden project.
  // Whether all of it is moved into another project, which has these tags and gets the activities.
  bool is_moved = false;
  TagIds tags = {};
};

// Writes tasks many in a transaction, each whole: with its relations, its tags and an activity. The
// ids follow from those of the project and the keys of the file.
Result<void> write_content(const Context& context, const ImportTarget& target,
                           const FileProject& file, const ImportPeople& people,
                           apps::ImportNotes& notes);

}  // namespace norn::projects
