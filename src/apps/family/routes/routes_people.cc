#include <string>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "apps/family/tree_pages.h"
#include "base/faults.h"
#include "base/json_writer.h"

// The people of a tree.
namespace norn::family {
namespace {

constexpr rest::TextRule kNameRule{.min = 0, .max = kMaxNameCharacters};
constexpr rest::TextRule kPlaceRule{.min = 0, .max = kMaxPlaceCharacters};
constexpr rest::TextRule kBiographyRule{.min = 0, .max = kMaxBiographyCharacters, .lines = true};
constexpr rest::TextRule kPhotoUrlRule{.min = 0, .max = kMaxUrlCharacters};

const std::vector<std::string_view>& genders() {
  static const std::vector<std::string_view> all = {"Male", "Female", "Other", "Unknown"};
  return all;
}

// A member that a patch may set to null, if it is there.
Result<void> read_optional(rest::JsonInput& body, std::string_view name, const rest::TextRule& rule,
                           std::optional<std::optional<std::string>>& member) {
  if (!body.has(name)) return {};
  NORN_ASSIGN(member, optional_text(body, name, rule));
  return {};
}

Result<PersonPatch> person_patch_in(rest::JsonInput& body) {
  PersonPatch patch;
  if (body.has("firstName")) {
    NORN_ASSIGN(patch.first_name, body.text("firstName", kNameRule));
  }
  if (body.has("lastName")) {
    NORN_ASSIGN(patch.last_name, body.text("lastName", kNameRule));
  }
  NORN_TRY(read_optional(body, "middleName", kNameRule, patch.middle_name));
  NORN_TRY(read_optional(body, "birthName", kNameRule, patch.birth_name));
  NORN_TRY(read_optional(body, "preferredName", kNameRule, patch.preferred_name));
  NORN_TRY(read_optional(body, "suffix", kNameRule, patch.suffix));
  if (body.has("gender")) {
    NORN_ASSIGN(const std::string gender, body.choice("gender", genders()));
    patch.gender = gender_from(gender);
  }
  NORN_ASSIGN(patch.birth, life_date_member(body, "birthDate"));
  NORN_ASSIGN(patch.death, life_date_member(body, "deathDate"));
  if (body.has("isDeceased")) {
    NORN_ASSIGN(patch.is_deceased, body.boolean("isDeceased"));
  }
  NORN_TRY(read_optional(body, "birthPlace", kPlaceRule, patch.birth_place));
  NORN_TRY(read_optional(body, "deathPlace", kPlaceRule, patch.death_place));
  NORN_TRY(read_optional(body, "biography", kBiographyRule, patch.biography));
  NORN_TRY(read_optional(body, "photoUrl", kPhotoUrlRule, patch.photo_url));
  NORN_ASSIGN(patch.birth_citations, citations_member(body, "birthCitations"));
  NORN_ASSIGN(patch.death_citations, citations_member(body, "deathCitations"));
  return patch;
}

PersonInput input_of(const PersonPatch& patch) {
  PersonInput input;
  input.first_name = patch.first_name.value_or("");
  input.last_name = patch.last_name.value_or("");
  input.middle_name = patch.middle_name.value_or(std::nullopt);
  input.birth_name = patch.birth_name.value_or(std::nullopt);
  input.preferred_name = patch.preferred_name.value_or(std::nullopt);
  input.suffix = patch.suffix.value_or(std::nullopt);
  input.gender = patch.gender.value_or(Gender::kUnknown);
  input.birth = patch.birth.value_or(LifeDate());
  input.death = patch.death.value_or(LifeDate());
  input.is_deceased = patch.is_deceased.value_or(false);
  input.birth_place = patch.birth_place.value_or(std::nullopt);
  input.death_place = patch.death_place.value_or(std::nullopt);
  input.biography = patch.biography.value_or(std::nullopt);
  input.photo_url = patch.photo_url.value_or(std::nullopt);
  input.birth_citations = patch.birth_citations.value_or(std::vector<Citation>());
  input.death_citations = patch.death_citations.value_or(std::vector<Citation>());
  return input;
}

// [{"personId": "...", "type": "Biological"}]
template <typename Kind>
Result<std::vector<std::pair<std::string, Kind>>> relatives_in(
    rest::JsonInput& body, std::string_view name, std::string_view kind_name,
    const std::vector<std::string_view>& kinds, std::optional<Kind> (*from)(std::string_view)) {
  std::vector<std::pair<std::string, Kind>> relatives;
  if (!body.has(name)) return relatives;
  NORN_ASSIGN(auto all, body.objects(name, kMaxNewRelatives));
  for (rest::JsonInput& one : all) {
    NORN_ASSIGN(std::string id, one.text("personId"));
    NORN_ASSIGN(const auto kind, one.optional_choice(kind_name, kinds));
    NORN_TRY(one.finish());
    relatives.emplace_back(std::move(id), from(kind.value_or(std::string(kinds.front()))).value());
  }
  return relatives;
}

Result<NewRelatives> new_relatives_in(rest::JsonInput& body) {
  const std::vector<std::string_view> types = {"Biological", "Adoptive", "Step", "Foster"};
  const std::vector<std::string_view> statuses = {"Married", "Divorced", "Widowed", "Separated",
                                                  "Unknown"};
  NewRelatives relatives;
  NORN_ASSIGN(relatives.parents,
              relatives_in<ParentKind>(body, "parents", "type", types, parent_kind_from));
  NORN_ASSIGN(relatives.children,
              relatives_in<ParentKind>(body, "children", "type", types, parent_kind_from));
  NORN_ASSIGN(relatives.spouses,
              relatives_in<CoupleStatus>(body, "spouses", "status", statuses, couple_status_from));
  return relatives;
}

void render_person(rest::Call& call, std::string& out, const SeenPerson& seen) {
  call.set_etag(seen.person.etag);
  append_json(out, seen);
}

Result<void> create_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const PersonPatch patch, person_patch_in(body));
  NORN_ASSIGN(const NewRelatives relatives, new_relatives_in(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createPerson"));
  NORN_ASSIGN(const SeenPerson made, parts.people.create(call.caller().user_id, tree,
                                                         input_of(patch), relatives, creation));
  render_person(call, call.created("/api/v1/trees/" + tree + "/persons/" + made.person.id), made);
  return {};
}

Result<void> list_people(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const size_t limit, limit_of(call));
  NORN_ASSIGN(const PeoplePage page, parts.people.list(call.caller().user_id, tree, limit,
                                                       call.query("cursor").value_or("")));
  ObjectWriter object(call.json());
  ListWriter items(object.key("persons"));
  for (const SeenPerson& seen : page.people) append_json(items.next(), seen);
  items.close();
  if (page.next.empty()) {
    object.null("next");
  } else {
    object.text("next", page.next);
  }
  object.close();
  return {};
}

Result<void> get_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(const SeenPerson seen, parts.people.get(call.caller().user_id, tree, id));
  render_person(call, call.json(), seen);
  return {};
}

