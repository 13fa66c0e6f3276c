#include <string>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Facts and notes of people, and the sources of a tree.
namespace norn::family {
namespace {

constexpr rest::TextRule kKindRule{.max = kMaxFactKindCharacters};
constexpr rest::TextRule kFactPlaceRule{.min = 0, .max = kMaxPlaceCharacters};
constexpr rest::TextRule kFactTextRule{.min = 0, .max = kMaxNotesCharacters, .lines = true};
constexpr rest::TextRule kSourceTitleRule{.max = kMaxSourceTitleCharacters};
constexpr rest::TextRule kSourceTextRule{.min = 0, .max = kMaxCitationCharacters};
constexpr rest::TextRule kSourceUrlRule{.min = 0, .max = kMaxUrlCharacters};

Result<std::string> fact_of(const rest::Call& call) {
  return id_of(call, "factId", kFactNotFound);
}

Result<std::string> source_of(const rest::Call& call) {
  return id_of(call, "sourceId", kSourceNotFound);
}

Result<FactInput> fact_in(rest::JsonInput& body) {
  FactInput input;
  NORN_ASSIGN(input.kind, body.text("kind", kKindRule));
  NORN_ASSIGN(const auto date, life_date_member(body, "date"));
  input.date = date.value_or(LifeDate());
  NORN_ASSIGN(input.place, optional_text(body, "place", kFactPlaceRule));
  NORN_ASSIGN(input.value, optional_text(body, "value", kFactTextRule));
  NORN_ASSIGN(input.notes, optional_text(body, "notes", kFactTextRule));
  NORN_ASSIGN(auto citations, citations_member(body, "citations"));
  input.citations = std::move(citations).value_or(std::vector<Citation>());
  NORN_TRY(body.finish());
  return input;
}

Result<SourceInput> source_in(rest::JsonInput& body) {
  SourceInput input;
  NORN_ASSIGN(input.title, body.text("title", kSourceTitleRule));
  NORN_ASSIGN(input.author, optional_text(body, "author", kSourceTextRule));
  NORN_ASSIGN(input.publication, optional_text(body, "publication", kSourceTextRule));
  NORN_ASSIGN(input.url, optional_text(body, "url", kSourceUrlRule));
  NORN_ASSIGN(input.notes, optional_text(body, "notes", kFactTextRule));
  NORN_TRY(body.finish());
  if (input.url && !input.url->starts_with("https://") && !input.url->starts_with("http://")) {
    return invalid("url", kSourceUrlForm);
  }
  return input;
}

template <typename T>
void render_detail(rest::Call& call, std::string& out, const T& thing) {
  call.set_etag(thing.etag);
  append_json(out, thing);
}

template <typename T>
void render_list(rest::Call& call, std::string_view name, const std::vector<T>& all) {
  ObjectWriter object(call.json());
  ListWriter items(object.key(name));
  for (const T& one : all) append_json(items.next(), one);
  items.close();
  object.close();
}

Result<void> list_facts(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const auto facts, parts.facts.list(call.caller().user_id, tree, person));
  render_list(call, "facts", facts);
  return {};
}

Result<void> create_fact(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const FactInput input, fact_in(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createFact"));
  NORN_ASSIGN(const Fact made,
              parts.facts.create(call.caller().user_id, tree, person, input, creation));
  render_detail(call,
                call.created("/api/v1/trees/" + tree + "/persons/" + person + "/facts/" + made.id),
                made);
  return {};
}

Result<void> change_fact(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const std::string id, fact_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const FactInput input, fact_in(body));
  NORN_ASSIGN(const Fact now,
              parts.facts.change(call.caller().user_id, tree, person, id, input, etag));
  render_detail(call, call.json(), now);
  return {};
}

Result<void> delete_fact(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string person, person_of(call));
  NORN_ASSIGN(const std::string id, fact_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.facts.remove(call.caller().user_id, tree, person, id, etag));
  call.no_content();
  return {};
}

Result<void> list_sources(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const auto sources, parts.facts.sources(call.caller().user_id, tree));
  render_list(call, "sources", sources);
  return {};
}

Result<void> create_source(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const SourceInput input, source_in(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createSource"));
  NORN_ASSIGN(const Source made,
              parts.facts.create_source(call.caller().user_id, tree, input, creation));
  render_detail(call, call.created("/api/v1/trees/" + tree + "/sources/" + made.id), made);
  return {};
}

Result<void> change_source(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, source_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const SourceInput input, source_in(body));
  NORN_ASSIGN(const Source now,
              parts.facts.change_source(call.caller().user_id, tree, id, input, etag));
  render_detail(call, call.json(), now);
  return {};
}

Result<void> delete_source(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, source_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.facts.remove_source(call.caller().user_id, tree, id, etag));
  call.no_content();
  return {};
}

constexpr const char* kDetailHistory = R"("createdBy":$NULLABLE_ID,"updatedBy":$NULLABLE_ID,
  "createdAt":$TIME,"updatedAt":$TIME,"etag":$TEXT)";

