#include "apps/projects/exchange/import.h"

#include <algorithm>
#include <set>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/projects/exchange/hidden_projects.h"
#include "apps/projects/exchange/import_content.h"
#include "apps/projects/exchange/import_into.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/projects/service.h"
#include "apps/shared/quota_kinds.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/text.h"

namespace norn::projects {
namespace {

constexpr size_t kShownTitles = 100;
constexpr std::string_view kUnnamedProject = "Import";

// Those who are members now, and of a new project the person who imports it.
Result<ImportPeople> people_for(const Context& context, const std::string& user_id,
                                const std::optional<std::string>& project_id) {
  std::vector<std::string> ids = {user_id};
  if (project_id) {
    NORN_ASSIGN(const auto members, members_of(context, *project_id));
    for (const Membership& member : members) {
      if (member.user_id != user_id) ids.push_back(member.user_id);
    }
  }
  return ImportPeople::of(context, ids);
}

void note_unknown_assignees(const FileProject& file, const ImportPeople& people,
                            apps::ImportNotes& notes) {
  std::set<std::string> unknown;
  for (const FileTask& task : file.tasks) {
    if (!task.assignee || people.find(*task.assignee)) continue;
    const FilePerson& person = *task.assignee;
    const std::string& name = person.name.empty() ? person.email : person.name;
    if (!name.empty()) unknown.insert(std::string(first_characters(name, kShownTitles)));
  }
  for (const std::string& name : unknown) notes.add(0, kImportAssigneeUnknown(name));
}

ImportedProject summary_of(const FileProject& file, const TagIds& known) {
  ImportedProject summary;
  summary.name = file.project.name;
  summary.tasks = static_cast<int64_t>(file.tasks.size());
  summary.events = static_cast<int64_t>(file.events.size());
  summary.tags = std::ranges::count_if(
      file.tags, [&](const FileTag& tag) { return !known.contains(to_folded_nfkc(tag.name)); });
  for (const FileTask& task : file.tasks) {
    summary.comments += static_cast<int64_t>(task.comments.size());
    summary.links += static_cast<int64_t>(task.links.size());
  }
  return summary;
}

// About how many bytes of quotas an import uses: of the projects, and of the importing person.
struct ImportBytes {
  int64_t in_projects = 0;
  int64_t of_person = 0;
};

ImportBytes bytes_of(const ImportFile& file) {
  // Of ids, relations and the activity that a thing has beside its texts.
  constexpr int64_t kBytesBesides = 1'000;
  ImportBytes bytes;
  for (const FileProject& project : file.projects) {
    bytes.in_projects += static_cast<int64_t>(to_item(project.project).size_bytes());
    bytes.in_projects += static_cast<int64_t>(project.tags.size()) * kBytesBesides;
    for (const FileTask& task : project.tasks) {
      bytes.in_projects += static_cast<int64_t>(to_item(task.task).size_bytes()) + kBytesBesides;
      for (const FileComment& comment : task.comments) {
        bytes.of_person += static_cast<int64_t>(comment.text.size()) + kBytesBesides;
      }
      bytes.of_person += static_cast<int64_t>(task.links.size()) * kBytesBesides;
    }
    for (const Event& event : project.events) {
      bytes.in_projects += static_cast<int64_t>(to_item(event).size_bytes()) + kBytesBesides;
    }
  }
  return bytes;
}

Result<void> check_room_in(const Context& context, const std::string& project_id,
                           const ImportedProject& summary) {
  const std::string key = keys::project(project_id);
  if (summary.tasks > 0) {
    NORN_TRY(context.quotas.check_new_in(key, apps::kTasksQuota, summary.tasks));
  }
  if (summary.events > 0) {
    NORN_TRY(context.quotas.check_new_in(key, apps::kProjectEventsQuota, summary.events));
  }
  return {};
}

// Whether there is room for everything that is imported into a project.
Result<void> check_room(const Context& context, const std::string& user_id,
                        const ImportedProject& summary, const TagIds& tags,
                        const ImportBytes& bytes) {
  NORN_TRY(check_room_in(context, summary.id, summary));
  const size_t all_tags = tags.size() + static_cast<size_t>(summary.tags);
  if (summary.tags > 0 && all_tags > kMaxTagsPerProject) {
    return conflict(kTooManyTagsInProject(kMaxTagsPerProject));
  }
  NORN_TRY(context.quotas.check_change_in(keys::project(summary.id), bytes.in_projects));
  if (bytes.of_person == 0) return {};
  return context.quotas.check_change(user_id, bytes.of_person);
}

// The same of new projects.
Result<void> check_room_for_new(const Context& context, const std::string& user_id,
                                const std::string& import_id,
                                const std::vector<ImportedProject>& summaries,
                                const ImportBytes& bytes) {
  const auto count = static_cast<int64_t>(summaries.size());
  NORN_ASSIGN(const bool is_full, has_most_projects(context, user_id, count));
  if (is_full) return conflict(kTooManyProjects(kMaxProjectsPerPerson));
  NORN_TRY(context.quotas.check_new(user_id, apps::kProjectsQuota, count));
  for (size_t i = 0; i < summaries.size(); ++i) {
    NORN_TRY(check_room_in(context, imported_project_id(import_id, i), summaries[i]));
  }
  return context.quotas.check_change(user_id, bytes.in_projects + bytes.of_person);
}

ProjectImportReport report_of(ImportFile& file, const ImportPeople& people,
                              const TagIds& known_tags) {
  ProjectImportReport report;
  for (const FileProject& project : file.projects) {
    note_unknown_assignees(project, people, file.notes);
    report.projects.push_back(summary_of(project, known_tags));
    for (const FileTask& task : project.tasks) {
      if (report.titles.size() < kShownTitles) report.titles.push_back(task.task.title);
    }
  }
  return report;
}

Result<ImportFile> read_fitted(std::string_view text, const ImportRequest& request) {
  NORN_ASSIGN(ImportFile file, read_file(request.format, text));
  for (FileProject& project : file.projects) {
    if (trimmed(project.project.name).empty()) {
      project.project.name = request.name.empty() ? std::string(kUnnamedProject) : request.name;
    }
  }
  NORN_TRY(fit(file));
  if (request.project_id && file.projects.size() > 1) return invalid("file", kImportIntoOne);
  const bool has_any = std::ranges::any_of(file.projects, [](const FileProject& project) {
    return !project.tasks.empty() || !project.events.empty();
  });
  // A project may be empty, rows without a project are nothing.
  const bool is_nothing = !has_any && (request.project_id || request.format == FileFormat::kCsv ||
                                       request.format == FileFormat::kTodoist);
  if (is_nothing) return invalid("file", kImportNothing);
  return file;
}

// Writes the projects of a file where nobody sees them, and shows them.
class ImportWriter {
 public:
  ImportWriter(const Context& context, const std::string& user_id, const ImportRequest& request,
               const ImportPeople& people, TagIds tags)
      : context_(context),
        user_id_(user_id),
        request_(request),
        people_(people),
        tags_(std::move(tags)) {}

