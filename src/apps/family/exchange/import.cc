#include "apps/family/exchange/import.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/sentences.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/sentences.h"
#include "apps/family/sweep.h"
#include "apps/family/trees.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/shared/quota_kinds.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/text.h"

namespace norn::family {
namespace {

constexpr std::string_view kUnnamedTree = "GEDCOM";
constexpr size_t kItemsPerWrite = 500;
// Where each pass through the file ends, in percent, by the time that it takes.
constexpr PassEnds kPreviewEnds = {40, 100, 100};
constexpr PassEnds kImportEnds = {10, 25, 100};
// An import ends so long before the sweep that would remove it begins.
constexpr int64_t kMarginMs = int64_t{10} * 60 * 1'000;

// A file that is ready to be imported: read once for its plan, and once for its counts.
struct PreparedImport {
  std::unique_ptr<ImportFile> file;
  std::optional<ImportPlan> plan = {};
  ImportedTree tree = {};
  TreeImportReport report = {};
  int64_t bytes = 0;  // Of all items.
};

// A nameless user is one that previews.
Result<std::unique_ptr<PreparedImport>> prepare(const Context& context,
                                                const gedcom::FileBytes& file,
                                                const std::string& user_id,
                                                const TreeImportWatch& watch) {
  auto prepared = std::make_unique<PreparedImport>();
  NORN_ASSIGN(prepared->file,
              ImportFile::open(file, watch.tell, user_id.empty() ? kPreviewEnds : kImportEnds));
  const OpenGedcom& open = prepared->file->passes();
  const TellImport tell = prepared->file->tell();
  NORN_ASSIGN(prepared->plan, ImportPlan::read(open, context.ids, tell));
  prepared->tree = {
      .user_id = user_id, .tree_id = context.ids.uuid(), .now_ms = context.clock.now_ms()};
  gedcom::Notes notes;
  const auto count = [&prepared](const store::Item& item) -> Result<void> {
    prepared->bytes += static_cast<int64_t>(item.size_bytes());
    return {};
  };
  NORN_ASSIGN(prepared->report.counts, produce_items(open, *prepared->plan, prepared->tree,
                                                     context.ids, count, tell, notes));
  prepared->report.notes = prepared->file->take_notes(notes);
  return prepared;
}

Result<void> check_room(const Context& context, const PreparedImport& prepared) {
  const std::string& user_id = prepared.tree.user_id;
  NORN_ASSIGN(const bool is_full, has_most_trees(context, user_id));
  if (is_full) return conflict(kTooManyTrees(kMaxTreesPerPerson));
  NORN_TRY(context.quotas.check_new(user_id, apps::kTreesQuota));
  NORN_TRY(context.quotas.check_new_in(keys::tree(prepared.tree.tree_id), apps::kPeopleQuota,
                                       prepared.report.counts.people));
  return context.quotas.check_change(user_id, prepared.bytes);
}

// Writes a tree behind the sweep that would remove it.
class TreeWriter {
 public:
  TreeWriter(const Context& context, PreparedImport& prepared, std::string name,
             const apps::Creation& creation, const std::vector<Action>& conditions)
      : context_(context),
        prepared_(prepared),
        name_(std::move(name)),
        creation_(creation),
        conditions_(conditions),
        subject_(sweep_subject(prepared.tree.user_id, prepared.tree.tree_id)),
        due_ms_(context.clock.now_ms() + kLongestTreeImportMs) {}

  // Returns the id of the tree that was made: another one, if a request with the same key was
  // faster.
  Result<std::string> write() {
    NORN_TRY(
        apps::transact(context_.store, {context_.sweeps.begin_at(kTreeSweep, subject_, due_ms_)}));
    Result<std::string> made = prepared_.tree.tree_id;
    if (const auto written = write_content(); !written) {
      made = std::unexpected(written.error());
    } else {
      made = decide_and_write([this] { return try_show(); });
    }
    if (!made || *made != prepared_.tree.tree_id) remove();
    return made;
  }

