#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/bell/notifications.h"
#include "apps/shared/batch.h"
#include "apps/shared/changes.h"
#include "apps/shared/table_reader.h"

namespace norn::projects {

// Tells people what concerns them, by the changes of the table, whoever made them:
//   the new assignee of a task that it is theirs;
//   those whom a comment mentions;
//   the assignee and the creator of a task that another person changed it, or commented on it;
//   the assignee of a task that it is due: when its day begins in UTC, or an hour before its time.
// The key of a notification follows from the change, so that each is made once, however often the
// change is read. What the stream has no more is not told.
class Ringer final : public apps::Follower {
 public:
  explicit Ringer(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.projects(); }
  std::string name() const override { return "bell"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  // Only for the dates that are due later.
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override;
  Result<void> at_end() override;

 private:
  // A change as a cause of notifications.
  struct Cause {
    apps::Change change;
    int64_t at_ms;
    std::string_view sequence;
  };
  static Notification made(const Cause& cause, NotificationKind kind, const Task& task,
                           const std::string& user_id, const std::optional<std::string>& actor);
  Result<void> tell_of_task(const Cause& cause, std::vector<Notification>& told) const;
  Result<void> tell_of_comment(const Cause& cause, std::vector<Notification>& told) const;
  // Keeps the entry of a task that is due later.
  std::vector<apps::BatchWrite> due_writes(const store::Item* before, const store::Item* now) const;
  Result<void> tell_due(const std::string& sort_key, std::vector<Notification>& told) const;
  Result<void> forget_settings(const std::string& project_id, const std::string& user_id);

  // Leaves out people who may not read the project or do not want it, and what is there already.
  Result<void> ring(std::vector<Notification> told);
  Result<void> keep_wanted(std::vector<Notification>& told) const;
  Result<void> keep_new(std::vector<Notification>& told) const;
  // For people with an account, in one transaction.
  Result<void> write(std::vector<Notification> some);
  Result<void> remove_oldest(const std::string& user_id);

  Context context_;
  // How many were added for a person since the oldest were removed.
  std::map<std::string, size_t> added_;
  std::vector<apps::BatchWrite> seen_;
};

}  // namespace norn::projects
