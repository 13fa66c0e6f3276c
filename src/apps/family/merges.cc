#include "apps/family/merges.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>

#include "apps/family/exchange/import_items.h"
#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/merged_records.h"
#include "apps/family/model/attributes.h"
#include "apps/family/rules.h"
#include "apps/family/sentences.h"
#include "apps/family/sweep.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::family {
namespace {

// A transaction holds 4 MB: what is there, a copy in the bin, and what becomes of it.
constexpr size_t kMaxMergedBytes = 1'000'000;
constexpr size_t kMaxItemBytes = 390'000;
// Kept lines of this length may go on in further items.
constexpr size_t kFullKeptBytes = kMaxKeptBytesInItem - 4;
constexpr size_t kMaxLateFacts = 40;

// What a merge does to the table: items by their sort keys.
struct MergeWrites {
  std::map<std::string, store::Item> before;  // What it changes or removes, as it was.
  std::map<std::string, store::Item> after;   // What it writes.
  // Relationships that stay, and say the same as those that are removed.
  std::map<std::string, store::Item> relied;
  std::vector<Action> conditions;
};

std::string sort_key_of(store::ItemView item) {
  return apps::text_of(item, "SK");
}

// The items of a person whose keys begin with one of these.
Result<std::vector<store::Item>> items_below(const Context& context, const Tree& tree,
                                             const std::vector<std::string>& prefixes) {
  std::vector<store::Item> items;
  for (const std::string& prefix : prefixes) {
    store::QueryRequest request;
    request.table = context.tables.family();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", keys::user(tree.owner_id)}, {":prefix", prefix}};
    request.consistent = true;
    NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
      const bool is_of_tree = apps::text_of(item, "TreeId") == tree.id;
      if (is_of_tree && items.size() < 2 * kMaxFactsPerPerson) {
        items.push_back(store::Item::copy_of(item));
      }
      return {};
    }));
  }
  return items;
}

Result<std::vector<store::Item>> fact_items_of(const Context& context, const Tree& tree,
                                               const std::string& person_id) {
  return items_below(context, tree, {keys::fact(person_id, ""), keys::note(person_id, "")});
}

Result<std::vector<store::Item>> photo_items_of(const Context& context, const Tree& tree,
                                                const std::string& person_id) {
  return items_below(context, tree, {keys::media(person_id, "")});
}

// The items of the relationships of a person, as the table has them: the index that leads to some
// may lag.
Result<std::vector<store::Item>> relationship_items_of(const Context& context, const Tree& tree,
                                                       const std::string& person_id) {
  NORN_ASSIGN(const Relations relatives, relatives_of(context, tree, person_id));
  std::vector<store::Item> wanted;
  for (const store::Item& item : relatives.items) {
    wanted.push_back(store::Item::subset(item, {"PK", "SK"}));
  }
  return apps::get_all(context.store, context.tables.family(), wanted);
}

// Who is what to a person by the key of a relationship.
enum class Kin : uint8_t { kParent, kChild, kSpouse };
struct RelativeOf {
  Kin kin = Kin::kSpouse;
  std::string id;
  friend auto operator<=>(const RelativeOf&, const RelativeOf&) = default;
};
RelativeOf relative_in(const std::string& sort_key, const std::string& person_id) {
  if (const auto link = keys::child_in(sort_key)) {
    if (link->first == person_id) return {Kin::kChild, link->second};
    return {Kin::kParent, link->first};
  }
  const auto couple = keys::spouse_in(sort_key).value_or(keys::Pair());
  return {Kin::kSpouse, couple.first == person_id ? couple.second : couple.first};
}

Action put_instead(const Context& context, store::ItemView old, store::Item next) {
  apps::Unchanged unchanged = apps::unchanged(old, apps::compared_attributes(old));
  store::PutRequest put;
  put.table = context.tables.family();
  put.item = std::move(next);
  put.condition = "attribute_exists(PK) AND " + unchanged.condition;
  put.placeholders = std::move(unchanged.placeholders);
  return put;
}

