#include "apps/projects/tasks/comments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/files/sentences.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/task_rules.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

constexpr size_t kShownCommentCharacters = 200;
// What one read of comments may exceed the page by: 20 of the longest are 1.6 MB.
constexpr size_t kCommentsPerRead = 20;

// An activity of a task, or of something that belongs to it.
Activity part_activity(ActivityAction action, const std::string& user_id, const Task& task,
                       std::string_view entity_type, const std::string& entity_id,
                       std::string details) {
  Activity activity;
  activity.action = action;
  activity.entity_type = entity_type;
  activity.entity_id = entity_id;
  activity.user_id = user_id;
  activity.details = std::move(details);
  activity.project_id = task.project_id;
  if (entity_type != "TASK") activity.task_id = task.id;
  return activity;
}

std::string shown(const std::string& text) {
  const std::string_view first = first_characters(text, kShownCommentCharacters);
  return std::string(first) + (first.size() < text.size() ? "…" : "");
}

// Conditions that hold for every write to something of a task: it is still in the project in which
// the user was authorized.
void hold_task(const Context& context, const std::string& user_id, const FoundTask& found,
               Right right, Changes& changes) {
  apps::Unchanged unchanged = apps::unchanged(found.item, {"projectId"});
  store::ConditionCheck check;
  check.table = context.tables.projects();
  check.key = thing_key(keys::task(found.task.id));
  check.condition = "attribute_exists(PK) AND " + unchanged.condition;
  check.placeholders = std::move(unchanged.placeholders);
  changes.add(std::move(check));
  changes.needs_open_project(found.task.project_id);
  changes.needs_right(found.task.project_id, user_id, right);
}

template <typename T>
void sort_by_time(std::vector<T>& parts) {
  std::ranges::sort(parts, [](const T& left, const T& right) {
    return std::pair<std::string_view, std::string_view>(left.created_at, left.id) <
           std::pair<std::string_view, std::string_view>(right.created_at, right.id);
  });
}

// Norn's ids of comments are in the order of time; those of other programs come as they come, and
// are in the order of time within their page.
Result<CommentPage> page_of_comments(const Context& context, const std::string& task_id,
                                     const std::string& cursor) {
  NORN_ASSIGN(auto relations, sort_keys(context, keys::task(task_id), keys::kCommentPrefix,
                                        2 * kMaxCommentsPerTask));
  if (!cursor.empty()) {
    const std::string end = keys::comment(cursor);
    std::erase_if(relations, [&](const std::string& relation) { return relation >= end; });
  }
  CommentPage page;
  size_t bytes = 0;
  while (!relations.empty() && bytes < kMaxListedTextBytes) {
    std::vector<store::Item> wanted;
    for (; !relations.empty() && wanted.size() < kCommentsPerRead; relations.pop_back()) {
      wanted.push_back(thing_key(relations.back()));
      page.next = keys::after(keys::kCommentPrefix, relations.back());
    }
    const auto add = [&](store::ItemView item) -> Result<void> {
      bytes += item.json().size();
      auto comment = comment_from(item);
      if (!comment) return {};
      comment->task_id = task_id;
      page.comments.push_back(*std::move(comment));
      return {};
    };
    NORN_TRY(apps::get_each(context.store, context.tables.projects(), wanted, {}, add));
  }
  if (relations.empty()) page.next.clear();
  NORN_TRY(WorkBudget::collect(bytes));
  sort_by_time(page.comments);
  return page;
}

Result<std::vector<Attachment>> attachments_of(const Context& context, const std::string& task_id) {
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::task(task_id), keys::kAttachmentPrefix,
                                              2 * kMaxAttachmentsPerTask));
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(thing_key(relation));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::vector<Attachment> attachments = apps::readable(items, attachment_from);
  for (Attachment& attachment : attachments) attachment.task_id = task_id;
  sort_by_time(attachments);
  return attachments;
}

