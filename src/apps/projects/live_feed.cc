#include "apps/projects/live_feed.h"

#include <algorithm>
#include <set>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/render.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::projects {
namespace {

constexpr std::string_view kFeedScope = "projects:read";

// Where something is.
struct Whereabouts {
  std::string project_id;
  std::string task_id = {};  // Of a comment or an attachment.
  std::string id;
};

// `thing` is null for what is gone.
template <typename T>
live::Event thing_event(std::string_view name, const Whereabouts& where, std::string_view member,
                        const T* thing, std::vector<std::string> users) {
  live::Event event{std::string(name), "", std::move(users), std::string(kFeedScope)};
  ObjectWriter object(event.data);
  object.text("projectId", where.project_id);
  if (!where.task_id.empty()) object.text("taskId", where.task_id);
  object.text("id", where.id);
  if (thing != nullptr) {
    append_json(object.key(member), *thing);
  } else {
    object.null(member);
  }
  object.close();
  return event;
}

live::Event project_event_of(const std::string& id, const Access* access,
                             std::vector<std::string> users) {
  live::Event event{"project", "", std::move(users), std::string(kFeedScope)};
  ObjectWriter object(event.data);
  object.text("projectId", id);
  if (access != nullptr) {
    append_json(object.key("project"), *access);
  } else {
    object.null("project");
  }
  object.close();
  return event;
}

live::Event membership_event_of(const Membership& membership, bool is_there) {
  live::Event event{"project-member", "", {}, std::string(kFeedScope)};
  ObjectWriter object(event.data);
  object.text("projectId", membership.project_id);
  object.text("userId", membership.user_id);
  if (is_there) {
    object.text("role", to_text(membership.role));
  } else {
    object.null("role");
  }
  object.close();
  return event;
}

}  // namespace

Result<live::Events> ProjectChanges::events_of(const store::StreamRecord& record) {
  return apps::events_of_change(apps::change_of(record),
                                [this](const Change& change) { return events_of(change); });
}

Result<std::vector<live::Events>> ProjectChanges::catch_up(
    const std::vector<store::StreamRecord>& records) {
  return apps::catch_up(context_.store, table(), records,
                        [this](const Change& change) { return events_of(change); });
}

// Kinds are told apart by their keys. Relations have no events but memberships: what they relate
// has.
Result<live::Events> ProjectChanges::events_of(const Change& change) {
  const bool is_project = change.pk.starts_with(keys::kProjectPrefix);
  if (is_project && change.sk.starts_with(keys::kMemberPrefix)) return of_membership(change);
  if (change.pk != change.sk) return Events();
  if (is_project) return of_project(change);
  if (change.pk.starts_with(keys::kTaskPrefix)) return of_task(change);
  if (change.pk.starts_with(keys::kEventPrefix)) return of_event(change);
  if (change.pk.starts_with(keys::kTagPrefix)) return of_tag(change);
  if (change.pk.starts_with(keys::kCommentPrefix)) return of_comment(change);
  if (change.pk.starts_with(keys::kAttachmentPrefix)) return of_attachment(change);
  return Events();
}

Result<live::Events> ProjectChanges::of_project(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Project>(change.before, project_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Project>(change.now, project_from));
  Events events;
  // Only the longest event has changed, which pages do not see.
  if (before && now && before->etag == now->etag) return events;
  const std::string& id = now ? now->id : before->id;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(id));
  if (!now) {
    events.push_back(project_event_of(id, nullptr, audience->with(Right::kRead)));
    return events;
  }
  if (!audience->thing_exists) return events;
  // Each member sees their own role in it.
  NORN_ASSIGN(const auto members, members_of(context_, id));
  for (const Membership& member : members) {
    if (!member.rights().has(Right::kRead)) continue;
    const Access access = {*now, member};
    events.push_back(project_event_of(id, &access, {member.user_id}));
  }
  return events;
}

