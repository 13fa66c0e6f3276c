#include "apps/family/inspection.h"

#include <algorithm>
#include <map>
#include <set>

#include "apps/family/keys.h"
#include "apps/family/model/fact.h"
#include "apps/family/model/photo.h"
#include "apps/family/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {
namespace {

template <typename T>
std::optional<Error> reading_error(const Result<T>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

std::optional<Error> error_in(const std::string& sort_key, store::ItemView item) {
  if (sort_key.starts_with(keys::kTreePrefix)) return reading_error(tree_from(item));
  if (sort_key.starts_with(keys::kSharedPrefix)) return reading_error(share_from(item));
  if (keys::child_in(sort_key)) return reading_error(parent_child_from(item));
  if (keys::spouse_in(sort_key)) return reading_error(couple_from(item));
  if (sort_key.starts_with(keys::kFactPrefix) || sort_key.starts_with(keys::kNotePrefix)) {
    return reading_error(fact_from(item));
  }
  if (sort_key.starts_with(keys::kSourcePrefix)) return reading_error(source_from(item));
  if (sort_key.starts_with(keys::kMediaPrefix)) return reading_error(photo_from(item));
  if (sort_key.starts_with(keys::kPersonPrefix)) return reading_error(person_from(item));
  return std::nullopt;
}

using TreeOfOwner = std::pair<std::string, std::string>;

TreeOfOwner tree_of_person(store::ItemView person) {
  return {keys::after(keys::kUserPrefix, apps::text_of(person, "PK")),
          apps::text_of(person, "TreeId")};
}

int64_t count_before(store::ItemView tree) {
  const auto read = tree_from(tree);
  return read ? read->person_count : 0;
}

// Of some changes of the items of a tree.
struct Removals {
  std::set<std::string> people;  // Who were deleted.
  int64_t added = 0;
  int64_t counted = 0;  // By so many fewer the tree counts.
  std::string root;     // After it.
};

}  // namespace

// Everything is in the partition of the person who may repair it.
std::optional<apps::ItemFault> FamilyInspector::inspect(store::ItemView item) const {
  const std::string user_id = keys::after(keys::kUserPrefix, apps::text_of(item, "PK"));
  if (user_id.empty()) return std::nullopt;
  const auto error = error_in(apps::text_of(item, "SK"), item);
  if (!error) return std::nullopt;
  apps::ItemOwner owner;
  if (apps::is_id(user_id)) owner = {"user", user_id};
  return apps::ItemFault{.reason = said_by(*error), .owner = std::move(owner)};
}

Result<std::vector<apps::Action>> FamilyInspector::remove_with(store::ItemView item) {
  std::vector<apps::Action> actions;
  const std::string owner_id = keys::after(keys::kUserPrefix, apps::text_of(item, "PK"));
  const std::string sort_key = apps::text_of(item, "SK");
  const std::string tree_id = keys::after(keys::kTreePrefix, sort_key);
  const std::string person_id = keys::person_in(sort_key);
  if (apps::is_id(tree_id)) {
    actions.push_back(context_.sweeps.begin(kTreeSweep, sweep_subject(owner_id, tree_id)));
  } else if (apps::is_id(person_id)) {
    const std::string tree = apps::text_of(item, "TreeId");
    if (apps::is_id(tree)) {
      actions.push_back(context_.sweeps.begin(kPersonSweep, sweep_subject(tree, person_id)));
    }
  }
  return actions;
}

// Norn counts the people that it writes itself, which say who made them, and those whom it deletes
// in one transaction with the tree.
Result<void> TreeUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  std::map<TreeOfOwner, Removals> removals;
  for (const store::StreamRecord& record : records) {
    const std::string sort_key = apps::text_of(record.keys, "SK");
    if (sort_key.starts_with(keys::kTreePrefix) && record.new_image) {
      if (const auto tree = tree_from(*record.new_image)) {
        NORN_TRY(share(*tree));
        Removals& of_tree = removals[{tree->owner_id, tree->id}];
        of_tree.root = tree->root_person_id.value_or("");
        if (record.old_image)
          of_tree.counted += count_before(*record.old_image) - tree->person_count;
      }
    }
    if (keys::person_in(sort_key).empty()) continue;
    const bool is_new = record.new_image && !record.old_image;
    if (is_new && !record.new_image->contains("CreatedBy"))
      doubt(tree_of_person(*record.new_image));
    if (is_new) ++removals[tree_of_person(*record.new_image)].added;
    if (!record.new_image && record.old_image) {
      removals[tree_of_person(*record.old_image)].people.insert(keys::person_in(sort_key));
    }
  }
  for (const auto& [tree, of_tree] : removals) {
    const bool is_counted = of_tree.added == 0 && !of_tree.people.contains(of_tree.root) &&
                            of_tree.counted == static_cast<int64_t>(of_tree.people.size());
    if (!of_tree.people.empty() && !is_counted) doubt(tree);
  }
  return {};
}

