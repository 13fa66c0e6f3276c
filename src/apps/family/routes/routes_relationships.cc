#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "apps/family/tree_graph.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "rest/sentences.h"

// Who is related to whom in a tree.
namespace norn::family {
namespace {

constexpr rest::TextRule kNotesRule{.min = 0, .max = kMaxNotesCharacters, .lines = true};
constexpr rest::TextRule kMarriagePlaceRule{.min = 0, .max = kMaxPlaceCharacters};

const std::vector<std::string_view>& parent_kinds() {
  static const std::vector<std::string_view> all = {"Biological", "Adoptive", "Step", "Foster"};
  return all;
}

const std::vector<std::string_view>& couple_statuses() {
  static const std::vector<std::string_view> all = {"Married", "Divorced", "Widowed", "Separated",
                                                    "Unknown"};
  return all;
}

// The two people that the path names.
struct PathPair {
  std::string tree;
  std::string first;
  std::string second;
};

Result<PathPair> pair_of(const rest::Call& call, std::string_view first, std::string_view second) {
  PathPair pair;
  NORN_ASSIGN(pair.tree, tree_of(call));
  NORN_ASSIGN(pair.first, id_of(call, first, kRelationshipNotFound));
  NORN_ASSIGN(pair.second, id_of(call, second, kRelationshipNotFound));
  return pair;
}

Result<PathPair> parent_pair(const rest::Call& call) {
  return pair_of(call, "parentId", "childId");
}

Result<PathPair> couple_pair(const rest::Call& call) {
  return pair_of(call, "person1Id", "person2Id");
}

template <typename T>
void render_relationship(rest::Call& call, std::string& out, const T& relationship) {
  call.set_etag(relationship.etag);
  append_json(out, relationship);
}

Result<ParentChildPatch> parent_patch_in(rest::JsonInput& body) {
  ParentChildPatch patch;
  if (body.has("type")) {
    NORN_ASSIGN(const std::string type, body.choice("type", parent_kinds()));
    patch.type = parent_kind_from(type);
  }
  NORN_ASSIGN(patch.adoption, life_date_member(body, "adoptionDate"));
  if (body.has("notes")) {
    NORN_ASSIGN(patch.notes, optional_text(body, "notes", kNotesRule));
  }
  return patch;
}

Result<std::vector<Marriage>> history_in(rest::JsonInput& body) {
  NORN_ASSIGN(auto all, body.objects("history", kMaxEarlierMarriages));
  std::vector<Marriage> history;
  for (rest::JsonInput& one : all) {
    Marriage marriage;
    NORN_ASSIGN(const auto married, life_date_member(one, "marriageDate"));
    marriage.married = married.value_or(LifeDate());
    NORN_ASSIGN(marriage.place, optional_text(one, "marriagePlace", kMarriagePlaceRule));
    NORN_ASSIGN(const auto divorced, life_date_member(one, "divorceDate"));
    marriage.divorced = divorced.value_or(LifeDate());
    NORN_ASSIGN(auto of_marriage, citations_member(one, "marriageCitations"));
    marriage.marriage_citations = std::move(of_marriage).value_or(std::vector<Citation>());
    NORN_ASSIGN(auto of_divorce, citations_member(one, "divorceCitations"));
    marriage.divorce_citations = std::move(of_divorce).value_or(std::vector<Citation>());
    NORN_TRY(one.finish());
    history.push_back(std::move(marriage));
  }
  return history;
}

Result<CouplePatch> couple_patch_in(rest::JsonInput& body) {
  CouplePatch patch;
  if (body.has("status")) {
    NORN_ASSIGN(const std::string status, body.choice("status", couple_statuses()));
    patch.status = couple_status_from(status);
  }
  NORN_ASSIGN(patch.married, life_date_member(body, "marriageDate"));
  if (body.has("marriagePlace")) {
    NORN_ASSIGN(patch.place, optional_text(body, "marriagePlace", kMarriagePlaceRule));
  }
  NORN_ASSIGN(patch.divorced, life_date_member(body, "divorceDate"));
  NORN_ASSIGN(patch.marriage_citations, citations_member(body, "marriageCitations"));
  NORN_ASSIGN(patch.divorce_citations, citations_member(body, "divorceCitations"));
  if (body.has("history")) {
    NORN_ASSIGN(patch.history, history_in(body));
  }
  if (body.has("notes")) {
    NORN_ASSIGN(patch.notes, optional_text(body, "notes", kNotesRule));
  }
  return patch;
}

Result<void> add_parent(const Parts& parts, rest::Call& call, const std::string& tree,
                        rest::JsonInput& body) {
  ParentChildInput input;
  NORN_ASSIGN(input.parent_id, body.text("parentId"));
  NORN_ASSIGN(input.child_id, body.text("childId"));
  NORN_ASSIGN(const ParentChildPatch patch, parent_patch_in(body));
  NORN_TRY(body.finish());
  input.type = patch.type.value_or(ParentKind::kBiological);
  input.adoption = patch.adoption.value_or(LifeDate());
  input.notes = patch.notes.value_or(std::nullopt);
  NORN_ASSIGN(const ParentChild made,
              parts.relationships.add_parent(call.caller().user_id, tree, input));
  render_relationship(call,
                      call.created("/api/v1/trees/" + tree + "/relationships/parents/" +
                                   made.parent_id + "/" + made.child_id),
                      made);
  return {};
}

Result<void> add_couple(const Parts& parts, rest::Call& call, const std::string& tree,
                        rest::JsonInput& body) {
  CoupleInput input;
  NORN_ASSIGN(input.person1_id, body.text("person1Id"));
  NORN_ASSIGN(input.person2_id, body.text("person2Id"));
  NORN_ASSIGN(const CouplePatch patch, couple_patch_in(body));
  NORN_TRY(body.finish());
  input.status = patch.status.value_or(CoupleStatus::kMarried);
  input.marriage = {
      .married = patch.married.value_or(LifeDate()),
      .place = patch.place.value_or(std::nullopt),
      .divorced = patch.divorced.value_or(LifeDate()),
      .marriage_citations = patch.marriage_citations.value_or(std::vector<Citation>()),
      .divorce_citations = patch.divorce_citations.value_or(std::vector<Citation>())};
  input.history = patch.history.value_or(std::vector<Marriage>());
  input.notes = patch.notes.value_or(std::nullopt);
  NORN_ASSIGN(const Couple made,
              parts.relationships.add_couple(call.caller().user_id, tree, input));
  render_relationship(call,
                      call.created("/api/v1/trees/" + tree + "/relationships/couples/" +
                                   made.person1_id + "/" + made.person2_id),
                      made);
  return {};
}

Result<void> add_relationship(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string type, body.choice("relationshipType", {"ParentChild", "Spousal"}));
  return type == "Spousal" ? add_couple(parts, call, tree, body)
                           : add_parent(parts, call, tree, body);
}

Result<void> get_parent(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, parent_pair(call));
  NORN_ASSIGN(const ParentChild found, parts.relationships.parent(call.caller().user_id, pair.tree,
                                                                  pair.first, pair.second));
  render_relationship(call, call.json(), found);
  return {};
}