Result<void> change_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const PersonPatch patch, person_patch_in(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SeenPerson seen,
              parts.people.change(call.caller().user_id, tree, id, patch, etag));
  render_person(call, call.json(), seen);
  return {};
}

Result<void> delete_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.people.remove(call.caller().user_id, tree, id, etag));
  call.no_content();
  return {};
}

// The members of a person that users can set.
std::string person_members() {
  return R"("firstName":)" + rest::text_schema(kNameRule) + R"(,"middleName":)" +
         rest::nullable_text_schema(kNameRule) + R"(,"lastName":)" + rest::text_schema(kNameRule) +
         R"(,"birthName":)" + rest::nullable_text_schema(kNameRule) + R"(,"preferredName":)" +
         rest::nullable_text_schema(kNameRule) + R"(,"suffix":)" +
         rest::nullable_text_schema(kNameRule) +
         R"(,"gender":{"$ref":"#/components/schemas/Gender"},)" + life_date_schema("birthDate") +
         "," + life_date_schema("deathDate") +
         R"(,"isDeceased":{"type":"boolean","description":"Known to be dead, maybe without knowing)"
         R"( when."},"birthPlace":)" +
         rest::nullable_text_schema(kPlaceRule) + R"(,"deathPlace":)" +
         rest::nullable_text_schema(kPlaceRule) + R"(,"biography":)" +
         rest::nullable_text_schema(kBiographyRule) + R"(,"photoUrl":)" +
         rest::nullable_text_schema(kPhotoUrlRule) + "," + citations_schema("birthCitations") +
         "," + citations_schema("deathCitations");
}

std::string new_relatives_schema(const std::string& name, const std::string& kind,
                                 const std::string& schema) {
  return "\"" + name + R"(":{"type":"array","maxItems":)" + std::to_string(kMaxNewRelatives) +
         R"(,"items":{"type":"object",)"
         R"( "additionalProperties":false,"required":["personId"],"properties":{"personId":$ID,")" +
         kind + R"(":{"$ref":"#/components/schemas/)" + schema + R"("}}}})";
}

