#include "apps/projects/bell/notifications.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/shared/batch.h"
#include "apps/shared/changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/sha256.h"
#include "base/text.h"

namespace norn::projects {
namespace {

constexpr std::array<std::string_view, 5> kNotificationKinds = {"ASSIGNED", "MENTIONED", "DUE",
                                                                "CHANGED", "COMMENTED"};
// What is in the item beside the keys says whose app it is, for mail and push.
constexpr std::string_view kBellApp = "projects";
constexpr size_t kDigestCharacters = 32;
constexpr size_t kShownTextCharacters = 200;
constexpr size_t kNotificationsPerForgetPart = 200;
// More than there can be, even if the reader is late in removing the oldest.
constexpr size_t kMaxReadNotifications = 4 * kMaxNotifications;
constexpr size_t kReadsPerTransaction = 50;

store::QueryRequest query_bell(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::bell(user_id)},
                                 {":prefix", keys::kNotificationPrefix}};
  request.forward = false;
  request.consistent = true;
  return request;
}

int64_t ends_s(const Notification& notification) {
  return (notification.at_ms + kNotificationDays * kMsPerDay) / kMsPerSecond;
}

store::UpdateRequest mark(const Context& context, const std::string& user_id, const std::string& id,
                          bool is_read) {
  store::UpdateRequest request;
  request.table = context.tables.norn();
  request.key = notification_key(user_id, id);
  request.condition = "attribute_exists(PK)";
  if (is_read) {
    request.update = "SET readAt = if_not_exists(readAt, :now)";
    request.placeholders.values.emplace(":now", now_text(context));
  } else {
    request.update = "REMOVE readAt";
  }
  return request;
}

std::string first_part(const std::string& text) {
  const std::string_view first = first_characters(text, kShownTextCharacters);
  return std::string(first) + (first.size() < text.size() ? "…" : "");
}

// The things that notifications are about, by their keys.
Result<std::map<std::string, store::Item>> things_of(const Context& context,
                                                     const std::vector<Notification>& all) {
  std::set<std::string> wanted;
  for (const Notification& one : all) {
    wanted.insert(keys::task(one.task_id));
    if (one.comment_id) wanted.insert(keys::comment(*one.comment_id));
  }
  std::vector<store::Item> things;
  for (const std::string& key : wanted) things.push_back(thing_key(key));
  NORN_ASSIGN(auto items, apps::get_all(context.store, context.tables.projects(), things));
  std::map<std::string, store::Item> by_key;
  for (store::Item& item : items) {
    std::string key = apps::text_of(item, "PK");
    by_key.emplace(std::move(key), std::move(item));
  }
  return by_key;
}

Result<std::map<std::string, std::string>> names_of(const Context& context,
                                                    const std::vector<Notification>& all) {
  std::set<std::string> ids;
  for (const Notification& one : all) {
    if (one.actor_id) ids.insert(*one.actor_id);
  }
  NORN_ASSIGN(const auto users, context.users.find_all({ids.begin(), ids.end()}));
  std::map<std::string, std::string> names;
  for (const accounts::User& user : users) names.emplace(user.id, user.name);
  return names;
}

Result<std::map<std::string, std::string>> project_names(const Context& context,
                                                         const std::string& user_id,
                                                         const std::vector<std::string>& ids) {
  NORN_ASSIGN(const auto projects, readable_projects(context, user_id, ids));
  std::map<std::string, std::string> names;
  for (const Project& project : projects) names.emplace(project.id, project.name);
  return names;
}