Result<void> get_couple(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, couple_pair(call));
  NORN_ASSIGN(const Couple found, parts.relationships.couple(call.caller().user_id, pair.tree,
                                                             pair.first, pair.second));
  render_relationship(call, call.json(), found);
  return {};
}

Result<void> change_parent(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, parent_pair(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const ParentChildPatch patch, parent_patch_in(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const ParentChild now,
              parts.relationships.change_parent(call.caller().user_id, pair.tree, pair.first,
                                                pair.second, patch, etag));
  render_relationship(call, call.json(), now);
  return {};
}

Result<void> change_couple(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, couple_pair(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const CouplePatch patch, couple_patch_in(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Couple now,
              parts.relationships.change_couple(call.caller().user_id, pair.tree, pair.first,
                                                pair.second, patch, etag));
  render_relationship(call, call.json(), now);
  return {};
}

Result<void> delete_parent(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, parent_pair(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.relationships.remove_parent(call.caller().user_id, pair.tree, pair.first,
                                             pair.second, etag));
  call.no_content();
  return {};
}

Result<void> delete_couple(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const PathPair pair, couple_pair(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.relationships.remove_couple(call.caller().user_id, pair.tree, pair.first,
                                             pair.second, etag));
  call.no_content();
  return {};
}

Result<RelationshipKind> relationship_kind_of(const rest::Call& call) {
  const auto kind = call.query("relationshipType");
  if (!kind) return RelationshipKind::kAny;
  if (*kind == "ParentChild") return RelationshipKind::kParentChild;
  if (*kind == "Spousal") return RelationshipKind::kSpousal;
  return invalid("relationshipType", rest::kNotChoice("relationshipType", "ParentChild, Spousal"));
}

Result<void> list_relationships(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const RelationshipKind kind, relationship_kind_of(call));
  NORN_ASSIGN(const size_t limit, limit_of(call));
  NORN_ASSIGN(const RelationshipsPage page,
              parts.relationships.list(call.caller().user_id, tree, kind, limit,
                                       call.query("cursor").value_or("")));
  ObjectWriter object(call.json());
  ListWriter relationships(object.key("relationships"));
  for (const ParentChild& one : page.parents) append_json(relationships.next(), one);
  for (const Couple& one : page.couples) append_json(relationships.next(), one);
  relationships.close();
  if (page.next.empty()) {
    object.null("next");
  } else {
    object.text("next", page.next);
  }
  object.close();
  return {};
}

Result<void> get_graph(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const TreeContent content, content_of(parts.context, call.caller().user_id, tree));
  ObjectWriter object(call.json());
  ListWriter people(object.key("persons"));
  for (const SeenPerson& seen : content.people) append_brief_json(people.next(), seen);
  people.close();
  ListWriter relationships(object.key("relationships"));
  for (const ParentChild& one : content.parents) append_json(relationships.next(), one);
  for (const Couple& one : content.couples) append_json(relationships.next(), one);
  relationships.close();
  object.close();
  return {};
}

