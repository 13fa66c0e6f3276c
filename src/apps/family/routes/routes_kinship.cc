#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "apps/family/kinship.h"
#include "apps/family/kinship/lineage.h"
#include "apps/family/model/relationship.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "base/json_text.h"
#include "base/json_writer.h"

// Who is related to whom, and how.
namespace norn::family {
namespace {

constexpr int64_t kDefaultGenerations = 12;

// In the order of StepKind, LineForm and RelativeKind.
constexpr std::array<std::string_view, 3> kStepNames = {"parent", "child", "spouse"};
constexpr std::array<std::string_view, 4> kFormNames = {"self", "descent", "marriage", "path"};
constexpr std::array<std::string_view, 18> kRelativeNames = {
    "parent",        "stepParent",    "sibling", "halfSibling", "adoptiveSibling", "stepSibling",
    "fosterSibling", "spouse",        "child",   "stepChild",   "grandparent",     "grandchild",
    "uncleOrAunt",   "nephewOrNiece", "cousin",  "parentInLaw", "childInLaw",      "siblingInLaw"};

std::string enum_schema(const auto& names) {
  std::string schema = R"({"type":"string","enum":[)";
  for (size_t i = 0; i < names.size(); ++i) {
    schema += (i > 0 ? ",\"" : "\"") + std::string(names[i]) + '"';
  }
  return schema + "]}";
}

std::string language_of(const rest::Call& call) {
  return call.query("language").value_or("en");
}

void append_step(std::string& out, const KinStep& step) {
  ObjectWriter object(out);
  object.text("personId", step.person_id);
  object.text("kind", kStepNames.at(static_cast<size_t>(step.kind)));
  if (step.kind == StepKind::kSpouse) {
    object.null("type");
    object.text("status", to_text(step.couple_status));
  } else {
    object.text("type", to_text(step.parent_kind));
    object.null("status");
  }
  if (step.other_parent_id.empty()) {
    object.null("otherParentId");
  } else {
    object.text("otherParentId", step.other_parent_id);
  }
  object.close();
}

void append_line(std::string& out, const KinLine& line) {
  ObjectWriter object(out);
  object.text("name", line.name);
  object.text("form", kFormNames.at(static_cast<size_t>(line.form)));
  object.text("type", to_text(line.kind));
  ListWriter steps(object.key("steps"));
  for (const KinStep& step : line.steps) append_step(steps.next(), step);
  steps.close();
  object.close();
}

Result<void> get_kinship(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string from, call.required_query("from"));
  NORN_ASSIGN(const std::string to, call.required_query("to"));
  NORN_ASSIGN(const KinLines found,
              parts.kinship.lines(call.caller().user_id, tree, from, to, language_of(call)));
  ObjectWriter object(call.json());
  ListWriter lines(object.key("lines"));
  for (const KinLine& line : found.lines) append_line(lines.next(), line);
  lines.close();
  ListWriter common(object.key("commonAncestorIds"));
  for (const std::string& id : found.common_ancestor_ids) append_json_string(common.next(), id);
  common.close();
  ListWriter people(object.key("persons"));
  for (const SeenPerson& seen : found.people) append_brief_json(people.next(), seen);
  people.close();
  object.boolean("isCut", found.is_cut);
  object.close();
  return {};
}

void render_lineage(rest::Call& call, const KinPeople& found) {
  ObjectWriter object(call.json());
  ListWriter people(object.key("persons"));
  for (const KinPerson& one : found.people) {
    ObjectWriter person(people.next());
    append_brief_json(person.key("person"), one.seen);
    person.integer("generation", one.generation);
    person.text("type", to_text(one.kind));
    person.text("previousId", one.previous_id);
    person.integer("moreLines", one.more_lines);
    person.close();
  }
  people.close();
  object.boolean("isCut", found.is_cut);
  object.close();
}

Result<int64_t> generations_of(const rest::Call& call) {
  return call.integer_query("generations", kDefaultGenerations, 1, kMaxGenerations);
}

Result<void> get_ancestors(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const int64_t generations, generations_of(call));
  NORN_ASSIGN(const KinPeople found,
              parts.kinship.ancestors(call.caller().user_id, tree, person, generations));
  render_lineage(call, found);
  return {};
}

Result<void> get_descendants(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const int64_t generations, generations_of(call));
  NORN_ASSIGN(const KinPeople found,
              parts.kinship.descendants(call.caller().user_id, tree, person, generations));
  render_lineage(call, found);
  return {};
}

Result<void> get_relatives(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const KinRelatives found,
              parts.kinship.relatives(call.caller().user_id, tree, person, language_of(call)));
  ObjectWriter object(call.json());
  ListWriter people(object.key("relatives"));
  for (const KinRelative& one : found.people) {
    ObjectWriter relative(people.next());
    append_brief_json(relative.key("person"), one.seen);
    relative.text("kind", kRelativeNames.at(static_cast<size_t>(one.kind)));
    relative.text("name", one.name);
    relative.close();
  }
  people.close();
  object.boolean("isCut", found.is_cut);
  object.close();
  return {};
}