// There has to be room for the activity, which counts for the project, and for what the person
// writes, which counts for them.
Result<void> check_room(const Context& context, const std::string& user_id,
                        const std::string& project_id) {
  NORN_TRY(context.quotas.check_change_in(keys::project(project_id)));
  return context.quotas.check_change(user_id);
}

// The item of a part of a task; nullopt if the task has no relation to it.
Result<std::optional<store::Item>> find_part(const Context& context, const std::string& task_id,
                                             const std::string& part_key) {
  NORN_ASSIGN(const auto relation, find_item(context, apps::key_of(keys::task(task_id), part_key)));
  if (!relation) return std::nullopt;
  return find_item(context, thing_key(part_key));
}

Result<void> check_mentions(const Context& context, const Task& task,
                            const std::vector<std::string>& mentions, Changes& changes) {
  if (mentions.size() > kMaxMentions) return invalid("mentions", kTooManyMentions(kMaxMentions));
  std::vector<store::Item> wanted;
  for (const std::string& id : mentions) {
    if (!apps::is_id(id)) return conflict("mentions", kMentionIsNoMember);
    wanted.push_back(member_key(task.project_id, id));
  }
  NORN_ASSIGN(const auto members, apps::get_all(context.store, context.tables.projects(), wanted));
  if (members.size() != wanted.size()) return conflict("mentions", kMentionIsNoMember);
  for (const std::string& id : mentions) changes.needs_member(task.project_id, id);
  return {};
}

Result<std::optional<Comment>> try_create_comment(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& task_id,
                                                  const CommentInput& input,
                                                  const apps::Creation& creation) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(const auto item, find_part(context, task_id, keys::comment(*made)));
    if (!item) return not_found(kCommentNotFound);
    NORN_ASSIGN(Comment comment, comment_from(*item));
    return comment;
  }
  NORN_TRY(check_room(context, user_id, found.task.project_id));
  NORN_ASSIGN(const auto there,
              sort_keys(context, keys::task(task_id), keys::kCommentPrefix, kMaxCommentsPerTask));
  if (there.size() >= kMaxCommentsPerTask) {
    return conflict(kTooManyComments(kMaxCommentsPerTask));
  }
  Comment comment;
  comment.id = context.ids.time_ordered(context.clock.now_ms());
  comment.task_id = task_id;
  comment.user_id = user_id;
  comment.text = input.text;
  comment.mentions = without_repeats(input.mentions);
  comment.created_at = comment.updated_at = now_text(context);
  const store::Item item = to_item(comment);
  Changes changes(context);
  changes.add(put_new(context, item));
  changes.add(put_any(context, task_comment(task_id, comment.id, comment.created_at)));
  NORN_TRY(check_mentions(context, found.task, comment.mentions, changes));
  hold_task(context, user_id, found, Right::kWrite, changes);
  changes.record(part_activity(ActivityAction::kComment, user_id, found.task, "TASK", task_id,
                               shown(comment.text)));
  if (auto remembered = context.idempotency.remember(creation, comment.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("comment"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Comment stored, comment_from(item));
  return stored;
}

Result<std::optional<Comment>> try_change_comment(
    const Context& context, const std::string& user_id, const std::string& task_id,
    const std::string& comment_id, const CommentInput& input, const std::string& etag) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  NORN_ASSIGN(const auto item, find_part(context, task_id, keys::comment(comment_id)));
  if (!item) return not_found(kCommentNotFound);
  NORN_ASSIGN(const Comment comment, comment_from(*item));
  if (comment.user_id != user_id) return forbidden(kCommentOfOther);
  if (comment.etag != etag) {
    std::string current;
    append_json(current, comment);
    return stale("comment", std::move(current), comment.etag);
  }
  Comment next = comment;
  next.text = input.text;
  next.mentions = without_repeats(input.mentions);
  if (next == comment) return next;
  NORN_TRY(check_room(context, user_id, found.task.project_id));
  next.updated_at = now_text(context);
  Edit change = edit(context, *item, to_item(next), comment_attributes());
  Changes changes(context);
  changes.add(std::move(change.action));
  NORN_TRY(check_mentions(context, found.task, next.mentions, changes));
  hold_task(context, user_id, found, Right::kWrite, changes);
  Activity activity = part_activity(ActivityAction::kUpdate, user_id, found.task, "COMMENT",
                                    comment_id, "Changed a comment");
  activity.changes = differences(*item, change.item, {"text"});
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("comment"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Comment stored, comment_from(change.item));
  return stored;
}

