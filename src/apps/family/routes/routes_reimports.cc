#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "apps/family/reimport/reimports.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "rest/sentences.h"

// Imports into a tree that is there: first a comparison, then what was chosen.
namespace norn::family {
namespace {

constexpr rest::TextRule kReimportUploadRule{.max = 128};
constexpr rest::TextRule kDifferenceIdRule{.max = 16};
constexpr const char* kReimportPath = "/api/v1/trees/{treeId}/import";
constexpr int64_t kMaxDifferencePage = 1'000'000;

Result<std::string> reimport_of(const rest::Call& call) {
  return id_of(call, "reimportId", kReimportNotFound);
}

void append_reimport(std::string& out, const TreeReimport& reimport) {
  ObjectWriter object(out);
  object.text("id", reimport.id);
  object.text("treeId", reimport.tree_id);
  object.text("fileName", reimport.file_name);
  object.text("createdAt", reimport.created_at);
  object.text("state", to_text(reimport.state));
  object.integer("percent", reimport.percent);
  object.key("problem").append(reimport.problem.empty() ? "null" : reimport.problem);
  const bool can_be_undone =
      reimport.state == TreeReimport::State::kDone && reimport.undo_until_s > 0;
  if (can_be_undone) {
    object.text("undoUntil", timestamp_s(reimport.undo_until_s * 1'000));
  } else {
    object.null("undoUntil");
  }
  if (reimport.report.empty()) {
    object.null("counts");
    object.null("people");
    object.key("notes").append("[]");
    object.close();
  } else {
    // The report has these members.
    out.append(",").append(reimport.report, 1);
  }
}

Result<void> begin_comparison(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string upload_id, body.text("uploadId", kReimportUploadRule));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "compareTreeWithFile"));
  NORN_ASSIGN(const TreeReimport reimport,
              parts.reimports.compare(call.caller().user_id, tree_id, upload_id, creation));
  call.response().add_header("Location",
                             fmt::format("/api/v1/trees/{}/import/{}", tree_id, reimport.id));
  append_reimport(call.json(202), reimport);
  return {};
}

Result<void> get_reimport(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(const std::string id, reimport_of(call));
  NORN_ASSIGN(const TreeReimport reimport, parts.reimports.get(call.caller().user_id, tree_id, id));
  append_reimport(call.json(), reimport);
  return {};
}

Result<void> list_differences(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(const std::string id, reimport_of(call));
  const auto difference = difference_class_from(call.query("class").value_or("new"));
  if (!difference) {
    return invalid("class", rest::kNotChoice("class", "new, changed, conflict, refused, missing"));
  }
  NORN_ASSIGN(const int64_t page, call.integer_query("cursor", 0, 0, kMaxDifferencePage));
  NORN_ASSIGN(const auto found,
              parts.reimports.differences(call.caller().user_id, tree_id, id, *difference, page));
  ObjectWriter object(call.json());
  object.key("differences").append(found.json);
  if (found.next) {
    object.text("next", std::to_string(*found.next));
  } else {
    object.null("next");
  }
  object.close();
  return {};
}

// Reads the choice of a class, of which the first is to take what the file has.
Result<void> read_choice(rest::JsonInput& body, std::string_view name, std::string_view takes,
                         std::string_view keeps, bool& chosen) {
  NORN_ASSIGN(const auto word, body.optional_choice(name, {takes, keeps}));
  if (word) chosen = *word == takes;
  return {};
}

Result<void> read_items(rest::JsonInput& body, std::string_view name, bool takes,
                        ReimportChoices& choices) {
  if (!body.has(name)) return {};
  NORN_ASSIGN(const auto ids, body.texts(name, kMaxReimportChoices, kDifferenceIdRule));
  for (const std::string& id : ids) choices.items.insert_or_assign(id, takes);
  return {};
}

Result<void> begin_reimport(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(const std::string id, reimport_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  ReimportChoices choices;
  NORN_TRY(read_choice(body, "new", "add", "skip", choices.adds_new));
  NORN_TRY(read_choice(body, "changed", "take", "keep", choices.takes_changed));
  NORN_TRY(read_choice(body, "conflicts", "take", "keep", choices.takes_conflicts));
  NORN_TRY(read_items(body, "take", true, choices));
  NORN_TRY(read_items(body, "keep", false, choices));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const TreeReimport reimport,
              parts.reimports.begin(call.caller().user_id, tree_id, id, choices));
  append_reimport(call.json(202), reimport);
  return {};
}

Result<void> undo_reimport(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(const std::string id, reimport_of(call));
  NORN_ASSIGN(const TreeReimport reimport,
              parts.reimports.undo(call.caller().user_id, tree_id, id));
  append_reimport(call.json(202), reimport);
  return {};
}

Result<void> remove_reimport(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree_id, tree_of(call));
  NORN_ASSIGN(const std::string id, reimport_of(call));
  NORN_TRY(parts.reimports.remove(call.caller().user_id, tree_id, id));
  call.no_content();
  return {};
}

