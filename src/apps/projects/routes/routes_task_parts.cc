#include <string>
#include <utility>

#include "apps/files/routes.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// What belongs to tasks: comments, attachments, and the tags of a project.
namespace norn::projects {
namespace {

constexpr rest::TextRule kCommentRule{.max = kMaxCommentCharacters, .lines = true};
constexpr rest::TextRule kMentionRule{.max = 128};
constexpr rest::TextRule kAttachmentNameRule{.max = kMaxAttachmentNameCharacters};
constexpr rest::TextRule kUrlRule{.max = kMaxUrlCharacters};
constexpr rest::TextRule kUploadIdRule{.max = 128};
constexpr rest::TextRule kTagNameRule{.max = kMaxTagNameCharacters};

template <typename T>
void render_list(rest::Call& call, std::string_view name, const std::vector<T>& all) {
  ObjectWriter object(call.json());
  ListWriter list(object.key(name));
  for (const T& one : all) append_json(list.next(), one);
  list.close();
  object.close();
}

Result<void> list_comments(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const auto page, parts.comments.list(call.caller().user_id, task_id,
                                                   call.query("cursor").value_or("")));
  ObjectWriter object(call.json());
  ListWriter list(object.key("comments"));
  for (const Comment& comment : page.comments) append_json(list.next(), comment);
  list.close();
  if (page.next.empty()) {
    object.null("next");
  } else {
    object.text("next", page.next);
  }
  object.close();
  return {};
}

Result<CommentInput> read_comment(rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CommentInput input;
  NORN_ASSIGN(input.text, body.text("text", kCommentRule));
  if (body.has("mentions")) {
    NORN_ASSIGN(input.mentions, body.texts("mentions", kMaxMentions, kMentionRule));
  }
  NORN_TRY(body.finish());
  return input;
}

void render_comment(rest::Call& call, std::string& out, const Comment& comment) {
  call.set_etag(comment.etag);
  append_json(out, comment);
}

Result<void> create_comment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const CommentInput input, read_comment(call));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createComment"));
  NORN_ASSIGN(const Comment comment,
              parts.comments.create(call.caller().user_id, task_id, input, creation));
  render_comment(call, call.created("/api/v1/tasks/" + task_id + "/comments/" + comment.id),
                 comment);
  return {};
}

Result<void> change_comment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "commentId", kCommentNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(const CommentInput input, read_comment(call));
  NORN_ASSIGN(const Comment comment,
              parts.comments.change(call.caller().user_id, task_id, id, input, etag));
  render_comment(call, call.json(), comment);
  return {};
}

Result<void> delete_comment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "commentId", kCommentNotFound));
  NORN_TRY(parts.comments.remove(call.caller().user_id, task_id, id));
  call.no_content();
  return {};
}

Result<void> list_attachments(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const auto all, parts.comments.attachments(call.caller().user_id, task_id));
  render_list(call, "attachments", all);
  return {};
}

Result<void> create_attachment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  AttachmentInput input;
  if (body.has("uploadId")) {
    if (body.has("url")) return invalid("uploadId", kLinkOrFile);
    NORN_ASSIGN(input.upload_id, body.text("uploadId", kUploadIdRule));
    NORN_ASSIGN(auto name, body.optional_text("name", kAttachmentNameRule));
    input.name = std::move(name).value_or("");
  } else {
    NORN_ASSIGN(input.name, body.text("name", kAttachmentNameRule));
    NORN_ASSIGN(input.url, body.text("url", kUrlRule));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createAttachment"));
  NORN_ASSIGN(const Attachment attachment,
              parts.comments.attach(call.caller().user_id, task_id, input, creation));
  append_json(call.created("/api/v1/tasks/" + task_id + "/attachments/" + attachment.id),
              attachment);
  return {};
}

Result<void> download_attachment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "attachmentId", kAttachmentNotFound));
  NORN_ASSIGN(AttachedFile file, parts.comments.open_file(call.caller().user_id, task_id, id));
  files::send_file(call, std::move(file.reader), file.name);
  return {};
}

Result<void> delete_attachment(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string task_id, task_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "attachmentId", kAttachmentNotFound));
  NORN_TRY(parts.comments.detach(call.caller().user_id, task_id, id));
  call.no_content();
  return {};
}

Result<void> list_tags(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(const auto all, parts.tags.list(call.caller().user_id, project_id));
  render_list(call, "tags", all);
  return {};
}

void render_tag(rest::Call& call, std::string& out, const Tag& tag) {
  call.set_etag(tag.etag);
  append_json(out, tag);
}

