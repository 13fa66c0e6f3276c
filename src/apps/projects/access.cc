#include "apps/projects/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/time_text.h"
#include "store/limits.h"
#include "store/requests/item_write.h"

namespace norn::projects {
namespace {

constexpr int64_t kKeysPerPage = 1'000;
constexpr int kMaxKeyPages = 1'000;
// More than a user can have, even if concurrent requests exceed the limit.
constexpr size_t kMaxListedProjects = 2 * kMaxProjectsPerPerson;
// Of each side of a change that an activity shows.
constexpr size_t kMaxChangeCharacters = 500;

store::QueryRequest query_prefix(const Context& context, const std::string& pk,
                                 std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.projects();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", pk}};
  if (!prefix.empty()) {
    request.key_condition += " AND begins_with(SK, :prefix)";
    request.placeholders.values.emplace(":prefix", prefix);
  }
  request.consistent = true;
  return request;
}

store::QueryRequest query_index_prefix(const Context& context, const std::string& pk,
                                       std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.projects();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk";
  request.placeholders.values = {{":pk", pk}};
  if (!prefix.empty()) {
    request.key_condition += " AND begins_with(GSI1SK, :prefix)";
    request.placeholders.values.emplace(":prefix", prefix);
  }
  return request;
}

// Of one page of a query after another, until `visit` returns false.
Result<void> visit_pages(const Context& context, store::QueryRequest request,
                         const std::function<Result<bool>(store::ItemView)>& visit) {
  if (!request.limit) request.limit = kKeysPerPage;
  for (int page = 0; page < kMaxKeyPages; ++page) {
    NORN_ASSIGN(auto found, context.store.query(request));
    for (const store::ItemView item : found.items) {
      NORN_ASSIGN(const bool wants_more, visit(item));
      if (!wants_more) return {};
    }
    if (!found.last_key) return {};
    request.start_after = std::move(found.last_key);
  }
  return {};
}

Permission needed_permission(Right right) {
  switch (right) {
    case Right::kRead:
      return Permission::kRead;
    case Right::kWrite:
      return Permission::kWrite;
    case Right::kManage:
    case Right::kOwn:
      break;
  }
  return Permission::kManage;
}

bool role_can(Role role, Right right) {
  if (right == Right::kOwn) return role == Role::kOwner;
  const auto permissions = permissions_of(role);
  return std::ranges::find(permissions, needed_permission(right)) != permissions.end();
}

std::unexpected<Error> lacks_right(Role role, Right needed) {
  if (needed == Right::kOwn) return forbidden(kProjectForOwners(to_text(role)));
  if (needed == Right::kManage) return forbidden(kProjectForManagers(to_text(role)));
  return forbidden(kProjectForWriters(to_text(role)));
}

std::string target_of(const Action& action) {
  return std::visit(
      [](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, store::PutRequest>) {
          return one.table + std::string(store::Item::subset(one.item, {"PK", "SK"}).json());
        } else {
          return one.table + std::string(one.key.json());
        }
      },
      action);
}

// The store takes one action for each item. A write implies that its item is there; what else is
// needed of it has to be a condition of the write (Changes::add_to_write).
void drop_repeated_checks(std::vector<Action>& actions) {
  std::set<std::string> targets;
  for (const Action& action : actions) {
    if (!std::holds_alternative<store::ConditionCheck>(action)) targets.insert(target_of(action));
  }
  std::erase_if(actions, [&](const Action& action) {
    return std::holds_alternative<store::ConditionCheck>(action) &&
           !targets.insert(target_of(action)).second;
  });
}

// The ids of those projects that exist.
Result<std::set<std::string>> existing_projects(const Context& context,
                                                const std::vector<Membership>& memberships) {
  std::vector<store::Item> wanted;
  wanted.reserve(memberships.size());
  for (const Membership& one : memberships) wanted.push_back(project_key(one.project_id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::set<std::string> ids;
  for (const store::Item& item : items) {
    ids.insert(keys::after(keys::kProjectPrefix, apps::text_of(item, "PK")));
  }
  return ids;
}

// A value as the text of a change; nullopt for null and what is missing.
std::optional<std::string> change_text(const std::optional<store::Value>& value) {
  if (!value || value->type() == store::Type::kNull) return std::nullopt;
  if (const auto* const text = value->get_if<std::string>()) {
    const std::string_view shown = first_characters(*text, kMaxChangeCharacters);
    return std::string(shown) + (shown.size() < text->size() ? "…" : "");
  }
  if (const auto* const truth = value->get_if<bool>()) return *truth ? "true" : "false";
  if (const auto* const list = value->get_if<store::List>()) {
    std::string text;
    for (const store::Value& member : *list) {
      std::optional<std::string> one = change_text(member);
      if (!one) continue;
      if (!text.empty()) text += ", ";
      text += *one;
      if (count_characters(text) > kMaxChangeCharacters) break;
    }
    return std::string(first_characters(text, kMaxChangeCharacters));
  }
  if (const auto* const map = value->get_if<store::Map>()) {
    // An entry of a checklist, the rule of a repetition.
    for (const char* const name : {"text", "rule"}) {
      const auto found = map->find(name);
      if (found == map->end()) continue;
      const auto done = map->find("done");
      const bool is_done = done != map->end() && done->second == store::Value::boolean(true);
      return (is_done ? "✓ " : "") + change_text(found->second).value_or("");
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key) {
  store::GetRequest request;
  request.table = context.tables.projects();
  request.key = key;
  request.consistent = true;
  NORN_ASSIGN(auto result, context.store.get(request));
  return std::move(result.item);
}

Result<std::vector<std::string>> sort_keys(const Context& context, const std::string& pk,
                                           std::string_view prefix, size_t most,
                                           const std::string& after) {
  store::QueryRequest request = query_prefix(context, pk, prefix);
  request.projection = "PK, SK";
  request.limit = std::min(kKeysPerPage, static_cast<int64_t>(most));
  if (!after.empty()) request.start_after = apps::key_of(pk, after);
  std::vector<std::string> keys;
  NORN_TRY(visit_pages(context, std::move(request), [&](store::ItemView item) -> Result<bool> {
    keys.push_back(apps::text_of(item, "SK"));
    return keys.size() < most;
  }));
  return keys;
}

Result<std::vector<store::Item>> indexed_keys(const Context& context, const std::string& pk,
                                              std::string_view prefix, size_t most) {
  store::QueryRequest request = query_index_prefix(context, pk, prefix);
  request.projection = "PK, SK";
  std::vector<store::Item> keys;
  NORN_TRY(visit_pages(context, std::move(request), [&](store::ItemView item) -> Result<bool> {
    keys.push_back(store::Item::copy_of(item));
    return keys.size() < most;
  }));
  return keys;
}

store::Item thing_key(const std::string& key) {
  return apps::key_of(key, key);
}

store::Item project_key(const std::string& project_id) {
  return thing_key(keys::project(project_id));
}

store::Item member_key(const std::string& project_id, const std::string& user_id) {
  return apps::key_of(keys::project(project_id), keys::member(user_id));
}

files::Thing file_owner(const std::string& attachment_id) {
  return {.table = apps::kProjectsTable, .key = keys::attachment(attachment_id)};
}

Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& project_id, Right needed) {
  if (!apps::is_id(project_id)) return not_found(kProjectNotFound);
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.projects(),
                            {project_key(project_id), member_key(project_id, user_id)}));
  if (items.size() != 2) return not_found(kProjectNotFound);
  const bool member_first = apps::text_of(items[0], "SK").starts_with(keys::kMemberPrefix);
  // A membership that cannot be read, as one with an unknown role, gives no rights.
  auto membership = membership_from(items[member_first ? 0 : 1]);
  if (!membership || !membership->rights().has(Right::kRead)) return not_found(kProjectNotFound);
  NORN_ASSIGN(auto project, project_from(items[member_first ? 1 : 0]));
  if (!membership->rights().has(needed)) return lacks_right(membership->role, needed);
  return Access{std::move(project), *std::move(membership)};
}

Result<Access> authorize_content(const Context& context, const std::string& user_id,
                                 const std::string& project_id, Right needed,
                                 const Sentence<>& missing) {
  auto access = authorize(context, user_id, project_id, needed);
  if (!access && access.error().code == ErrorCode::kNotFound) return not_found(missing);
  if (!access) return access;
  if (needed != Right::kRead && access->project.status == ProjectStatus::kArchived) {
    return conflict(kProjectArchived);
  }
  return access;
}

Action still_may(const Context& context, const std::string& user_id, const std::string& project_id,
                 Right needed) {
  store::ConditionCheck check;
  check.table = context.tables.projects();
  check.key = member_key(project_id, user_id);
  check.placeholders.names = {{"#role", "role"}, {"#permissions", "permissions"}};
  std::string roles;
  for (const Role role : {Role::kViewer, Role::kMember, Role::kAdmin, Role::kOwner}) {
    if (!role_can(role, needed)) continue;
    const std::string name = fmt::format(":{}", to_text(role));
    roles += (roles.empty() ? "" : ", ") + name;
    check.placeholders.values.emplace(name, to_text(role));
  }
  check.placeholders.values.merge(store::Map{{":null", "NULL"},
                                             {":read", to_text(Permission::kRead)},
                                             {":needed", to_text(needed_permission(needed))}});
  check.condition = fmt::format(
      "#role IN ({}) AND (attribute_not_exists(#permissions) OR attribute_type(#permissions, "
      ":null) OR (contains(#permissions, :read) AND contains(#permissions, :needed)))",
      roles);
  return check;
}

Result<std::vector<Membership>> members_of(const Context& context, const std::string& project_id) {
  NORN_ASSIGN(const auto items,
              apps::query_all(context.store, query_prefix(context, keys::project(project_id),
                                                          keys::kMemberPrefix)));
  return apps::readable(items, membership_from);
}

Result<std::optional<Membership>> find_membership(const Context& context,
                                                  const std::string& project_id,
                                                  const std::string& user_id) {
  NORN_ASSIGN(const auto item, find_item(context, member_key(project_id, user_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Membership membership, membership_from(*item));
  return membership;
}

Result<void> visit_indexed_projects(const Context& context, const std::string& user_id,
                                    const VisitProject& visit) {
  store::QueryRequest request =
      query_index_prefix(context, keys::user(user_id), keys::kProjectPrefix);
  return visit_pages(context, std::move(request), [&](store::ItemView item) -> Result<bool> {
    const std::string id = keys::after(keys::kProjectPrefix, apps::text_of(item, "GSI1SK"));
    return apps::is_id(id) ? visit(id) : Result<bool>(true);
  });
}

Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id) {
  std::vector<store::Item> member_keys;
  std::set<std::string> seen;  // Other programs can give several items one key of the index.
  const auto add_key = [&](const std::string& project_id) -> Result<bool> {
    if (seen.insert(project_id).second) member_keys.push_back(member_key(project_id, user_id));
    return member_keys.size() < kMaxListedProjects;
  };
  NORN_TRY(visit_indexed_projects(context, user_id, add_key));
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.projects(), member_keys));
  std::vector<Membership> memberships = apps::readable(items, membership_from);
  std::erase_if(memberships, [](const Membership& one) { return !one.rights().has(Right::kRead); });
  return memberships;
}

Result<std::vector<std::string>> deleted_projects_of(const Context& context,
                                                     const std::string& user_id) {
  NORN_ASSIGN(auto memberships, memberships_of(context, user_id));
  std::erase_if(memberships, [](const Membership& one) { return !one.rights().has(Right::kOwn); });
  NORN_ASSIGN(const auto there, existing_projects(context, memberships));
  std::vector<std::string> deleted;
  for (const Membership& one : memberships) {
    if (!there.contains(one.project_id)) deleted.push_back(one.project_id);
  }
  return deleted;
}

Result<bool> has_most_projects(const Context& context, const std::string& user_id, int64_t more) {
  int64_t count = 0;
  NORN_TRY(visit_indexed_projects(context, user_id, [&](const std::string&) -> Result<bool> {
    return ++count < static_cast<int64_t>(kMaxListedProjects);
  }));
  if (count + more <= kMaxProjectsPerPerson) return false;
  if (count >= static_cast<int64_t>(kMaxListedProjects)) return true;
  // Those in the bin do not count.
  NORN_ASSIGN(const auto memberships, memberships_of(context, user_id));
  NORN_ASSIGN(const auto there, existing_projects(context, memberships));
  return static_cast<int64_t>(there.size()) + more > kMaxProjectsPerPerson;
}

Edit edit(const Context& context, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names) {
  return apps::edit(context.tables.projects(), old, next, names);
}

Action remove_unchanged(const Context& context, store::ItemView old,
                        const std::vector<std::string>& names) {
  return apps::remove_unchanged(context.tables.projects(), old, names);
}

Action remove_unchanged(const Context& context, store::ItemView old) {
  return apps::remove_unchanged(context.tables.projects(), old);
}

Action put_new(const Context& context, store::Item item) {
  return apps::put_new(context.tables.projects(), std::move(item));
}

Action put_any(const Context& context, store::Item item) {
  return apps::put_any(context.tables.projects(), std::move(item));
}

Action remove_any(const Context& context, const store::Item& key) {
  return apps::remove_any(context.tables.projects(), key);
}

Action is_there(const Context& context, store::Item key) {
  return apps::is_there(context.tables.projects(), std::move(key));
}

Action is_missing(const Context& context, store::Item key) {
  return apps::is_missing(context.tables.projects(), std::move(key));
}

store::UpdateRequest raise_longest_event(const Context& context, const std::string& project_id,
                                         int64_t minutes) {
  store::UpdateRequest request;
  request.table = context.tables.projects();
  request.key = project_key(project_id);
  request.update = "SET longestEventMinutes = :minutes";
  request.condition =
      "attribute_exists(PK) AND (attribute_not_exists(longestEventMinutes) OR NOT "
      "attribute_type(longestEventMinutes, :number) OR longestEventMinutes < :minutes)";
  request.placeholders.values.emplace(":minutes", store::Value::number(minutes));
  request.placeholders.values.emplace(":number", "N");
  return request;
}

void Changes::needs_right(const std::string& project_id, const std::string& user_id, Right right) {
  auto& needed = members_[{project_id, user_id}];
  if (!needed || *needed < right) needed = right;
}

void Changes::needs_member(const std::string& project_id, const std::string& user_id) {
  members_.try_emplace({project_id, user_id}, std::nullopt);
}

bool Changes::has_room_for(size_t more) const {
  return actions_.size() + projects_.size() + members_.size() + more <= kMaxActions;
}

void Changes::record(Activity activity) {
  add_all(activity_actions(context_, std::move(activity)));
}

bool Changes::add_to_write(const store::ConditionCheck& check) {
  const std::string target = target_of(check);
  for (Action& action : actions_) {
    auto* const update = std::get_if<store::UpdateRequest>(&action);
    if (update == nullptr || target_of(action) != target) continue;
    update->condition = update->condition.empty()
                            ? check.condition
                            : fmt::format("({}) AND {}", update->condition, check.condition);
    update->placeholders.names.insert(check.placeholders.names.begin(),
                                      check.placeholders.names.end());
    update->placeholders.values.insert(check.placeholders.values.begin(),
                                       check.placeholders.values.end());
    return true;
  }
  return false;
}

Result<bool> Changes::write(std::string_view what) {
  for (const auto& [id, is_written_to] : projects_) {
    store::ConditionCheck check;
    check.table = context_.tables.projects();
    check.key = project_key(id);
    check.condition = "attribute_exists(PK)";
    if (is_written_to) {
      check.condition += " AND (attribute_not_exists(#status) OR #status <> :archived)";
      check.placeholders.names.emplace("#status", "status");
      check.placeholders.values.emplace(":archived", to_text(ProjectStatus::kArchived));
    }
    if (!add_to_write(check)) add(std::move(check));
  }
  for (const auto& [member, right] : members_) {
    const auto& [project_id, user_id] = member;
    add(right ? still_may(context_, user_id, project_id, *right)
              : is_there(context_, member_key(project_id, user_id)));
  }
  drop_repeated_checks(actions_);
  if (actions_.size() > kMaxActions ||
      store::transaction_bytes(actions_) > store::kMaxTransactBytes) {
    return conflict(kTooMuchAtOnce(what));
  }
  return apps::write_all(context_.store, std::move(actions_));
}

std::vector<Action> activity_actions(const Context& context, Activity activity) {
  activity.id = context.ids.time_ordered(context.clock.now_ms());
  activity.timestamp = now_text(context);
  if (activity.details.empty()) activity.details = to_text(activity.action);
  std::vector<Action> actions = {put_any(context, to_item(activity))};
  for (store::Item& relation : relations_of(activity)) {
    actions.push_back(put_any(context, std::move(relation)));
  }
  return actions;
}

std::vector<FieldChange> differences(store::ItemView before, store::ItemView after,
                                     const std::vector<std::string>& names) {
  std::vector<FieldChange> changes;
  for (const std::string& name : names) {
    const auto from = before.find(name);
    const auto to = after.find(name);
    if (!from && !to) continue;
    if (from && to && from->json() == to->json()) continue;
    FieldChange change{.field = name,
                       .from = from ? change_text(from->value()) : std::nullopt,
                       .to = to ? change_text(to->value()) : std::nullopt};
    if (change.from || change.to) changes.push_back(std::move(change));
  }
  return changes;
}

Result<void> check_color(const std::optional<std::string>& color) {
  if (!color || is_color(*color)) return {};
  return invalid("color", apps::kColorForm);
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

}  // namespace norn::projects