  // Returns the id of the import that was made: another one, if a request with the same key was
  // faster.
  Result<std::string> write(ImportFile& file, const std::string& import_id) {
    const size_t count = file.projects.size();
    NORN_ASSIGN(const auto hidden, HiddenProjects::begin(context_, import_id, count));
    Result<std::string> shown = import_id;
    const auto written = write_content(file, hidden);
    if (written) {
      shown = show(hidden, import_id, count);
    } else {
      shown = std::unexpected(written.error());
    }
    if (!shown || *shown != import_id) {
      hidden.remove();
    } else if (request_.project_id) {
      move(hidden.id(0));
    }
    return shown;
  }

 private:
  Result<void> write_content(ImportFile& file, const HiddenProjects& hidden) {
    const bool is_moved = request_.project_id.has_value();
    for (size_t i = 0; i < file.projects.size(); ++i) {
      Project project = file.projects[i].project;
      project.id = hidden.id(i);
      project.owner_id = user_id_;
      project.created_at = project.updated_at = now_text(context_);
      NORN_TRY(hidden.write(project, !is_moved));
      const ImportTarget target = {user_id_, project.id, is_moved, tags_};
      NORN_TRY(projects::write_content(context_, target, file.projects[i], people_, file.notes));
    }
    return {};
  }