Result<void> create_tag(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  TagInput input;
  NORN_ASSIGN(input.name, body.text("name", kTagNameRule));
  NORN_ASSIGN(input.color, body.text("color"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createTag"));
  NORN_ASSIGN(const Tag tag, parts.tags.create(call.caller().user_id, project_id, input, creation));
  render_tag(call, call.created("/api/v1/projects/" + project_id + "/tags/" + tag.id), tag);
  return {};
}

Result<void> change_tag(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "tagId", kTagNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  TagPatch patch;
  if (body.has("name")) {
    NORN_ASSIGN(patch.name, body.text("name", kTagNameRule));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Tag tag, parts.tags.change(call.caller().user_id, project_id, id, patch, etag));
  render_tag(call, call.json(), tag);
  return {};
}

Result<void> delete_tag(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(const std::string id, id_of(call, "tagId", kTagNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.tags.remove(call.caller().user_id, project_id, id, etag));
  call.no_content();
  return {};
}

std::string list_schema(const std::string& name, const std::string& item) {
  return R"({"type":"object","additionalProperties":false,"required":[")" + name +
         R"("],"properties":{")" + name +
         R"(":{"type":"array","items":{"$ref":"#/components/schemas/)" + item + R"("}}}})";
}

void add_part_schemas(rest::Api& api) {
  api.add_schema("TaskComment", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","taskId","userId","text","mentions","createdAt","updatedAt","etag"],
    "properties":{
      "id":$ID,"taskId":$ID,
      "userId":{"type":["string","null"],"description":"Who wrote it."},
      "text":{"type":"string","description":"Markdown."},
      "mentions":{"type":"array","items":$ID,"description":"Members of the project."},
      "createdAt":$TIME,"updatedAt":$TIME,"etag":{"type":"string"}}})"));
  api.add_schema("TaskComments", R"({"type":"object","additionalProperties":false,
    "required":["comments","next"],
    "properties":{
      "comments":{"type":"array","items":{"$ref":"#/components/schemas/TaskComment"}},
      "next":{"type":["string","null"],
        "description":"The cursor of the page with older ones. Null if there are none."}}})");
  api.add_schema("NewTaskComment", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["text"],"properties":{"text":)" +
                                             rest::text_schema(kCommentRule) +
                                             R"(,"mentions":{"type":"array","maxItems":)" +
                                             std::to_string(kMaxMentions) + R"(,"items":$ID}}})"));
  api.add_schema("TaskAttachment", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","taskId","userId","name","url","file","size","createdAt"],
    "properties":{
      "id":$ID,"taskId":$ID,
      "userId":{"type":["string","null"],"description":"Who added it."},
      "name":{"type":"string"},
      "url":{"type":["string","null"],
        "description":"An address of http or https. Null for a file."},
      "file":{"type":["string","null"],
        "description":"The path of a file, from which it is downloaded. Null for a link."},
      "size":{"type":["integer","null"],"description":"Of a file, in bytes. Null for a link."},
      "createdAt":$TIME}})"));
  api.add_schema("TaskAttachments", list_schema("attachments", "TaskAttachment"));
  api.add_schema("NewTaskAttachment", R"({"type":"object","additionalProperties":false,
    "description":
      "A link: `name` and `url`. Or a file: `uploadId`, and `name` if it is to have another one.",
    "properties":{"name":)" + rest::text_schema(kAttachmentNameRule) +
                                          R"(,"url":)" + rest::text_schema(kUrlRule) +
                                          R"(,"uploadId":)" + rest::text_schema(kUploadIdRule) +
                                          "}}");
  api.add_schema("ProjectTag", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","projectId","name","color","createdAt","updatedAt","etag"],
    "properties":{
      "id":$ID,"projectId":$ID,"name":{"type":"string"},"color":$COLOR,
      "createdAt":$TIME,"updatedAt":$TIME,"etag":{"type":"string"}}})"));
  api.add_schema("ProjectTags", list_schema("tags", "ProjectTag"));
  const std::string members = R"("name":)" + rest::text_schema(kTagNameRule) + R"(,"color":$COLOR)";
  api.add_schema("NewProjectTag", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["name","color"],"properties":{)" +
                                            members + "}}"));
  api.add_schema("ProjectTagChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                               members + "}}"));
}