void add_person_schemas(rest::Api& api) {
  api.add_schema("Gender", R"({"type":"string","enum":["Male","Female","Other","Unknown"]})");
  api.add_schema("ParentKind",
                 R"({"type":"string","enum":["Biological","Adoptive","Step","Foster"]})");
  api.add_schema("CoupleStatus", R"({"type":"string",
    "enum":["Married","Divorced","Widowed","Separated","Unknown"]})");
  api.add_schema("FamilyPerson", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["personId","treeId","firstName","middleName","lastName","birthName",
      "preferredName","suffix","gender","birthDate","birthDateText","deathDate","deathDateText",
      "isDeceased","isLiving","isHidden","birthPlace","deathPlace","biography","photoUrl",
      "birthCitations","deathCitations","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{
      "personId":$ID,
      "treeId":$ID,
      "firstName":$TEXT,
      "middleName":$NULLABLE_TEXT,
      "lastName":$TEXT,
      "birthName":$NULLABLE_TEXT,
      "preferredName":$NULLABLE_TEXT,
      "suffix":$NULLABLE_TEXT,
      "gender":{"$ref":"#/components/schemas/Gender"},
      "birthDate":$NULLABLE_DAY,
      "birthDateText":$NULLABLE_TEXT,
      "deathDate":$NULLABLE_DAY,
      "deathDateText":$NULLABLE_TEXT,
      "isDeceased":{"type":"boolean"},
      "isLiving":{"type":"boolean","description":"No death is known, and the person was not born)"
                                           R"( over 110 years ago."},
      "isHidden":{"type":"boolean","description":"A living person whose name you may not see."},
      "birthPlace":$NULLABLE_TEXT,
      "deathPlace":$NULLABLE_TEXT,
      "biography":$NULLABLE_TEXT,
      "photoUrl":$NULLABLE_TEXT,)" + citations_schema("birthCitations") +
                                           "," + citations_schema("deathCitations") + R"(,
      "createdBy":$NULLABLE_ID,
      "updatedBy":$NULLABLE_ID,
      "createdAt":$TIME,
      "updatedAt":$TIME,
      "etag":$TEXT}})"));
  api.add_schema("FamilyPersons", R"({"type":"object","additionalProperties":false,
    "required":["persons","next"],
    "properties":{
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/FamilyPerson"}},
      "next":{"type":["string","null"]}}})");
  api.add_schema(
      "NewFamilyPerson",
      filled_in(R"({"type":"object","additionalProperties":false,"properties":{)" +
                person_members() + "," + new_relatives_schema("parents", "type", "ParentKind") +
                "," + new_relatives_schema("children", "type", "ParentKind") + "," +
                new_relatives_schema("spouses", "status", "CoupleStatus") + "}}"));
  api.add_schema("FamilyPersonChange",
                 filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are. A date and its text go together:)"
                           R"( setting one removes the other.","properties":{)" +
                           person_members() + "}}"));
}

void add_routes_of_one_person(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/trees/{treeId}/persons/{personId}";
  api.add({.method = "GET",
           .path = path,
           .operation = "getPerson",
           .tag = kTag,
           .summary = "Gets a person of a family tree.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The person.", .schema = "FamilyPerson"}},
           .problems = {404},
           .handle = handled_by(parts, get_person)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changePerson",
           .tag = kTag,
           .summary = "Changes a person of a family tree.",
           .scope = kWriteScope,
           .request = "FamilyPersonChange",
           .replies = {{.status = 200,
                        .description = "The person as they are now.",
                        .schema = "FamilyPerson"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_person)});
  api.add({.method = "DELETE",
           .path = path,
           .operation = "deletePerson",
           .tag = kTag,
           .summary = "Deletes a person with all relationships. They can be restored from the bin "
                      "of the tree.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_person)});
}

}  // namespace

void add_person_routes(rest::Api& api, const Parts& parts) {
  add_person_schemas(api);
  const std::string path = "/api/v1/trees/{treeId}/persons";
  api.add({.method = "GET",
           .path = path,
           .operation = "listPersons",
           .tag = kTag,
           .summary = "Lists the people of a family tree, in the order of their ids.",
           .scope = kReadScope,
           .query = page_parameters(),
           .replies = {{.status = 200, .description = "Some of them.", .schema = "FamilyPersons"}},
           .problems = {404},
           .handle = handled_by(parts, list_people)});
  api.add({.method = "POST",
           .path = path,
           .operation = "createPerson",
           .tag = kTag,
           .summary = "Adds a person to a family tree, with relationships to people who are in "
                      "it.",
           .scope = kWriteScope,
           .request = "NewFamilyPerson",
           .replies = {{.status = 201, .description = "The new person.", .schema = "FamilyPerson"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_person)});
  add_routes_of_one_person(api, parts);
}

}  // namespace norn::family
