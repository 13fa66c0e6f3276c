#include "apps/family/reimport/reimports.h"

#include <algorithm>
#include <vector>

#include "apps/family/exchange/sentences.h"
#include "apps/family/keys.h"
#include "apps/family/reimport/reimport_sweep.h"
#include "apps/family/sweep.h"
#include "apps/shared/items.h"
#include "apps/shared/quota_kinds.h"
#include "base/faults.h"

namespace norn::family {
namespace {

using Progress = TreeReimport::State;

// Marks the tree, which nothing else changes from then on, and begins the work.
void add_begin(const Context& context, const TreeAccess& access, const store::Item& item,
               const TreeReimport& next, std::vector<Action>& actions) {
  store::UpdateRequest mark;
  mark.table = context.tables.family();
  mark.key = tree_key(access.tree.owner_id, access.tree.id);
  mark.update = "SET Importing = :id";
  mark.condition = "attribute_exists(PK)";
  mark.placeholders.values = {{":id", next.id}};
  actions.emplace_back(std::move(mark));
  actions.push_back(put_reimport(context, item, next, std::nullopt));
  actions.push_back(context.sweeps.begin(kReimportSweep, sweep_subject(access.tree.id, next.id)));
}

}  // namespace

Result<std::optional<store::Item>> TreeReimports::find(const std::string& user_id,
                                                       const std::string& tree_id,
                                                       const std::string& reimport_id) {
  NORN_ASSIGN(auto item, find_reimport(context_, reimport_id));
  if (!item) return std::nullopt;
  const bool is_own =
      apps::text_of(*item, "userId") == user_id && apps::text_of(*item, "treeId") == tree_id;
  if (!is_own) return not_found(kReimportNotFound);
  return item;
}

Result<TreeReimport> TreeReimports::compare(const std::string& user_id, const std::string& tree_id,
                                            const std::string& upload_id,
                                            const apps::Creation& creation) {
  NORN_TRY(authorize_change(context_, user_id, tree_id));
  NORN_ASSIGN(const TreeImportJob job,
              jobs_.begin(user_id, {.upload_id = upload_id, .into = tree_id}, creation));
  return get(user_id, tree_id, job.id);
}

Result<TreeReimport> TreeReimports::comparison(const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::string& reimport_id) {
  const auto job = jobs_.get(user_id, reimport_id);
  if (!job && job.error().code != ErrorCode::kNotFound) return std::unexpected(job.error());
  if (!job || job->into != tree_id) return not_found(kReimportNotFound);
  TreeReimport reimport = {.id = job->id,
                           .tree_id = tree_id,
                           .user_id = user_id,
                           .file_name = job->file_name,
                           .created_at = job->created_at};
  reimport.percent = job->progress.percent;
  reimport.problem = job->problem;
  switch (job->state) {
    case TreeImportJob::State::kWaiting:
      break;
    case TreeImportJob::State::kReading:
    case TreeImportJob::State::kWriting:
      reimport.state = Progress::kReading;
      break;
    case TreeImportJob::State::kDone:  // What was compared has expired.
      return not_found(kReimportNotFound);
    case TreeImportJob::State::kFailed:
      reimport.state = Progress::kFailed;
      break;
  }
  return reimport;
}

Result<TreeReimport> TreeReimports::get(const std::string& user_id, const std::string& tree_id,
                                        const std::string& reimport_id) {
  NORN_ASSIGN(auto item, find(user_id, tree_id, reimport_id));
  if (!item) {
    auto compared = comparison(user_id, tree_id, reimport_id);
    // The job may have ended since.
    if (!compared && compared.error().code == ErrorCode::kNotFound) {
      NORN_ASSIGN(item, find(user_id, tree_id, reimport_id));
    }
    if (!item && !compared) return compared;
    NORN_TRY(authorize(context_, user_id, tree_id, Right::kWrite));
    if (!item) return compared;
  }
  NORN_TRY(authorize(context_, user_id, tree_id, Right::kWrite));
  return reimport_from(*item);
}

Result<TreeReimports::Differences> TreeReimports::differences(const std::string& user_id,
                                                              const std::string& tree_id,
                                                              const std::string& reimport_id,
                                                              DifferenceClass difference,
                                                              int64_t page) {
  NORN_TRY(get(user_id, tree_id, reimport_id));
  NORN_ASSIGN(const auto item, find(user_id, tree_id, reimport_id));
  if (!item) return conflict(kReimportNotCompared);
  NORN_ASSIGN(auto list, shown_page(context_, reimport_id, difference, page));
  if (!list) return Differences{.json = "[]"};
  NORN_ASSIGN(const auto next, shown_page(context_, reimport_id, difference, page + 1));
  return Differences{*std::move(list), next ? std::optional(page + 1) : std::nullopt};
}

Result<std::optional<TreeReimport>> TreeReimports::try_begin(const std::string& user_id,
                                                             const std::string& tree_id,
                                                             const std::string& reimport_id,
                                                             const ReimportChoices& choices) {
  NORN_ASSIGN(const TreeReimport found, get(user_id, tree_id, reimport_id));
  NORN_ASSIGN(const auto item, find(user_id, tree_id, reimport_id));
  if (!item) return conflict(kReimportNotCompared);
  if (found.state != Progress::kCompared) return conflict(kReimportBegun);
  NORN_ASSIGN(const TreeAccess access, authorize_change(context_, user_id, tree_id));
  if (choices.may_add()) {
    NORN_TRY(
        context_.quotas.check_new_in(keys::tree(tree_id), apps::kPeopleQuota, found.new_people));
    NORN_TRY(context_.quotas.check_change_in(keys::tree(tree_id), found.new_bytes));
  } else {
    NORN_TRY(context_.quotas.check_change_in(keys::tree(tree_id)));
  }
  TreeReimport next = found;
  next.state = Progress::kWriting;
  next.percent = 0;
  next.owner_id = access.tree.owner_id;
  next.choices = choices;
  std::vector<Action> actions = still_may(context_, access, user_id);
  add_begin(context_, access, *item, next, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return next;
}

Result<TreeReimport> TreeReimports::begin(const std::string& user_id, const std::string& tree_id,
                                          const std::string& reimport_id,
                                          const ReimportChoices& choices) {
  if (choices.items.size() > kMaxReimportChoices) {
    return invalid("items", kReimportTooManyChoices(kMaxReimportChoices));
  }
  // They are kept with the reimport, which has to fit into an item of the store.
  const bool are_ids =
      std::ranges::all_of(choices.items, [](const auto& item) { return is_choosable(item.first); });
  if (!are_ids) return invalid("items", kReimportNotDifference);
  NORN_ASSIGN(TreeReimport begun,
              decide_and_write([&] { return try_begin(user_id, tree_id, reimport_id, choices); }));
  context_.sweeps.wake();
  return begun;
}

Result<std::optional<TreeReimport>> TreeReimports::try_undo(const std::string& user_id,
                                                            const std::string& tree_id,
                                                            const std::string& reimport_id) {
  NORN_ASSIGN(const TreeReimport found, get(user_id, tree_id, reimport_id));
  NORN_ASSIGN(const auto item, find(user_id, tree_id, reimport_id));
  const bool is_done =
      item && found.state == Progress::kDone && context_.clock.now_s() < found.undo_until_s;
  if (!is_done) return conflict(kReimportNotUndone);
  NORN_ASSIGN(const TreeAccess access, authorize_change(context_, user_id, tree_id));
  TreeReimport next = found;
  next.state = Progress::kUndoing;
  next.percent = 0;
  next.owner_id = access.tree.owner_id;
  next.problem.clear();
  next.checks_undo = true;
  std::vector<Action> actions = still_may(context_, access, user_id);
  add_begin(context_, access, *item, next, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return next;
}

Result<TreeReimport> TreeReimports::undo(const std::string& user_id, const std::string& tree_id,
                                         const std::string& reimport_id) {
  NORN_ASSIGN(TreeReimport begun,
              decide_and_write([&] { return try_undo(user_id, tree_id, reimport_id); }));
  context_.sweeps.wake();
  return begun;
}

Result<void> TreeReimports::remove(const std::string& user_id, const std::string& tree_id,
                                   const std::string& reimport_id) {
  NORN_ASSIGN(const TreeReimport found, get(user_id, tree_id, reimport_id));
  if (found.is_running()) return conflict(kReimportRuns);
  const auto removed = jobs_.remove(user_id, reimport_id);
  if (!removed && removed.error().code != ErrorCode::kNotFound) {
    return std::unexpected(removed.error());
  }
  NORN_ASSIGN(const auto item, find(user_id, tree_id, reimport_id));
  if (!item) return {};
  std::vector<Action> actions = {apps::remove_unchanged(context_.tables.norn(), *item, {"state"}),
                                 context_.sweeps.begin(kReimportRemovalSweep, reimport_id)};
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return conflict(kReimportRuns);
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::family
