#include "apps/bin/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::bin {
namespace {

constexpr int64_t kDefaultThings = 50;
constexpr int64_t kMaxThings = 100;
constexpr std::array<std::string_view, 11> kKinds = {"entry",      "calendar",  "event",   "series",
                                                     "occurrence", "following", "project", "task",
                                                     "person",     "merge",     "tree"};

using Names = std::map<std::string, std::string>;  // By user id.

Result<Names> names_in(const apps::BinPage& page, accounts::Users* users) {
  std::set<std::string> ids;
  for (const apps::Binned& binned : page.things) ids.insert(binned.deleted_by);
  ids.erase("");
  Names names;
  if (users == nullptr || ids.empty()) return names;
  NORN_ASSIGN(const auto found, users->find_all({ids.begin(), ids.end()}));
  for (const accounts::User& user : found) names.emplace(user.id, user.name);
  return names;
}

void append_json(std::string& out, const apps::Binned& binned, const Names& names) {
  ObjectWriter object(out);
  object.text("id", binned.id);
  object.text("kind", binned.kind);
  object.text("title", binned.title);
  if (binned.starts_at.empty()) {
    object.null("startsAt");
  } else {
    object.text("startsAt", binned.starts_at);
  }
  object.text("deletedAt", timestamp_s(binned.deleted_ms));
  object.text("expiresAt", timestamp_s(binned.expires_ms()));
  const auto name = names.find(binned.deleted_by);
  if (name == names.end()) {
    object.null("deletedBy");
  } else {
    ObjectWriter person(object.key("deletedBy"));
    person.text("userId", name->first);
    person.text("name", name->second);
    person.close();
  }
  object.close();
}

Result<void> reply_list(const BinRoutes& routes, accounts::Users* users, rest::Call& call) {
  NORN_ASSIGN(const int64_t limit, call.integer_query("limit", kDefaultThings, 1, kMaxThings));
  NORN_ASSIGN(const Listed listed, routes.list(call, limit, call.query("after").value_or("")));
  NORN_ASSIGN(const Names names, names_in(listed.page, users));
  ObjectWriter object(call.json());
  ListWriter list(object.key("things"));
  for (const apps::Binned& binned : listed.page.things) {
    // Another program may have written anything; no app restores what is of no kind.
    if (std::ranges::find(kKinds, binned.kind) == kKinds.end()) continue;
    append_json(list.next(), binned, names);
  }
  list.close();
  if (listed.page.next.empty()) {
    object.null("next");
  } else {
    object.text("next", listed.page.next);
  }
  object.boolean("mayDelete", listed.may_delete);
  object.close();
  return {};
}

Result<std::string> bin_id_of(const rest::Call& call) {
  const std::string& id = call.path("binId");
  const auto cannot_be = [](char c) { return c == '#' || c == '/' || (c >= 0 && c < ' '); };
  if (id.size() > apps::kMaxBinIdBytes || std::ranges::any_of(id, cannot_be)) {
    return not_found(apps::kNotInBin(apps::kBinDays));
  }
  return id;
}

}  // namespace

void add_schemas(rest::Api& api) {
  api.add_schema("BinThing", R"({"type":"object","additionalProperties":false,
    "required":["id","kind","title","startsAt","deletedAt","expiresAt","deletedBy"],
    "properties":{
      "id":{"type":"string","description":
        "The id that it had; of the rest of a series, `following_` and its first occurrence."},
      "kind":{"type":"string","enum":["entry","calendar","event","series","occurrence",
        "following","project","task","person","merge","tree"]},
      "title":{"type":"string"},
      "startsAt":{"type":["string","null"],"description":"Its day or time."},
      "deletedAt":{"type":"string","format":"date-time"},
      "expiresAt":{"type":"string","format":"date-time",
        "description":"When it is deleted for good."},
      "deletedBy":{"oneOf":[{"type":"null"},{"$ref":"#/components/schemas/BinPerson"}],
        "description":"Null in your planner, and if the person has no account any more."}}})");
  api.add_schema("BinPerson", R"({"type":"object","additionalProperties":false,
    "required":["userId","name"],
    "properties":{"userId":{"type":"string"},"name":{"type":"string"}}})");
  api.add_schema("BinPage", R"({"type":"object","additionalProperties":false,
    "required":["things","next","mayDelete"],
    "properties":{
      "things":{"type":"array","items":{"$ref":"#/components/schemas/BinThing"}},
      "next":{"type":["string","null"],"description":"For `after` of the next page."},
      "mayDelete":{"type":"boolean","description":"Whether you may delete from it for good."}}})");
}

void add_routes(rest::Api& api, const BinRoutes& routes, accounts::Users* users) {
  const auto& [list, restore, remove, empty] = routes.operations;
  api.add(
      {.method = "GET",
       .path = routes.path,
       .operation = list,
       .tag = routes.tag,
       .summary = fmt::format("Lists {} of {}, the latest first. They can be restored for {} "
                              "days.",
                              routes.what, routes.where, apps::kBinDays),
       .scope = routes.read_scope,
       .query = {{.name = "limit",
                  .description = "How many at most.",
                  .schema =
                      fmt::format(R"({{"type":"integer","minimum":1,"maximum":{},"default":{}}})",
                                  kMaxThings, kDefaultThings)},
                 {.name = "after", .description = "The `next` of the page before."}},
       .replies = {{.status = 200, .description = "A page of the bin.", .schema = "BinPage"}},
       .problems = {404},
       .handle = [routes, users](rest::Call& call) { return reply_list(routes, users, call); }});
  api.add({.method = "POST",
           .path = routes.path + "/{binId}/restore",
           .operation = restore,
           .tag = routes.tag,
           .summary = "Restores something from the bin exactly as it was, with its id.",
           .scope = routes.write_scope,
           .replies = {{.status = 200,
                        .description = "What is there again.",
                        .schema = routes.restored_schema}},
           .problems = {404, 409},
           .handle = [routes](rest::Call& call) -> Result<void> {
             NORN_ASSIGN(const std::string id, bin_id_of(call));
             return routes.restore(call, id);
           }});
  api.add({.method = "DELETE",
           .path = routes.path + "/{binId}",
           .operation = remove,
           .tag = routes.tag,
           .summary = "Deletes something in the bin for good.",
           .scope = routes.write_scope,
           .replies = {{.status = 204, .description = "It is gone."}},
           .problems = {404},
           .handle = [routes](rest::Call& call) -> Result<void> {
             NORN_ASSIGN(const std::string id, bin_id_of(call));
             NORN_TRY(routes.remove(call, id));
             call.no_content();
             return {};
           }});
  api.add({.method = "DELETE",
           .path = routes.path,
           .operation = empty,
           .tag = routes.tag,
           .summary = fmt::format("Deletes all {} of {} for good.", routes.what, routes.where),
           .scope = routes.write_scope,
           .replies = {{.status = 204, .description = "The bin is empty."}},
           .problems = {404},
           .handle = [routes](rest::Call& call) -> Result<void> {
             NORN_TRY(routes.empty(call));
             call.no_content();
             return {};
           }});
}

}  // namespace norn::bin
