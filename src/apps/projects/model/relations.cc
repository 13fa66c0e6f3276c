#include "apps/projects/model/relations.h"

#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/model/times.h"
#include "store/value.h"

namespace norn::projects {
namespace {

store::Item relation(const std::string& owner, const std::string& member,
                     std::string_view entity_type, std::string_view time_name,
                     const std::string& time, store::Map more = {}) {
  store::Map item = {{"PK", owner},
                     {"SK", member},
                     {"GSI1PK", member},
                     {"GSI1SK", owner},
                     {"entityType", entity_type},
                     {std::string(time_name), time}};
  item.merge(std::move(more));
  return store::Item::from_map(item);
}

}  // namespace

store::Item project_task(const std::string& project_id, const std::string& task_id,
                         const std::string& time) {
  return relation(keys::project(project_id), keys::task(task_id), "PROJECT_TASK", "assignedAt",
                  time);
}

store::Item user_task(const std::string& user_id, const std::string& task_id,
                      const std::string& time) {
  return relation(keys::user(user_id), keys::task(task_id), "USER_TASK", "assignedAt", time);
}

store::Item project_event(const std::string& project_id, const std::string& event_id,
                          const std::string& time) {
  const std::string project = keys::project(project_id);
  const std::string event = keys::event(event_id);
  return relation(project, event, "PROJECT_EVENT", "addedAt", time,
                  {{"GSI2PK", event}, {"GSI2SK", project}});
}

store::Item dated_event(const std::string& project_id, const Event& event) {
  const std::string start = timestamp_s(event.start_ms());
  return store::Item::from_map({{"PK", keys::project(project_id)},
                                {"SK", keys::dated(start, event.id)},
                                {"entityType", "DATED_EVENT"}});
}

store::Item project_tag(const std::string& project_id, const std::string& tag_id,
                        const std::string& time) {
  return relation(keys::project(project_id), keys::tag(tag_id), "PROJECT_TAG", "addedAt", time);
}

store::Item task_tag(const std::string& task_id, const std::string& tag_id,
                     const std::string& time) {
  return relation(keys::task(task_id), keys::tag(tag_id), "TASK_TAG", "addedAt", time);
}

store::Item task_comment(const std::string& task_id, const std::string& comment_id,
                         const std::string& time) {
  return relation(keys::task(task_id), keys::comment(comment_id), "TASK_COMMENT", "addedAt", time);
}

store::Item task_attachment(const std::string& task_id, const std::string& attachment_id,
                            const std::string& time) {
  return relation(keys::task(task_id), keys::attachment(attachment_id), "TASK_ATTACHMENT",
                  "addedAt", time);
}

store::Item subtask_of(const std::string& parent_id, const std::string& task_id,
                       const std::string& time) {
  return relation(keys::task(parent_id), keys::subtask(task_id), "SUBTASK", "addedAt", time);
}

store::Item blocked_by(const std::string& task_id, const std::string& blocker_id,
                       const std::string& time) {
  return relation(keys::task(task_id), keys::blocked_by(blocker_id), "BLOCKED_BY", "addedAt", time);
}

}  // namespace norn::projects