Result<live::Events> ProjectChanges::of_membership(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Membership>(change.before, membership_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Membership>(change.now, membership_from));
  const Membership& membership = now ? *now : *before;
  const std::string& id = membership.project_id;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(id));
  const sharing::MembershipEvents events = {
      .of_thing = [&](bool /*is_in_it*/) { return project_event_of(id, nullptr, {}); },
      .of_list = [&] { return membership_event_of(membership, now.has_value()); },
      .list_tells_the_member = true};
  return sharing::membership_events(*audience, membership.user_id, !now, events);
}

Result<live::Events> ProjectChanges::of_task(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Task>(change.before, task_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Task>(change.now, task_from));
  Events events;
  if (before && (!now || now->project_id != before->project_id)) {
    NORN_ASSIGN(auto users, readers_of(before->project_id));
    const Whereabouts where = {.project_id = before->project_id, .id = before->id};
    events.push_back(thing_event<Task>("project-task", where, "task", nullptr, std::move(users)));
  }
  if (now) {
    NORN_ASSIGN(auto users, readers_of(now->project_id));
    const Whereabouts where = {.project_id = now->project_id, .id = now->id};
    events.push_back(thing_event("project-task", where, "task", &*now, std::move(users)));
  }
  return events;
}

Result<live::Events> ProjectChanges::of_event(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Event>(change.before, event_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Event>(change.now, event_from));
  std::set<std::string> projects;
  if (before) projects.insert(before->project_ids.begin(), before->project_ids.end());
  if (now) projects.insert(now->project_ids.begin(), now->project_ids.end());
  Events events;
  for (const std::string& id : projects) {
    const bool is_in = now && std::ranges::find(now->project_ids, id) != now->project_ids.end();
    NORN_ASSIGN(auto users, readers_of(id));
    const Whereabouts where = {.project_id = id, .id = now ? now->id : before->id};
    events.push_back(
        thing_event("project-event", where, "event", is_in ? &*now : nullptr, std::move(users)));
  }
  return events;
}

Result<live::Events> ProjectChanges::of_tag(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Tag>(change.before, tag_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Tag>(change.now, tag_from));
  const Tag& tag = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(tag.project_id));
  const Whereabouts where = {.project_id = tag.project_id, .id = tag.id};
  return Events{thing_event("project-tag", where, "tag", now ? &*now : nullptr, std::move(users))};
}

// A comment of a task that was deleted goes with it, silently.
Result<live::Events> ProjectChanges::of_comment(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Comment>(change.before, comment_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Comment>(change.now, comment_from));
  const Comment& comment = now ? *now : *before;
  NORN_ASSIGN(const std::string project_id, project_of(comment.task_id));
  if (project_id.empty()) return Events();
  NORN_ASSIGN(auto users, readers_of(project_id));
  const Whereabouts where = {
      .project_id = project_id, .task_id = comment.task_id, .id = comment.id};
  return Events{
      thing_event("task-comment", where, "comment", now ? &*now : nullptr, std::move(users))};
}

Result<live::Events> ProjectChanges::of_attachment(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Attachment>(change.before, attachment_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Attachment>(change.now, attachment_from));
  const Attachment& attachment = now ? *now : *before;
  NORN_ASSIGN(const std::string project_id, project_of(attachment.task_id));
  if (project_id.empty()) return Events();
  NORN_ASSIGN(auto users, readers_of(project_id));
  const Whereabouts where = {
      .project_id = project_id, .task_id = attachment.task_id, .id = attachment.id};
  return Events{
      thing_event("task-attachment", where, "attachment", now ? &*now : nullptr, std::move(users))};
}

Result<std::vector<std::string>> ProjectChanges::readers_of(const std::string& project_id) {
  if (project_id.empty()) return std::vector<std::string>();
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(project_id));
  return audience->thing_exists ? audience->with(Right::kRead) : std::vector<std::string>();
}

Result<std::string> ProjectChanges::project_of(const std::string& task_id) {
  if (task_id.empty()) return std::string();
  NORN_ASSIGN(const auto task, find_item(context_, thing_key(keys::task(task_id))));
  return task ? apps::text_of(*task, "projectId") : std::string();
}

}  // namespace norn::projects
