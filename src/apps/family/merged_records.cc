#include "apps/family/merged_records.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/fact.h"
#include "apps/family/model/photo.h"
#include "apps/family/model/relationship.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

bool is_filled(const std::string& text) {
  return !text.empty();
}
bool is_filled(const std::optional<std::string>& text) {
  return text.has_value();
}
bool is_filled(Gender gender) {
  return gender != Gender::kUnknown;
}
bool is_filled(const LifeDate& date) {
  return date.is_known();
}
bool is_filled(bool value) {
  return value;
}

struct MergedMember {
  std::string_view name;
  bool (*is_filled_in)(const Person&);
  void (*take)(Person& to, const Person& from);
};

template <auto kMember>
constexpr MergedMember merged_member(std::string_view name) {
  return {name, [](const Person& person) { return is_filled(person.*kMember); },
          [](Person& to, const Person& from) { to.*kMember = from.*kMember; }};
}

constexpr std::array kMembers = {merged_member<&Person::first_name>("firstName"),
                                 merged_member<&Person::middle_name>("middleName"),
                                 merged_member<&Person::last_name>("lastName"),
                                 merged_member<&Person::birth_name>("birthName"),
                                 merged_member<&Person::preferred_name>("preferredName"),
                                 merged_member<&Person::suffix>("suffix"),
                                 merged_member<&Person::gender>("gender"),
                                 merged_member<&Person::birth>("birthDate"),
                                 merged_member<&Person::birth_place>("birthPlace"),
                                 merged_member<&Person::death>("deathDate"),
                                 merged_member<&Person::death_place>("deathPlace"),
                                 merged_member<&Person::is_deceased>("isDeceased"),
                                 merged_member<&Person::biography>("biography"),
                                 merged_member<&Person::photo_url>("photoUrl")};

constexpr auto kMemberNames = [] {
  std::array<std::string_view, kMembers.size()> names;
  for (size_t i = 0; i < kMembers.size(); ++i) names[i] = kMembers[i].name;
  return names;
}();

// What tells a record from others, and is never taken from another one.
constexpr std::array<std::string_view, 20> kOwnAttributes = {
    "PK",        "SK",        "EntityType", "PersonId", "TreeId",   "UserId", "CreatedAt",
    "CreatedBy", "UpdatedAt", "UpdatedBy",  "GSI1PK",   "GSI1SK",   "GSI2PK", "GSI2SK",
    "GSI3PK",    "GSI3SK",    "Xref",       "Gedcom",   "ParentId", "ChildId"};

bool is_of_record(std::string_view name, const std::vector<std::string>& modelled) {
  return std::ranges::find(kOwnAttributes, name) != kOwnAttributes.end() || name == "Person1Id" ||
         name == "Person2Id" || name == "RelationshipType" || name == "MergedXrefs" ||
         std::ranges::find(modelled, name) != modelled.end();
}

// Sets the attributes `names` of `map` to those of `next`.
void set_modelled(store::Map& map, const store::Item& next, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    map.erase(name);
    if (auto value = next.value(name)) map.emplace(name, *std::move(value));
  }
}

// Attributes of other programs that the first lacks.
void take_others(store::Map& map, store::ItemView second,
                 const std::vector<std::string>& modelled) {
  for (size_t i = 0; i < second.count(); ++i) {
    const std::string name = second.attribute(i).name();
    if (is_of_record(name, modelled)) continue;
    const auto known = map.find(name);
    const bool is_missing = known == map.end() || known->second.get_if<store::Null>() != nullptr;
    if (is_missing) map.insert_or_assign(name, second.attribute(i).value());
  }
}

// The xref of the second record leads to the first from now on.
void merge_xrefs(store::Map& map, store::ItemView first, store::ItemView second) {
  std::set<std::string> others;
  for (const store::ItemView item : {first, second}) {
    for (std::string& one : apps::ItemReader(item).texts("MergedXrefs")) others.insert(one);
  }
  const std::string own = apps::text_of(first, "Xref");
  const std::string xref = apps::text_of(second, "Xref");
  if (own.empty() && !xref.empty()) map.insert_or_assign("Xref", xref);
  if (!own.empty() && !xref.empty() && own != xref) others.insert(xref);
  if (!others.empty()) {
    map.insert_or_assign("MergedXrefs", store::List(others.begin(), others.end()));
  }
}

