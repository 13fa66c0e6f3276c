#include "apps/search/routes.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/search/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/text.h"

namespace norn::search {
namespace {

constexpr size_t kMaxQueryCharacters = 200;
constexpr int64_t kHits = 10;
constexpr int64_t kMaxHits = 50;

void append_hit(std::string& out, const std::string& app, const Hit& hit) {
  const auto text_or_null = [](ObjectWriter& object, std::string_view name,
                               const std::optional<std::string>& text) {
    if (text) {
      object.text(name, *text);
    } else {
      object.null(name);
    }
  };
  ObjectWriter object(out);
  object.text("app", app);
  object.text("kind", hit.kind);
  object.text("id", hit.id);
  object.text("title", hit.title);
  if (hit.within) {
    ObjectWriter within(object.key("within"));
    within.text("kind", hit.within->kind);
    within.text("id", hit.within->id);
    within.text("name", hit.within->name);
    within.close();
  } else {
    object.null("within");
  }
  text_or_null(object, "at", hit.at);
  object.close();
}

// An app that cannot be searched now hides nothing of the others.
Result<void> search_all(const std::vector<Searcher*>& searchers, rest::Call& call) {
  NORN_ASSIGN(const std::string text, call.required_query("q"));
  if (count_characters(text) > kMaxQueryCharacters) {
    return invalid("q", kQueryTooLong(kMaxQueryCharacters));
  }
  if (IndexQuery(text).terms().empty()) return invalid("q", kQueryEmpty);
  NORN_ASSIGN(const int64_t limit, call.integer_query("limit", kHits, 1, kMaxHits));
  bool is_complete = true;
  ObjectWriter object(call.json());
  ListWriter hits(object.key("hits"));
  for (Searcher* const searcher : searchers) {
    if (!call.caller().may(searcher->scope())) continue;
    const auto found = searcher->search(call.caller().user_id, text, static_cast<size_t>(limit));
    if (!found) {
      log::warn("{} cannot be searched: {}", searcher->app(), found.error().message);
      is_complete = false;
      continue;
    }
    for (const Hit& hit : *found) append_hit(hits.next(), searcher->app(), hit);
  }
  hits.close();
  object.boolean("complete", is_complete);
  object.close();
  return {};
}

}  // namespace

void add_routes(rest::Api& api, std::vector<Searcher*> searchers) {
  api.add_sentences(kSentences);
  api.add_schema("SearchHit", R"({"type":"object","additionalProperties":false,
    "required":["app","kind","id","title","within","at"],
    "properties":{
      "app":{"type":"string"},
      "kind":{"type":"string",
        "description":"project, task, event, comment, person, calendar, entry, place, series."},
      "id":{"type":"string"},
      "title":{"type":"string","description":"Of a comment, its beginning."},
      "within":{"description":"Where it is: the project of a task, the task of a comment.",
        "anyOf":[{"type":"null"},
          {"type":"object","additionalProperties":false,"required":["kind","id","name"],
           "properties":{"kind":{"type":"string"},"id":{"type":"string"},
             "name":{"type":"string"}}}]},
      "at":{"type":["string","null"],
        "description":"When it begins or is due: a day, a time in UTC, or without a Z wall time."
      }}})");
  api.add_schema("SearchHits", R"({"type":"object","additionalProperties":false,
    "required":["hits","complete"],
    "properties":{
      "hits":{"type":"array","items":{"$ref":"#/components/schemas/SearchHit"}},
      "complete":{"type":"boolean","description":"False if an app could not be searched."}}})");
  rest::Route route;
  route.method = "GET";
  route.path = "/api/v1/search";
  route.operation = "search";
  route.tag = "search";
  route.summary =
      "Finds things of all apps by the beginnings of words, in any order, ignoring case and "
      "accents; by parts of words where a script has no spaces.";
  for (const Searcher* const searcher : searchers) {
    if (route.scope.empty()) {
      route.scope = searcher->scope();
    } else {
      route.other_scopes.push_back(searcher->scope());
    }
  }
  route.query = {
      {.name = "q", .description = "The words; all of them have to match.", .required = true},
      {.name = "limit",
       .description = "The maximum number of hits of each app.",
       .schema = fmt::format(R"({{"type":"integer","minimum":1,"maximum":{},"default":{}}})",
                             kMaxHits, kHits)}};
  route.replies = {{.status = 200, .description = "The hits.", .schema = "SearchHits"}};
  route.heavy = true;
  route.handle = [searchers = std::move(searchers)](rest::Call& call) {
    return search_all(searchers, call);
  };
  api.add(std::move(route));
}

}  // namespace norn::search