// What is deleted from a task.
struct PartKind {
  std::string_view entity_type;  // "COMMENT"
  std::string_view prefix;
  std::string_view what;
  const Sentence<>& missing;
};

Result<std::optional<Done>> try_remove_part(const Context& context, const std::string& user_id,
                                            const std::string& task_id, const PartKind& kind,
                                            const std::string& part_id) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  if (!apps::is_id(part_id)) return not_found(kind.missing);
  const std::string key = keys::join(kind.prefix, part_id);
  NORN_ASSIGN(const auto item, find_part(context, task_id, key));
  if (!item) return not_found(kind.missing);
  const bool is_own = apps::text_of(*item, "userId") == user_id;
  if (!is_own && !found.access.membership.rights().has(Right::kManage)) {
    return forbidden(kNotYoursToDelete);
  }
  Changes changes(context);
  const bool is_of_task = belongs_to_task(*item, task_id);
  if (is_of_task) changes.add(remove_unchanged(context, *item, {"userId", "fileId", "taskId"}));
  if (is_of_task && kind.prefix == keys::kAttachmentPrefix) {
    const std::string file_id = apps::text_of(*item, "fileId");
    NORN_ASSIGN(auto with_file, files::Files(context).removal(file_id, file_owner(part_id)));
    changes.add_all(std::move(with_file));
  }
  changes.add(remove_any(context, apps::key_of(keys::task(task_id), key)));
  hold_task(context, user_id, found, is_own ? Right::kWrite : Right::kManage, changes);
  changes.record(part_activity(ActivityAction::kDelete, user_id, found.task, kind.entity_type,
                               part_id, fmt::format("Deleted the {}", kind.what)));
  NORN_ASSIGN(const bool written, changes.write(kind.what));
  if (!written) return std::nullopt;
  return Done{};
}

Result<std::optional<Attachment>> try_attach(const Context& context, const std::string& user_id,
                                             const std::string& task_id,
                                             const AttachmentInput& input,
                                             const apps::Creation& creation) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(const auto item, find_part(context, task_id, keys::attachment(*made)));
    if (!item) return not_found(kAttachmentNotFound);
    NORN_ASSIGN(Attachment attachment, attachment_from(*item));
    return attachment;
  }
  NORN_TRY(check_room(context, user_id, found.task.project_id));
  NORN_ASSIGN(const auto there, sort_keys(context, keys::task(task_id), keys::kAttachmentPrefix,
                                          kMaxAttachmentsPerTask));
  if (there.size() >= kMaxAttachmentsPerTask) {
    return conflict(kTooManyAttachments(kMaxAttachmentsPerTask));
  }
  Attachment attachment;
  attachment.id = context.ids.uuid();
  attachment.task_id = task_id;
  attachment.user_id = user_id;
  attachment.name = input.name;
  attachment.url = input.url;
  attachment.created_at = now_text(context);
  Changes changes(context);
  if (!input.upload_id.empty()) {
    NORN_ASSIGN(auto claim,
                files::Files(context).claim(user_id, input.upload_id, file_owner(attachment.id)));
    if (attachment.name.empty()) attachment.name = std::move(claim.name);
    attachment.file_id = input.upload_id;
    attachment.file_bytes = claim.bytes;
    changes.add_all(std::move(claim.actions));
  }
  changes.add(put_new(context, to_item(attachment)));
  changes.add(put_any(context, task_attachment(task_id, attachment.id, attachment.created_at)));
  hold_task(context, user_id, found, Right::kWrite, changes);
  changes.record(part_activity(ActivityAction::kCreate, user_id, found.task, "ATTACHMENT",
                               attachment.id, fmt::format("Attached “{}”", attachment.name)));
  if (auto remembered = context.idempotency.remember(creation, attachment.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("attachment"));
  if (!written) return std::nullopt;
  return attachment;
}

}  // namespace