 private:
  Result<void> write_content() {
    std::vector<apps::BatchWrite> writes;
    int64_t people = 0;  // Among them.
    ImportMeter& meter = prepared_.file->meter();
    meter.begin_writing(prepared_.report.counts.people);
    const auto flush = [&]() -> Result<void> {
      if (context_.clock.now_ms() > due_ms_ - kMarginMs) return conflict(kTreeImportTooSlow);
      NORN_TRY(apps::write_batches(context_.store, std::exchange(writes, {})));
      meter.add_written(std::exchange(people, 0));
      return meter.tell();
    };
    const auto put = [&](store::Item item) -> Result<void> {
      if (apps::text_of(item, "EntityType") == "Person") ++people;
      writes.emplace_back(store::BatchWriteRequest::Put{context_.tables.family(), std::move(item)});
      if (writes.size() < kItemsPerWrite) return {};
      return flush();
    };
    gedcom::Notes notes;  // They were reported already.
    NORN_TRY(produce_items(prepared_.file->passes(), *prepared_.plan, prepared_.tree, context_.ids,
                           put, tell_nobody, notes));
    return flush();
  }

  Result<std::optional<std::string>> try_show() {
    NORN_ASSIGN(auto made, context_.idempotency.find(creation_));
    if (made) return made;
    const std::string& user_id = prepared_.tree.user_id;
    Tree tree;
    tree.id = prepared_.tree.tree_id;
    tree.owner_id = user_id;
    tree.name = name_;
    tree.root_person_id = prepared_.plan->people().front().id;
    tree.person_count = prepared_.report.counts.people;
    tree.created_at = tree.updated_at = now_text(context_);
    std::vector<Action> actions = {
        context_.sweeps.cancel(kTreeSweep, subject_, due_ms_), put_new(context_, to_item(tree)),
        put_owner(context_, tree.id, user_id), user_is_there(context_, user_id)};
    if (auto remembered = context_.idempotency.remember(creation_, tree.id)) {
      actions.push_back(std::move(*remembered));
    }
    actions.insert(actions.end(), conditions_.begin(), conditions_.end());
    NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
    if (written) return tree.id;
    NORN_ASSIGN(const auto user, context_.users.find(user_id));
    if (!user) return not_signed_in(accounts::kAccountDeleted);
    if (context_.clock.now_ms() >= due_ms_) return conflict(kTreeImportTooSlow);
    NORN_TRY(prepared_.file->meter().tell());
    return std::nullopt;
  }

  // Removes what was written now, in the background. If that cannot be written, the sweep that
  // waits removes it later.
  void remove() const {
    const auto removed =
        apps::transact(context_.store, {context_.sweeps.cancel(kTreeSweep, subject_, due_ms_),
                                        context_.sweeps.begin(kTreeSweep, subject_)});
    const bool is_begun = !removed && apps::Refusals(removed.error()).by_conditions();
    if (!removed && !is_begun) {
      log::warn("what an import of a tree has written is removed later: {}",
                removed.error().message);
    }
    context_.sweeps.wake();
  }

  const Context& context_;
  PreparedImport& prepared_;
  const std::string name_;
  const apps::Creation& creation_;
  const std::vector<Action>& conditions_;
  const std::string subject_;
  const int64_t due_ms_;
};

std::string name_for(const std::string& wanted, const ImportCounts& counts) {
  for (const std::string_view name :
       {std::string_view(wanted), std::string_view(counts.tree_name)}) {
    const std::string_view fit = first_characters(trimmed(name), kMaxTreeNameCharacters);
    if (!fit.empty() && !has_control(fit)) return std::string(fit);
  }
  return std::string(kUnnamedTree);
}

}  // namespace

Result<TreeImportReport> TreeImports::preview(const gedcom::FileBytes& file,
                                              const TreeImportWatch& watch) {
  NORN_ASSIGN(const auto prepared, prepare(context_, file, "", watch));
  return std::move(prepared->report);
}

Result<ImportedTreeReport> TreeImports::run(const std::string& user_id,
                                            const gedcom::FileBytes& file, const std::string& name,
                                            const apps::Creation& creation,
                                            const TreeImportWatch& watch) {
  NORN_ASSIGN(const auto prepared, prepare(context_, file, user_id, watch));
  NORN_ASSIGN(auto tree_id, context_.idempotency.find(creation));
  if (!tree_id) {
    NORN_TRY(check_room(context_, *prepared));
    TreeWriter writer(context_, *prepared, name_for(name, prepared->report.counts), creation,
                      watch.conditions);
    NORN_ASSIGN(tree_id, writer.write());
  }
  NORN_ASSIGN(auto access, authorize(context_, user_id, *tree_id, Right::kRead));
  return ImportedTreeReport{std::move(access), std::move(prepared->report)};
}

}  // namespace norn::family
