#include <optional>
#include <string>

#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "base/json_writer.h"

// Public trees for visitors without an account.
namespace norn::family {
namespace {

constexpr const char* kPublicTreePath = "/api/v1/public/trees/{treeId}";

// What search engines make of a page is not what the owner has agreed to.
void forbid_indexing(rest::Call& call) {
  call.response().add_header("X-Robots-Tag", "noindex, nofollow");
}

Result<void> get_public_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_ASSIGN(const Tree tree, parts.public_trees.get(id));
  forbid_indexing(call);
  append_public_json(call.json(), tree);
  return {};
}

Result<void> get_public_graph(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_ASSIGN(const TreeContent content, parts.public_trees.content(id));
  forbid_indexing(call);
  ObjectWriter object(call.json());
  ListWriter people(object.key("persons"));
  for (const SeenPerson& seen : content.people) append_brief_json(people.next(), seen);
  people.close();
  ListWriter relationships(object.key("relationships"));
  for (const ParentChild& one : content.parents) append_public_json(relationships.next(), one);
  for (const Couple& one : content.couples) append_public_json(relationships.next(), one);
  relationships.close();
  object.close();
  return {};
}

Result<void> get_public_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(const SeenPerson seen, parts.public_trees.person(tree, id));
  forbid_indexing(call);
  append_public_json(call.json(), seen);
  return {};
}

void add_public_schemas(rest::Api& api) {
  api.add_schema("PublicTree", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["treeId","treeName","description","rootPersonId","personCount"],
    "properties":{
      "treeId":$ID,
      "treeName":$TEXT,
      "description":$NULLABLE_TEXT,
      "rootPersonId":$NULLABLE_ID,
      "personCount":{"type":"integer"}}})"));
  api.add_schema("PublicPerson", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["person","birthPlace","deathPlace","biography"],
    "properties":{
      "person":{"$ref":"#/components/schemas/ChartPerson"},
      "birthPlace":$NULLABLE_TEXT,
      "deathPlace":$NULLABLE_TEXT,
      "biography":$NULLABLE_TEXT}})"));
  api.add_schema("PublicParentChild", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["relationshipType","parentId","childId","type"],
    "properties":{
      "relationshipType":{"type":"string","const":"ParentChild"},
      "parentId":$ID,
      "childId":$ID,
      "type":{"anyOf":[{"$ref":"#/components/schemas/ParentKind"},{"type":"null"}],
        "description":"null if one of the two is living."}}})"));
  api.add_schema("PublicCouple", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["relationshipType","person1Id","person2Id","status","marriageDate",
      "marriageDateText"],
    "properties":{
      "relationshipType":{"type":"string","const":"Spousal"},
      "person1Id":$ID,
      "person2Id":$ID,
      "status":{"anyOf":[{"$ref":"#/components/schemas/CoupleStatus"},{"type":"null"}],
        "description":"null if one of the two is living."},
      "marriageDate":$NULLABLE_DAY,
      "marriageDateText":$NULLABLE_TEXT}})"));
  api.add_schema("PublicGraph", R"({"type":"object","additionalProperties":false,
    "required":["persons","relationships"],
    "properties":{
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/ChartPerson"}},
      "relationships":{"type":"array","items":{"anyOf":[
        {"$ref":"#/components/schemas/PublicParentChild"},
        {"$ref":"#/components/schemas/PublicCouple"}]}}}})");
}

}  // namespace

void add_public_routes(rest::Api& api, const Parts& parts) {
  add_public_schemas(api);
  const std::string path = kPublicTreePath;
  api.add({.method = "GET",
           .path = path,
           .operation = "getPublicTree",
           .tag = kTag,
           .summary = "Gets a public family tree without an account, where an administrator "
                      "allows it (`publicTrees` of the settings).",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200, .description = "The tree.", .schema = "PublicTree"}},
           .problems = {404},
           .handle = handled_by(parts, get_public_tree)});
  api.add({.method = "GET",
           .path = path + "/graph",
           .operation = "getPublicGraph",
           .tag = kTag,
           .summary = "Gets all people and relationships of a public family tree without an "
                      "account. Nothing is told of the living, but their names if the owner "
                      "allows it.",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200, .description = "The chart.", .schema = "PublicGraph"}},
           .problems = {404, 409},
           .heavy = true,
           .handle = handled_by(parts, get_public_graph)});
  api.add({.method = "GET",
           .path = path + "/persons/{personId}",
           .operation = "getPublicPerson",
           .tag = kTag,
           .summary = "Gets a person of a public family tree without an account.",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200, .description = "The person.", .schema = "PublicPerson"}},
           .problems = {404},
           .handle = handled_by(parts, get_public_person)});
}

}  // namespace norn::family
