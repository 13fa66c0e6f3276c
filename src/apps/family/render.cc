#include "apps/family/render.h"

#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::family {
namespace {

void optional_member(ObjectWriter& object, std::string_view name,
                     const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

// "birthDate" and "birthDateText".
void date_members(ObjectWriter& object, const std::string& name, const LifeDate& date) {
  optional_member(object, name, date.day);
  optional_member(object, name + "Text", date.text);
}

template <typename Thing>
void history_members(ObjectWriter& object, const Thing& thing) {
  optional_member(object, "createdBy", thing.created_by);
  optional_member(object, "updatedBy", thing.updated_by);
  object.text("createdAt", thing.created_at);
  object.text("updatedAt", thing.updated_at);
  object.text("etag", thing.etag);
}

void write_citations(ObjectWriter& object, std::string_view name,
                     const std::vector<Citation>& citations) {
  ListWriter list(object.key(name));
  for (const Citation& citation : citations) {
    ObjectWriter one(list.next());
    one.text("sourceId", citation.source_id);
    optional_member(one, "page", citation.page);
    optional_member(one, "text", citation.text);
    if (citation.quality) {
      one.integer("quality", *citation.quality);
    } else {
      one.null("quality");
    }
    one.close();
  }
  list.close();
}

void marriage_members(ObjectWriter& object, const Marriage& marriage) {
  date_members(object, "marriageDate", marriage.married);
  optional_member(object, "marriagePlace", marriage.place);
  date_members(object, "divorceDate", marriage.divorced);
  write_citations(object, "marriageCitations", marriage.marriage_citations);
  write_citations(object, "divorceCitations", marriage.divorce_citations);
}

// What everybody may see who sees the person at all.
void name_members(ObjectWriter& object, const SeenPerson& seen) {
  const Person& person = seen.person;
  object.text("personId", person.id);
  object.text("firstName", person.first_name);
  optional_member(object, "middleName", person.middle_name);
  object.text("lastName", person.last_name);
  optional_member(object, "birthName", person.birth_name);
  optional_member(object, "preferredName", person.preferred_name);
  optional_member(object, "suffix", person.suffix);
  object.text("gender", to_text(person.gender));
  date_members(object, "birthDate", person.birth);
  date_members(object, "deathDate", person.death);
  object.boolean("isDeceased", person.is_deceased);
  object.boolean("isLiving", seen.is_living);
  object.boolean("isHidden", seen.is_nameless);
}

}  // namespace

void append_json(std::string& out, const TreeAccess& access) {
  const Tree& tree = access.tree;
  ObjectWriter object(out);
  object.text("treeId", tree.id);
  object.text("userId", tree.owner_id);
  object.text("treeName", tree.name);
  optional_member(object, "description", tree.description);
  optional_member(object, "rootPersonId", tree.root_person_id);
  object.boolean("isPublic", tree.is_public);
  object.boolean("showsLivingNames", tree.shows_living_names);
  object.integer("personCount", tree.person_count);
  object.boolean("isHandedOver", tree.handed_to.has_value());
  object.boolean("isBeingImported", tree.importing.has_value());
  object.text("role", to_text(access.role));
  object.text("createdAt", tree.created_at);
  object.text("updatedAt", tree.updated_at);
  object.text("etag", tree.etag);
  object.close();
}

void append_json(std::string& out, const SeenPerson& seen) {
  const Person& person = seen.person;
  ObjectWriter object(out);
  name_members(object, seen);
  object.text("treeId", person.tree_id);
  optional_member(object, "birthPlace", person.birth_place);
  optional_member(object, "deathPlace", person.death_place);
  optional_member(object, "biography", person.biography);
  optional_member(object, "photoUrl", person.photo_url);
  write_citations(object, "birthCitations", person.birth_citations);
  write_citations(object, "deathCitations", person.death_citations);
  history_members(object, person);
  object.close();
}

void append_brief_json(std::string& out, const SeenPerson& seen) {
  ObjectWriter object(out);
  name_members(object, seen);
  optional_member(object, "photoUrl", seen.person.photo_url);
  object.close();
}

void append_public_json(std::string& out, const Tree& tree) {
  ObjectWriter object(out);
  object.text("treeId", tree.id);
  object.text("treeName", tree.name);
  optional_member(object, "description", tree.description);
  optional_member(object, "rootPersonId", tree.root_person_id);
  object.integer("personCount", tree.person_count);
  object.close();
}

void append_public_json(std::string& out, const SeenPerson& seen) {
  const Person& person = seen.person;
  ObjectWriter object(out);
  append_brief_json(object.key("person"), seen);
  optional_member(object, "birthPlace", person.birth_place);
  optional_member(object, "deathPlace", person.death_place);
  optional_member(object, "biography", person.biography);
  object.close();
}

namespace {

void type_member(ObjectWriter& object, const ParentChild& relationship) {
  if (relationship.is_protected) {
    object.null("type");
  } else {
    object.text("type", to_text(relationship.type));
  }
}

void status_member(ObjectWriter& object, const Couple& relationship) {
  if (relationship.is_protected) {
    object.null("status");
  } else {
    object.text("status", to_text(relationship.status));
  }
}

}  // namespace

void append_public_json(std::string& out, const ParentChild& relationship) {
  ObjectWriter object(out);
  object.text("relationshipType", "ParentChild");
  object.text("parentId", relationship.parent_id);
  object.text("childId", relationship.child_id);
  type_member(object, relationship);
  object.close();
}

void append_public_json(std::string& out, const Couple& relationship) {
  ObjectWriter object(out);
  object.text("relationshipType", "Spousal");
  object.text("person1Id", relationship.person1_id);
  object.text("person2Id", relationship.person2_id);
  status_member(object, relationship);
  date_members(object, "marriageDate", relationship.marriage.married);
  object.close();
}

void append_json(std::string& out, const ParentChild& relationship) {
  ObjectWriter object(out);
  object.text("relationshipType", "ParentChild");
  object.text("treeId", relationship.tree_id);
  object.text("parentId", relationship.parent_id);
  object.text("childId", relationship.child_id);
  type_member(object, relationship);
  date_members(object, "adoptionDate", relationship.adoption);
  optional_member(object, "notes", relationship.notes);
  history_members(object, relationship);
  object.close();
}

void append_json(std::string& out, const Couple& relationship) {
  ObjectWriter object(out);
  object.text("relationshipType", "Spousal");
  object.text("treeId", relationship.tree_id);
  object.text("person1Id", relationship.person1_id);
  object.text("person2Id", relationship.person2_id);
  status_member(object, relationship);
  marriage_members(object, relationship.marriage);
  ListWriter history(object.key("history"));
  for (const Marriage& earlier : relationship.history) {
    ObjectWriter one(history.next());
    marriage_members(one, earlier);
    one.close();
  }
  history.close();
  optional_member(object, "notes", relationship.notes);
  history_members(object, relationship);
  object.close();
}

void append_json(std::string& out, const Fact& fact) {
  ObjectWriter object(out);
  object.text("factId", fact.id);
  object.text("personId", fact.person_id);
  object.text("treeId", fact.tree_id);
  object.text("kind", fact.kind);
  date_members(object, "date", fact.date);
  optional_member(object, "place", fact.place);
  optional_member(object, "value", fact.value);
  optional_member(object, "notes", fact.notes);
  write_citations(object, "citations", fact.citations);
  history_members(object, fact);
  object.close();
}

void append_json(std::string& out, const Source& source) {
  ObjectWriter object(out);
  object.text("sourceId", source.id);
  object.text("treeId", source.tree_id);
  object.text("title", source.title);
  optional_member(object, "author", source.author);
  optional_member(object, "publication", source.publication);
  optional_member(object, "url", source.url);
  optional_member(object, "notes", source.notes);
  history_members(object, source);
  object.close();
}

void append_json(std::string& out, const Photo& photo) {
  ObjectWriter object(out);
  object.text("photoId", photo.id);
  object.text("personId", photo.person_id);
  object.text("treeId", photo.tree_id);
  optional_member(object, "caption", photo.caption);
  date_members(object, "date", photo.date);
  object.text("url", photo.path());
  object.boolean("isMain", photo.is_main);
  object.integer("width", photo.width);
  object.integer("height", photo.height);
  object.integer("bytes", photo.bytes);
  history_members(object, photo);
  object.close();
}

void append_members(ObjectWriter& object, const TreeImportReport& report) {
  object.integer("people", report.counts.people);
  object.integer("families", report.counts.families);
  object.integer("sources", report.counts.sources);
  object.integer("facts", report.counts.facts);
  ListWriter names(object.key("firstPeople"));
  for (const std::string& name : report.counts.first_names) append_json_string(names.next(), name);
  names.close();
  apps::append_notes(object, report.notes);
}

}  // namespace norn::family
