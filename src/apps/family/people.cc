#include "apps/family/people.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "apps/family/facts.h"
#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/merges.h"
#include "apps/family/relationships.h"
#include "apps/family/render.h"
#include "apps/family/rules.h"
#include "apps/family/sentences.h"
#include "apps/family/sweep.h"
#include "apps/family/tree_pages.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

constexpr std::string_view kBinnedPerson = "person";

Person new_person(const PersonInput& input) {
  Person person;
  person.first_name = input.first_name;
  person.middle_name = input.middle_name;
  person.last_name = input.last_name;
  person.birth_name = input.birth_name;
  person.preferred_name = input.preferred_name;
  person.suffix = input.suffix;
  person.gender = input.gender;
  person.birth = input.birth;
  person.death = input.death;
  person.is_deceased = input.is_deceased;
  person.birth_place = input.birth_place;
  person.death_place = input.death_place;
  person.biography = input.biography;
  person.photo_url = input.photo_url;
  person.birth_citations = input.birth_citations;
  person.death_citations = input.death_citations;
  return person;
}

Person patched(const Person& person, const PersonPatch& patch) {
  Person next = person;
  const auto set = [](auto& member, const auto& change) {
    if (change) member = *change;
  };
  set(next.first_name, patch.first_name);
  set(next.middle_name, patch.middle_name);
  set(next.last_name, patch.last_name);
  set(next.birth_name, patch.birth_name);
  set(next.preferred_name, patch.preferred_name);
  set(next.suffix, patch.suffix);
  set(next.gender, patch.gender);
  set(next.birth, patch.birth);
  set(next.death, patch.death);
  set(next.is_deceased, patch.is_deceased);
  set(next.birth_place, patch.birth_place);
  set(next.death_place, patch.death_place);
  set(next.biography, patch.biography);
  set(next.photo_url, patch.photo_url);
  set(next.birth_citations, patch.birth_citations);
  set(next.death_citations, patch.death_citations);
  return next;
}

// "https://...": shown as a link, and never loaded by the page. The path of one of Norn's own
// photos stays, but only making that the main photo sets it (apps/family/photos).
Result<void> check_photo_url(const std::optional<std::string>& url,
                             const std::optional<std::string>& before) {
  if (!url || url == before) return {};
  if (url->starts_with("https://") || url->starts_with("http://")) return {};
  return invalid("photoUrl", kPhotoUrlForm);
}

Result<void> check_sources_of_person(const Context& context, const Tree& tree, const Person& person,
                                     const Person& before) {
  NORN_TRY(check_citations(context, tree, "birthCitations", person.birth_citations,
                           before.birth_citations));
  NORN_TRY(check_citations(context, tree, "deathCitations", person.death_citations,
                           before.death_citations));
  const auto bytes = [](const Person& one) {
    return cited_bytes(one.birth_citations) + cited_bytes(one.death_citations);
  };
  return check_cited_bytes(bytes(person), bytes(before));
}

// The place of a new person among those of the owner that were created at the same millisecond.
Result<int64_t> next_ordinal(const Context& context, const std::string& owner_id,
                             const std::string& created_at) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.index = "GSI3";
  request.key_condition = "GSI3PK = :pk AND begins_with(GSI3SK, :time)";
  request.placeholders.values = {{":pk", keys::user(owner_id)},
                                 {":time", keys::person_at(created_at, "")}};
  int64_t count = 0;
  NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView) -> Result<void> {
    ++count;
    return {};
  }));
  return count + 1;
}

// The relationships of a new person, which rules may refuse.
class Linking {
 public:
  Linking(const Context& context, const TreeAccess& access, const std::string& user_id,
          const Person& person)
      : context_(context), access_(access), user_id_(user_id), person_(person) {}