constexpr const char* kProblemOrNull = R"({"anyOf":[{"type":"null"},
        {"type":"object","additionalProperties":false,"required":["text","code"],
          "properties":{
            "text":{"type":"string","description":"In English."},
            "code":{"type":"string","description":"Which sentence it is: one of Problem."},
            "params":{"$ref":"#/components/schemas/SentenceParams"}}}]})";

void add_reimport_schemas(rest::Api& api) {
  api.add_schema("NewTreeReimport",
                 R"({"type":"object","additionalProperties":false,"required":["uploadId"],
    "properties":{"uploadId":{"type":"string",
      "description":"A complete upload of yours with the purpose familyTree."}}})");
  api.add_schema("TreeReimportCounts", R"({"type":"object","additionalProperties":false,
    "required":["new","changed","conflict","refused","missing","same"],
    "properties":{
      "new":{"type":"integer","description":"In the file only."},
      "changed":{"type":"integer","description":"The file has changed since the last import."},
      "conflict":{"type":"integer",
        "description":"Both have changed, or it is not known what the last import had."},
      "refused":{"type":"integer","description":"What cannot be written."},
      "missing":{"type":"integer","description":"In the tree only, where it stays."},
      "same":{"type":"integer"}}})");
  const std::string counts =
      R"({"anyOf":[{"$ref":"#/components/schemas/TreeReimportCounts"},{"type":"null"}]})";
  api.add_schema("TreeReimport",
                 R"({"type":"object","additionalProperties":false,
    "required":["id","treeId","fileName","createdAt","state","percent","problem","undoUntil",
      "counts","people","notes"],
    "properties":{
      "id":{"type":"string"},
      "treeId":{"type":"string"},
      "fileName":{"type":"string"},
      "createdAt":{"type":"string","format":"date-time"},
      "state":{"type":"string","enum":["waiting","reading","compared","writing","undoing","done",
        "undone","failed"],
        "description":"`compared` waits for `begin`. While it is `writing` or `undoing`, )"
                 R"(the tree cannot be changed. Nothing is left of one that has `failed`."},
      "percent":{"type":"integer","minimum":0,"maximum":100,"description":"Of the state."},
      "problem":)" + std::string(kProblemOrNull) +
                     R"(,"undoUntil":{"type":["string","null"],"format":"date-time",
        "description":"Until then it can be undone, if the tree is not changed."},
      "counts":)" + counts +
                     R"(,"people":)" + counts + R"(,"notes":)" +
                     std::string(apps::kImportNotesSchema) + "}}");
}

void add_difference_schemas(rest::Api& api) {
  api.add_schema("TreeDifference", R"({"type":"object","additionalProperties":false,
    "required":["id","class","kind","title","people","attributes","default","problem","needs"],
    "properties":{
      "id":{"type":"string"},
      "class":{"type":"string","enum":["new","changed","conflict","refused","missing"]},
      "kind":{"type":"string",
        "enum":["person","parent","couple","fact","note","source","record"],
        "description":"A record has lines that are kept, and not shown."},
      "title":{"type":"string"},
      "people":{"type":"array","description":"Whom it is about. The parent is before the child.",
        "items":{"type":"object","additionalProperties":false,"required":["id","name"],
          "properties":{
            "id":{"type":["string","null"],"description":"In the tree; null if new."},
            "name":{"type":"string"}}}},
      "attributes":{"type":"array",
        "items":{"type":"object","additionalProperties":false,
          "required":["name","tree","file","last"],
          "properties":{
            "name":{"type":"string","description":"`birth`; `lines` are those that are kept."},
            "tree":{"type":["string","null"]},
            "file":{"type":["string","null"]},
            "last":{"type":["string","null"],
              "description":"What the last import had; null also if that is not known."}}}},
      "default":{"type":"string","enum":["take","keep"]},
      "problem":)" + std::string(kProblemOrNull) +
                                       R"(,"needs":{"type":"array","items":{"type":"string"},
        "description":"Differences without which it is not written, either: new people."}}})");
  api.add_schema("TreeDifferences", R"({"type":"object","additionalProperties":false,
    "required":["differences","next"],
    "properties":{
      "differences":{"type":"array","items":{"$ref":"#/components/schemas/TreeDifference"}},
      "next":{"type":["string","null"],"description":"The `cursor` of the next page."}}})");
  const std::string ids =
      fmt::format(R"({{"type":"array","maxItems":{},"items":{{"type":"string"}},"default":[],)",
                  kMaxReimportChoices);
  api.add_schema("TreeReimportChoices", R"({"type":"object","additionalProperties":false,
    "properties":{
      "new":{"type":"string","enum":["add","skip"],"default":"add"},
      "changed":{"type":"string","enum":["take","keep"],"default":"take"},
      "conflicts":{"type":"string","enum":["take","keep"],"default":"keep"},
      "take":)" + ids + R"("description":"Differences that are added or taken in any case."},
      "keep":)" + ids + R"("description":"Differences that are skipped or kept in any case."}}})");
}

