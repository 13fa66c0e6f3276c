#include <string>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/sentences.h"
#include "base/json_writer.h"

// The bell: notifications, and of which a person wants to be told.
namespace norn::projects {
namespace {

constexpr rest::TextRule kNotificationIdRule{.max = 128};

Result<void> list_notifications(const Parts& parts, rest::Call& call) {
  NotificationQuery query;
  NORN_ASSIGN(const int64_t limit,
              call.integer_query("limit", kDefaultPageEntries, 1, kMaxPageEntries));
  query.limit = static_cast<size_t>(limit);
  query.cursor = call.query("cursor");
  NORN_ASSIGN(const auto page, parts.notifications.list(call.caller().user_id, query));
  ObjectWriter object(call.json());
  ListWriter list(object.key("notifications"));
  for (const ShownNotification& one : page.notifications) append_json(list.next(), one);
  list.close();
  object.integer("unread", page.unread);
  if (page.next) {
    object.text("next", *page.next);
  } else {
    object.null("next");
  }
  object.close();
  return {};
}

Result<void> read_notification(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, id_of(call, "notificationId", kNotificationNotFound));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const bool is_read, body.boolean("read"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const auto shown, parts.notifications.set_read(call.caller().user_id, id, is_read));
  append_json(call.json(), shown);
  return {};
}

Result<void> read_all_notifications(const Parts& parts, rest::Call& call) {
  std::optional<std::string> until;
  NORN_ASSIGN(auto body, call.optional_body());
  if (body) {
    NORN_ASSIGN(until, body->optional_text("until", kNotificationIdRule));
    NORN_TRY(body->finish());
  }
  NORN_ASSIGN(const int64_t left, parts.notifications.read_all(call.caller().user_id, until));
  ObjectWriter object(call.json());
  object.integer("unread", left);
  object.close();
  return {};
}

void render_settings(rest::Call& call, const BellSettings& settings) {
  ObjectWriter object(call.json());
  object.boolean("assigned", settings.assigned);
  object.boolean("mentioned", settings.mentioned);
  object.boolean("due", settings.due);
  object.boolean("changed", settings.changed);
  object.close();
}

Result<void> get_bell_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(const auto settings, parts.notifications.settings(call.caller().user_id, project_id));
  render_settings(call, settings);
  return {};
}

Result<void> change_bell_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  BellSettingsPatch patch;
  NORN_ASSIGN(patch.assigned, body.optional_boolean("assigned"));
  NORN_ASSIGN(patch.mentioned, body.optional_boolean("mentioned"));
  NORN_ASSIGN(patch.due, body.optional_boolean("due"));
  NORN_ASSIGN(patch.changed, body.optional_boolean("changed"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const auto settings,
              parts.notifications.change_settings(call.caller().user_id, project_id, patch));
  render_settings(call, settings);
  return {};
}

void add_notification_schemas(rest::Api& api) {
  api.add_schema("Notification", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","kind","projectId","projectName","taskId","taskTitle","commentId","text",
      "actorId","actorName","fields","dueDate","createdAt","read"],
    "properties":{
      "id":{"type":"string","description":"Later ones have greater ids."},
      "kind":{"enum":["ASSIGNED","MENTIONED","DUE","CHANGED","COMMENTED"]},
      "projectId":$ID,"projectName":{"type":"string"},"taskId":$ID,
      "taskTitle":{"type":["string","null"],
        "description":"As it is now; null if the task is gone, or where you may not see it."},
      "commentId":{"type":["string","null"],"description":"Of MENTIONED and COMMENTED."},
      "text":{"type":["string","null"],"description":"The beginning of the comment, in Markdown."},
      "actorId":{"type":["string","null"],"description":"Who did it; null if nobody knows."},
      "actorName":{"type":["string","null"]},
      "fields":{"type":"array","items":{"type":"string"},
        "description":"Of CHANGED: the attributes that were changed."},
      "dueDate":$NULLABLE_TIME,"createdAt":$TIME,"read":{"type":"boolean"}}})"));
  api.add_schema("Notifications", R"({"type":"object","additionalProperties":false,
    "required":["notifications","unread","next"],"properties":{
      "notifications":{"type":"array","items":{"$ref":"#/components/schemas/Notification"}},
      "unread":{"type":"integer","description":"How many of all are unread."},
      "next":{"type":["string","null"],"description":"The cursor of the next page."}}})");
  api.add_schema("NotificationChange", R"({"type":"object","additionalProperties":false,
    "required":["read"],"properties":{"read":{"type":"boolean"}}})");
  api.add_schema("ReadNotifications", R"({"type":"object","additionalProperties":false,
    "properties":{"until":{"type":["string","null"],"minLength":1,"maxLength":128,
      "description":"The id of the newest one that is marked. Without it, all are."}}})");
  api.add_schema("UnreadNotifications", R"({"type":"object","additionalProperties":false,
    "required":["unread"],"properties":{"unread":{"type":"integer"}}})");
  const std::string members = R"("properties":{
      "assigned":{"type":"boolean","description":"That you are assigned to a task."},
      "mentioned":{"type":"boolean","description":"That a comment mentions you."},
      "due":{"type":"boolean","description":"That a task of yours is due."},
      "changed":{"type":"boolean",
        "description":"That others change a task of yours or one that you made, or comment on it."
      }}})";
  api.add_schema("NotificationSettings", R"({"type":"object","additionalProperties":false,
    "required":["assigned","mentioned","due","changed"],)" +
                                             members);
  api.add_schema("NotificationSettingsChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",)" +
                                                   members);
}

}  // namespace

void add_notification_routes(rest::Api& api, const Parts& parts) {
  add_notification_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/notifications",
           .operation = "listNotifications",
           .tag = kTag,
           .summary = "Lists what you were told of, newest first.",
           .scope = kReadScope,
           .query = page_parameters(),
           .replies = {{.status = 200, .description = "A page.", .schema = "Notifications"}},
           .handle = handled_by(parts, list_notifications)});
  api.add({.method = "PATCH",
           .path = "/api/v1/notifications/{notificationId}",
           .operation = "readNotification",
           .tag = kTag,
           .summary = "Marks a notification as read or unread.",
           .scope = kWriteScope,
           .request = "NotificationChange",
           .replies = {{.status = 200, .description = "As it is now.", .schema = "Notification"}},
           .problems = {404},
           .handle = handled_by(parts, read_notification)});
  api.add({.method = "PATCH",
           .path = "/api/v1/notifications",
           .operation = "readAllNotifications",
           .tag = kTag,
           .summary = "Marks all notifications as read.",
           .scope = kWriteScope,
           .request = "ReadNotifications",
           .request_optional = true,
           .replies = {{.status = 200,
                        .description = "How many are still unread.",
                        .schema = "UnreadNotifications"}},
           .handle = handled_by(parts, read_all_notifications)});
  const std::string path = "/api/v1/projects/{projectId}/notification-settings";
  const std::vector<rest::Reply> reply = {
      {.status = 200, .description = "Your settings.", .schema = "NotificationSettings"}};
  api.add({.method = "GET",
           .path = path,
           .operation = "getNotificationSettings",
           .tag = kTag,
           .summary = "Gets of what in a project you want to be told.",
           .scope = kReadScope,
           .replies = reply,
           .problems = {404},
           .handle = handled_by(parts, get_bell_settings)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changeNotificationSettings",
           .tag = kTag,
           .summary = "Changes of what in a project you want to be told.",
           .scope = kWriteScope,
           .request = "NotificationSettingsChange",
           .replies = reply,
           .problems = {404},
           .handle = handled_by(parts, change_bell_settings)});
}

}  // namespace norn::projects