  Result<void> add(const NewRelatives& relatives, TreeChange& change) {
    NORN_TRY(check_new("parents", relatives.parents.size()));
    NORN_TRY(check_new("children", relatives.children.size()));
    NORN_TRY(check_new("spouses", relatives.spouses.size()));
    NORN_TRY(read(relatives));
    NORN_TRY(check_numbers(relatives));
    NORN_TRY(check_once("parents", relatives.parents));
    NORN_TRY(check_once("children", relatives.children));
    NORN_TRY(check_once("spouses", relatives.spouses));
    for (const auto& [id, type] : relatives.parents) {
      NORN_ASSIGN(const Person* parent, find("parents", id));
      NORN_TRY(check_births(*parent, person_, type));
      link(*parent, person_, type, change);
    }
    for (const auto& [id, type] : relatives.children) {
      NORN_ASSIGN(const Person* child, find("children", id));
      NORN_TRY(check_births(person_, *child, type));
      // A parent of the new person must not descend from a child of the new person.
      for (const auto& [parent_id, parent_type] : relatives.parents) {
        NORN_ASSIGN(const Person* parent, find("parents", parent_id));
        NORN_TRY(check_ancestry(context_, access_.tree, *parent, *child));
      }
      link(person_, *child, type, change);
    }
    for (const auto& [id, status] : relatives.spouses) {
      NORN_ASSIGN(const Person* spouse, find("spouses", id));
      Couple couple = {.person1_id = spouse->id, .person2_id = person_.id, .status = status};
      set_common(couple);
      // A new person has no relationship the other way round.
      change.add(put_new(context_, to_item(couple)));
    }
    for (const auto& [id, person] : people_) {
      store::ConditionCheck check;
      check.table = context_.tables.family();
      check.key = person_key(access_.tree.owner_id, id);
      check.condition = "attribute_exists(PK)";
      change.add(std::move(check));
    }
    return {};
  }

 private:
  static Result<void> check_new(std::string_view field, size_t count) {
    if (count <= kMaxNewRelatives) return {};
    return conflict(field, kTooManyNewRelatives(kMaxNewRelatives, field));
  }
  Result<void> read(const NewRelatives& relatives) {
    std::vector<std::string> ids;
    for (const auto& [id, type] : relatives.parents) ids.push_back(id);
    for (const auto& [id, type] : relatives.children) ids.push_back(id);
    for (const auto& [id, status] : relatives.spouses) ids.push_back(id);
    NORN_ASSIGN(auto people, find_people(context_, access_.tree, ids));
    for (Person& one : people) {
      std::string id = one.id;
      people_.emplace(std::move(id), std::move(one));
    }
    return {};
  }
  // How many relatives those have who get one more.
  Result<void> check_numbers(const NewRelatives& relatives) const {
    for (const auto& [id, type] : relatives.parents) {
      NORN_ASSIGN(const Relations known, relatives_of(context_, access_.tree, id));
      if (known.children.size() >= kMaxChildren) {
        return conflict("parents", kTooManyRelatives(kMaxChildren, "children"));
      }
    }
    for (const auto& [id, type] : relatives.children) {
      NORN_ASSIGN(const Relations known, relatives_of(context_, access_.tree, id));
      if (known.parents.size() >= kMaxParents) {
        return conflict("children", kTooManyRelatives(kMaxParents, "parents"));
      }
    }
    for (const auto& [id, status] : relatives.spouses) {
      NORN_ASSIGN(const Relations known, relatives_of(context_, access_.tree, id));
      if (known.couples.size() >= kMaxSpouses) {
        return conflict("spouses", kTooManyRelatives(kMaxSpouses, "spouses"));
      }
    }
    return {};
  }
  template <typename Kind>
  Result<void> check_once(std::string_view field,
                          const std::vector<std::pair<std::string, Kind>>& relatives) const {
    std::set<std::string_view> known;
    for (const auto& [id, kind] : relatives) {
      NORN_ASSIGN(const Person* person, find(field, id));
      if (!known.insert(id).second) return conflict(field, kRelativeTwice(person->full_name()));
    }
    return {};
  }
  Result<const Person*> find(std::string_view field, const std::string& id) const {
    const auto found = people_.find(id);
    if (found == people_.end()) return conflict(field, kPersonElsewhere(id));
    return &found->second;
  }
  template <typename T>
  void set_common(T& relationship) const {
    relationship.tree_id = access_.tree.id;
    relationship.owner_id = access_.tree.owner_id;
    relationship.created_at = relationship.updated_at = person_.created_at;
    relationship.created_by = relationship.updated_by = user_id_;
  }
  void link(const Person& parent, const Person& child, ParentKind type, TreeChange& change) const {
    ParentChild made = {.parent_id = parent.id, .child_id = child.id, .type = type};
    set_common(made);
    add_new(context_, made, change);
  }

