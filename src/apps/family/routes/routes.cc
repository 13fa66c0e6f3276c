#include "apps/family/routes/routes.h"

#include <utility>

#include "apps/bin/routes.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

constexpr rest::TextRule kDateRule{.min = 0, .max = kMaxDateTextCharacters};
constexpr rest::TextRule kCitationRule{.min = 0, .max = kMaxCitationCharacters, .lines = true};

void add_citation_schema(rest::Api& api) {
  api.add_schema("Citation", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["sourceId"],"properties":{"sourceId":$ID,"page":)" +
                                       rest::nullable_text_schema(kCitationRule) + R"(,"text":)" +
                                       rest::nullable_text_schema(kCitationRule) +
                                       R"(,"quality":{"type":["integer","null"],"minimum":0,
      "maximum":3,"description":"As in GEDCOM, from 0 (unreliable) to 3 (primary evidence)."}}})"));
}

}  // namespace

void add_routes(rest::Api& api, const Parts& parts) {
  add_citation_schema(api);
  add_tree_routes(api, parts);
  add_person_routes(api, parts);
  add_relationship_routes(api, parts);
  add_fact_routes(api, parts);
  add_merge_routes(api, parts);
  add_photo_routes(api, parts);
  add_kinship_routes(api, parts);
  add_report_routes(api, parts);
  add_exchange_routes(api, parts);
  add_import_job_routes(api, parts);
  add_reimport_routes(api, parts);
  add_feed_routes(api, parts);
  add_public_routes(api, parts);
  add_tree_bin_routes(api, parts);
}

Result<std::string> tree_of(const rest::Call& call) {
  return id_of(call, "treeId", kTreeNotFound);
}

Result<std::string> person_of(const rest::Call& call) {
  return id_of(call, "personId", kPersonNotFound);
}

std::string filled_in(std::string schema) {
  return apps::filled_in(std::move(schema),
                         {{"$TIME", R"({"type":"string","format":"date-time"})"},
                          {"$ID", R"({"type":"string"})"},
                          {"$NULLABLE_ID", R"({"type":["string","null"]})"},
                          {"$TEXT", R"({"type":"string"})"},
                          {"$NULLABLE_TEXT", R"({"type":["string","null"]})"},
                          {"$NULLABLE_DAY", R"({"type":["string","null"],"format":"date"})"}});
}

Result<std::optional<std::string>> optional_text(rest::JsonInput& body, std::string_view name,
                                                 const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

Result<std::optional<LifeDate>> life_date_member(rest::JsonInput& body, const std::string& name) {
  const std::string text_name = name + "Text";
  if (!body.has(name) && !body.has(text_name)) return std::nullopt;
  NORN_ASSIGN(const auto day, optional_text(body, name, kDateRule));
  NORN_ASSIGN(const auto text, optional_text(body, text_name, kDateRule));
  if (day && text) return invalid(body.path_of(text_name), kDayAndText);
  if (day && !parse_date(*day)) return invalid(body.path_of(name), apps::kDayForm);
  NORN_ASSIGN(LifeDate date, life_date_from(body.path_of(day ? name : text_name),
                                            day.value_or(text.value_or(""))));
  return date;
}

std::string life_date_schema(const std::string& name) {
  return "\"" + name + R"(":{"type":["string","null"],"format":"date"},")" + name +
         R"(Text":{"type":["string","null"],"maxLength":)" +
         std::to_string(kMaxDateTextCharacters) +
         R"(,"description":"What is known less exactly than a day: 1850, ABT 1850, )" +
         R"(BET 1840 AND 1845, BEF 1900."})";
}