// What turns the items `from` into the items `to`, which have the same partition key.
std::vector<Action> changes_between(const Context& context,
                                    const std::map<std::string, store::Item>& from,
                                    const std::map<std::string, store::Item>& to) {
  std::vector<Action> actions;
  for (const auto& [key, item] : from) {
    const auto next = to.find(key);
    actions.push_back(next == to.end() ? remove_unchanged(context, item)
                                       : put_instead(context, item, next->second));
  }
  for (const auto& [key, item] : to) {
    if (!from.contains(key)) actions.push_back(put_new(context, item));
  }
  return actions;
}

// A refusal of a rule, about the person to be merged.
Result<void> about_other(Result<void> checked) {
  if (checked || checked.error().code != ErrorCode::kConflict) return checked;
  return conflict("otherId", said_by(checked.error()));
}

// Decides what becomes of the records of two people.
class MergePlan {
 public:
  MergePlan(const Context& context, const TreeAccess& access, const std::string& user_id,
            Person person, Person other)
      : context_(context),
        tree_(access.tree),
        user_id_(user_id),
        person_(std::move(person)),
        other_(std::move(other)),
        now_(now_text(context)) {}

  Result<MergeWrites> make(store::ItemView first, store::ItemView second,
                           const std::vector<std::string>& taken) {
    NORN_TRY(check_strangers());
    NORN_ASSIGN(const store::Item merged, merged_person(first, second, taken));
    NORN_ASSIGN(merged_, person_from(merged));
    NORN_TRY(about_other(check_life(merged_)));
    writes_.before.emplace(sort_key_of(first), store::Item::copy_of(first));
    writes_.before.emplace(sort_key_of(second), store::Item::copy_of(second));
    put(merged);
    NORN_TRY(merge_relationships());
    NORN_TRY(check_relatives());
    NORN_TRY(merge_facts());
    NORN_TRY(merge_photos());
    NORN_TRY(check_size());
    return std::move(writes_);
  }

 private:
  // That one of the two is nothing to the other.
  Result<void> check_strangers() const {
    for (const auto& [young, old] : {std::pair(&person_, &other_), std::pair(&other_, &person_)}) {
      NORN_ASSIGN(const bool descends, descends_from(context_, tree_, young->id, old->id));
      if (!descends) continue;
      return conflict("otherId", kMergeOfAncestor(young->full_name(), old->full_name()));
    }
    return {};
  }

  // Writes an item that is changed now.
  void put(const store::Item& item) {
    store::Map map = item.to_map();
    map.insert_or_assign("UpdatedAt", now_);
    map.insert_or_assign("UpdatedBy", user_id_);
    writes_.after.insert_or_assign(sort_key_of(item), store::Item::from_map(map));
  }

  Result<void> merge_relationships() {
    NORN_ASSIGN(auto own, relationship_items_of(context_, tree_, person_.id));
    for (store::Item& item : own) {
      RelativeOf relative = relative_in(sort_key_of(item), person_.id);
      relatives_.emplace(std::move(relative), std::move(item));
    }
    NORN_ASSIGN(const auto others, relationship_items_of(context_, tree_, other_.id));
    for (const store::Item& item : others) NORN_TRY(merge_relationship(item));
    return {};
  }

  Result<void> merge_relationship(const store::Item& item) {
    const RelativeOf relative = relative_in(sort_key_of(item), other_.id);
    if (relative.id == person_.id) {
      return conflict("otherId", kMergeOfCouple(person_.full_name(), other_.full_name()));
    }
    writes_.before.emplace(sort_key_of(item), item);
    // Another program has related the person to themself.
    if (relative.id == other_.id) return {};
    const auto known = relatives_.find(relative);
    if (known != relatives_.end()) {
      collapse(known->second, item);
      return {};
    }
    const store::Item moved = moved_relationship(item, other_.id, person_.id);
    writes_.after.emplace(sort_key_of(moved), moved);
    if (const auto pair = keys::spouse_in(sort_key_of(moved))) {
      writes_.conditions.push_back(is_missing(
          context_,
          apps::key_of(keys::user(tree_.owner_id), keys::spouse_of(pair->second, pair->first))));
    }
    relatives_.emplace(relative, moved);
    return {};
  }