  const Context& context_;
  const TreeAccess& access_;
  const std::string& user_id_;
  const Person& person_;
  std::map<std::string, Person> people_;
};

Result<std::optional<Person>> try_create_person(const Context& context, const std::string& user_id,
                                                const std::string& tree_id,
                                                const PersonInput& input,
                                                const NewRelatives& relatives,
                                                const apps::Creation& creation) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return find_person(context, access.tree, *made);
  Person person = new_person(input);
  person.id = context.ids.uuid();
  person.tree_id = tree_id;
  person.owner_id = access.tree.owner_id;
  person.created_at = person.updated_at = now_text(context);
  person.created_by = person.updated_by = user_id;
  NORN_TRY(check_life(person));
  NORN_TRY(check_photo_url(person.photo_url, std::nullopt));
  NORN_TRY(check_sources_of_person(context, access.tree, person, {}));
  NORN_TRY(context.quotas.check_new_in(keys::tree(tree_id), apps::kPeopleQuota));
  NORN_ASSIGN(person.ordinal, next_ordinal(context, person.owner_id, person.created_at));
  TreeChange change(context, access, user_id);
  change.count(1);
  if (!access.tree.root_person_id) change.set_root(person.id);
  change.add(put_new(context, to_item(person)));
  NORN_TRY(Linking(context, access, user_id, person).add(relatives, change));
  if (auto remembered = context.idempotency.remember(creation, person.id)) {
    change.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return person_from(to_item(person));
}

Result<std::optional<Person>> try_change_person(const Context& context, const std::string& user_id,
                                                const std::string& tree_id,
                                                const std::string& person_id,
                                                const PersonPatch& patch, const std::string& etag) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto item, find_person_item(context, access.tree, person_id));
  if (!item) return not_found(kPersonNotFound);
  NORN_ASSIGN(Person now, person_from(*item));
  if (now.etag != etag) return stale_person(access, now, today(context));
  Person next = patched(now, patch);
  if (next == now) return now;
  NORN_TRY(check_life(next));
  NORN_TRY(check_photo_url(next.photo_url, now.photo_url));
  NORN_TRY(check_sources_of_person(context, access.tree, next, now));
  TreeChange change(context, access, user_id);
  const bool lived_otherwise = next.birth != now.birth || next.death != now.death;
  if (lived_otherwise) NORN_TRY(check_births_around(context, access.tree, next));
  // Names of kinship follow the gender.
  if (lived_otherwise || next.gender != now.gender) change.revise();
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit whole = edit(context, *item, to_item(next), person_attributes());
  change.add(std::move(whole.action));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(now, person_from(whole.item));
  return now;
}

Result<std::optional<Done>> try_remove_person(const Context& context, const std::string& user_id,
                                              const std::string& tree_id,
                                              const std::string& person_id,
                                              const std::string& etag) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto item, find_person_item(context, access.tree, person_id));
  if (!item) return not_found(kPersonNotFound);
  NORN_ASSIGN(Person person, person_from(*item));
  if (person.etag != etag) return stale_person(access, person, today(context));
  NORN_ASSIGN(const Relations relatives, relatives_of(context, access.tree, person_id));
  NORN_ASSIGN(const std::string bin_owner, person_bin(context, access.tree));
  apps::Deletion deletion = {.owner = bin_owner,
                             .id = person_id,
                             .kind = std::string(kBinnedPerson),
                             .title = person.full_name(),
                             .starts_at = person.birth.day.value_or(""),
                             .deleted_by = user_id,
                             .items = {{context.tables.family(), *item}}};
  deletion.sweep = {std::string(kPersonSweep), sweep_subject(tree_id, person_id)};
  TreeChange change(context, access, user_id);
  change.count(-1);
  if (access.tree.root_person_id == person_id) change.set_root(std::nullopt);
  change.add(remove_unchanged(context, *item));
  // Those that do not fit into the transaction are ignored without the person, until the sweep.
  constexpr size_t kActionsOfBin = 10;
  for (const store::Item& one : relatives.items) {
    if (change.room() <= kActionsOfBin) break;
    change.add(remove_any(context, one));
    deletion.items.push_back({context.tables.family(), one});
  }
  std::vector<Action> of_bin;
  NORN_TRY(bin_of(context).add(deletion, of_bin));
  for (Action& action : of_bin) change.add(std::move(action));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return Done{};
}