  Result<std::string> show(const HiddenProjects& hidden, const std::string& import_id,
                           size_t count) {
    const auto attempt = [&]() -> Result<std::optional<std::string>> {
      NORN_ASSIGN(auto made, context_.idempotency.find(request_.creation));
      if (made) return made;
      Changes changes(context_);
      changes.add(hidden.keep());
      if (auto remembered = context_.idempotency.remember(request_.creation, import_id)) {
        changes.add(std::move(*remembered));
      }
      if (request_.project_id) {
        NORN_TRY(accept(hidden.id(0), changes));
      } else {
        NORN_ASSIGN(const auto user, context_.users.find(user_id_));
        if (!user) return not_signed_in(accounts::kAccountDeleted);
        for (size_t i = 0; i < count; ++i) add_owner(context_, hidden.id(i), user_id_, changes);
      }
      NORN_ASSIGN(const bool is_shown, changes.write("import"));
      if (!is_shown) return std::nullopt;
      return import_id;
    };
    return decide_and_write(attempt);
  }

  // From here on it will be moved, whatever becomes of the person's rights.
  Result<void> accept(const std::string& hidden_id, Changes& changes) {
    const std::string& project_id = *request_.project_id;
    NORN_TRY(authorize_content(context_, user_id_, project_id, Right::kWrite, kProjectNotFound));
    changes.needs_open_project(project_id);
    changes.needs_right(project_id, user_id_, Right::kWrite);
    changes.add(
        context_.sweeps.begin(kImportIntoSweep, import_into_subject(hidden_id, project_id)));
    return {};
  }

  void move(const std::string& hidden_id) {
    const auto moved = context_.sweeps.run_now(
        kImportIntoSweep, import_into_subject(hidden_id, *request_.project_id));
    if (!moved) log::warn("an import is finished later: {}", moved.error().message);
    context_.sweeps.wake();
  }

  const Context& context_;
  const std::string& user_id_;
  const ImportRequest& request_;
  const ImportPeople& people_;
  const TagIds tags_;
};

}  // namespace

ProjectImports::ProjectImports(Context context) : context_(std::move(context)) {
  context_.sweeps.add_walk(std::string(kHiddenSweep),
                           [sweep = context_](const std::string& subject, const std::string& from) {
                             return sweep_hidden(sweep, subject, from);
                           });
  context_.sweeps.add(
      std::string(kImportIntoSweep),
      [sweep = context_](const std::string& subject) { return move_imported(sweep, subject); },
      apps::Sweeps::Settling::kNone);
}

Result<ProjectImportReport> ProjectImports::run(const std::string& user_id, std::string_view text,
                                                const ImportRequest& request) {
  std::optional<Access> into;
  if (request.project_id) {
    NORN_ASSIGN(into, authorize_content(context_, user_id, *request.project_id, Right::kWrite,
                                        kProjectNotFound));
  }
  NORN_ASSIGN(ImportFile file, read_fitted(text, request));
  NORN_ASSIGN(const ImportPeople people, people_for(context_, user_id, request.project_id));
  TagIds known_tags;
  if (into) {
    NORN_ASSIGN(known_tags, tags_by_name(context_, into->project.id));
  }
  ProjectImportReport report = report_of(file, people, known_tags);
  if (into) {
    report.projects.front().id = into->project.id;
    report.projects.front().name = into->project.name;
  }
  std::string import_id = context_.ids.uuid();
  std::optional<std::string> made;
  if (!request.dry_run) {
    NORN_ASSIGN(made, context_.idempotency.find(request.creation));
  }
  const ImportBytes bytes = bytes_of(file);
  if (made) {
    import_id = *made;
  } else if (into) {
    NORN_TRY(check_room(context_, user_id, report.projects.front(), known_tags, bytes));
  } else {
    NORN_TRY(check_room_for_new(context_, user_id, import_id, report.projects, bytes));
  }
  if (!made && !request.dry_run) {
    ImportWriter writer(context_, user_id, request, people, std::move(known_tags));
    NORN_ASSIGN(import_id, writer.write(file, import_id));
  }
  for (size_t i = 0; i < report.projects.size() && !into && !request.dry_run; ++i) {
    report.projects[i].id = imported_project_id(import_id, i);
  }
  report.skipped = file.skipped;
  report.notes = file.notes.take();
  return report;
}

}  // namespace norn::projects