void add_comparison_routes(rest::Api& api, const Parts& parts) {
  const std::string path = kReimportPath;
  const std::string one = path + "/{reimportId}";
  api.add({.method = "POST",
           .path = path,
           .operation = "compareTreeWithFile",
           .tag = kTag,
           .summary = "Begins to compare a tree that you may write in with an uploaded GEDCOM file "
                      "or GEDZIP archive, in the background, to import it into the tree. Nothing "
                      "is written to the tree before `begin`.",
           .scope = kWriteScope,
           .request = "NewTreeReimport",
           .replies = {{.status = 202, .description = "The reimport.", .schema = "TreeReimport"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, begin_comparison)});
  api.add({.method = "GET",
           .path = one,
           .operation = "getTreeReimport",
           .tag = kTag,
           .summary = "Gets how far a reimport of yours is. A comparison is kept for a day, and an "
                      "import for 30 days.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The reimport.", .schema = "TreeReimport"}},
           .problems = {404},
           .handle = handled_by(parts, get_reimport)});
  api.add({.method = "GET",
           .path = one + "/differences",
           .operation = "listTreeDifferences",
           .tag = kTag,
           .summary = "Gets how the file differs from the tree, page by page.",
           .scope = kReadScope,
           .query = {{.name = "class",
                      .description = "Of the differences. Default: new.",
                      .schema = R"({"type":"string","default":"new",
                        "enum":["new","changed","conflict","refused","missing"]})"},
                     {.name = "cursor",
                      .description = "`next` of the page before.",
                      .schema = R"({"type":"integer","minimum":0,"default":0})"}},
           .replies = {{.status = 200,
                        .description = "A page of differences.",
                        .schema = "TreeDifferences"}},
           .problems = {404, 409},
           .handle = handled_by(parts, list_differences)});
}

}  // namespace

void add_reimport_routes(rest::Api& api, const Parts& parts) {
  add_reimport_schemas(api);
  add_difference_schemas(api);
  add_comparison_routes(api, parts);
  const std::string one = std::string(kReimportPath) + "/{reimportId}";
  api.add({.method = "POST",
           .path = one + "/begin",
           .operation = "beginTreeReimport",
           .tag = kTag,
           .summary = "Begins to import what was chosen, in the background. The tree cannot be "
                      "changed meanwhile, and nothing of it is ever deleted. If the tree was "
                      "changed since the comparison, the reimport fails.",
           .scope = kWriteScope,
           .request = "TreeReimportChoices",
           .replies = {{.status = 202, .description = "The reimport.", .schema = "TreeReimport"}},
           .problems = {404, 409},
           .handle = handled_by(parts, begin_reimport)});
  api.add({.method = "POST",
           .path = one + "/undo",
           .operation = "undoTreeReimport",
           .tag = kTag,
           .summary = "Begins to undo a reimport that is done, in the background. It stays done if "
                      "the tree was changed since.",
           .scope = kWriteScope,
           .replies = {{.status = 202, .description = "The reimport.", .schema = "TreeReimport"}},
           .problems = {404, 409},
           .handle = handled_by(parts, undo_reimport)});
  api.add({.method = "DELETE",
           .path = one,
           .operation = "deleteTreeReimport",
           .tag = kTag,
           .summary = "Cancels a comparison of yours, or forgets one that is done, which cannot be "
                      "undone any more.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Forgotten."}},
           .problems = {404, 409},
           .handle = handled_by(parts, remove_reimport)});
}

}  // namespace norn::family
