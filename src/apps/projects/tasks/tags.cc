#include "apps/projects/tasks/tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/sentences.h"
#include "apps/projects/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

Activity tag_activity(ActivityAction action, const std::string& user_id, const Tag& tag,
                      std::string_view done) {
  Activity activity;
  activity.action = action;
  activity.entity_type = "TAG";
  activity.entity_id = tag.id;
  activity.user_id = user_id;
  activity.details = fmt::format("{} the tag “{}”", done, tag.name);
  activity.project_id = tag.project_id;
  return activity;
}

Result<std::vector<Tag>> tags_of(const Context& context, const std::string& project_id) {
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::project(project_id), keys::kTagPrefix,
                                              2 * kMaxTagsPerProject));
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(thing_key(relation));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::vector<Tag> tags = apps::readable(items, tag_from);
  for (Tag& tag : tags) tag.project_id = project_id;
  std::ranges::sort(tags, [](const Tag& left, const Tag& right) {
    const auto order = apps::compare_names(left.name, right.name);
    return order != 0 ? order < 0 : left.id < right.id;
  });
  return tags;
}

Result<void> check_tag_name(const std::vector<Tag>& tags, const std::string& name,
                            const std::string& tag_id) {
  const bool is_taken = std::ranges::any_of(tags, [&](const Tag& tag) {
    return tag.id != tag_id && apps::compare_names(tag.name, name) == 0;
  });
  if (is_taken) return conflict("name", kTagExists);
  return {};
}

Result<std::optional<Tag>> try_create_tag(const Context& context, const std::string& user_id,
                                          const std::string& project_id, const TagInput& input,
                                          const apps::Creation& creation) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto tags, tags_of(context, project_id));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    const auto found = std::ranges::find(tags, *made, &Tag::id);
    if (found == tags.end()) return not_found(kTagNotFound);
    return *found;
  }
  NORN_TRY(check_tag_name(tags, input.name, ""));
  if (tags.size() >= kMaxTagsPerProject) return conflict(kTooManyTagsInProject(kMaxTagsPerProject));
  Tag tag;
  tag.id = context.ids.uuid();
  tag.project_id = project_id;
  tag.name = input.name;
  tag.color = input.color;
  tag.created_at = tag.updated_at = now_text(context);
  const store::Item item = to_item(tag);
  Changes changes(context);
  changes.add(put_new(context, item));
  changes.add(put_any(context, project_tag(project_id, tag.id, tag.created_at)));
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(tag_activity(ActivityAction::kCreate, user_id, tag, "Created"));
  if (auto remembered = context.idempotency.remember(creation, tag.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("tag"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Tag stored, tag_from(item));
  return stored;
}

struct FoundTag {
  store::Item item;
  Tag tag;
};

Result<FoundTag> find_tag(const Context& context, const std::string& project_id,
                          const std::string& tag_id) {
  if (!apps::is_id(tag_id)) return not_found(kTagNotFound);
  const std::string key = keys::tag(tag_id);
  NORN_ASSIGN(const auto relation,
              find_item(context, apps::key_of(keys::project(project_id), key)));
  if (!relation) return not_found(kTagNotFound);
  NORN_ASSIGN(auto item, find_item(context, thing_key(key)));
  if (!item) return not_found(kTagNotFound);
  NORN_ASSIGN(Tag tag, tag_from(*item));
  tag.project_id = project_id;
  return FoundTag{std::move(*item), std::move(tag)};
}

std::unexpected<Error> stale_tag(const Tag& tag) {
  std::string current;
  append_json(current, tag);
  return stale("tag", std::move(current), tag.etag);
}

Result<std::optional<Tag>> try_change_tag(const Context& context, const std::string& user_id,
                                          const std::string& project_id, const std::string& tag_id,
                                          const TagPatch& patch, const std::string& etag) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto found, find_tag(context, project_id, tag_id));
  if (found.tag.etag != etag) return stale_tag(found.tag);
  Tag next = found.tag;
  if (patch.name) next.name = *patch.name;
  if (patch.color) next.color = *patch.color;
  if (next == found.tag) return next;
  if (patch.name) {
    NORN_ASSIGN(const auto tags, tags_of(context, project_id));
    NORN_TRY(check_tag_name(tags, next.name, tag_id));
  }
  next.updated_at = now_text(context);
  Edit change = edit(context, found.item, to_item(next), tag_attributes());
  Changes changes(context);
  changes.add(std::move(change.action));
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  Activity activity = tag_activity(ActivityAction::kUpdate, user_id, next, "Changed");
  activity.changes = differences(found.item, change.item, {"name", "color"});
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("tag"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Tag stored, tag_from(change.item));
  return stored;
}

Result<std::optional<Done>> try_remove_tag(const Context& context, const std::string& user_id,
                                           const std::string& project_id, const std::string& tag_id,
                                           const std::string& etag) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto found, find_tag(context, project_id, tag_id));
  if (found.tag.etag != etag) return stale_tag(found.tag);
  Changes changes(context);
  changes.add(remove_unchanged(context, found.item, tag_attributes()));
  changes.add(remove_any(context, apps::key_of(keys::project(project_id), keys::tag(tag_id))));
  changes.add(context.sweeps.begin(kTagSweep, tag_subject(project_id, tag_id)));
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(tag_activity(ActivityAction::kDelete, user_id, found.tag, "Deleted"));
  NORN_ASSIGN(const bool written, changes.write("tag"));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

Result<std::vector<Tag>> Tags::list(const std::string& user_id, const std::string& project_id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  return tags_of(context_, project_id);
}

Result<Tag> Tags::create(const std::string& user_id, const std::string& project_id,
                         const TagInput& input, const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  return decide_and_write(
      [&] { return try_create_tag(context_, user_id, project_id, input, creation); });
}

Result<Tag> Tags::change(const std::string& user_id, const std::string& project_id,
                         const std::string& tag_id, const TagPatch& patch,
                         const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  return decide_and_write(
      [&] { return try_change_tag(context_, user_id, project_id, tag_id, patch, etag); });
}

Result<void> Tags::remove(const std::string& user_id, const std::string& project_id,
                          const std::string& tag_id, const std::string& etag) {
  const auto attempt = [&] { return try_remove_tag(context_, user_id, project_id, tag_id, etag); };
  NORN_TRY(decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::projects
