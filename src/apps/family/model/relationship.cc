#include "apps/family/model/relationship.h"

#include <array>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/attributes.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 4> kParentKinds = {"Biological", "Adoptive", "Step",
                                                          "Foster"};
constexpr std::array<std::string_view, 5> kStatuses = {"Married", "Separated", "Widowed",
                                                       "Divorced", "Unknown"};

// What both kinds have.
template <typename T>
store::Map common_map(const T& relationship, std::string_view type) {
  store::Map item = {{"PK", keys::user(relationship.owner_id)},
                     {"EntityType", "Relationship"},
                     {"RelationshipType", type},
                     {"TreeId", relationship.tree_id},
                     {"UserId", relationship.owner_id},
                     {"CreatedAt", relationship.created_at},
                     {"UpdatedAt", relationship.updated_at},
                     {"GSI2PK", keys::tree(relationship.tree_id)}};
  put_text(item, "Notes", relationship.notes);
  put_authors(item, relationship);
  return item;
}

template <typename T>
void read_common(apps::ItemReader& reader, T& relationship) {
  relationship.owner_id = id_in(reader, "PK", keys::kUserPrefix);
  relationship.tree_id = reader.text("TreeId");
  reader.require(apps::is_id(relationship.tree_id), "TreeId");
  relationship.notes = filled_text(reader, "Notes");
  read_history(reader, relationship);
}

// The two ids of the sort key; a fault if there are none.
keys::Pair ids_in(apps::ItemReader& reader, std::optional<keys::Pair> pair) {
  const bool are_ids = pair && apps::is_id(pair->first) && apps::is_id(pair->second);
  reader.require(are_ids, "SK");
  return are_ids ? *std::move(pair) : keys::Pair();
}

void put_marriage(store::Map& item, const Marriage& marriage) {
  put_life_date(item, "MarriageDate", marriage.married);
  put_text(item, "MarriagePlace", marriage.place);
  put_life_date(item, "DivorceDate", marriage.divorced);
  put_citations(item, "MarriageCitations", marriage.marriage_citations);
  put_citations(item, "DivorceCitations", marriage.divorce_citations);
}

Marriage marriage_in(store::ItemView item) {
  const apps::ItemReader reader(item);
  return {.married = life_date_in(reader, "MarriageDate"),
          .place = filled_text(reader, "MarriagePlace"),
          .divorced = life_date_in(reader, "DivorceDate"),
          .marriage_citations = citations_in(reader, "MarriageCitations"),
          .divorce_citations = citations_in(reader, "DivorceCitations")};
}

}  // namespace

std::string_view to_text(ParentKind type) {
  return name_in(kParentKinds, type);
}

std::optional<ParentKind> parent_kind_from(std::string_view text) {
  return one_of<ParentKind>(kParentKinds, text);
}

std::string_view to_text(CoupleStatus status) {
  return name_in(kStatuses, status);
}

std::optional<CoupleStatus> couple_status_from(std::string_view text) {
  return one_of<CoupleStatus>(kStatuses, text);
}

store::Item to_item(const ParentChild& relationship) {
  store::Map item = common_map(relationship, "ParentChild");
  item.merge(
      store::Map{{"SK", keys::child_of(relationship.parent_id, relationship.child_id)},
                 {"ParentId", relationship.parent_id},
                 {"ChildId", relationship.child_id},
                 {"Type", to_text(relationship.type)},
                 {"GSI1PK", keys::person(relationship.child_id)},
                 {"GSI1SK", keys::parent(relationship.parent_id)},
                 {"GSI2SK", keys::parent_in_tree(relationship.parent_id, relationship.child_id)}});
  put_life_date(item, "AdoptionDate", relationship.adoption);
  return store::Item::from_map(item);
}

store::Item to_item(const Couple& relationship) {
  store::Map item = common_map(relationship, "Spousal");
  item.merge(store::Map{
      {"SK", keys::spouse_of(relationship.person1_id, relationship.person2_id)},
      {"Person1Id", relationship.person1_id},
      {"Person2Id", relationship.person2_id},
      {"Status", to_text(relationship.status)},
      {"GSI1PK", keys::person(relationship.person2_id)},
      {"GSI1SK", keys::spouse(relationship.person1_id)},
      {"GSI2SK", keys::spouse_in_tree(relationship.person1_id, relationship.person2_id)}});
  put_marriage(item, relationship.marriage);
  store::List history;
  for (const Marriage& earlier : relationship.history) {
    store::Map one;
    put_marriage(one, earlier);
    history.emplace_back(std::move(one));
  }
  if (!history.empty()) item.emplace("History", std::move(history));
  return store::Item::from_map(item);
}

Result<ParentChild> parent_child_from(store::ItemView item) {
  apps::ItemReader reader(item);
  ParentChild relationship;
  keys::Pair ids = ids_in(reader, keys::child_in(reader.text("SK")));
  relationship.parent_id = std::move(ids.first);
  relationship.child_id = std::move(ids.second);
  relationship.type =
      reader.optional_parsed("Type", parent_kind_from).value_or(ParentKind::kBiological);
  relationship.adoption = life_date_in(reader, "AdoptionDate");
  read_common(reader, relationship);
  if (!reader.is_sound()) return reader.error("relationship");
  relationship.etag = apps::etag_of(item.json());
  return relationship;
}

Result<Couple> couple_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Couple relationship;
  keys::Pair ids = ids_in(reader, keys::spouse_in(reader.text("SK")));
  relationship.person1_id = std::move(ids.first);
  relationship.person2_id = std::move(ids.second);
  relationship.status =
      reader.optional_parsed("Status", couple_status_from).value_or(CoupleStatus::kUnknown);
  relationship.marriage = marriage_in(item);
  if (const auto history = reader.filled_list("History")) {
    for (const store::Value& value : *history) {
      const auto* const earlier = value.get_if<store::Map>();
      if (earlier == nullptr || relationship.history.size() == kMaxEarlierMarriages) continue;
      relationship.history.push_back(marriage_in(store::Item::from_map(*earlier)));
    }
  }
  read_common(reader, relationship);
  if (!reader.is_sound()) return reader.error("relationship");
  relationship.etag = apps::etag_of(item.json());
  return relationship;
}

const std::vector<std::string>& parent_child_attributes() {
  static const std::vector<std::string> names = {"Type",  "AdoptionDate", "AdoptionDateText",
                                                 "Notes", "UpdatedAt",    "UpdatedBy"};
  return names;
}

const std::vector<std::string>& couple_attributes() {
  static const std::vector<std::string> names = {
      "Status",        "MarriageDate",      "MarriageDateText",
      "MarriagePlace", "DivorceDate",       "DivorceDateText",
      "Notes",         "History",           "UpdatedAt",
      "UpdatedBy",     "MarriageCitations", "DivorceCitations"};
  return names;
}

}  // namespace norn::family