void nullable_text(ObjectWriter& object, std::string_view name,
                   const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

bool is_of_bell(const store::StreamRecord& record) {
  return apps::text_of(record.keys, "PK").starts_with(keys::kBellPrefix) &&
         apps::text_of(record.keys, "SK").starts_with(keys::kNotificationPrefix);
}

Result<live::Events> events_of_notification(Notifications& notifications,
                                            const apps::Change& change) {
  NORN_ASSIGN(const auto before,
              apps::read_changed<Notification>(change.before, notification_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Notification>(change.now, notification_from));
  const Notification& either = now ? *now : *before;
  live::Event event{"notification", "", {either.user_id}, "projects:read"};
  ObjectWriter object(event.data);
  object.text("id", either.id);
  if (now) {
    NORN_ASSIGN(const auto shown, notifications.show(now->user_id, {*now}));
    if (shown.empty()) return live::Events();
    append_json(object.key("notification"), shown.front());
  } else {
    object.null("notification");
  }
  object.close();
  return live::Events{std::move(event)};
}

}  // namespace

std::string_view to_text(NotificationKind kind) {
  return kNotificationKinds[static_cast<size_t>(kind)];
}

std::optional<NotificationKind> notification_kind_from(std::string_view text) {
  const auto* const found = std::ranges::find(kNotificationKinds, text);
  if (found == kNotificationKinds.end()) return std::nullopt;
  return static_cast<NotificationKind>(found - kNotificationKinds.begin());
}

std::string notification_id(int64_t at_ms, std::string_view cause) {
  return fmt::format("{:013}-{}", std::max<int64_t>(0, at_ms),
                     sha256_hex(cause).substr(0, kDigestCharacters));
}

store::Item notification_key(const std::string& user_id, const std::string& id) {
  return apps::key_of(keys::bell(user_id), keys::notification(id));
}

store::Item bell_settings_key(const std::string& user_id, const std::string& project_id) {
  return apps::key_of(keys::bell(user_id), keys::bell_settings(project_id));
}

store::Item to_item(const Notification& notification) {
  store::Map item = {{"PK", keys::bell(notification.user_id)},
                     {"SK", keys::notification(notification.id)},
                     {"entityType", "NOTIFICATION"},
                     {"app", kBellApp},
                     {"kind", to_text(notification.kind)},
                     {"projectId", notification.project_id},
                     {"taskId", notification.task_id},
                     {"createdAt", timestamp_ms(notification.at_ms)},
                     {"ttl", store::Value::number(ends_s(notification))}};
  if (notification.comment_id) item.emplace("commentId", *notification.comment_id);
  if (notification.actor_id) item.emplace("actorId", *notification.actor_id);
  if (notification.due_date) item.emplace("dueDate", *notification.due_date);
  if (notification.read_at) item.emplace("readAt", *notification.read_at);
  if (!notification.fields.empty()) {
    item.emplace("fields", store::List(notification.fields.begin(), notification.fields.end()));
  }
  return store::Item::from_map(item);
}

Result<Notification> notification_from(store::ItemView item) {
  apps::ItemReader reader(item);
  const auto id_of = [&](std::string_view name) {
    auto id = reader.optional_text(name);
    return id && apps::is_id(*id) ? id : std::nullopt;
  };
  Notification notification;
  notification.user_id = keys::after(keys::kBellPrefix, reader.text("PK"));
  reader.require(apps::is_id(notification.user_id), "PK");
  notification.id = keys::after(keys::kNotificationPrefix, reader.text("SK"));
  reader.require(apps::is_id(notification.id), "SK");
  notification.kind = reader.parsed("kind", notification_kind_from);
  notification.project_id = id_of("projectId").value_or("");
  reader.require(!notification.project_id.empty(), "projectId");
  notification.task_id = id_of("taskId").value_or("");
  reader.require(!notification.task_id.empty(), "taskId");
  notification.comment_id = id_of("commentId");
  notification.actor_id = id_of("actorId");
  notification.fields = reader.texts("fields");
  notification.due_date = reader.optional_parsed("dueDate", whole_seconds);
  notification.at_ms = reader.parsed("createdAt", parse_timestamp_ms);
  notification.read_at = reader.optional_parsed("readAt", whole_seconds);
  if (!reader.is_sound()) return reader.error("notification");
  return notification;
}

bool BellSettings::wants(NotificationKind kind) const {
  switch (kind) {
    case NotificationKind::kAssigned:
      return assigned;
    case NotificationKind::kMentioned:
      return mentioned;
    case NotificationKind::kDue:
      return due;
    case NotificationKind::kChanged:
    case NotificationKind::kCommented:
      break;
  }
  return changed;
}

BellSettings bell_settings_from(store::ItemView item) {
  const apps::ItemReader reader(item);
  return {.assigned = reader.optional_boolean("assigned").value_or(true),
          .mentioned = reader.optional_boolean("mentioned").value_or(true),
          .due = reader.optional_boolean("due").value_or(true),
          .changed = reader.optional_boolean("changed").value_or(true)};
}

Result<std::vector<ShownNotification>> Notifications::show(
    const std::string& user_id, std::vector<Notification> notifications) {
  const int64_t now_s = context_.clock.now_s();
  std::erase_if(notifications, [&](const Notification& one) { return ends_s(one) <= now_s; });
  NORN_ASSIGN(const auto things, things_of(context_, notifications));
  std::map<std::string, Task> tasks;  // By id.
  std::vector<std::string> project_ids;
  for (const Notification& one : notifications) {
    project_ids.push_back(one.project_id);
    const auto item = things.find(keys::task(one.task_id));
    auto task = item != things.end() ? task_from(item->second) : Result<Task>(Task());
    if (item == things.end() || !task) continue;
    // A task of another program may not name its project: it is where it was.
    if (task->project_id.empty()) task->project_id = one.project_id;
    project_ids.push_back(task->project_id);
    tasks.emplace(one.task_id, *std::move(task));
  }
  NORN_ASSIGN(const auto projects, project_names(context_, user_id, project_ids));
  NORN_ASSIGN(const auto names, names_of(context_, notifications));
  std::vector<ShownNotification> all;
  for (Notification& one : notifications) {
    const auto project = projects.find(one.project_id);
    if (project == projects.end()) continue;
    ShownNotification& shown = all.emplace_back();
    shown.project_name = project->second;
    const auto task = tasks.find(one.task_id);
    const bool is_readable = task != tasks.end() && projects.contains(task->second.project_id);
    if (is_readable) shown.task_title = task->second.title;
    const auto item = one.comment_id ? things.find(keys::comment(*one.comment_id)) : things.end();
    if (is_readable && item != things.end()) {
      const auto comment = comment_from(item->second);
      if (comment && comment->task_id == one.task_id) shown.text = first_part(comment->text);
    }
    const auto name = one.actor_id ? names.find(*one.actor_id) : names.end();
    if (name != names.end()) shown.actor_name = name->second;
    shown.notification = std::move(one);
  }
  return all;
}

Result<std::vector<Notification>> Notifications::unread(const std::string& user_id) {
  store::QueryRequest request = query_bell(context_, user_id);
  request.filter = "attribute_not_exists(readAt)";
  NORN_ASSIGN(const auto items,
              apps::query_all(context_.store, std::move(request), kMaxReadNotifications));
  std::vector<Notification> all = apps::readable(items, notification_from);
  const int64_t now_s = context_.clock.now_s();
  std::vector<std::string> project_ids;
  for (const Notification& one : all) project_ids.push_back(one.project_id);
  NORN_ASSIGN(const auto projects, project_names(context_, user_id, project_ids));
  std::erase_if(all, [&](const Notification& one) {
    return one.read_at || ends_s(one) <= now_s || !projects.contains(one.project_id);
  });
  return all;
}

Result<NotificationPage> Notifications::list(const std::string& user_id,
                                             const NotificationQuery& query) {
  store::QueryRequest request = query_bell(context_, user_id);
  request.limit = static_cast<int64_t>(std::clamp<size_t>(query.limit, 1, kMaxPageEntries));
  if (query.cursor) {
    if (!apps::is_id(*query.cursor)) return invalid("cursor", kCursorUnknown);
    request.start_after = notification_key(user_id, *query.cursor);
  }
  NORN_ASSIGN(const auto page, context_.store.query(request));
  NotificationPage result;
  NORN_ASSIGN(result.notifications, show(user_id, apps::readable(page.items, notification_from)));
  if (page.last_key) {
    result.next = keys::after(keys::kNotificationPrefix, apps::text_of(*page.last_key, "SK"));
  }
  NORN_ASSIGN(const auto unread_ones, unread(user_id));
  result.unread = static_cast<int64_t>(unread_ones.size());
  return result;
}

Result<ShownNotification> Notifications::set_read(const std::string& user_id, const std::string& id,
                                                  bool is_read) {
  if (!apps::is_id(id)) return not_found(kNotificationNotFound);
  const auto find = [&]() -> Result<ShownNotification> {
    NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.norn(),
                                                {notification_key(user_id, id)}));
    NORN_ASSIGN(auto shown, show(user_id, apps::readable(items, notification_from)));
    if (shown.empty()) return not_found(kNotificationNotFound);
    return std::move(shown.front());
  };
  NORN_TRY(find());
  const auto marked = context_.store.update(mark(context_, user_id, id, is_read));
  if (!marked && marked.error().code == ErrorCode::kConditionalCheckFailed) {
    return not_found(kNotificationNotFound);
  }
  if (!marked) return std::unexpected(marked.error());
  return find();
}

