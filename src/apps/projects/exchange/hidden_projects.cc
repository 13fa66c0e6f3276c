#include "apps/projects/exchange/hidden_projects.h"

#include <fmt/format.h>

#include <charconv>

#include "apps/projects/sweep.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::projects {
namespace {

// "<import>/<number of projects>"; no id contains the separator.
constexpr char kCountSeparator = '/';

size_t number_in(std::string_view text) {
  size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string imported_project_id(const std::string& import_id, size_t position) {
  return apps::id_from(fmt::format("import#{}#{}", import_id, position));
}

std::string HiddenProjects::subject() const {
  return fmt::format("{}{}{}", import_id_, kCountSeparator, count_);
}

Result<HiddenProjects> HiddenProjects::begin(const Context& context, std::string import_id,
                                             size_t count) {
  HiddenProjects hidden(context, std::move(import_id), count,
                        context.clock.now_ms() + kLongestImportMs);
  NORN_TRY(apps::transact(
      context.store, {context.sweeps.begin_at(kHiddenSweep, hidden.subject(), hidden.due_ms_)}));
  return hidden;
}

Result<void> HiddenProjects::write(const Project& project, bool has_activity) const {
  // A sweep that has begun may be past this project already.
  std::vector<Action> actions = {context_.sweeps.still_waits(kHiddenSweep, subject(), due_ms_),
                                 put_any(context_, to_item(project))};
  if (has_activity) {
    Activity activity;
    activity.action = ActivityAction::kCreate;
    activity.entity_type = "PROJECT";
    activity.entity_id = project.id;
    activity.user_id = project.owner_id;
    activity.details = fmt::format("Imported the project “{}”", project.name);
    activity.project_id = project.id;
    for (Action& action : activity_actions(context_, std::move(activity))) {
      actions.push_back(std::move(action));
    }
  }
  auto written = apps::transact(context_.store, std::move(actions));
  const bool is_late = !written && apps::Refusals(written.error()).by_conditions();
  if (is_late) return apps::too_many_attempts();
  return written;
}

Action HiddenProjects::keep() const {
  return context_.sweeps.cancel(kHiddenSweep, subject(), due_ms_);
}

void HiddenProjects::remove() const {
  const auto removed =
      apps::transact(context_.store, {keep(), context_.sweeps.begin(kHiddenSweep, subject())});
  const bool is_begun = !removed && apps::Refusals(removed.error()).by_conditions();
  if (!removed && !is_begun) {
    log::warn("what an import has written is removed later: {}", removed.error().message);
  }
  context_.sweeps.wake();
}

Result<std::optional<apps::Sweeps::Walked>> sweep_hidden(const Context& context,
                                                         const std::string& subject,
                                                         const std::string& from) {
  const size_t separator = subject.find(kCountSeparator);
  const size_t position = number_in(from);
  if (position >= number_in(std::string_view(subject).substr(separator + 1))) return std::nullopt;
  const std::string id = imported_project_id(subject.substr(0, separator), position);
  // From here on nothing can be added to it.
  NORN_TRY(apps::transact(context.store, {remove_any(context, project_key(id))}));
  NORN_ASSIGN(const bool more, sweep_project(context, id));
  return apps::Sweeps::Walked{.to = std::to_string(more ? position : position + 1),
                              .found_any = more};
}

}  // namespace norn::projects