  // The relationship to a relative of both.
  void collapse(store::Item& own, const store::Item& item) {
    const std::string key = sort_key_of(own);
    store::Item merged = merged_relationship(own, item);
    const bool is_written = writes_.after.contains(key);
    if (merged == own) {
      if (!is_written) writes_.relied.emplace(key, own);
      return;
    }
    writes_.relied.erase(key);
    if (!is_written) writes_.before.emplace(key, own);
    put(merged);
    own = std::move(merged);
  }

  // The rules about the relationships that the one has whom they become.
  Result<void> check_relatives() const {
    std::map<Kin, size_t> numbers;
    std::vector<std::string> ids;
    for (const auto& [relative, item] : relatives_) {
      ++numbers[relative.kin];
      ids.push_back(relative.id);
    }
    const auto check_number = [&](Kin kin, size_t most, std::string_view name) -> Result<void> {
      if (numbers[kin] <= most) return {};
      return conflict("otherId", kTooManyRelatives(most, name));
    };
    NORN_TRY(check_number(Kin::kParent, kMaxParents, "parents"));
    NORN_TRY(check_number(Kin::kChild, kMaxChildren, "children"));
    NORN_TRY(check_number(Kin::kSpouse, kMaxSpouses, "spouses"));
    NORN_ASSIGN(const auto people, find_people(context_, tree_, ids));
    for (const auto& [relative, item] : relatives_) {
      const auto link = parent_child_from(item);
      const auto one = std::ranges::find(people, relative.id, &Person::id);
      if (!link || one == people.end()) continue;
      const bool is_parent = relative.kin == Kin::kParent;
      NORN_TRY(about_other(
          check_births(is_parent ? *one : merged_, is_parent ? merged_ : *one, link->type)));
    }
    return {};
  }

  Result<void> merge_facts() {
    NORN_ASSIGN(const auto own, fact_items_of(context_, tree_, person_.id));
    NORN_ASSIGN(const auto others, fact_items_of(context_, tree_, other_.id));
    std::set<std::string> keys;
    for (const store::Item& item : own) keys.insert(sort_key_of(item));
    for (const store::Item& item : others) {
      writes_.before.emplace(sort_key_of(item), item);
      const auto is_same = [&](const store::Item& one) { return say_the_same(one, item); };
      if (std::ranges::any_of(own, is_same)) continue;
      store::Item moved = moved_of(item);
      if (!keys.insert(sort_key_of(moved)).second) {
        moved = moved_fact(item, person_.id, context_.ids.uuid());
        keys.insert(sort_key_of(moved));
      }
      writes_.after.emplace(sort_key_of(moved), moved);
    }
    if (keys.size() > kMaxFactsPerPerson) {
      return conflict("otherId", kTooManyFacts(kMaxFactsPerPerson));
    }
    return {};
  }

  Result<void> merge_photos() {
    NORN_ASSIGN(const auto own, photo_items_of(context_, tree_, person_.id));
    NORN_ASSIGN(const auto others, photo_items_of(context_, tree_, other_.id));
    if (!others.empty() && own.size() + others.size() > kMaxPhotosPerPerson) {
      return conflict("otherId", kTooManyPhotos(kMaxPhotosPerPerson));
    }
    for (const store::Item& item : others) {
      writes_.before.emplace(sort_key_of(item), item);
      const store::Item moved = moved_photo(item, person_.id);
      writes_.after.emplace(sort_key_of(moved), moved);
    }
    return {};
  }

  store::Item moved_of(const store::Item& item) const {
    const std::string key = sort_key_of(item);
    const auto note = keys::note_in(key);
    const auto pair = note ? note : keys::fact_in(key);
    return moved_fact(item, person_.id, pair ? pair->second : context_.ids.uuid());
  }

  Result<void> check_size() const {
    size_t bytes = 0;
    bool fits = true;
    for (const auto* const items : {&writes_.before, &writes_.after}) {
      for (const auto& [key, item] : *items) {
        bytes += item.size_bytes();
        fits = fits && item.size_bytes() <= kMaxItemBytes &&
               apps::text_of(item, "Gedcom").size() <= kFullKeptBytes;
      }
    }
    for (const auto& [relative, item] : relatives_) {
      fits = fits && count_characters(apps::text_of(item, "Notes")) <= kMaxNotesCharacters;
    }
    if (fits && bytes <= kMaxMergedBytes) return {};
    return conflict("otherId", kMergeOfTooMuchText(person_.full_name(), other_.full_name()));
  }

