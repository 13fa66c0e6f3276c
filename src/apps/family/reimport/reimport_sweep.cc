#include "apps/family/reimport/reimport_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

#include "apps/family/exchange/import_jobs.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/reimport/journal.h"
#include "apps/family/reimport/reimport.h"
#include "apps/family/reimport/tree_snapshot.h"
#include "apps/family/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"

namespace norn::family {
namespace {

using Walked = apps::Sweeps::Walked;
using Progress = TreeReimport::State;

// The stages, as the sweep keeps its place in them: with the last page that it has seen.
constexpr std::string_view kKeepStage = "keep:";
constexpr std::string_view kWriteStage = "write:";
constexpr std::string_view kUndoPagesStage = "undo:";

// One part of the work of a reimport: the tree that it has, and what is kept of it.
struct Work {
  const Context& context;
  Tree tree;
  store::Item item;
  TreeReimport reimport;
};

// The tree belongs to the reimport, and is not being handed over.
Action has_tree(const Work& work) {
  store::ConditionCheck check;
  check.table = work.context.tables.family();
  check.key = tree_key(work.tree.owner_id, work.tree.id);
  check.condition = "Importing = :id AND NOT attribute_type(HandedTo, :text)";
  check.placeholders.values = {{":id", work.reimport.id}, {":text", "S"}};
  return check;
}

// --- What the tree would be.

// A person as the check of what was chosen needs them.
struct ChosenLife {
  std::string name;
  LifeDate birth;
  LifeDate death;
  bool is_changed = false;
};

class ChosenTree {
 public:
  explicit ChosenTree(const Work& work) : work_(work) {}

  // Returns kConflict if the tree is not as it was compared, or would not fit the rules.
  Result<void> check() {
    NORN_TRY(read());
    if (fingerprint_.text() != work_.reimport.fingerprint) {
      return conflict(kTreeChangedSinceComparison);
    }
    std::string after;
    while (true) {
      NORN_ASSIGN(const auto page, next_writes(work_.context, work_.reimport.id, after));
      if (!page) break;
      for (const JournalWrite& write : page->writes) {
        if (write.is_chosen(work_.reimport.choices)) apply(write);
      }
      after = page->key;
    }
    return check_rules();
  }

 private:
  struct Link {
    std::string parent;
    std::string child;
    bool is_step = false;
  };

  Result<void> read() {
    return visit_content(work_.context, work_.tree, [&](store::ItemView item) -> Result<void> {
      fingerprint_.add(item);
      add(item);
      return {};
    });
  }

  void add(store::ItemView item) {
    const std::string key = apps::text_of(item, "SK");
    if (!keys::person_in(key).empty()) {
      const auto person = person_from(item);
      if (person) people_[person->id] = {person->full_name(), person->birth, person->death};
    } else if (keys::child_in(key)) {
      const auto link = parent_child_from(item);
      if (link) links_[key] = {link->parent_id, link->child_id, link->type == ParentKind::kStep};
    }
  }

  void apply(const JournalWrite& write) {
    const bool is_person = !keys::person_in(write.key).empty();
    if (!is_person && !keys::child_in(write.key)) return;
    store::Map map = write.attributes;
    map.insert_or_assign("PK", keys::user(work_.tree.owner_id));
    map.insert_or_assign("SK", write.key);
    map.insert_or_assign("TreeId", work_.tree.id);
    const store::Item item = store::Item::from_map(map);
    if (write.kind == JournalWrite::Kind::kPut) {
      add(item);
      if (is_person) people_[keys::person_in(write.key)].is_changed = true;
      if (!is_person) new_links_.insert(write.key);
      return;
    }
    const auto sets = [&](std::string_view name) {
      return write.attributes.contains(name) ||
             std::ranges::find(write.removed, name) != write.removed.end();
    };
    if (is_person) {
      ChosenLife& life = people_[keys::person_in(write.key)];
      const auto person = person_from(item);
      if (!person) return;
      if (sets("BirthDate") || sets("BirthDateText")) life.birth = person->birth;
      if (sets("DeathDate") || sets("DeathDateText")) life.death = person->death;
      life.is_changed = true;
    } else if (sets("Type")) {
      const auto link = parent_child_from(item);
      if (link) links_[write.key].is_step = link->type == ParentKind::kStep;
      new_links_.insert(write.key);
    }
  }