Result<int64_t> Notifications::read_all(const std::string& user_id,
                                        const std::optional<std::string>& until) {
  NORN_ASSIGN(const auto all, unread(user_id));
  std::vector<Action> actions;
  int64_t left = 0;
  for (const Notification& one : all) {
    if (until && one.id > *until) {
      ++left;
      continue;
    }
    actions.emplace_back(mark(context_, user_id, one.id, true));
  }
  while (!actions.empty()) {
    std::vector<Action> some;
    for (; !actions.empty() && some.size() < kReadsPerTransaction; actions.pop_back()) {
      some.push_back(std::move(actions.back()));
    }
    while (!some.empty()) {
      const auto written = apps::transact(context_.store, some);
      if (written) break;
      // Those that have gone meanwhile.
      const apps::Refusals refusals(written.error());
      if (!refusals.by_conditions()) return std::unexpected(written.error());
      size_t action = 0;
      std::erase_if(some, [&](const Action&) { return refusals.failed(action++); });
    }
  }
  return left;
}

Result<BellSettings> Notifications::settings(const std::string& user_id,
                                             const std::string& project_id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.norn(),
                                              {bell_settings_key(user_id, project_id)}));
  return items.empty() ? BellSettings() : bell_settings_from(items.front());
}

Result<BellSettings> Notifications::change_settings(const std::string& user_id,
                                                    const std::string& project_id,
                                                    const BellSettingsPatch& patch) {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
    store::UpdateRequest update;
    update.table = context_.tables.norn();
    update.key = bell_settings_key(user_id, project_id);
    update.update = "SET entityType = :type";
    update.placeholders.values.emplace(":type", "BELL_SETTINGS");
    const auto set = [&](const std::string& name, const std::optional<bool>& value) {
      if (!value) return;
      update.update += fmt::format(", {0} = :{0}", name);
      update.placeholders.values.emplace(":" + name, store::Value::boolean(*value));
    };
    set("assigned", patch.assigned);
    set("mentioned", patch.mentioned);
    set("due", patch.due);
    set("changed", patch.changed);
    store::ConditionCheck account;
    account.table = context_.tables.norn();
    account.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
    account.condition = "attribute_exists(PK)";
    NORN_ASSIGN(
        const bool written,
        apps::write_all(context_.store, {std::move(update), std::move(account),
                                         still_may(context_, user_id, project_id, Right::kRead)}));
    if (!written) return std::nullopt;
    return Done{};
  };
  NORN_TRY(decide_and_write(attempt));
  return settings(user_id, project_id);
}