std::string marriage_schema() {
  return life_date_schema("marriageDate") + R"(,"marriagePlace":)" +
         rest::nullable_text_schema(kMarriagePlaceRule) + "," + life_date_schema("divorceDate") +
         "," + citations_schema("marriageCitations") + "," + citations_schema("divorceCitations");
}

std::string couple_details_schema() {
  return marriage_schema() +
         R"(,"history":{"type":"array","maxItems":10,
      "description":"Earlier marriages of the same two.","items":{"type":"object",
      "additionalProperties":false,"properties":{)" +
         marriage_schema() + R"(}}},"notes":)" + rest::nullable_text_schema(kNotesRule);
}

std::string parent_details_schema() {
  return life_date_schema("adoptionDate") + R"(,"notes":)" + rest::nullable_text_schema(kNotesRule);
}

std::string couple_change_schema() {
  return R"("status":{"$ref":"#/components/schemas/CoupleStatus"},)" + couple_details_schema();
}

std::string parent_change_schema() {
  return R"("type":{"$ref":"#/components/schemas/ParentKind"},)" + parent_details_schema();
}

constexpr const char* kHistoryMembers = R"("createdBy":$NULLABLE_ID,"updatedBy":$NULLABLE_ID,
  "createdAt":$TIME,"updatedAt":$TIME,"etag":$TEXT)";

void add_relationship_schemas(rest::Api& api) {
  api.add_schema("ParentChild", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["relationshipType","treeId","parentId","childId","type","adoptionDate",
      "adoptionDateText","notes","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{"relationshipType":{"const":"ParentChild"},"treeId":$ID,"parentId":$ID,
      "childId":$ID,
      "type":{"anyOf":[{"$ref":"#/components/schemas/ParentKind"},{"type":"null"}],
        "description":"null for strangers if one of the two is living."},)" +
                                          parent_details_schema() + "," + kHistoryMembers + "}}"));
  api.add_schema("Couple", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["relationshipType","treeId","person1Id","person2Id","status","marriageDate",
      "marriageDateText","marriagePlace","divorceDate","divorceDateText","marriageCitations",
      "divorceCitations","history","notes","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{"relationshipType":{"const":"Spousal"},"treeId":$ID,"person1Id":$ID,
      "person2Id":$ID,
      "status":{"anyOf":[{"$ref":"#/components/schemas/CoupleStatus"},{"type":"null"}],
        "description":"null for strangers if one of the two is living."},)" +
                                     couple_details_schema() + "," + kHistoryMembers + "}}"));
  api.add_schema("FamilyRelationship", R"({"oneOf":[{"$ref":"#/components/schemas/ParentChild"},
    {"$ref":"#/components/schemas/Couple"}]})");
  api.add_schema("FamilyRelationships", R"({"type":"object","additionalProperties":false,
    "required":["relationships","next"],
    "properties":{
      "relationships":{"type":"array",
        "items":{"$ref":"#/components/schemas/FamilyRelationship"}},
      "next":{"type":["string","null"]}}})");
  api.add_schema("NewFamilyRelationship", filled_in(R"({"oneOf":[
    {"type":"object","additionalProperties":false,
      "required":["relationshipType","parentId","childId"],
      "properties":{"relationshipType":{"const":"ParentChild"},"parentId":$ID,"childId":$ID,)" +
                                                    parent_change_schema() + R"(}},
    {"type":"object","additionalProperties":false,
      "required":["relationshipType","person1Id","person2Id"],
      "properties":{"relationshipType":{"const":"Spousal"},"person1Id":$ID,"person2Id":$ID,)" +
                                                    couple_change_schema() + "}}]}"));
  api.add_schema("ParentChildChange",
                 R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                     parent_change_schema() + "}}");
  api.add_schema("CoupleChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                     couple_change_schema() + "}}");
  api.add_schema("ChartPerson", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["personId","firstName","middleName","lastName","birthName","preferredName",
      "suffix","gender","birthDate","birthDateText","deathDate","deathDateText","isDeceased",
      "isLiving","isHidden","photoUrl"],
    "properties":{"personId":$ID,"firstName":$TEXT,"middleName":$NULLABLE_TEXT,"lastName":$TEXT,
      "birthName":$NULLABLE_TEXT,"preferredName":$NULLABLE_TEXT,"suffix":$NULLABLE_TEXT,
      "gender":{"$ref":"#/components/schemas/Gender"},"birthDate":$NULLABLE_DAY,
      "birthDateText":$NULLABLE_TEXT,"deathDate":$NULLABLE_DAY,"deathDateText":$NULLABLE_TEXT,
      "isDeceased":{"type":"boolean"},"isLiving":{"type":"boolean"},
      "isHidden":{"type":"boolean"},"photoUrl":$NULLABLE_TEXT}})"));
  api.add_schema("FamilyGraph", R"({"type":"object","additionalProperties":false,
    "required":["persons","relationships"],
    "properties":{
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/ChartPerson"}},
      "relationships":{"type":"array",
        "items":{"$ref":"#/components/schemas/FamilyRelationship"}}}})");
}

