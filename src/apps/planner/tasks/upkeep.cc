#include "apps/planner/tasks/upkeep.h"

#include <optional>
#include <vector>

#include "apps/planner/preferences.h"
#include "apps/planner/tasks/keys.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"

namespace norn::planner {
namespace {

constexpr int64_t kHourMs = 3'600'000;
constexpr int64_t kArchivedPerPart = 50;

// The person in whose partition an item is; empty if it is in none.
std::string person_with(store::ItemView item) {
  const std::string partition = apps::text_of(item, "PK");
  const std::string prefix = keys::user("");
  if (!partition.starts_with(prefix)) return "";
  std::string person = partition.substr(prefix.size());
  return apps::is_id(person) ? person : "";
}

bool is_task_item(store::ItemView item) {
  return apps::text_of(item, "SK").starts_with(keys::kTasks);
}

std::string archive_subject(const std::string& user_id, const std::string& id) {
  return user_id + "/" + id;
}

bool waits_for_archive(const Task& task) {
  return task.is_done() && !task.is_archived();
}

// The preferences of a person; nullopt if there is no such person.
Result<std::optional<Preferences>> find_preferences(const Context& context,
                                                    const std::string& user_id) {
  auto meta = read_meta(context, user_id);
  if (meta) return std::move(meta->preferences);
  if (meta.error().code == ErrorCode::kNotFound) return std::nullopt;
  return std::unexpected(std::move(meta).error());
}

int64_t archive_time_ms(const Task& task, const Preferences& preferences) {
  return parse_timestamp_ms(*task.completed_at).value_or(0) +
         preferences.auto_archive_delay_hours * kHourMs;
}

Result<void> begin_archive(const Context& context, const std::string& user_id, const Task& task,
                           const Preferences& preferences) {
  const std::string subject = archive_subject(user_id, task.id);
  const int64_t due_ms = archive_time_ms(task, preferences);
  const bool is_due = due_ms <= context.clock.now_ms();
  NORN_TRY(apps::write_all(context.store,
                           {is_due ? context.sweeps.begin(kArchiveSweep, subject)
                                   : context.sweeps.begin_at(kArchiveSweep, subject, due_ms)}));
  if (is_due) context.sweeps.wake();
  return {};
}

// Returns false if the task was changed meanwhile.
Result<bool> archive(const Context& context, const std::string& user_id, store::ItemView item,
                     const Task& task) {
  Task next = task;
  next.archived_at = timestamp_s(context.clock.now_ms());
  ++next.version;
  apps::Edit edit =
      apps::edit(context.tables.planner(), item, to_item(user_id, next), task_attributes());
  return apps::write_all(context.store, {std::move(edit.action)});
}

// Archives a task whose time has come, or begins the sweep that will. Returns false if it was
// changed meanwhile.
Result<bool> archive_in_time(const Context& context, const std::string& user_id,
                             store::ItemView item, const Preferences& preferences) {
  const auto task = task_from(item);
  if (!task || !waits_for_archive(*task)) return true;
  if (archive_time_ms(*task, preferences) <= context.clock.now_ms()) {
    return archive(context, user_id, item, *task);
  }
  NORN_TRY(begin_archive(context, user_id, *task, preferences));
  return true;
}

Result<bool> sweep_one(const Context& context, const std::string& subject) {
  const size_t slash = subject.find('/');
  if (slash == std::string::npos) return false;
  const std::string user_id = subject.substr(0, slash);
  NORN_ASSIGN(const auto preferences, find_preferences(context, user_id));
  if (!preferences || !preferences->auto_archive_completed_tasks) return false;
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(user_id), keys::task(subject.substr(slash + 1)));
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  if (!found.item) return false;
  NORN_ASSIGN(const bool is_finished, archive_in_time(context, user_id, *found.item, *preferences));
  return !is_finished;
}

Result<std::optional<apps::Sweeps::Walked>> sweep_all(const Context& context,
                                                      const std::string& user_id,
                                                      const std::string& from) {
  NORN_ASSIGN(const auto preferences, find_preferences(context, user_id));
  if (!preferences || !preferences->auto_archive_completed_tasks) return std::nullopt;
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :tasks)";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":tasks", std::string(keys::kTasks)}};
  request.limit = kArchivedPerPart;
  request.consistent = true;
  if (!from.empty()) request.start_after = apps::key_of(keys::user(user_id), from);
  NORN_ASSIGN(const auto page, context.store.query(request));
  for (const store::ItemView item : page.items) {
    // If it was changed meanwhile, the reader of the table notices that, too.
    NORN_TRY(archive_in_time(context, user_id, item, *preferences));
  }
  if (!page.last_key) return std::nullopt;
  return apps::Sweeps::Walked{.to = apps::text_of(*page.last_key, "SK"), .found_any = true};
}

// A foreign item with other keys is not where lists look for it.
Result<void> correct_index_keys(const Context& context, const std::string& user_id,
                                store::ItemView item, const Task& task) {
  static const std::vector<std::string> index_keys = {"GSI3PK", "GSI3SK"};
  const store::Item right = to_item(user_id, task);
  if (store::Item::subset(item, index_keys) == store::Item::subset(right, index_keys)) return {};
  // The version is compared, too: what is read here may be an older state.
  static const std::vector<std::string> compared = {"GSI3PK", "GSI3SK", "version"};
  apps::Edit edit = apps::edit(context.tables.planner(), item, right, compared);
  NORN_TRY(apps::write_all(context.store, {std::move(edit.action)}));
  return {};
}

bool chose_another_archive(const store::StreamRecord& record) {
  if (!record.new_image || !record.old_image) return false;
  if (!apps::text_of(record.keys, "SK").starts_with(keys::user_meta(""))) return false;
  const Preferences before = meta_from(*record.old_image).preferences;
  const Preferences now = meta_from(*record.new_image).preferences;
  return now.auto_archive_completed_tasks &&
         (!before.auto_archive_completed_tasks ||
          before.auto_archive_delay_hours != now.auto_archive_delay_hours);
}

}  // namespace

void add_task_sweeps(const Context& context) {
  using Settling = apps::Sweeps::Settling;
  context.sweeps.add(
      std::string(kArchiveSweep),
      [context](const std::string& subject) { return sweep_one(context, subject); },
      Settling::kNone);
  context.sweeps.add_walk(
      std::string(kArchiveAllSweep),
      [context](const std::string& subject, const std::string& from) {
        return sweep_all(context, subject, from);
      },
      Settling::kNone);
}

Result<void> TaskUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    if (record.new_image && is_task_item(record.keys)) NORN_TRY(see(*record.new_image));
    if (!chose_another_archive(record)) continue;
    const std::string user_id = person_with(record.keys);
    if (user_id.empty()) continue;
    NORN_TRY(apps::write_all(context_.store, {context_.sweeps.begin(kArchiveAllSweep, user_id)}));
    context_.sweeps.wake();
  }
  return {};
}

Result<void> TaskUpkeep::see(store::ItemView item) {
  if (!is_task_item(item)) return {};
  const std::string user_id = person_with(item);
  const auto task = task_from(item);
  if (user_id.empty() || !task) return {};
  NORN_TRY(correct_index_keys(context_, user_id, item, *task));
  if (!waits_for_archive(*task)) return {};
  NORN_ASSIGN(const auto preferences, find_preferences(context_, user_id));
  if (!preferences || !preferences->auto_archive_completed_tasks) return {};
  return begin_archive(context_, user_id, *task, *preferences);
}

}  // namespace norn::planner
