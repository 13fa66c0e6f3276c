#include "apps/family/search.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"

namespace norn::family {
namespace {

// People who are compared with the query: in each tree, and in all of them.
constexpr size_t kMaxComparedPerTree = 200;
constexpr size_t kMaxComparedInAllTrees = 1'000;

// The group keeps two owners apart who have trees of one id, which other programs give.
std::string group_of(const std::string& owner_id, const std::string& tree_id) {
  return owner_id + "/" + tree_id;
}

// The thing of the index is a person of an owner: when a tree is handed over, the copy under the
// new owner is another one.
std::string thing_of(const std::string& owner_id, const std::string& person_id) {
  return owner_id + "/" + person_id;
}

// What the index should have of a person; nullopt for keys of no person.
std::optional<search::IndexedThing> thing_in(store::ItemView key, const store::Item* item) {
  const std::string owner_id = keys::after(keys::kUserPrefix, apps::text_of(key, "PK"));
  const std::string person_id = keys::person_in(apps::text_of(key, "SK"));
  if (!apps::is_id(owner_id) || !apps::is_id(person_id)) return std::nullopt;
  search::IndexedThing thing = {.thing = thing_of(owner_id, person_id)};
  // Other programs may have given ids that are too long for a key of the index.
  constexpr size_t kMaxThingBytes = 900;
  if (thing.thing.size() > kMaxThingBytes) return std::nullopt;
  const auto person = item != nullptr ? person_from(*item) : Result<Person>(Person());
  if (item != nullptr && person) {
    thing.groups = {group_of(owner_id, person->tree_id)};
    thing.words =
        search::index_words(search::parts_of(person->all_names()), search::kMaxWordsPerThing);
  }
  return thing;
}

}  // namespace

Result<void> SearchUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  std::vector<search::IndexedThing> things;
  for (const store::StreamRecord& record : records) {
    auto thing = thing_in(record.keys, record.new_image ? &*record.new_image : nullptr);
    if (thing) things.push_back(*std::move(thing));
  }
  return index_.update(things);
}

Result<void> SearchUpkeep::see(store::ItemView item) {
  const store::Item copy = store::Item::copy_of(item);
  if (auto thing = thing_in(item, &copy)) seen_.push_back(*std::move(thing));
  return seen_.size() < search::kThingsIndexedAtOnce ? Result<void>() : seen_all();
}

Result<void> SearchUpkeep::seen_all() {
  return index_.update(std::exchange(seen_, {}));
}

Result<std::vector<search::Hit>> FamilySearch::search(const std::string& user_id,
                                                      const std::string& text, size_t limit) {
  const search::IndexQuery query(text);
  NORN_ASSIGN(const auto trees, trees_of(context_, user_id));
  std::vector<search::Hit> hits;
  for (const TreeAccess& access : trees) {
    if (!query.is_in(search::parts_of(access.tree.name))) continue;
    hits.push_back({.kind = "tree", .id = access.tree.id, .title = access.tree.name});
  }
  std::vector<search::Hit> people;
  size_t compared = 0;
  for (const TreeAccess& access : trees) {
    if (compared >= kMaxComparedInAllTrees) break;
    const Tree& tree = access.tree;
    NORN_ASSIGN(const auto found,
                index_.find(group_of(tree.owner_id, tree.id), query, kMaxComparedPerTree,
                            search::Index::Effort::kThorough));
    compared += found.things.size();
    std::vector<std::string> ids;
    for (const std::string& thing : found.things) {
      const std::string prefix = thing_of(tree.owner_id, "");
      if (thing.starts_with(prefix)) ids.push_back(thing.substr(prefix.size()));
    }
    NORN_ASSIGN(const auto there, find_people(context_, tree, ids));
    for (const Person& person : there) {
      if (!query.is_in(search::parts_of(person.all_names()))) continue;
      people.push_back({.kind = "relative",
                        .id = person.id,
                        .title = person.full_name(),
                        .within = search::Hit::Within{"tree", tree.id, tree.name},
                        .at = person.birth.day});
    }
  }
  std::ranges::sort(people, [](const search::Hit& left, const search::Hit& right) {
    const auto titles = apps::compare_names(left.title, right.title);
    return titles != 0 ? titles < 0 : left.id < right.id;
  });
  std::ranges::move(people, std::back_inserter(hits));
  if (hits.size() > limit) hits.resize(limit);
  return hits;
}

}  // namespace norn::family
