#include "apps/projects/activities.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

// Of activities that the caller may not see, this many stretches in a row are passed over. Further
// back, nothing is shown.
constexpr int kMaxStretches = 50;

// A cursor is the sort key of the last relation, without its prefix.
Result<void> check_cursor(const ActivityQuery& query) {
  if (!query.cursor) return {};
  const size_t hash = query.cursor->find('#');
  const bool is_cursor = hash != std::string::npos &&
                         parse_timestamp_ms(query.cursor->substr(0, hash)) &&
                         apps::is_id(query.cursor->substr(hash + 1));
  if (!is_cursor) return invalid("cursor", kCursorUnknown);
  return {};
}

// An activity, with the cursor of what comes after it.
struct Placed {
  Activity activity;
  std::string cursor;
};
struct Stretch {
  std::vector<Placed> activities;
  std::string end;  // The cursor of what comes after it; empty at the end.
};

// The activities that have a relation under this key, from a cursor on.
Result<Stretch> stretch_of(const Context& context, const std::string& owner,
                           const std::string& cursor, size_t count) {
  store::QueryRequest request;
  request.table = context.tables.projects();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", owner}, {":prefix", keys::kActivityPrefix}};
  request.limit = static_cast<int64_t>(count);
  request.forward = false;
  request.consistent = true;
  if (!cursor.empty()) {
    request.start_after = apps::key_of(owner, keys::join(keys::kActivityPrefix, cursor));
  }
  NORN_ASSIGN(const auto page, context.store.query(request));
  std::vector<std::string> cursors;
  std::map<std::string, store::Item> wanted;  // By id: each key once.
  for (const store::ItemView relation : page.items) {
    cursors.push_back(keys::after(keys::kActivityPrefix, apps::text_of(relation, "SK")));
    const std::string id = keys::last_part(cursors.back());
    wanted.emplace(id, thing_key(keys::activity(id)));
  }
  std::vector<store::Item> activity_keys;
  for (auto& [id, key] : wanted) activity_keys.push_back(std::move(key));
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.projects(), activity_keys));
  std::map<std::string, Activity> by_id;
  for (Activity& activity : apps::readable(items, activity_from)) {
    std::string id = activity.id;
    by_id.emplace(std::move(id), std::move(activity));
  }
  Stretch stretch;
  for (const std::string& each : cursors) {
    const auto found = by_id.find(keys::last_part(each));
    if (found != by_id.end()) stretch.activities.push_back({found->second, each});
  }
  if (page.last_key && !cursors.empty()) stretch.end = cursors.back();
  return stretch;
}

// Removes the activities that the caller may not see.
using Hide = std::function<Result<void>(std::vector<Placed>& activities)>;

// One page of the activities under this key that the caller may see. Its cursor is that of the last
// one that they see, and tells them nothing of others.
Result<ActivityPage> page_of(const Context& context, const std::string& owner,
                             const ActivityQuery& query, const Hide& hide) {
  NORN_TRY(check_cursor(query));
  const size_t limit = std::clamp<size_t>(query.limit, 1, kMaxPageEntries);
  ActivityPage page;
  std::string cursor = query.cursor.value_or("");
  std::string last_seen;
  for (int stretches = 0; stretches < kMaxStretches; ++stretches) {
    NORN_ASSIGN(Stretch stretch,
                stretch_of(context, owner, cursor, stretches == 0 ? limit : kMaxPageEntries));
    NORN_TRY(hide(stretch.activities));
    for (Placed& one : stretch.activities) {
      if (page.activities.size() == limit) {
        page.next = last_seen;
        return page;
      }
      last_seen = std::move(one.cursor);
      page.activities.push_back(std::move(one.activity));
    }
    if (stretch.end.empty()) return page;
    if (!page.activities.empty()) {
      page.next = last_seen;
      return page;
    }
    cursor = std::move(stretch.end);
  }
  return page;
}

Result<void> hide_none(std::vector<Placed>& /*activities*/) {
  return {};
}

}  // namespace

Result<ActivityPage> Activities::of_project(const std::string& user_id,
                                            const std::string& project_id,
                                            const ActivityQuery& query) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  return page_of(context_, keys::project(project_id), query, hide_none);
}

// What happened to a task in a project that it has left is for the members of that project.
Result<ActivityPage> Activities::of_task(const std::string& user_id, const std::string& task_id,
                                         const ActivityQuery& query) {
  NORN_ASSIGN(const auto found, find_task(context_, user_id, task_id, Right::kRead));
  const auto hide = [&](std::vector<Placed>& activities) -> Result<void> {
    std::erase_if(activities, [&](const Placed& one) {
      const std::string& project_id = one.activity.project_id;
      return !project_id.empty() && project_id != found.task.project_id;
    });
    return {};
  };
  return page_of(context_, keys::task(task_id), query, hide);
}

Result<ActivityPage> Activities::of_person(const std::string& user_id, const std::string& person_id,
                                           const ActivityQuery& query) {
  const auto hide = [&](std::vector<Placed>& activities) -> Result<void> {
    std::vector<std::string> ids;
    for (const Placed& one : activities) ids.push_back(one.activity.project_id);
    NORN_ASSIGN(const auto projects, readable_projects(context_, user_id, ids));
    std::set<std::string> readable;
    for (const Project& project : projects) readable.insert(project.id);
    std::erase_if(activities, [&](const Placed& one) {
      const Activity& activity = one.activity;
      const bool is_own_deletion = person_id == user_id && activity.entity_type == "PROJECT" &&
                                   activity.action == ActivityAction::kDelete;
      return !is_own_deletion && !readable.contains(activity.project_id);
    });
    return {};
  };
  return page_of(context_, keys::user(person_id), query, hide);
}

}  // namespace norn::projects