// The other one in a relationship of the person.
std::string other_in(const std::string& sort_key, const std::string& person_id) {
  for (const auto& pair : {keys::child_in(sort_key), keys::spouse_in(sort_key)}) {
    if (pair) return pair->first == person_id ? pair->second : pair->first;
  }
  return "";
}

// The parents and children who come back with a person. Together they must not make anybody their
// own ancestor.
class Family {
 public:
  Family(const Context& context, const Tree& tree) : context_(context), tree_(tree) {}

  // False if the relationship would do that, or does not fit what was changed meanwhile.
  Result<bool> add(const Person& person, const Person& other, store::ItemView item) {
    const auto link = parent_child_from(item);
    if (!link) return true;
    const bool is_child = link->parent_id == person.id;
    const auto births = is_child ? check_births(person, other, link->type)
                                 : check_births(other, person, link->type);
    if (!births) return false;
    for (const Person& one : is_child ? parents_ : children_) {
      const auto checked = is_child ? check_ancestry(context_, tree_, one, other)
                                    : check_ancestry(context_, tree_, other, one);
      if (!checked && checked.error().code == ErrorCode::kConflict) return false;
      if (!checked) return std::unexpected(checked.error());
    }
    (is_child ? children_ : parents_).push_back(other);
    return true;
  }

 private:
  const Context& context_;
  const Tree& tree_;
  std::vector<Person> parents_;
  std::vector<Person> children_;
};

Result<std::optional<Person>> try_restore_person(const Context& context, const std::string& user_id,
                                                 const std::string& tree_id,
                                                 const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const std::string bin_owner, person_bin(context, access.tree));
  NORN_ASSIGN(const apps::Binned binned, bin.find(bin_owner, person_id));
  if (binned.kind == kBinnedMerge) {
    NORN_ASSIGN(auto undone, try_undo_merge(context, user_id, tree_id, std::nullopt, person_id));
    if (!undone) return std::nullopt;
    return std::move(undone->other.person);
  }
  NORN_ASSIGN(const auto taken_id, find_item(context, person_key(access.tree.owner_id, person_id)));
  if (taken_id) return conflict(apps::kBinIdTaken);
  NORN_TRY(context.quotas.check_restored_in(keys::tree(tree_id), apps::kPeopleQuota));
  const std::string& owner_id = access.tree.owner_id;
  TreeChange change(context, access, user_id);
  change.count(1);
  std::vector<Action> taken;
  bin.take(binned, taken);
  for (Action& action : taken) change.add(std::move(action));
  std::optional<Person> person;
  Family family(context, access.tree);
  // The person comes first in what was deleted.
  for (const apps::BinnedItem& one : binned.items) {
    const store::Item item = under_owner(one.item, owner_id);
    const std::string sort_key = apps::text_of(item, "SK");
    if (!person) {
      NORN_ASSIGN(person, person_from(item));
      change.add(put_new(context, item));
      continue;
    }
    const std::string other_id = other_in(sort_key, person_id);
    if (other_id.empty() || change.room() <= 1) continue;
    NORN_ASSIGN(const auto other_item, find_person_item(context, access.tree, other_id));
    if (!other_item) continue;
    const auto other = person_from(*other_item);
    NORN_ASSIGN(const auto there, find_item(context, apps::key_of(keys::user(owner_id), sort_key)));
    if (!other || there) continue;
    NORN_ASSIGN(const bool fits, family.add(*person, *other, item));
    if (fits) change.add(put_new(context, item));
  }
  if (!person) return not_found(kPersonNotFound);
  if (!access.tree.root_person_id) change.set_root(person_id);
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return person;
}

}  // namespace

