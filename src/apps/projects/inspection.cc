#include "apps/projects/inspection.h"

#include "apps/files/files.h"
#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/sweep.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

constexpr const char* kProjectOwner = "project";
constexpr const char* kPersonOwner = "user";

template <typename T>
std::optional<Error> reading_error(const Result<T>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

// Kinds are told apart by their keys.
std::optional<Error> error_in(const std::string& pk, const std::string& sk, store::ItemView item) {
  if (pk != sk) {
    const bool is_member =
        pk.starts_with(keys::kProjectPrefix) && sk.starts_with(keys::kMemberPrefix);
    return is_member ? reading_error(membership_from(item)) : std::nullopt;
  }
  if (pk.starts_with(keys::kProjectPrefix)) return reading_error(project_from(item));
  if (pk.starts_with(keys::kTaskPrefix)) return reading_error(task_from(item));
  if (pk.starts_with(keys::kEventPrefix)) return reading_error(event_from(item));
  if (pk.starts_with(keys::kTagPrefix)) return reading_error(tag_from(item));
  if (pk.starts_with(keys::kCommentPrefix)) return reading_error(comment_from(item));
  if (pk.starts_with(keys::kAttachmentPrefix)) return reading_error(attachment_from(item));
  if (pk.starts_with(keys::kActivityPrefix)) return reading_error(activity_from(item));
  return std::nullopt;
}

apps::ItemOwner owner_of(const std::string& pk, store::ItemView item) {
  std::string project_id = keys::after(keys::kProjectPrefix, pk);
  if (project_id.empty()) project_id = apps::text_of(item, "projectId");
  if (apps::is_id(project_id)) return {kProjectOwner, std::move(project_id)};
  std::string user_id = apps::text_of(item, "userId");
  if (apps::is_id(user_id)) return {kPersonOwner, std::move(user_id)};
  return {};
}

std::optional<std::string> start_of(const store::Item* item) {
  if (item == nullptr) return std::nullopt;
  const auto event = event_from(*item);
  return event ? std::optional(timestamp_s(event->start_ms())) : std::nullopt;
}

}  // namespace

std::optional<apps::ItemFault> ProjectInspector::inspect(store::ItemView item) const {
  const std::string pk = apps::text_of(item, "PK");
  const auto error = error_in(pk, apps::text_of(item, "SK"), item);
  if (!error) return std::nullopt;
  return apps::ItemFault{.reason = said_by(*error), .owner = owner_of(pk, item)};
}

Result<std::vector<apps::ItemOwner>> ProjectInspector::owned_by(const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<apps::ItemOwner> owned;
  for (const Membership& membership : memberships) {
    if (membership.rights().has(Right::kOwn)) {
      owned.push_back({kProjectOwner, membership.project_id});
    }
  }
  return owned;
}

Result<std::vector<apps::Action>> ProjectInspector::remove_with(store::ItemView item) {
  std::vector<apps::Action> actions;
  const std::string pk = apps::text_of(item, "PK");
  if (apps::text_of(item, "SK") != pk) return actions;
  if (pk.starts_with(keys::kProjectPrefix)) {
    actions.push_back(begin_project_sweep(context_, keys::after(keys::kProjectPrefix, pk)));
  } else if (pk.starts_with(keys::kTaskPrefix)) {
    actions.push_back(context_.sweeps.begin(kTaskSweep, keys::after(keys::kTaskPrefix, pk)));
  }
  return actions;
}

Result<void> EventUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    const store::Item* const old = record.old_image ? &*record.old_image : nullptr;
    const store::Item* const now = record.new_image ? &*record.new_image : nullptr;
    const store::Item* const any = now != nullptr ? now : old;
    if (any == nullptr) continue;
    const std::string pk = apps::text_of(*any, "PK");
    const std::string sk = apps::text_of(*any, "SK");
    if (!sk.starts_with(keys::kEventPrefix)) continue;
    const std::string event_id = keys::after(keys::kEventPrefix, sk);
    if (pk == sk) {
      NORN_TRY(keep_event(event_id, old, now));
    } else if (pk.starts_with(keys::kProjectPrefix)) {
      NORN_TRY(keep_relation(keys::after(keys::kProjectPrefix, pk), event_id, now != nullptr));
    }
  }
  return {};
}

Result<void> EventUpkeep::see(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (!pk.starts_with(keys::kEventPrefix) || apps::text_of(item, "SK") != pk) return {};
  const store::Item event = store::Item::copy_of(item);
  return keep_event(keys::after(keys::kEventPrefix, pk), nullptr, &event);
}

// Norn writes the relations of its own events with them, so mostly there is nothing to do.
Result<void> EventUpkeep::keep_event(const std::string& event_id, const store::Item* old,
                                     const store::Item* now) {
  const auto event = now != nullptr ? event_from(*now) : Result<Event>(Event());
  const auto old_start = start_of(old);
  const auto start = start_of(now);
  if (old_start && old_start != start) return keep_dated(context_, event_id, old_start);
  if (!start || !event) return {};
  NORN_TRY(raise_longest((event->end_ms() - event->start_ms()) / (60 * kMsPerSecond)));
  std::vector<store::Item> wanted;
  for (const std::string& id : event->project_ids) {
    wanted.push_back(store::Item::subset(dated_event(id, *event), {"PK", "SK"}));
  }
  NORN_ASSIGN(const auto there, apps::get_all(context_.store, table(), wanted));
  const bool is_kept = !wanted.empty() && there.size() == wanted.size();
  return is_kept ? Result<void>() : keep_dated(context_, event_id, old_start);
}