// The routes of one relationship of a kind.
struct OneKind {
  std::string path;
  std::string name;    // "ParentChild", in operations.
  std::string what;    // "the relationship of a parent and a child".
  std::string schema;  // Of it, and with "Change" of a change.
  Result<void> (*get)(const Parts&, rest::Call&);
  Result<void> (*change)(const Parts&, rest::Call&);
  Result<void> (*remove)(const Parts&, rest::Call&);
};

void add_routes_of_one_kind(rest::Api& api, const Parts& parts, const OneKind& kind) {
  api.add({.method = "GET",
           .path = kind.path,
           .operation = "get" + kind.name,
           .tag = kTag,
           .summary = "Gets " + kind.what + ".",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "It.", .schema = kind.schema}},
           .problems = {404},
           .handle = handled_by(parts, kind.get)});
  api.add({.method = "PATCH",
           .path = kind.path,
           .operation = "change" + kind.name,
           .tag = kTag,
           .summary = "Changes " + kind.what + ".",
           .scope = kWriteScope,
           .request = kind.schema + "Change",
           .replies = {{.status = 200, .description = "As it is now.", .schema = kind.schema}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, kind.change)});
  api.add({.method = "DELETE",
           .path = kind.path,
           .operation = "delete" + kind.name,
           .tag = kTag,
           .summary = "Deletes " + kind.what + ".",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, kind.remove)});
}

void add_list_of_relationships(rest::Api& api, const Parts& parts, const std::string& path) {
  std::vector<rest::Parameter> query = page_parameters();
  query.push_back({.name = "relationshipType",
                   .description = "Only those of this kind.",
                   .schema = R"({"type":"string","enum":["ParentChild","Spousal"]})"});
  api.add({.method = "GET",
           .path = path,
           .operation = "listRelationships",
           .tag = kTag,
           .summary = "Lists the relationships of a family tree: of parents and children, then "
                      "couples, each in the order of their ids.",
           .scope = kReadScope,
           .query = std::move(query),
           .replies = {{.status = 200,
                        .description = "Some of them.",
                        .schema = "FamilyRelationships"}},
           .problems = {404},
           .handle = handled_by(parts, list_relationships)});
}

}  // namespace

void add_relationship_routes(rest::Api& api, const Parts& parts) {
  add_relationship_schemas(api);
  const std::string path = "/api/v1/trees/{treeId}/relationships";
  add_list_of_relationships(api, parts, path);
  api.add({.method = "POST",
           .path = path,
           .operation = "createRelationship",
           .tag = kTag,
           .summary = "Makes two people of a family tree parent and child, or a couple.",
           .scope = kWriteScope,
           .request = "NewFamilyRelationship",
           .replies = {{.status = 201,
                        .description = "The new relationship.",
                        .schema = "FamilyRelationship"}},
           .problems = {404, 409},
           .handle = handled_by(parts, add_relationship)});
  add_routes_of_one_kind(api, parts,
                         {.path = path + "/parents/{parentId}/{childId}",
                          .name = "ParentChild",
                          .what = "the relationship of a parent and a child",
                          .schema = "ParentChild",
                          .get = get_parent,
                          .change = change_parent,
                          .remove = delete_parent});
  add_routes_of_one_kind(api, parts,
                         {.path = path + "/couples/{person1Id}/{person2Id}",
                          .name = "Couple",
                          .what = "a couple, whoever of the two is named first",
                          .schema = "Couple",
                          .get = get_couple,
                          .change = change_couple,
                          .remove = delete_couple});
  api.add({.method = "GET",
           .path = "/api/v1/trees/{treeId}/graph",
           .operation = "getFamilyGraph",
           .tag = kTag,
           .summary = "Gets all people and relationships of a family tree, as a chart needs them.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The tree.", .schema = "FamilyGraph"}},
           .problems = {404, 409},
           .handle = handled_by(parts, get_graph)});
}

}  // namespace norn::family