  const Context& context_;
  const Tree& tree_;
  const std::string& user_id_;
  const Person person_;
  const Person other_;
  const std::string now_;
  Person merged_;
  std::map<RelativeOf, store::Item> relatives_;  // Of the one whom they become.
  MergeWrites writes_;
};

// The state of an item that an undo compares: without what handing the tree over changes, and
// without the authors, whose deleted accounts are taken out of bins.
std::string state_of(store::ItemView item) {
  return etag_without(item, {"PK", "UserId", "GSI3PK", "CreatedBy", "UpdatedBy"});
}

// What an undo has to know, as an item among those in the bin.
store::Item merge_record(const Tree& tree, const std::string& person_id,
                         const std::string& other_id, const MergeWrites& writes) {
  store::List written;
  for (const auto* const items : {&writes.after, &writes.relied}) {
    for (const auto& [key, item] : *items) {
      const bool is_relied = items == &writes.relied;
      written.emplace_back(store::Map{
          {"SK", key}, {"State", state_of(item)}, {"IsRelied", store::Value::boolean(is_relied)}});
    }
  }
  return store::Item::from_map({{"Into", person_id},
                                {"WasRoot", store::Value::boolean(tree.root_person_id == other_id)},
                                {"Written", std::move(written)}});
}

std::string merge_subject(const std::string& tree_id, const std::string& person_id,
                          const std::string& other_id) {
  return sweep_subject(sweep_subject(tree_id, person_id), other_id);
}

Result<std::optional<Person>> try_merge(const Context& context, const std::string& user_id,
                                        const std::string& tree_id, const std::string& person_id,
                                        const std::string& etag, const MergeInput& input) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  const Tree& tree = access.tree;
  NORN_ASSIGN(const auto first, find_person_item(context, tree, person_id));
  if (!first) return not_found(kPersonNotFound);
  for (const std::string& name : input.taken) {
    const auto known = merged_members();
    const bool is_known = std::ranges::find(known, name) != known.end();
    if (!is_known) return invalid("take", kMergeMemberUnknown(name));
  }
  if (person_id == input.other_id) return conflict("otherId", kMergeOfOne);
  NORN_ASSIGN(const auto second, find_person_item(context, tree, input.other_id));
  if (!second) return conflict("otherId", kPersonElsewhere(input.other_id));
  NORN_ASSIGN(const Person person, person_from(*first));
  NORN_ASSIGN(const Person other, person_from(*second));
  if (person.etag != etag) return stale_person(access, person, today(context));
  if (other.etag != input.other_etag) return stale_person(access, other, today(context));
  MergePlan plan(context, access, user_id, person, other);
  NORN_ASSIGN(MergeWrites writes, plan.make(*first, *second, input.taken));
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  apps::Deletion deletion = {.owner = {},
                             .id = other.id,
                             .kind = std::string(kBinnedMerge),
                             .title = other.full_name(),
                             .starts_at = other.birth.day.value_or(""),
                             .deleted_by = user_id,
                             .items = {}};
  NORN_ASSIGN(deletion.owner, person_bin(context, tree));
  deletion.sweep = {std::string(kPersonSweep), sweep_subject(tree_id, other.id)};
  const std::string table = context.tables.family();
  deletion.items.push_back({table, merge_record(tree, person.id, other.id, writes)});
  for (const auto& [key, item] : writes.before) deletion.items.push_back({table, item});
  std::vector<Action> actions = changes_between(context, writes.before, writes.after);
  std::ranges::move(writes.conditions, std::back_inserter(actions));
  NORN_TRY(bin_of(context).add(deletion, actions));
  actions.push_back(context.sweeps.begin(kMergeSweep, merge_subject(tree_id, person.id, other.id)));
  TreeChange change(context, access, user_id);
  if (actions.size() > change.room()) {
    return conflict("otherId", kMergeTooLarge(other.full_name(), kMaxActions));
  }
  change.count(-1);
  if (tree.root_person_id == other.id) change.set_root(person.id);
  for (Action& action : actions) change.add(std::move(action));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return person_from(writes.after.at(keys::person(person.id)));
}