Result<void> EventUpkeep::keep_relation(const std::string& project_id, const std::string& event_id,
                                        bool is_there) {
  NORN_ASSIGN(const auto item, find_item(context_, thing_key(keys::event(event_id))));
  const auto event = item ? event_from(*item) : Result<Event>(Event());
  if (!item || !event) return {};
  const store::Item dated = store::Item::subset(dated_event(project_id, *event), {"PK", "SK"});
  NORN_ASSIGN(const auto found, find_item(context_, dated));
  if (found.has_value() == is_there) return {};
  if (is_there) return keep_dated(context_, event_id, std::nullopt);
  // The relation may be back by now.
  NORN_TRY(apps::write_all(
      context_.store,
      {remove_any(context_, dated),
       is_missing(context_, apps::key_of(keys::project(project_id), keys::event(event_id)))}));
  return {};
}

// Norn's own tasks always have both, so there is nothing to do but to look.
Result<void> TaskUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    const std::string pk = apps::text_of(record.keys, "PK");
    const std::string sk = apps::text_of(record.keys, "SK");
    if (!sk.starts_with(keys::kTaskPrefix)) continue;
    const bool is_relation = pk.starts_with(keys::kProjectPrefix);
    const bool is_unnamed =
        pk == sk && record.new_image && !apps::is_id(apps::text_of(*record.new_image, "projectId"));
    if (is_relation || is_unnamed) NORN_TRY(keep_project(keys::after(keys::kTaskPrefix, sk)));
  }
  return {};
}

Result<void> TaskUpkeep::see(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (!pk.starts_with(keys::kTaskPrefix) || apps::text_of(item, "SK") != pk) return {};
  if (apps::is_id(apps::text_of(item, "projectId"))) return {};
  return keep_project(keys::after(keys::kTaskPrefix, pk));
}

Result<void> TaskUpkeep::keep_project(const std::string& task_id) {
  if (!apps::is_id(task_id)) return {};
  const store::Item key = thing_key(keys::task(task_id));
  NORN_ASSIGN(const auto task, find_item(context_, key));
  if (!task) return {};
  const std::string named = apps::text_of(*task, "projectId");
  if (apps::is_id(named)) {
    NORN_ASSIGN(const auto relation,
                find_item(context_, apps::key_of(keys::project(named), keys::task(task_id))));
    if (relation) return {};
  }
  NORN_ASSIGN(const std::string project_id, related_project(context_, task_id));
  if (!apps::is_id(project_id) || project_id == named) return {};
  apps::Unchanged unchanged = apps::unchanged(*task, {"projectId"});
  store::UpdateRequest request;
  request.table = table();
  request.key = key;
  request.update = "SET #project = :project";
  request.condition = "attribute_exists(PK) AND " + unchanged.condition;
  request.placeholders = std::move(unchanged.placeholders);
  request.placeholders.names.emplace("#project", "projectId");
  request.placeholders.values.emplace(":project", project_id);
  // It was changed meanwhile, and that change comes next.
  NORN_TRY(apps::write_all(context_.store, {std::move(request)}));
  return {};
}

// Norn deletes files with their attachments, so mostly there is nothing left to do.
Result<void> FileUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    const std::string pk = apps::text_of(record.keys, "PK");
    const bool is_attachment =
        pk.starts_with(keys::kAttachmentPrefix) && apps::text_of(record.keys, "SK") == pk;
    if (!is_attachment || !record.old_image) continue;
    const std::string file_id = apps::text_of(*record.old_image, "fileId");
    if (file_id.empty()) continue;
    NORN_ASSIGN(const auto now, find_item(context_, record.keys));
    if (now && apps::text_of(*now, "fileId") == file_id) continue;
    const files::Thing owner = file_owner(keys::after(keys::kAttachmentPrefix, pk));
    NORN_TRY(files::Files(context_).remove(file_id, owner));
  }
  return {};
}

Result<void> EventUpkeep::raise_longest(int64_t minutes) {
  if (minutes <= known_longest_minutes_) return {};
  store::UpdateRequest request;
  request.table = context_.tables.norn();
  request.key = thing_key(std::string(keys::kLongestEvent));
  request.update = "SET entityType = :type, minutes = :minutes";
  request.condition = "attribute_not_exists(minutes) OR minutes < :minutes";
  request.placeholders.values = {{":type", "LONGEST_EVENT"},
                                 {":minutes", store::Value::number(minutes)}};
  const auto raised = context_.store.update(request);
  if (!raised && raised.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(raised.error());
  }
  known_longest_minutes_ = minutes;
  return {};
}

}  // namespace norn::projects