template <typename T, typename Kept>
void merge_kept(store::Map& map, const T& merged, const Kept& first, const Kept& second) {
  if (first.kept.empty() && second.kept.empty()) return;
  const std::string text = kept_text(kept_of_merged(merged, first, second));
  map.erase("Gedcom");
  if (!text.empty()) map.emplace("Gedcom", text);
}

std::vector<gedcom::Record> kept_in(store::ItemView item) {
  return kept_children(apps::text_of(item, "Gedcom"));
}

std::optional<std::string> both_notes(const std::optional<std::string>& first,
                                      const std::optional<std::string>& second) {
  if (!first) return second;
  if (!second || first->contains(*second)) return first;
  return *first + "\n\n" + *second;
}

// The sources of two that are one.
void merge_citations(Marriage& own, const Marriage& other) {
  own.marriage_citations =
      all_citations(std::move(own.marriage_citations), other.marriage_citations);
  own.divorce_citations = all_citations(std::move(own.divorce_citations), other.divorce_citations);
}

void add_marriage(std::vector<Marriage>& history, const Marriage& marriage) {
  const auto known = std::ranges::find_if(history, [&](const Marriage& one) {
    return one.married == marriage.married && one.place == marriage.place &&
           one.divorced == marriage.divorced;
  });
  if (known != history.end()) {
    merge_citations(*known, marriage);
  } else if (history.size() < kMaxEarlierMarriages) {
    history.push_back(marriage);
  }
}

// A marriage that was certainly at another time is an earlier one of the same two.
void merge_marriage(Couple& couple, const Marriage& other) {
  Marriage& own = couple.marriage;
  if (is_before(own.married, other.married) || is_before(other.married, own.married)) {
    add_marriage(couple.history, other);
    return;
  }
  if (!own.married.is_known() && !is_before(own.divorced, other.married)) {
    own.married = other.married;
  }
  if (!own.place) own.place = other.place;
  if (!own.divorced.is_known() && !is_before(other.divorced, own.married)) {
    own.divorced = other.divorced;
  }
  merge_citations(own, other);
}

Couple merged_couple(Couple couple, const Couple& other) {
  if (couple.status == CoupleStatus::kUnknown) couple.status = other.status;
  merge_marriage(couple, other.marriage);
  for (const Marriage& earlier : other.history) add_marriage(couple.history, earlier);
  couple.notes = both_notes(couple.notes, other.notes);
  return couple;
}

ParentChild merged_link(ParentChild link, const ParentChild& other) {
  const bool lacks_date = link.type == ParentKind::kAdoptive && !link.adoption.is_known();
  if (lacks_date && other.type == ParentKind::kAdoptive) link.adoption = other.adoption;
  link.notes = both_notes(link.notes, other.notes);
  return link;
}

}  // namespace

std::span<const std::string_view> merged_members() {
  return kMemberNames;
}

Result<store::Item> merged_person(store::ItemView first, store::ItemView second,
                                  const std::vector<std::string>& taken) {
  NORN_ASSIGN(const Person own, person_from(first));
  NORN_ASSIGN(const Person other, person_from(second));
  Person merged = own;
  for (const MergedMember& member : kMembers) {
    const bool is_taken = std::ranges::find(taken, member.name) != taken.end();
    if (is_taken || !member.is_filled_in(own)) member.take(merged, other);
  }
  // What either of them cites, whichever date is kept.
  merged.birth_citations = all_citations(own.birth_citations, other.birth_citations);
  merged.death_citations = all_citations(own.death_citations, other.death_citations);
  // A main photo of the other one moves with the other photos.
  const std::string path = photos_path(other.tree_id, other.id);
  if (merged.photo_url && merged.photo_url->starts_with(path)) {
    merged.photo_url = photos_path(own.tree_id, own.id) + merged.photo_url->substr(path.size());
  }
  store::Map map = first.to_map();
  set_modelled(map, to_item(merged), person_attributes());
  take_others(map, second, person_attributes());
  merge_xrefs(map, first, second);
  merge_kept(map, merged, KeptPerson{own, kept_in(first)}, KeptPerson{other, kept_in(second)});
  return store::Item::from_map(map);
}