  Result<void> check_rules() const {
    for (const auto& [id, life] : people_) {
      if (life.is_changed && is_before(life.death, life.birth)) {
        return conflict(kReimportLifeDoesNotFit(life.name));
      }
    }
    for (const auto& [key, link] : links_) {
      const auto parent = people_.find(link.parent);
      const auto child = people_.find(link.child);
      if (link.is_step || parent == people_.end() || child == people_.end()) continue;
      const bool is_new =
          parent->second.is_changed || child->second.is_changed || new_links_.contains(key);
      if (is_new && is_before(child->second.birth, parent->second.birth)) {
        return conflict(kReimportDoesNotFit(parent->second.name, child->second.name));
      }
    }
    return {};
  }

  const Work& work_;
  TreeFingerprint fingerprint_;
  std::unordered_map<std::string, ChosenLife> people_;
  std::unordered_map<std::string, Link> links_;  // By SK.
  std::set<std::string> new_links_;
};

// --- Writing.

// SET and REMOVE of an item that is there.
Action set_attributes(const Work& work, const JournalWrite& write) {
  store::UpdateRequest update;
  update.table = work.context.tables.family();
  update.key = apps::key_of(keys::user(work.tree.owner_id), write.key);
  std::string set;
  std::string removed;
  size_t number = 0;
  for (const auto& [name, value] : write.attributes) {
    const std::string place = fmt::format("#a{}", number);
    const std::string with = fmt::format(":a{}", number++);
    set += fmt::format("{}{} = {}", set.empty() ? "SET " : ", ", place, with);
    update.placeholders.names.emplace(place, name);
    update.placeholders.values.emplace(with, value);
  }
  for (const std::string& name : write.removed) {
    const std::string place = fmt::format("#a{}", number++);
    removed += fmt::format("{}{}", removed.empty() ? " REMOVE " : ", ", place);
    update.placeholders.names.emplace(place, name);
  }
  update.update = set + removed;
  return update;
}

Action action_of(const Work& work, const JournalWrite& write) {
  const store::Item key = apps::key_of(keys::user(work.tree.owner_id), write.key);
  switch (write.kind) {
    case JournalWrite::Kind::kSet:
      return set_attributes(work, write);
    case JournalWrite::Kind::kRemove:
      return remove_any(work.context, key);
    case JournalWrite::Kind::kPut:
      break;
  }
  store::Map map = write.attributes;
  map.insert_or_assign("PK", keys::user(work.tree.owner_id));
  map.insert_or_assign("SK", write.key);
  // The tree may have another owner by now.
  return apps::put_any(work.context.tables.family(),
                       under_owner(store::Item::from_map(map), work.tree.owner_id));
}

// Writes what was chosen of a page, in transactions of which each has an item once. Returns false
// if the tree does not belong to the reimport any more.
Result<bool> write_page(const Work& work, const JournalPage& page) {
  std::vector<Action> actions;
  std::set<std::string> used;
  // What a program has removed meanwhile is not made anew of a few attributes.
  std::vector<store::Item> wanted;
  for (const JournalWrite& write : page.writes) {
    const bool is_set = write.kind == JournalWrite::Kind::kSet;
    if (!is_set || !write.is_chosen(work.reimport.choices)) continue;
    if (used.insert(write.key).second) {
      wanted.push_back(apps::key_of(keys::user(work.tree.owner_id), write.key));
    }
  }
  std::set<std::string> there;
  NORN_TRY(apps::get_each(work.context.store, work.context.tables.family(), wanted, {"PK", "SK"},
                          [&](store::ItemView item) -> Result<void> {
                            there.insert(apps::text_of(item, "SK"));
                            return {};
                          }));
  used.clear();
  for (const JournalWrite& write : page.writes) {
    if (!write.is_chosen(work.reimport.choices)) continue;
    if (write.kind == JournalWrite::Kind::kSet && !there.contains(write.key)) continue;
    if (!used.insert(write.key).second) {
      NORN_ASSIGN(const bool written, apps::write_while(work.context.store, has_tree(work),
                                                        std::exchange(actions, {})));
      if (!written) return false;
      used = {write.key};
    }
    actions.push_back(action_of(work, write));
  }
  return apps::write_while(work.context.store, has_tree(work), std::move(actions));
}

// How far it is, for people who wait. What cannot be written is no reason to end.
void tell_percent(const Work& work, const std::string& page_key) {
  const size_t hash = page_key.rfind('#');
  const int64_t number =
      hash == std::string::npos ? 0 : std::atoll(page_key.c_str() + hash + 1) + 1;
  const int64_t pages = std::max<int64_t>(1, work.reimport.pages);
  store::UpdateRequest update;
  update.table = work.context.tables.norn();
  update.key = reimport_key(work.reimport.id);
  update.update = "SET #percent = :percent";
  update.condition = "attribute_exists(PK)";
  update.placeholders.names = {{"#percent", "percent"}};
  update.placeholders.values = {
      {":percent", store::Value::number(std::min<int64_t>(99, number * 100 / pages))}};
  const auto written = apps::write_all(work.context.store, {std::move(update)});
  if (!written) log::warn("how far an import is was not written: {}", written.error().message);
}

// --- The end.

// What the tree has at the end.
struct TreeState {
  std::string fingerprint;
  std::set<std::string> roots;  // Those of the possible roots who are there.
  int64_t people = 0;
};

Result<TreeState> state_of_tree(const Work& work) {
  TreeFingerprint fingerprint;
  TreeState state;
  const std::string root = work.tree.root_person_id.value_or("");
  NORN_TRY(visit_content(work.context, work.tree, [&](store::ItemView item) -> Result<void> {
    fingerprint.add(item);
    const std::string id = keys::person_in(apps::text_of(item, "SK"));
    if (id.empty()) return {};
    ++state.people;
    const bool may_be_root =
        id == root || id == work.reimport.first_person || id == work.reimport.root_before;
    if (may_be_root) state.roots.insert(id);
    return {};
  }));
  state.fingerprint = fingerprint.text();
  return state;
}

// Gives the tree back: it can be changed again.
Action release_tree(const Work& work, const std::optional<TreeState>& state) {
  store::UpdateRequest update;
  update.table = work.context.tables.family();
  update.key = tree_key(work.tree.owner_id, work.tree.id);
  update.condition = "Importing = :id AND NOT attribute_type(HandedTo, :text)";
  update.placeholders.values = {{":id", work.reimport.id}, {":text", "S"}};
  std::string removed = " REMOVE Importing";
  if (state) {
    update.update = "SET PersonCount = :people, Revision = :revision, UpdatedAt = :now";
    update.placeholders.values.emplace(":people", store::Value::number(state->people));
    update.placeholders.values.emplace(":revision", store::Value::number(work.tree.revision + 1));
    update.placeholders.values.emplace(":now", now_text(work.context));
    const std::string root = work.tree.root_person_id.value_or("");
    const std::string& other = work.reimport.state == Progress::kUndoing
                                   ? work.reimport.root_before
                                   : work.reimport.first_person;
    if (!state->roots.contains(root) && state->roots.contains(other)) {
      update.update += ", RootPersonId = :root";
      update.placeholders.values.emplace(":root", other);
    } else if (!root.empty() && !state->roots.contains(root)) {
      removed += ", RootPersonId";
    }
  }
  update.update += removed;
  return update;
}

// The last transaction. A condition that fails is looked at in the next part.
Result<void> end_with(const Work& work, TreeReimport next, const std::optional<TreeState>& state) {
  const bool can_be_undone = next.state == Progress::kDone;
  const int64_t life_s = can_be_undone ? kUndoLifeS : kComparisonLifeS;
  const int64_t ttl =
      next.undo_until_s > 0 ? next.undo_until_s : work.context.clock.now_s() + life_s;
  next.percent = 100;
  NORN_ASSIGN(
      const bool written,
      apps::write_all(work.context.store, {release_tree(work, state),
                                           put_reimport(work.context, work.item, next, ttl)}));
  if (!written) return fail(ErrorCode::kUnavailable, "The tree or its import has changed.");
  return {};
}

Result<std::optional<Walked>> end_with_problem(const Work& work, Progress state,
                                               std::string problem) {
  TreeReimport next = work.reimport;
  next.state = state;
  next.problem = std::move(problem);
  next.checks_undo = false;
  NORN_TRY(end_with(work, std::move(next), std::nullopt));
  return std::nullopt;
}

Result<std::optional<Walked>> finish_writing(const Work& work) {
  NORN_ASSIGN(const TreeState state, state_of_tree(work));
  TreeReimport next = work.reimport;
  next.state = Progress::kDone;
  next.problem.clear();
  next.fingerprint_after = state.fingerprint;
  next.root_before = work.tree.root_person_id.value_or("");
  next.undo_until_s = work.context.clock.now_s() + kUndoLifeS;
  NORN_TRY(end_with(work, std::move(next), state));
  return std::nullopt;
}

Result<std::optional<Walked>> finish_undo(const Work& work) {
  NORN_ASSIGN(const TreeState state, state_of_tree(work));
  TreeReimport next = work.reimport;
  next.state = next.problem.empty() ? Progress::kUndone : Progress::kFailed;
  next.checks_undo = false;
  next.undo_until_s = 0;
  NORN_TRY(end_with(work, std::move(next), state));
  return std::nullopt;
}

// --- The parts of the work.

// Whether the store may do it the next time.
bool may_pass(const Error& error) {
  switch (error.code) {
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kUnavailable:
    case ErrorCode::kStorageFull:
    case ErrorCode::kTooManyRequests:
      return true;
    default:
      return false;
  }
}

// Changes what is kept of the reimport while it runs.
Result<void> keep_reimport(const Work& work, const TreeReimport& next) {
  NORN_ASSIGN(const bool written,
              apps::write_all(work.context.store,
                              {put_reimport(work.context, work.item, next, std::nullopt)}));
  if (!written) return fail(ErrorCode::kUnavailable, "The import has changed.");
  return {};
}

// What was written goes again.
Result<std::optional<Walked>> turn_back(const Work& work, const Error& error) {
  log::warn("an import into a family tree is undone: {}", error.message);
  TreeReimport next = work.reimport;
  next.state = Progress::kUndoing;
  next.problem = problem_json(conflict(kReimportFailed).error());
  NORN_TRY(keep_reimport(work, next));
  return Walked{.to = std::string(kUndoPagesStage), .found_any = true};
}

Result<std::optional<Walked>> write_part(const Work& work, const std::string& from) {
  const std::string& id = work.reimport.id;
  if (from.starts_with(kWriteStage)) {
    NORN_ASSIGN(const auto page, next_writes(work.context, id, keys::after(kWriteStage, from)));
    if (!page) return finish_writing(work);
    const auto written = write_page(work, *page);
    if (!written && may_pass(written.error())) return std::unexpected(written.error());
    if (!written) return turn_back(work, written.error());
    // The tree is not the reimport's any more: the next part looks at that.
    if (!*written) return Walked{.to = from, .found_any = true};
    tell_percent(work, page->key);
    return Walked{.to = std::string(kWriteStage) + page->key, .found_any = true};
  }
  if (from.starts_with(kKeepStage)) {
    const int64_t until_s = work.context.clock.now_s() + kUndoLifeS + kComparisonLifeS;
    NORN_ASSIGN(const std::string last,
                keep_pages(work.context, id, keys::after(kKeepStage, from), until_s));
    const bool is_last = last.empty();
    return Walked{.to = is_last ? std::string(kWriteStage) : std::string(kKeepStage) + last,
                  .found_any = true};
  }
  // Once only: afterwards the tree may have been written.
  if (!work.reimport.is_checked) {
    const auto checked = ChosenTree(work).check();
    if (!checked && checked.error().code != ErrorCode::kConflict) {
      return std::unexpected(checked.error());
    }
    if (!checked) return end_with_problem(work, Progress::kFailed, problem_json(checked.error()));
    TreeReimport next = work.reimport;
    next.is_checked = true;
    NORN_TRY(keep_reimport(work, next));
  }
  return Walked{.to = std::string(kKeepStage), .found_any = true};
}

Result<std::optional<Walked>> undo_part(const Work& work, const std::string& from) {
  if (!from.starts_with(kUndoPagesStage)) {
    if (work.reimport.checks_undo) {
      NORN_ASSIGN(const TreeState state, state_of_tree(work));
      if (state.fingerprint != work.reimport.fingerprint_after) {
        return end_with_problem(work, Progress::kDone,
                                problem_json(conflict(kTreeChangedSinceImport).error()));
      }
      TreeReimport next = work.reimport;
      next.checks_undo = false;
      NORN_TRY(keep_reimport(work, next));
    }
    return Walked{.to = std::string(kUndoPagesStage), .found_any = true};
  }
  NORN_ASSIGN(const auto page,
              next_undo(work.context, work.reimport.id, keys::after(kUndoPagesStage, from)));
  if (!page) return finish_undo(work);
  NORN_ASSIGN(const bool written, write_page(work, *page));
  if (!written) return Walked{.to = from, .found_any = true};
  tell_percent(work, page->key);
  return Walked{.to = std::string(kUndoPagesStage) + page->key, .found_any = true};
}

// The tree under the owner that it had, or under another one by now. Trees of other programs may
// have the same id.
Result<std::optional<Tree>> find_imported_tree(const Context& context, const std::string& tree_id,
                                               const std::string& reimport_id,
                                               const std::optional<store::Item>& reimport) {
  if (reimport) {
    NORN_ASSIGN(const auto item,
                find_tree_item(context, apps::text_of(*reimport, "ownerId"), tree_id));
    auto tree = item ? tree_from(*item) : not_found(kTreeNotFound);
    if (tree && tree->importing == reimport_id) return *std::move(tree);
  }
  return find_tree(context, tree_id);
}

// A tree that is gone, or that has lost its journal, has nothing more to be done.
Result<void> give_up(const Context& context, const std::optional<Tree>& tree,
                     const std::string& reimport_id, const std::optional<store::Item>& item) {
  if (tree && tree->importing == reimport_id) {
    store::UpdateRequest update;
    update.table = context.tables.family();
    update.key = tree_key(tree->owner_id, tree->id);
    update.update = "REMOVE Importing";
    update.condition = "Importing = :id";
    update.placeholders.values = {{":id", reimport_id}};
    NORN_TRY(apps::write_all(context.store, {std::move(update)}));
  }
  if (!item || !reimport_from(*item).is_running()) return {};
  TreeReimport next = reimport_from(*item);
  next.state = Progress::kFailed;
  next.problem = problem_json(conflict(kTreeChangedSinceComparison).error());
  NORN_TRY(apps::write_all(
      context.store,
      {put_reimport(context, *item, next, context.clock.now_s() + kComparisonLifeS)}));
  return {};
}

}  // namespace

Result<std::optional<Walked>> reimport_part(const Context& context, const std::string& subject,
                                            const std::string& from) {
  const size_t slash = subject.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string tree_id = subject.substr(0, slash);
  const std::string reimport_id = subject.substr(slash + 1);
  NORN_ASSIGN(auto item, find_reimport(context, reimport_id));
  NORN_ASSIGN(auto tree, find_imported_tree(context, tree_id, reimport_id, item));
  const bool is_begun = tree && tree->importing == reimport_id;
  const bool is_running = item && reimport_from(*item).is_running();
  if (!is_begun || !is_running) {
    NORN_TRY(give_up(context, tree, reimport_id, item));
    return std::nullopt;
  }
  if (tree->handed_to) {
    return fail(ErrorCode::kUnavailable, "The tree is being handed over.");
  }
  TreeReimport reimport = reimport_from(*item);
  const Work work = {context, *std::move(tree), *std::move(item), std::move(reimport)};
  return work.reimport.state == Progress::kWriting ? write_part(work, from) : undo_part(work, from);
}

Result<bool> sweep_reimport(const Context& context, const std::string& reimport_id) {
  NORN_ASSIGN(const auto item, find_reimport(context, reimport_id));
  if (item && reimport_from(*item).is_running()) {
    return fail(ErrorCode::kUnavailable, "The import is being written or undone.");
  }
  return remove_journal(context, reimport_id);
}

}  // namespace norn::family