Result<bool> Notifications::forget(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::bell(user_id)}};
  request.limit = static_cast<int64_t>(kNotificationsPerForgetPart);
  request.consistent = true;
  NORN_ASSIGN(const auto page, context_.store.query(request));
  std::vector<store::Item> gone;
  for (const store::ItemView item : page.items) gone.push_back(store::Item::copy_of(item));
  NORN_TRY(apps::remove_all(context_.store, context_.tables.norn(), gone));
  return !gone.empty();
}

Result<live::Events> BellChanges::events_of(const store::StreamRecord& record) {
  if (!is_of_bell(record)) return live::Events();
  return apps::events_of_change(apps::change_of(record), [this](const apps::Change& change) {
    return events_of_notification(notifications_, change);
  });
}

Result<std::vector<live::Events>> BellChanges::catch_up(
    const std::vector<store::StreamRecord>& records) {
  return apps::catch_up_some(context_.store, table(), records, is_of_bell,
                             [this](const apps::Change& change) {
                               return events_of_notification(notifications_, change);
                             });
}

void append_json(std::string& out, const ShownNotification& shown) {
  const Notification& notification = shown.notification;
  ObjectWriter object(out);
  object.text("id", notification.id);
  object.text("kind", to_text(notification.kind));
  object.text("projectId", notification.project_id);
  object.text("projectName", shown.project_name);
  object.text("taskId", notification.task_id);
  nullable_text(object, "taskTitle", shown.task_title);
  nullable_text(object, "commentId", notification.comment_id);
  nullable_text(object, "text", shown.text);
  nullable_text(object, "actorId", notification.actor_id);
  nullable_text(object, "actorName", shown.actor_name);
  ListWriter fields(object.key("fields"));
  for (const std::string& field : notification.fields) append_json_string(fields.next(), field);
  fields.close();
  nullable_text(object, "dueDate", notification.due_date);
  object.text("createdAt", timestamp_ms(notification.at_ms));
  object.boolean("read", notification.read_at.has_value());
  object.close();
}

}  // namespace norn::projects