// The error why a merge cannot be undone: something that it wrote has another state.
Result<void> refuse_changed(const Context& context, const Tree& tree, const std::string& person_id,
                            const std::string& sort_key) {
  const auto name_of = [&](const std::string& id) -> Result<std::string> {
    NORN_ASSIGN(const auto people, find_people(context, tree, {id}));
    return people.empty() ? id : people.front().full_name();
  };
  NORN_ASSIGN(const std::string name, name_of(person_id));
  if (!keys::person_in(sort_key).empty()) return conflict(kMergedPersonChanged(name));
  if (!sort_key.starts_with(keys::kPersonPrefix)) return conflict(kMergedFactChanged(name));
  NORN_ASSIGN(const std::string other, name_of(relative_in(sort_key, person_id).id));
  return conflict(kMergedRelationshipChanged(name, other));
}

// That the births still fit when both are as they were.
Result<void> check_births_before(const Context& context, const Tree& tree,
                                 const std::string& person_id,
                                 const std::map<std::string, store::Item>& before,
                                 const std::map<std::string, store::Item>& written) {
  NORN_ASSIGN(auto links, relationship_items_of(context, tree, person_id));
  std::erase_if(links,
                [&](const store::Item& item) { return written.contains(sort_key_of(item)); });
  std::vector<std::string> ids;
  std::vector<Person> people;
  for (const auto& [key, item] : before) {
    links.push_back(item);
    if (auto person = person_from(item)) people.push_back(*std::move(person));
  }
  const auto all = apps::readable<ParentChild>(links, parent_child_from);
  for (const ParentChild& link : all) {
    ids.push_back(link.parent_id);
    ids.push_back(link.child_id);
  }
  NORN_ASSIGN(const auto others, find_people(context, tree, ids));
  people.insert(people.end(), others.begin(), others.end());
  for (const ParentChild& link : all) {
    const auto parent = std::ranges::find(people, link.parent_id, &Person::id);
    const auto child = std::ranges::find(people, link.child_id, &Person::id);
    if (parent == people.end() || child == people.end()) continue;
    const auto checked = check_births(*parent, *child, link.type);
    if (!checked) return conflict(said_by(checked.error()));
  }
  return {};
}

// What a merge wrote, if all of it is as it was written.
Result<std::map<std::string, store::Item>> written_items(const Context& context, const Tree& tree,
                                                         const std::string& person_id,
                                                         store::ItemView record) {
  std::map<std::string, store::Item> written;
  const auto list = apps::ItemReader(record).filled_list("Written");
  for (const store::Value& value : list.value_or(store::List())) {
    const auto* const map = value.get_if<store::Map>();
    if (map == nullptr) continue;
    const store::Item one = store::Item::from_map(*map);
    const std::string key = sort_key_of(one);
    NORN_ASSIGN(auto item, find_item(context, apps::key_of(keys::user(tree.owner_id), key)));
    if (!item || state_of(*item) != apps::text_of(one, "State")) {
      NORN_TRY(refuse_changed(context, tree, person_id, key));
    }
    if (!apps::boolean_of(one, "IsRelied")) written.emplace(key, *std::move(item));
  }
  return written;
}

}  // namespace

