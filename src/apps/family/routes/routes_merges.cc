#include <string>
#include <utility>

#include "apps/family/merged_records.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "base/json_writer.h"

// Merging two records of one person.
namespace norn::family {
namespace {

constexpr const char* kMergePath = "/api/v1/trees/{treeId}/persons/{personId}/merge";

Result<MergeInput> merge_input_in(rest::JsonInput& body) {
  MergeInput input;
  NORN_ASSIGN(input.other_id, body.text("otherId"));
  NORN_ASSIGN(input.other_etag, body.text("otherEtag"));
  if (body.has("take")) {
    NORN_ASSIGN(input.taken, body.texts("take", merged_members().size()));
  }
  NORN_TRY(body.finish());
  return input;
}

Result<void> merge_people(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const MergeInput input, merge_input_in(body));
  NORN_ASSIGN(const SeenPerson merged,
              parts.merges.merge(call.caller().user_id, tree, id, etag, input));
  call.set_etag(merged.person.etag);
  append_json(call.json(), merged);
  return {};
}

Result<void> undo_merge(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const std::string id, person_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string other, body.text("otherId"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Unmerged undone, parts.merges.undo(call.caller().user_id, tree, id, other));
  ObjectWriter object(call.json());
  append_json(object.key("person"), undone.person);
  append_json(object.key("other"), undone.other);
  object.close();
  return {};
}

void add_merge_schemas(rest::Api& api) {
  std::string members;
  for (const std::string_view name : merged_members()) {
    members.append(members.empty() ? "" : ",").append("\"").append(name).append("\"");
  }
  api.add_schema(
      "FamilyMerge",
      filled_in(R"({"type":"object","additionalProperties":false,"required":["otherId","otherEtag"],
    "properties":{
      "otherId":{"type":"string","description":"The person who becomes a part of this one."},
      "otherEtag":{"type":"string","description":"The `etag` of that person, as you saw them."},
      "take":{"type":"array","uniqueItems":true,"items":{"type":"string","enum":[)" +
                members +
                R"(]},
        "description":"Whose values are those of the other person, even if that is nothing. What)"
                R"( this person lacks is taken in any case."}}})"));
  api.add_schema("FamilyMergeUndo",
                 filled_in(R"({"type":"object","additionalProperties":false,"required":["otherId"],
    "properties":{"otherId":$ID}})"));
  api.add_schema("FamilyUnmerged", R"({"type":"object","additionalProperties":false,
    "required":["person","other"],
    "properties":{
      "person":{"$ref":"#/components/schemas/FamilyPerson"},
      "other":{"$ref":"#/components/schemas/FamilyPerson"}}})");
}

}  // namespace

void add_merge_routes(rest::Api& api, const Parts& parts) {
  add_merge_schemas(api);
  api.add({.method = "POST",
           .path = kMergePath,
           .operation = "mergePersons",
           .tag = kTag,
           .summary = "Merges another record of the same person into this one, with its "
                      "relationships, facts and notes. This can be undone for 30 days.",
           .scope = kWriteScope,
           .request = "FamilyMerge",
           .replies = {{.status = 200,
                        .description = "The person as they are now.",
                        .schema = "FamilyPerson"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, merge_people)});
  api.add({.method = "POST",
           .path = std::string(kMergePath) + "/undo",
           .operation = "undoMerge",
           .tag = kTag,
           .summary = "Undoes a merge: both people are as they were, unless something that the "
                      "merge wrote was changed since.",
           .scope = kWriteScope,
           .request = "FamilyMergeUndo",
           .replies = {{.status = 200, .description = "Both people.", .schema = "FamilyUnmerged"}},
           .problems = {404, 409},
           .handle = handled_by(parts, undo_merge)});
}

}  // namespace norn::family