Result<CommentPage> Comments::list(const std::string& user_id, const std::string& task_id,
                                   const std::string& cursor) {
  if (!cursor.empty() && !apps::is_id(cursor)) return invalid("cursor", kCursorUnknown);
  NORN_TRY(find_task(context_, user_id, task_id, Right::kRead));
  return page_of_comments(context_, task_id, cursor);
}

Result<Comment> Comments::create(const std::string& user_id, const std::string& task_id,
                                 const CommentInput& input, const apps::Creation& creation) {
  return decide_and_write(
      [&] { return try_create_comment(context_, user_id, task_id, input, creation); });
}

Result<Comment> Comments::change(const std::string& user_id, const std::string& task_id,
                                 const std::string& comment_id, const CommentInput& input,
                                 const std::string& etag) {
  if (!apps::is_id(comment_id)) return not_found(kCommentNotFound);
  return decide_and_write(
      [&] { return try_change_comment(context_, user_id, task_id, comment_id, input, etag); });
}

Result<void> Comments::remove(const std::string& user_id, const std::string& task_id,
                              const std::string& comment_id) {
  const PartKind kind = {"COMMENT", keys::kCommentPrefix, "comment", kCommentNotFound};
  const auto attempt = [&] {
    return try_remove_part(context_, user_id, task_id, kind, comment_id);
  };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

Result<std::vector<Attachment>> Comments::attachments(const std::string& user_id,
                                                      const std::string& task_id) {
  NORN_TRY(find_task(context_, user_id, task_id, Right::kRead));
  return attachments_of(context_, task_id);
}

Result<Attachment> Comments::attach(const std::string& user_id, const std::string& task_id,
                                    const AttachmentInput& input, const apps::Creation& creation) {
  if (input.upload_id.empty()) {
    if (!is_web_address(input.url)) return invalid("url", kUrlForm);
  } else if (!input.name.empty()) {
    NORN_TRY(files::check_file_name(input.name));
  }
  return decide_and_write([&] { return try_attach(context_, user_id, task_id, input, creation); });
}

Result<AttachedFile> Comments::open_file(const std::string& user_id, const std::string& task_id,
                                         const std::string& attachment_id) {
  NORN_TRY(find_task(context_, user_id, task_id, Right::kRead));
  if (!apps::is_id(attachment_id)) return not_found(kAttachmentNotFound);
  NORN_ASSIGN(const auto item, find_part(context_, task_id, keys::attachment(attachment_id)));
  if (!item) return not_found(kAttachmentNotFound);
  NORN_ASSIGN(const Attachment attachment, attachment_from(*item));
  // Another program may have made a relation to it under a task of its own.
  if (attachment.task_id != task_id) return not_found(files::kFileNotFound);
  NORN_ASSIGN(auto reader,
              files::Files(context_).open(attachment.file_id, file_owner(attachment_id)));
  if (!reader) return not_found(files::kFileNotFound);
  return AttachedFile{attachment.name, *std::move(reader)};
}

Result<void> Comments::detach(const std::string& user_id, const std::string& task_id,
                              const std::string& attachment_id) {
  const PartKind kind = {"ATTACHMENT", keys::kAttachmentPrefix, "attachment", kAttachmentNotFound};
  const auto attempt = [&] {
    return try_remove_part(context_, user_id, task_id, kind, attachment_id);
  };
  NORN_TRY(decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::projects