std::string fact_members() {
  return R"("kind":)" + rest::text_schema(kKindRule) + "," + life_date_schema("date") +
         R"(,"place":)" + rest::nullable_text_schema(kFactPlaceRule) + R"(,"value":)" +
         rest::nullable_text_schema(kFactTextRule) + R"(,"notes":)" +
         rest::nullable_text_schema(kFactTextRule) + "," + citations_schema("citations");
}

std::string source_members() {
  return R"("title":)" + rest::text_schema(kSourceTitleRule) + R"(,"author":)" +
         rest::nullable_text_schema(kSourceTextRule) + R"(,"publication":)" +
         rest::nullable_text_schema(kSourceTextRule) + R"(,"url":)" +
         rest::nullable_text_schema(kSourceUrlRule) + R"(,"notes":)" +
         rest::nullable_text_schema(kFactTextRule);
}

void add_fact_schemas(rest::Api& api) {
  api.add_schema("Fact", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["factId","personId","treeId","kind","date","dateText","place","value","notes",
      "citations","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{"factId":$ID,"personId":$ID,"treeId":$ID,)" +
                                   fact_members() + "," + kDetailHistory + "}}"));
  api.add_schema("Facts", R"({"type":"object","additionalProperties":false,"required":["facts"],
    "properties":{"facts":{"type":"array","items":{"$ref":"#/components/schemas/Fact"}}}})");
  api.add_schema("NewFact", R"({"type":"object","additionalProperties":false,"required":["kind"],
    "description":"A note has the kind `Note`, and is never anything else.","properties":{)" +
                                fact_members() + "}}");
  api.add_schema("Source", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["sourceId","treeId","title","author","publication","url","notes","createdBy",
      "updatedBy","createdAt","updatedAt","etag"],
    "properties":{"sourceId":$ID,"treeId":$ID,)" +
                                     source_members() + "," + kDetailHistory + "}}"));
  api.add_schema("Sources", R"({"type":"object","additionalProperties":false,
    "required":["sources"],"properties":{
      "sources":{"type":"array","items":{"$ref":"#/components/schemas/Source"}}}})");
  api.add_schema("NewSource", R"({"type":"object","additionalProperties":false,
    "required":["title"],"properties":{)" +
                                  source_members() + "}}");
}

void add_source_routes(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/trees/{treeId}/sources";
  api.add({.method = "GET",
           .path = path,
           .operation = "listSources",
           .tag = kTag,
           .summary = "Lists the sources of a family tree, by title. For its members.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The sources.", .schema = "Sources"}},
           .problems = {404},
           .handle = handled_by(parts, list_sources)});
  api.add({.method = "POST",
           .path = path,
           .operation = "createSource",
           .tag = kTag,
           .summary = "Adds a source to a family tree.",
           .scope = kWriteScope,
           .request = "NewSource",
           .replies = {{.status = 201, .description = "The new source.", .schema = "Source"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_source)});
  api.add({.method = "PUT",
           .path = path + "/{sourceId}",
           .operation = "changeSource",
           .tag = kTag,
           .summary = "Changes a source of a family tree.",
           .scope = kWriteScope,
           .request = "NewSource",
           .replies = {{.status = 200, .description = "As it is now.", .schema = "Source"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_source)});
  api.add({.method = "DELETE",
           .path = path + "/{sourceId}",
           .operation = "deleteSource",
           .tag = kTag,
           .summary = "Deletes a source of a family tree.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_source)});
}

}  // namespace

void add_fact_routes(rest::Api& api, const Parts& parts) {
  add_fact_schemas(api);
  const std::string path = "/api/v1/trees/{treeId}/persons/{personId}/facts";
  api.add({.method = "GET",
           .path = path,
           .operation = "listFacts",
           .tag = kTag,
           .summary = "Lists the facts and notes of a person, by date.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The facts.", .schema = "Facts"}},
           .problems = {404},
           .handle = handled_by(parts, list_facts)});
  api.add({.method = "POST",
           .path = path,
           .operation = "createFact",
           .tag = kTag,
           .summary = "Adds a fact or a note to a person.",
           .scope = kWriteScope,
           .request = "NewFact",
           .replies = {{.status = 201, .description = "The new fact.", .schema = "Fact"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_fact)});
  api.add({.method = "PUT",
           .path = path + "/{factId}",
           .operation = "changeFact",
           .tag = kTag,
           .summary = "Changes a fact or a note of a person.",
           .scope = kWriteScope,
           .request = "NewFact",
           .replies = {{.status = 200, .description = "As it is now.", .schema = "Fact"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_fact)});
  api.add({.method = "DELETE",
           .path = path + "/{factId}",
           .operation = "deleteFact",
           .tag = kTag,
           .summary = "Deletes a fact or a note of a person.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_fact)});
  add_source_routes(api, parts);
}

}  // namespace norn::family