Result<std::optional<std::vector<Citation>>> citations_member(rest::JsonInput& body,
                                                              std::string_view name) {
  if (!body.has(name)) return std::nullopt;
  NORN_ASSIGN(auto all, body.objects(name, kMaxCitations));
  std::vector<Citation> citations;
  for (rest::JsonInput& one : all) {
    Citation citation;
    NORN_ASSIGN(citation.source_id, one.text("sourceId"));
    NORN_ASSIGN(citation.page, optional_text(one, "page", kCitationRule));
    NORN_ASSIGN(citation.text, optional_text(one, "text", kCitationRule));
    NORN_ASSIGN(citation.quality, one.optional_integer("quality", 0, Citation::kBestQuality));
    NORN_TRY(one.finish());
    citations.push_back(std::move(citation));
  }
  return citations;
}

std::string citations_schema(const std::string& name) {
  return "\"" + name + R"(":{"type":"array","maxItems":)" + std::to_string(kMaxCitations) +
         R"(,"items":{"$ref":"#/components/schemas/Citation"}})";
}

std::vector<rest::Parameter> page_parameters() {
  return {{.name = "limit",
           .description = "How many at most.",
           .schema = R"({"type":"integer","minimum":1,"maximum":)" +
                     std::to_string(kMaxPeopleAtOnce) + "}"},
          {.name = "cursor", .description = "`next` of the page before."}};
}

Result<size_t> limit_of(const rest::Call& call) {
  NORN_ASSIGN(const int64_t limit,
              call.integer_query("limit", kDefaultPeopleAtOnce, 1, kMaxPeopleAtOnce));
  return static_cast<size_t>(limit);
}

namespace {

bin::BinRoutes people_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/trees/{treeId}/bin";
  routes.what = "deleted people";
  routes.where = "a tree that you may write in";
  routes.operations = {.list = "listTreeBin",
                       .restore = "restoreInTree",
                       .remove = "deleteInTreeForGood",
                       .empty = "emptyTreeBin"};
  routes.restored_schema = "FamilyPerson";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(const std::string id, tree_of(call));
    NORN_ASSIGN(auto page, parts.people.bin(call.caller().user_id, id, limit, after));
    NORN_ASSIGN(const TreeAccess access, parts.trees.get(call.caller().user_id, id));
    return bin::Listed{std::move(page), access.role == TreeRole::kOwner};
  };
  routes.restore = [parts](rest::Call& call, const std::string& person_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, tree_of(call));
    NORN_ASSIGN(const auto restored, parts.people.restore(call.caller().user_id, id, person_id));
    call.set_etag(restored.person.etag);
    append_json(call.json(), restored);
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& person_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, tree_of(call));
    return parts.people.remove_for_good(call.caller().user_id, id, person_id);
  };
  routes.empty = [parts](const rest::Call& call) -> Result<void> {
    NORN_ASSIGN(const std::string id, tree_of(call));
    return parts.people.empty_bin(call.caller().user_id, id);
  };
  return routes;
}

bin::BinRoutes trees_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/tree-bin";
  routes.what = "deleted family trees";
  routes.where = "yours";
  routes.operations = {.list = "listDeletedTrees",
                       .restore = "restoreTree",
                       .remove = "deleteTreeForGood",
                       .empty = "deleteTreesForGood"};
  routes.restored_schema = "FamilyTree";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(auto page, parts.trees.bin(call.caller().user_id, limit, after));
    return bin::Listed{std::move(page)};
  };
  routes.restore = [parts](rest::Call& call, const std::string& tree_id) -> Result<void> {
    NORN_ASSIGN(const TreeAccess access, parts.trees.restore(call.caller().user_id, tree_id));
    call.set_etag(access.tree.etag);
    append_json(call.json(), access);
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& tree_id) {
    return parts.trees.remove_for_good(call.caller().user_id, tree_id);
  };
  routes.empty = [parts](const rest::Call& call) {
    return parts.trees.empty_bin(call.caller().user_id);
  };
  return routes;
}

}  // namespace

void add_tree_bin_routes(rest::Api& api, const Parts& parts) {
  for (bin::BinRoutes routes : {people_bin(parts), trees_bin(parts)}) {
    routes.tag = kTag;
    routes.read_scope = kReadScope;
    routes.write_scope = kWriteScope;
    bin::add_routes(api, routes, &parts.context.users);
  }
}

}  // namespace norn::family
