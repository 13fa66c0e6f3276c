#include "apps/family/model/fact.h"

#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

// What facts and sources have in common.
template <typename T>
store::Map detail_map(const T& thing, const std::string& sort_key, std::string_view type) {
  store::Map item = {{"PK", keys::user(thing.owner_id)},
                     {"SK", sort_key},
                     {"EntityType", type},
                     {"TreeId", thing.tree_id},
                     {"UserId", thing.owner_id},
                     {"CreatedAt", thing.created_at},
                     {"UpdatedAt", thing.updated_at},
                     {"GSI2PK", keys::tree(thing.tree_id)},
                     {"GSI2SK", sort_key}};
  put_text(item, "Notes", thing.notes);
  put_authors(item, thing);
  return item;
}

template <typename T>
void read_detail(apps::ItemReader& reader, T& thing) {
  thing.owner_id = id_in(reader, "PK", keys::kUserPrefix);
  thing.tree_id = reader.text("TreeId");
  reader.require(apps::is_id(thing.tree_id), "TreeId");
  thing.notes = filled_text(reader, "Notes");
  read_history(reader, thing);
}

}  // namespace

std::string Fact::sort_key() const {
  return is_note() ? keys::note(person_id, id) : keys::fact(person_id, id);
}

store::Item to_item(const Fact& fact) {
  store::Map item = detail_map(fact, fact.sort_key(), fact.is_note() ? "Note" : "Fact");
  item.emplace("PersonId", fact.person_id);
  item.emplace("Kind", fact.kind);
  put_life_date(item, "Date", fact.date);
  put_text(item, "Place", fact.place);
  put_text(item, "Value", fact.value);
  put_citations(item, "Citations", fact.citations);
  return store::Item::from_map(item);
}

store::Item to_item(const Source& source) {
  store::Map item = detail_map(source, keys::source(source.tree_id, source.id), "Source");
  item.emplace("Title", source.title);
  put_text(item, "Author", source.author);
  put_text(item, "Publication", source.publication);
  put_text(item, "Url", source.url);
  return store::Item::from_map(item);
}

Result<Fact> fact_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Fact fact;
  const std::string key = reader.text("SK");
  auto note = keys::note_in(key);
  auto pair = note ? note : keys::fact_in(key);
  const bool are_ids = pair && apps::is_id(pair->first) && apps::is_id(pair->second);
  reader.require(are_ids, "SK");
  if (are_ids) {
    fact.person_id = std::move(pair->first);
    fact.id = std::move(pair->second);
  }
  fact.kind = note ? std::string(kNoteKind) : reader.text("Kind");
  reader.require(note || (!fact.kind.empty() && fact.kind != kNoteKind), "Kind");
  fact.date = life_date_in(reader, "Date");
  fact.place = filled_text(reader, "Place");
  fact.value = filled_text(reader, "Value");
  fact.citations = citations_in(reader, "Citations");
  read_detail(reader, fact);
  if (!reader.is_sound()) return reader.error("fact");
  fact.etag = apps::etag_of(item.json());
  return fact;
}

Result<Source> source_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Source source;
  auto pair = keys::source_in(reader.text("SK"));
  const bool is_key = pair && apps::is_id(pair->second);
  reader.require(is_key, "SK");
  if (is_key) source.id = std::move(pair->second);
  source.title = reader.text("Title");
  reader.require(!source.title.empty(), "Title");
  source.author = filled_text(reader, "Author");
  source.publication = filled_text(reader, "Publication");
  source.url = filled_text(reader, "Url");
  read_detail(reader, source);
  if (!reader.is_sound()) return reader.error("source");
  source.etag = apps::etag_of(item.json());
  return source;
}

const std::vector<std::string>& fact_attributes() {
  static const std::vector<std::string> names = {
      "Kind", "Date", "DateText", "Place", "Value", "Notes", "Citations", "UpdatedAt", "UpdatedBy"};
  return names;
}

const std::vector<std::string>& source_attributes() {
  static const std::vector<std::string> names = {"Title", "Author",    "Publication", "Url",
                                                 "Notes", "UpdatedAt", "UpdatedBy"};
  return names;
}

}  // namespace norn::family
