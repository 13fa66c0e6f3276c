#include <string>
#include <utility>

#include "apps/family/anniversaries.h"
#include "apps/family/feeds/calendar_feed.h"
#include "apps/family/people_search.h"
#include "apps/family/render.h"
#include "apps/family/reports.h"
#include "apps/family/routes/routes.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "http/languages.h"

// Finding people, what cannot be right, and who is in a tree twice.
namespace norn::family {
namespace {

constexpr int64_t kMaxYearAsked = 9'999;

void append_people(ObjectWriter& object, const std::vector<SeenPerson>& people) {
  ListWriter list(object.key("persons"));
  for (const SeenPerson& seen : people) append_brief_json(list.next(), seen);
  list.close();
}

Result<void> find_people_by_name(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  PeopleQuery query;
  query.name = call.query("q").value_or("");
  query.place = call.query("place").value_or("");
  if (call.query("year")) {
    NORN_ASSIGN(query.year, call.integer_query("year", 0, 1, kMaxYearAsked));
  }
  NORN_ASSIGN(const size_t limit, limit_of(call));
  NORN_ASSIGN(const FoundPeople found,
              search_people(parts.context, call.caller().user_id, tree, query, limit));
  ObjectWriter object(call.json());
  ListWriter people(object.key("results"));
  for (const FoundPerson& one : found.people) {
    ObjectWriter result(people.next());
    append_json(result.key("person"), one.seen);
    result.boolean("soundsAlike", one.sounds_alike);
    result.close();
  }
  people.close();
  object.boolean("isCut", found.is_cut);
  object.close();
  return {};
}

Result<void> get_consistency(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const TreeFindings found, consistency_of(parts.context, call.caller().user_id, tree));
  ObjectWriter object(call.json());
  ListWriter findings(object.key("findings"));
  for (const Finding& one : found.report.findings) {
    ObjectWriter finding(findings.next());
    finding.text("code", code_text(one.code));
    finding.boolean("isCertain", one.certainty == Certainty::kCertain);
    ListWriter ids(finding.key("personIds"));
    for (const std::string& id : one.people) append_json_string(ids.next(), id);
    ids.close();
    ObjectWriter params(finding.key("params"));
    for (const FindingParameter& parameter : one.parameters) {
      params.text(parameter.name, parameter.value);
    }
    params.close();
    finding.close();
  }
  findings.close();
  append_people(object, found.people);
  object.boolean("isCut", found.report.is_cut);
  object.close();
  return {};
}

Result<void> get_duplicates(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const TreeDuplicates found,
              duplicates_of(parts.context, call.caller().user_id, tree));
  ObjectWriter object(call.json());
  ListWriter pairs(object.key("pairs"));
  for (const Duplicate& one : found.duplicates.pairs) {
    ObjectWriter pair(pairs.next());
    pair.text("person1Id", one.first_id);
    pair.text("person2Id", one.second_id);
    pair.integer("score", one.score);
    ListWriter reasons(pair.key("reasons"));
    for (const DuplicateReason reason : one.reasons) {
      append_json_string(reasons.next(), reason_text(reason));
    }
    reasons.close();
    pair.close();
  }
  pairs.close();
  append_people(object, found.people);
  object.boolean("isCut", found.duplicates.is_cut);
  object.close();
  return {};
}

Result<Date> day_of(const rest::Call& call, std::string_view name) {
  NORN_ASSIGN(const std::string text, call.required_query(name));
  const auto day = parse_date(text);
  if (!day) return invalid(name, apps::kDayForm);
  return *day;
}

Result<void> list_anniversaries(const Parts& parts, rest::Call& call) {
  AnniversaryQuery query;
  NORN_ASSIGN(query.from, day_of(call, "from"));
  NORN_ASSIGN(query.to, day_of(call, "to"));
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(query.language,
              language_for(parts.context, user_id, http::accepted_languages(call.request())));
  NORN_ASSIGN(const Anniversaries found,
              anniversaries_of(parts.context, parts.kinship, user_id, query));
  ObjectWriter object(call.json());
  ListWriter days(object.key("anniversaries"));
  for (const Anniversary& one : found.all) {
    ObjectWriter day(days.next());
    day.text("date", date_text(one.day));
    day.text("kind", to_text(one.kind));
    day.integer("years", one.years);
    day.text("treeId", one.tree_id);
    day.text("treeName", one.tree_name);
    ListWriter people(day.key("persons"));
    for (const AnniversaryPerson& person : one.people) {
      ObjectWriter celebrated(people.next());
      append_brief_json(celebrated.key("person"), person.seen);
      if (person.kinship.empty()) {
        celebrated.null("kinship");
      } else {
        celebrated.text("kinship", person.kinship);
      }
      celebrated.close();
    }
    people.close();
    day.close();
  }
  days.close();
  object.boolean("isCut", found.is_cut);
  object.close();
  return {};
}