store::Item merged_relationship(store::ItemView first, store::ItemView second) {
  store::Map map = first.to_map();
  const auto link = parent_child_from(first);
  const auto other_link = parent_child_from(second);
  if (link && other_link) {
    const ParentChild merged = merged_link(*link, *other_link);
    if (merged != *link) set_modelled(map, to_item(merged), parent_child_attributes());
    take_others(map, second, parent_child_attributes());
    return store::Item::from_map(map);
  }
  const auto couple = couple_from(first);
  const auto other = couple_from(second);
  if (!couple || !other) return store::Item::copy_of(first);
  const Couple merged = merged_couple(*couple, *other);
  if (merged != *couple) set_modelled(map, to_item(merged), couple_attributes());
  take_others(map, second, couple_attributes());
  merge_xrefs(map, first, second);
  merge_kept(map, merged, KeptCouple{*couple, kept_in(first)}, KeptCouple{*other, kept_in(second)});
  return store::Item::from_map(map);
}

store::Item moved_relationship(store::ItemView item, const std::string& from_id,
                               const std::string& to_id) {
  const std::string key = apps::text_of(item, "SK");
  const auto renamed = [&](const std::string& id) { return id == from_id ? to_id : id; };
  store::Map map = item.to_map();
  if (const auto pair = keys::child_in(key)) {
    const std::string parent = renamed(pair->first);
    const std::string child = renamed(pair->second);
    map.insert_or_assign("SK", keys::child_of(parent, child));
    map.insert_or_assign("ParentId", parent);
    map.insert_or_assign("ChildId", child);
    map.insert_or_assign("GSI1PK", keys::person(child));
    map.insert_or_assign("GSI1SK", keys::parent(parent));
    map.insert_or_assign("GSI2SK", keys::parent_in_tree(parent, child));
  } else if (const auto couple = keys::spouse_in(key)) {
    const std::string first = renamed(couple->first);
    const std::string second = renamed(couple->second);
    map.insert_or_assign("SK", keys::spouse_of(first, second));
    map.insert_or_assign("Person1Id", first);
    map.insert_or_assign("Person2Id", second);
    map.insert_or_assign("GSI1PK", keys::person(second));
    map.insert_or_assign("GSI1SK", keys::spouse(first));
    map.insert_or_assign("GSI2SK", keys::spouse_in_tree(first, second));
  }
  return store::Item::from_map(map);
}

store::Item moved_photo(store::ItemView item, const std::string& to_id) {
  const auto pair = keys::media_in(apps::text_of(item, "SK")).value_or(keys::Pair());
  const std::string key = keys::media(to_id, pair.second);
  store::Map map = item.to_map();
  map.insert_or_assign("SK", key);
  map.insert_or_assign("PersonId", to_id);
  map.insert_or_assign("GSI2SK", key);
  return store::Item::from_map(map);
}

store::Item moved_fact(store::ItemView item, const std::string& to_id, const std::string& fact_id) {
  const bool is_note = keys::note_in(apps::text_of(item, "SK")).has_value();
  const std::string key = is_note ? keys::note(to_id, fact_id) : keys::fact(to_id, fact_id);
  store::Map map = item.to_map();
  map.insert_or_assign("SK", key);
  map.insert_or_assign("PersonId", to_id);
  map.insert_or_assign("GSI2SK", key);
  return store::Item::from_map(map);
}

bool say_the_same(store::ItemView first, store::ItemView second) {
  const auto left = fact_from(first);
  const auto right = fact_from(second);
  return left && right && left->kind == right->kind && left->date == right->date &&
         left->place == right->place && left->value == right->value &&
         left->notes == right->notes && left->citations == right->citations &&
         apps::text_of(first, "Gedcom") == apps::text_of(second, "Gedcom");
}

}  // namespace norn::family