void add_kinship_schemas(rest::Api& api) {
  api.add_schema("KinshipStep", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["personId","kind","type","status","otherParentId"],
    "properties":{
      "personId":$ID,
      "kind":)" + enum_schema(kStepNames) +
                                          R"(,
      "type":{"anyOf":[{"$ref":"#/components/schemas/ParentKind"},{"type":"null"}]},
      "status":{"anyOf":[{"$ref":"#/components/schemas/CoupleStatus"},{"type":"null"}]},
      "otherParentId":{"type":["string","null"],"description":
        "Of a common parent: the other one whom both children share."}}})"));
  api.add_schema("KinshipLine", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["name","form","type","steps"],
    "properties":{
      "name":{"type":"string","description":"What `to` is to `from`: \"second cousin\"."},
      "form":)" + enum_schema(kFormNames) +
                                          R"(,
      "type":{"$ref":"#/components/schemas/ParentKind"},
      "steps":{"type":"array","items":{"$ref":"#/components/schemas/KinshipStep"}}}})"));
  api.add_schema("Kinship", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["lines","commonAncestorIds","persons","isCut"],
    "properties":{
      "lines":{"type":"array","items":{"$ref":"#/components/schemas/KinshipLine"},
        "description":"Every line by which the two are related, the nearest first."},
      "commonAncestorIds":{"type":"array","items":$ID},
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/ChartPerson"}},
      "isCut":{"type":"boolean","description":"Whether there may be more."}}})"));
  api.add_schema("Lineage", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["persons","isCut"],
    "properties":{
      "persons":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["person","generation","type","previousId","moreLines"],
        "properties":{
          "person":{"$ref":"#/components/schemas/ChartPerson"},
          "generation":{"type":"integer"},
          "type":{"$ref":"#/components/schemas/ParentKind"},
          "previousId":$ID,
          "moreLines":{"type":"integer"}}}},
      "isCut":{"type":"boolean"}}})"));
  api.add_schema("Relatives", R"({"type":"object","additionalProperties":false,
    "required":["relatives","isCut"],
    "properties":{
      "relatives":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["person","kind","name"],
        "properties":{
          "person":{"$ref":"#/components/schemas/ChartPerson"},
          "kind":)" + enum_schema(kRelativeNames) +
                                  R"(,
          "name":{"type":"string"}}}},
      "isCut":{"type":"boolean"}}})");
}

rest::Parameter language_parameter() {
  return {.name = "language",
          .description = "In which kinship is named: en, de or zh. Default: en."};
}

rest::Parameter generations_parameter() {
  return {.name = "generations",
          .description = "How many generations at most.",
          .schema = R"({"type":"integer","minimum":1,"maximum":)" +
                    std::to_string(kMaxGenerations) + "}"};
}

}  // namespace

void add_kinship_routes(rest::Api& api, const Parts& parts) {
  add_kinship_schemas(api);
  const std::string tree = "/api/v1/trees/{treeId}";
  const std::string person = tree + "/persons/{personId}";
  api.add({.method = "GET",
           .path = tree + "/kinship",
           .operation = "getKinship",
           .tag = kTag,
           .summary = "Says how two people of a family tree are related.",
           .scope = kReadScope,
           .query = {{.name = "from", .description = "The id of a person.", .required = true},
                     {.name = "to", .description = "The id of another one.", .required = true},
                     language_parameter()},
           .replies = {{.status = 200, .description = "All lines.", .schema = "Kinship"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_kinship)});
  api.add({.method = "GET",
           .path = person + "/ancestors",
           .operation = "getAncestors",
           .tag = kTag,
           .summary = "Lists the ancestors of a person, by generation.",
           .scope = kReadScope,
           .query = {generations_parameter()},
           .replies = {{.status = 200, .description = "The ancestors.", .schema = "Lineage"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_ancestors)});
  api.add({.method = "GET",
           .path = person + "/descendants",
           .operation = "getDescendants",
           .tag = kTag,
           .summary = "Lists the descendants of a person, by generation.",
           .scope = kReadScope,
           .query = {generations_parameter()},
           .replies = {{.status = 200, .description = "The descendants.", .schema = "Lineage"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_descendants)});
  api.add({.method = "GET",
           .path = person + "/relatives",
           .operation = "getRelatives",
           .tag = kTag,
           .summary = "Lists the relatives of a person, by kind.",
           .scope = kReadScope,
           .query = {language_parameter()},
           .replies = {{.status = 200, .description = "The relatives.", .schema = "Relatives"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_relatives)});
}

}  // namespace norn::family