Result<std::optional<Unmerged>> try_undo_merge(const Context& context, const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::optional<std::string>& person_id,
                                               const std::string& other_id) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  const Tree& tree = access.tree;
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const std::string bin_owner, person_bin(context, tree));
  NORN_ASSIGN(const apps::Binned binned, bin.find(bin_owner, other_id));
  const bool is_merge = binned.kind == kBinnedMerge && !binned.items.empty();
  const std::string into = is_merge ? apps::text_of(binned.items.front().item, "Into") : "";
  if (!apps::is_id(into) || into != person_id.value_or(into)) {
    return not_found(apps::kNotInBin(apps::kBinDays));
  }
  const store::Item& record = binned.items.front().item;
  NORN_ASSIGN(const auto taken, find_item(context, person_key(tree.owner_id, other_id)));
  if (taken) return conflict(apps::kBinIdTaken);
  NORN_ASSIGN(const auto written, written_items(context, tree, into, record));
  std::map<std::string, store::Item> before;
  for (size_t i = 1; i < binned.items.size(); ++i) {
    store::Item item = under_owner(binned.items[i].item, tree.owner_id);
    before.emplace(sort_key_of(item), std::move(item));
  }
  const auto first = before.find(keys::person(into));
  const auto second = before.find(keys::person(other_id));
  if (first == before.end() || second == before.end()) return not_found(kPersonNotFound);
  NORN_ASSIGN(Person person, person_from(first->second));
  NORN_ASSIGN(Person other, person_from(second->second));
  NORN_TRY(check_births_before(context, tree, into, before, written));
  NORN_TRY(context.quotas.check_restored_in(keys::tree(tree_id), apps::kPeopleQuota));
  std::vector<Action> actions = changes_between(context, written, before);
  bin.take(binned, actions);
  TreeChange change(context, access, user_id);
  if (actions.size() > change.room())
    return conflict(kMergeTooLarge(other.full_name(), kMaxActions));
  change.count(1);
  const bool was_root = apps::boolean_of(record, "WasRoot");
  if (was_root && tree.root_person_id == into) change.set_root(other_id);
  for (Action& action : actions) change.add(std::move(action));
  NORN_ASSIGN(const bool is_done, change.write());
  if (!is_done) return std::nullopt;
  const Date now = today(context);
  return Unmerged{seen_by(access, std::move(person), now), seen_by(access, std::move(other), now)};
}

Result<SeenPerson> Merges::merge(const std::string& user_id, const std::string& tree_id,
                                 const std::string& person_id, const std::string& etag,
                                 const MergeInput& input) {
  NORN_ASSIGN(auto merged, decide_and_write([&] {
                return try_merge(context_, user_id, tree_id, person_id, etag, input);
              }));
  const std::string subject = merge_subject(tree_id, person_id, input.other_id);
  // It is merged, whatever becomes of this; what fails is left for later.
  if (!context_.sweeps.run_now(kMergeSweep, subject)) context_.sweeps.wake();
  const bool is_living = merged.is_living(today(context_));
  return SeenPerson{.person = std::move(merged), .is_living = is_living};
}

Result<Unmerged> Merges::undo(const std::string& user_id, const std::string& tree_id,
                              const std::string& person_id, const std::string& other_id) {
  return decide_and_write(
      [&] { return try_undo_merge(context_, user_id, tree_id, person_id, other_id); });
}

Result<bool> sweep_merge(const Context& context, const std::string& subject) {
  const size_t first = subject.find('/');
  const size_t last = subject.rfind('/');
  if (first == last) return false;
  const std::string tree_id = subject.substr(0, first);
  const std::string person_id = subject.substr(first + 1, last - first - 1);
  const std::string other_id = subject.substr(last + 1);
  NORN_ASSIGN(const auto tree, find_tree(context, tree_id));
  if (!tree || tree->handed_to) return false;
  if (tree->importing) return fail(ErrorCode::kUnavailable, "A file is imported into the tree.");
  NORN_ASSIGN(const auto other, find_person_item(context, *tree, other_id));
  if (other) return false;  // It was undone.
  std::vector<Action> actions;
  const auto move = [&](const store::Item& item, store::Item moved) {
    if (actions.size() >= 2 * kMaxLateFacts) return;
    actions.push_back(remove_unchanged(context, item));
    actions.push_back(put_new(context, std::move(moved)));
  };
  NORN_ASSIGN(const auto facts, fact_items_of(context, *tree, other_id));
  for (const store::Item& item : facts) {
    move(item, moved_fact(item, person_id, context.ids.uuid()));
  }
  NORN_ASSIGN(const auto photos, photo_items_of(context, *tree, other_id));
  for (const store::Item& item : photos) move(item, moved_photo(item, person_id));
  if (actions.empty()) return false;
  // An undo gives them back.
  actions.push_back(is_missing(context, person_key(tree->owner_id, other_id)));
  store::ConditionCheck stays;
  stays.table = context.tables.family();
  stays.key = person_key(tree->owner_id, person_id);
  stays.condition = "attribute_exists(PK)";
  actions.emplace_back(std::move(stays));
  // A condition that fails means that the person is gone, too, with whom these facts go.
  return apps::write_all(context.store, std::move(actions));
}

}  // namespace norn::family