SeenPerson seen_by(const TreeAccess& access, Person person, Date today) {
  SeenPerson seen = {.person = std::move(person)};
  Person& shown = seen.person;
  seen.is_living = shown.is_living(today);
  seen.is_protected = access.is_stranger() && seen.is_living;
  if (!access.is_stranger()) return seen;
  // Who wrote it is for members.
  shown.created_by.reset();
  shown.updated_by.reset();
  // The tag of the whole item would tell whether a guess of what is hidden is right.
  const auto with_tag = [](SeenPerson one) {
    one.person.etag = apps::etag_of(to_item(one.person).json());
    return one;
  };
  if (!seen.is_protected) return with_tag(std::move(seen));
  shown.gender = Gender::kUnknown;
  shown.birth = {};
  shown.death = {};
  shown.birth_place.reset();
  shown.death_place.reset();
  shown.biography.reset();
  shown.photo_url.reset();
  shown.birth_citations.clear();
  shown.death_citations.clear();
  seen.is_nameless = !access.tree.shows_living_names;
  if (seen.is_nameless) {
    shown.first_name.clear();
    shown.last_name.clear();
    shown.middle_name.reset();
    shown.birth_name.reset();
    shown.preferred_name.reset();
    shown.suffix.reset();
  }
  return with_tag(std::move(seen));
}

std::unexpected<Error> stale_person(const TreeAccess& access, Person person, Date today) {
  std::string current;
  const SeenPerson seen = seen_by(access, std::move(person), today);
  append_json(current, seen);
  return stale("person", std::move(current), seen.person.etag);
}

Result<SeenPerson> People::create(const std::string& user_id, const std::string& tree_id,
                                  const PersonInput& input, const NewRelatives& relatives,
                                  const apps::Creation& creation) {
  NORN_ASSIGN(auto made, decide_and_write([&] {
                return try_create_person(context_, user_id, tree_id, input, relatives, creation);
              }));
  const Date now = today(context_);
  const bool is_living = made.is_living(now);
  return SeenPerson{.person = std::move(made), .is_living = is_living};
}

Result<SeenPerson> People::get(const std::string& user_id, const std::string& tree_id,
                               const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(auto person, find_person(context_, access.tree, person_id));
  return seen_by(access, std::move(person), today(context_));
}

Result<PeoplePage> People::list(const std::string& user_id, const std::string& tree_id,
                                size_t limit, const std::string& after) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(TreePage found,
              page_of_tree(context_, access.tree, keys::kPersonPrefix, limit, after));
  PeoplePage page = {.people = {}, .next = std::move(found.next)};
  const Date now = today(context_);
  for (Person& person : apps::readable<Person>(found.items, person_from)) {
    page.people.push_back(seen_by(access, std::move(person), now));
  }
  return page;
}

Result<SeenPerson> People::change(const std::string& user_id, const std::string& tree_id,
                                  const std::string& person_id, const PersonPatch& patch,
                                  const std::string& etag) {
  NORN_ASSIGN(auto changed, decide_and_write([&] {
                return try_change_person(context_, user_id, tree_id, person_id, patch, etag);
              }));
  const Date now = today(context_);
  const bool is_living = changed.is_living(now);
  return SeenPerson{.person = std::move(changed), .is_living = is_living};
}

Result<void> People::remove(const std::string& user_id, const std::string& tree_id,
                            const std::string& person_id, const std::string& etag) {
  NORN_TRY(decide_and_write(
      [&] { return try_remove_person(context_, user_id, tree_id, person_id, etag); }));
  return {};
}

Result<apps::BinPage> People::bin(const std::string& user_id, const std::string& tree_id,
                                  int64_t limit, const std::string& after) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kWrite));
  NORN_ASSIGN(const std::string bin_owner, person_bin(context_, access.tree));
  return bin_of(context_).list(bin_owner, limit, after);
}

Result<SeenPerson> People::restore(const std::string& user_id, const std::string& tree_id,
                                   const std::string& person_id) {
  NORN_ASSIGN(auto restored, decide_and_write([&] {
                return try_restore_person(context_, user_id, tree_id, person_id);
              }));
  const Date now = today(context_);
  const bool is_living = restored.is_living(now);
  return SeenPerson{.person = std::move(restored), .is_living = is_living};
}

Result<void> People::remove_for_good(const std::string& user_id, const std::string& tree_id,
                                     const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kOwn));
  NORN_ASSIGN(const std::string bin_owner, person_bin(context_, access.tree));
  return bin_of(context_).remove(bin_owner, person_id);
}

Result<void> People::empty_bin(const std::string& user_id, const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kOwn));
  NORN_ASSIGN(const std::string bin_owner, person_bin(context_, access.tree));
  return bin_of(context_).empty(bin_owner);
}

}  // namespace norn::family
