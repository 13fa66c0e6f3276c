#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/shared/inspector.h"
#include "apps/shared/table_reader.h"

// How projects cope with items that other programs wrote.
namespace norn::projects {

// Finds the items that lists leave out. The owners of a project may repair what is in it, and a
// person their own comments and attachments.
class ProjectInspector final : public apps::Inspector {
 public:
  explicit ProjectInspector(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;
  Result<std::vector<apps::ItemOwner>> owned_by(const std::string& user_id) override;
  // The sweep of what is in a project, or belongs to a task.
  Result<std::vector<apps::Action>> remove_with(store::ItemView item) override;

 private:
  Context context_;
};

// Keeps the dated relations of events, `longestEventMinutes` of projects, and the longest event of
// the installation true, when another program wrote events or their relations.
class EventUpkeep final : public apps::Follower {
 public:
  explicit EventUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  // `old` is nullptr for an event that is new, or of which nothing else is known.
  Result<void> keep_event(const std::string& event_id, const store::Item* old,
                          const store::Item* now);
  Result<void> keep_relation(const std::string& project_id, const std::string& event_id,
                             bool is_there);
  Result<void> raise_longest(int64_t minutes);

  Context context_;
  int64_t known_longest_minutes_ = 0;
};

// Gives tasks of other programs, which may have only a relation to their project, the `projectId`
// by which Norn counts, finds and tells of them. If such a program moves a task by its relations,
// `projectId` follows.
class TaskUpkeep final : public apps::Follower {
 public:
  explicit TaskUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  std::string name() const override { return "task-projects"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  Result<void> keep_project(const std::string& task_id);

  Context context_;
};

// Deletes the file of an attachment that another program deleted, or Norn as an item that needs
// attention.
class FileUpkeep final : public apps::Follower {
 public:
  explicit FileUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  std::string name() const override { return "attached-files"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView /*item*/) override { return {}; }

 private:
  Context context_;
};

}  // namespace norn::projects