void add_report_schemas(rest::Api& api) {
  api.add_schema("Anniversaries", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["anniversaries","isCut"],
    "properties":{
      "anniversaries":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["date","kind","years","treeId","treeName","persons"],
        "properties":{
          "date":{"type":"string","format":"date"},
          "kind":{"type":"string","enum":["birthday","deathDay","wedding"]},
          "years":{"type":"integer"},
          "treeId":$ID,
          "treeName":$TEXT,
          "persons":{"type":"array","description":"One, or the two of a couple.",
            "items":{"type":"object","additionalProperties":false,
              "required":["person","kinship"],
              "properties":{
                "person":{"$ref":"#/components/schemas/ChartPerson"},
                "kinship":{"type":["string","null"],"description":
                  "What they are to you, in your language, if you have said who you are."}}}}}}},
      "isCut":{"type":"boolean"}}})"));
  api.add_schema("FoundPersons", R"({"type":"object","additionalProperties":false,
    "required":["results","isCut"],
    "properties":{
      "results":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["person","soundsAlike"],
        "properties":{
          "person":{"$ref":"#/components/schemas/FamilyPerson"},
          "soundsAlike":{"type":"boolean"}}}},
      "isCut":{"type":"boolean","description":"Whether there are more."}}})");
  api.add_schema("ConsistencyReport", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["findings","persons","isCut"],
    "properties":{
      "findings":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["code","isCertain","personIds","params"],
        "properties":{
          "code":$TEXT,
          "isCertain":{"type":"boolean"},
          "personIds":{"type":"array","items":$ID},
          "params":{"type":"object","additionalProperties":$TEXT}}}},
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/ChartPerson"}},
      "isCut":{"type":"boolean"}}})"));
  api.add_schema("Duplicates", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["pairs","persons","isCut"],
    "properties":{
      "pairs":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["person1Id","person2Id","score","reasons"],
        "properties":{
          "person1Id":$ID,
          "person2Id":$ID,
          "score":{"type":"integer"},
          "reasons":{"type":"array","items":$TEXT}}}},
      "persons":{"type":"array","items":{"$ref":"#/components/schemas/ChartPerson"}},
      "isCut":{"type":"boolean"}}})"));
}

}  // namespace

void add_report_routes(rest::Api& api, const Parts& parts) {
  add_report_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/tree-anniversaries",
           .operation = "listAnniversaries",
           .tag = kTag,
           .summary =
               "Lists birthdays, death days and wedding days of your family trees, by day, with "
               "what the people are to you if you have said who you are.",
           .scope = kReadScope,
           .query = {{.name = "from", .description = "The first day.", .required = true},
                     {.name = "to", .description = "The last day.", .required = true}},
           .replies = {{.status = 200, .description = "The days.", .schema = "Anniversaries"}},
           .heavy = true,
           .handle = handled_by(parts, list_anniversaries)});
  const std::string path = "/api/v1/trees/{treeId}";
  api.add({.method = "GET",
           .path = path + "/search",
           .operation = "searchPersons",
           .tag = kTag,
           .summary = "Finds people of a family tree by their names, also by names that sound "
                      "alike, by a year in which they lived, and by places.",
           .scope = kReadScope,
           .query = {{.name = "q", .description = "Words of their names."},
                     {.name = "year",
                      .description = "In which they may have lived.",
                      .schema = R"({"type":"integer","minimum":1,"maximum":9999})"},
                     {.name = "place", .description = "Words of their places."},
                     page_parameters().front()},
           .replies = {{.status = 200, .description = "The people.", .schema = "FoundPersons"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, find_people_by_name)});
  api.add(
      {.method = "GET",
       .path = path + "/consistency",
       .operation = "getConsistency",
       .tag = kTag,
       .summary = "Lists what in a family tree cannot be right, or is not likely to be. Those "
                  "who may write.",
       .scope = kReadScope,
       .replies = {{.status = 200, .description = "The findings.", .schema = "ConsistencyReport"}},
       .problems = {404},
       .heavy = true,
       .handle = handled_by(parts, get_consistency)});
  api.add({.method = "GET",
           .path = path + "/duplicates",
           .operation = "getDuplicates",
           .tag = kTag,
           .summary = "Lists people who are probably in a family tree twice. Those who may write.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The pairs.", .schema = "Duplicates"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_duplicates)});
}

}  // namespace norn::family