void add_comment_routes(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/tasks/{taskId}/comments";
  api.add({.method = "GET",
           .path = path,
           .operation = "listTaskComments",
           .tag = kTag,
           .summary =
               "Lists the comments of a task, oldest first. If they are more than 16 MB, the "
               "latest of them, and older ones page by page.",
           .scope = kReadScope,
           .query = {{.name = "cursor", .description = "The `next` of the page before."}},
           .replies = {{.status = 200, .description = "The comments.", .schema = "TaskComments"}},
           .problems = {404},
           .handle = handled_by(parts, list_comments)});
  api.add({.method = "POST",
           .path = path,
           .operation = "createTaskComment",
           .tag = kTag,
           .summary = "Comments on a task. Those who may write.",
           .scope = kWriteScope,
           .request = "NewTaskComment",
           .replies = {{.status = 201, .description = "The comment.", .schema = "TaskComment"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_comment)});
  api.add({.method = "PATCH",
           .path = path + "/{commentId}",
           .operation = "changeTaskComment",
           .tag = kTag,
           .summary = "Changes a comment of yours.",
           .scope = kWriteScope,
           .request = "NewTaskComment",
           .replies = {{.status = 200, .description = "The comment.", .schema = "TaskComment"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_comment)});
  api.add({.method = "DELETE",
           .path = path + "/{commentId}",
           .operation = "deleteTaskComment",
           .tag = kTag,
           .summary = "Deletes a comment. The person who wrote it, admins and owners.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409},
           .handle = handled_by(parts, delete_comment)});
}

void add_attachment_routes(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/tasks/{taskId}/attachments";
  api.add(
      {.method = "GET",
       .path = path,
       .operation = "listTaskAttachments",
       .tag = kTag,
       .summary = "Lists the links and files that are attached to a task.",
       .scope = kReadScope,
       .replies = {{.status = 200, .description = "The attachments.", .schema = "TaskAttachments"}},
       .problems = {404},
       .handle = handled_by(parts, list_attachments)});
  api.add(
      {.method = "POST",
       .path = path,
       .operation = "createTaskAttachment",
       .tag = kTag,
       .summary =
           "Attaches a link, or a file that you have uploaded, to a task. Those who may write.",
       .scope = kWriteScope,
       .request = "NewTaskAttachment",
       .replies = {{.status = 201, .description = "The attachment.", .schema = "TaskAttachment"}},
       .problems = {404, 409, 422},
       .takes_idempotency_key = true,
       .handle = handled_by(parts, create_attachment)});
  api.add({.method = "GET",
           .path = path + "/{attachmentId}/file",
           .operation = "downloadTaskAttachment",
           .tag = kTag,
           .summary = "Downloads a file that is attached to a task.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "The bytes of the file.",
                        .content_type = "application/octet-stream"}},
           .problems = {404},
           .handle = handled_by(parts, download_attachment)});
  api.add({.method = "DELETE",
           .path = path + "/{attachmentId}",
           .operation = "deleteTaskAttachment",
           .tag = kTag,
           .summary = "Removes a link or a file. The person who added it, admins and owners.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Removed."}},
           .problems = {404, 409},
           .handle = handled_by(parts, delete_attachment)});
}

void add_tag_routes(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/projects/{projectId}/tags";
  api.add({.method = "GET",
           .path = path,
           .operation = "listProjectTags",
           .tag = kTag,
           .summary = "Lists the tags of a project, by name.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The tags.", .schema = "ProjectTags"}},
           .problems = {404},
           .handle = handled_by(parts, list_tags)});
  api.add({.method = "POST",
           .path = path,
           .operation = "createProjectTag",
           .tag = kTag,
           .summary = "Creates a tag. Those who may write.",
           .scope = kWriteScope,
           .request = "NewProjectTag",
           .replies = {{.status = 201, .description = "The new tag.", .schema = "ProjectTag"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_tag)});
  api.add({.method = "PATCH",
           .path = path + "/{tagId}",
           .operation = "changeProjectTag",
           .tag = kTag,
           .summary = "Changes the name or color of a tag. Those who may write.",
           .scope = kWriteScope,
           .request = "ProjectTagChange",
           .replies = {{.status = 200, .description = "The tag.", .schema = "ProjectTag"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_tag)});
  api.add({.method = "DELETE",
           .path = path + "/{tagId}",
           .operation = "deleteProjectTag",
           .tag = kTag,
           .summary = "Deletes a tag, and takes it off all tasks. Those who may write.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_tag)});
}

}  // namespace

void add_task_part_routes(rest::Api& api, const Parts& parts) {
  add_part_schemas(api);
  add_comment_routes(api, parts);
  add_attachment_routes(api, parts);
  add_tag_routes(api, parts);
}

}  // namespace norn::projects