Result<void> TreeUpkeep::see(store::ItemView item) {
  if (!apps::text_of(item, "SK").starts_with(keys::kTreePrefix)) return {};
  const auto tree = tree_from(item);
  if (!tree) return {};
  to_count_.emplace(tree->owner_id, tree->id);
  return share(*tree);
}

Result<void> TreeUpkeep::share(const Tree& tree) {
  for (const std::string& user_id : tree.shared_with) {
    NORN_ASSIGN(const auto there, find_item(context_, share_key(user_id, tree.id)));
    if (there) continue;
    const std::string now = now_text(context_);
    const Share share = {.tree_id = tree.id,
                         .user_id = user_id,
                         .owner_id = tree.owner_id,
                         .access = Access::kRead,
                         .created_at = now,
                         .updated_at = now};
    store::ConditionCheck still_shared;
    still_shared.table = table();
    still_shared.key = tree_key(tree.owner_id, tree.id);
    still_shared.condition = "contains(SharedWith, :user)";
    still_shared.placeholders.values.emplace(":user", user_id);
    // A condition that fails is a change that comes next.
    NORN_TRY(
        apps::write_all(context_.store, {put_new(context_, to_item(share)), std::move(still_shared),
                                         user_is_there(context_, user_id)}));
  }
  return {};
}

void TreeUpkeep::doubt(const TreeOfOwner& tree) {
  if (apps::is_id(tree.first) && apps::is_id(tree.second)) to_count_.insert(tree);
}

Result<std::optional<Done>> TreeUpkeep::try_count(const std::string& owner_id,
                                                  const std::string& tree_id) {
  NORN_ASSIGN(const auto item, find_tree_item(context_, owner_id, tree_id));
  const auto tree = item ? tree_from(*item) : Result<Tree>(Tree());
  if (!item || !tree) return Done{};
  // The table, because an index may lag, and a wrong count would stay.
  store::QueryRequest people;
  people.table = table();
  people.key_condition = "PK = :pk AND begins_with(SK, :people)";
  people.placeholders.values = {{":pk", keys::user(owner_id)}, {":people", keys::kPersonPrefix}};
  people.consistent = true;
  int64_t count = 0;
  bool has_root = !tree->root_person_id;
  NORN_TRY(apps::query_each(context_.store, people, [&](store::ItemView found) -> Result<void> {
    if (apps::text_of(found, "TreeId") != tree_id) return {};
    if (keys::person_in(apps::text_of(found, "SK")).empty()) return {};
    const auto person = person_from(found);
    if (!person) return {};
    ++count;
    has_root = has_root || person->id == *tree->root_person_id;
    return {};
  }));
  if (count == tree->person_count && item->contains("PersonCount") && has_root) return Done{};
  apps::Unchanged unchanged = apps::unchanged(*item, {"PersonCount", "Revision", "RootPersonId"});
  store::UpdateRequest request;
  request.table = table();
  request.key = tree_key(owner_id, tree_id);
  request.update =
      has_root ? "SET PersonCount = :count" : "SET PersonCount = :count REMOVE RootPersonId";
  request.condition = "attribute_exists(PK) AND " + unchanged.condition;
  request.placeholders = std::move(unchanged.placeholders);
  request.placeholders.values.emplace(":count", store::Value::number(count));
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, {std::move(request)}));
  if (!written) return std::nullopt;
  return Done{};
}

Result<void> TreeUpkeep::count_people() {
  while (!to_count_.empty()) {
    const auto [owner_id, tree_id] = *to_count_.begin();
    NORN_TRY(decide_and_write([&] { return try_count(owner_id, tree_id); }));
    to_count_.erase(to_count_.begin());
  }
  return {};
}

}  // namespace norn::family
