#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "apps/accounts/routes/feed_replies.h"
#include "apps/accounts/sentences.h"
#include "apps/family/feeds/calendar_feed.h"
#include "apps/family/own_person.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "http/languages.h"
#include "rest/sentences.h"

// The calendar feed of a person's family trees, and which person of a tree they are.
namespace norn::family {
namespace {

constexpr const char* kFeedPath = "/api/v1/tree-feed";
constexpr const char* kOwnPersonPath = "/api/v1/trees/{treeId}/self";

constexpr std::array kAllKinds = {AnniversaryKind::kBirthday, AnniversaryKind::kDeathDay,
                                  AnniversaryKind::kWedding};

Result<void> get_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto state, parts.feed_links.state(call.caller().user_id));
  accounts::reply_feed_state(call, state);
  return {};
}

// "birthday,wedding"; all kinds without it.
Result<std::vector<AnniversaryKind>> kinds_of(const rest::Call& call) {
  std::vector<AnniversaryKind> kinds;
  const std::string text = call.query("kinds").value_or("");
  for (size_t begin = 0; begin < text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    const auto kind = anniversary_kind_from(std::string_view(text).substr(begin, comma - begin));
    if (!kind) return invalid("kinds", kAnniversaryKindUnknown);
    if (std::ranges::find(kinds, *kind) == kinds.end()) kinds.push_back(*kind);
    begin = comma + 1;
  }
  if (kinds.empty()) kinds.assign(kAllKinds.begin(), kAllKinds.end());
  return kinds;
}

// The part of the address that chooses kinds; empty if all are chosen.
std::string kinds_query(const std::vector<AnniversaryKind>& kinds) {
  if (kinds.size() == kAllKinds.size()) return {};
  std::string query;
  for (const AnniversaryKind kind : kinds) {
    query += (query.empty() ? "?kinds=" : ",") + std::string(to_text(kind));
  }
  return query;
}

Result<void> create_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto kinds, kinds_of(call));
  NORN_ASSIGN(const std::string secret,
              parts.feed_links.create(call.caller().user_id, call.caller().session_epoch));
  accounts::reply_feed_link(call, parts.public_origin, secret, "family.ics" + kinds_query(kinds));
  return {};
}

Result<void> delete_feed(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.feed_links.revoke(call.caller().user_id));
  call.no_content();
  return {};
}

Result<void> read_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto kinds, kinds_of(call));
  NORN_ASSIGN(const auto user_id, parts.feed_links.find_user(call.path("secret")));
  if (!user_id) return not_found(accounts::kFeedNotFound);
  NORN_ASSIGN(std::string file, calendar_feed(parts.context, parts.kinship, *user_id, kinds,
                                              http::accepted_languages(call.request())));
  accounts::reply_calendar_file(call, std::move(file));
  return {};
}

void render_own_person(rest::Call& call, const std::optional<std::string>& person_id) {
  ObjectWriter object(call.json());
  if (person_id) {
    object.text("personId", *person_id);
  } else {
    object.null("personId");
  }
  object.close();
}

Result<void> get_own_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(const auto person, own_person(parts.context, call.caller().user_id, tree));
  render_own_person(call, person);
  return {};
}

Result<void> change_own_person(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string tree, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  if (!body.has("personId")) return invalid("personId", rest::kMemberMissing("personId"));
  NORN_ASSIGN(const auto person, optional_text(body, "personId", {}));
  NORN_TRY(body.finish());
  NORN_TRY(set_own_person(parts.context, call.caller().user_id, tree, person));
  render_own_person(call, person);
  return {};
}

rest::Parameter kinds_parameter() {
  return {.name = "kinds",
          .description =
              "What is in it, separated by commas: birthday, deathDay, wedding. "
              "Default: all of them."};
}

void add_family_feed_schemas(rest::Api& api) {
  api.add_schema("TreeFeed", accounts::kFeedSchema);
  api.add_schema("TreeFeedLink", accounts::kFeedLinkSchema);
  api.add_schema("OwnPerson", R"({"type":"object","additionalProperties":false,
    "required":["personId"],
    "properties":{"personId":{"type":["string","null"],
      "description":"The id of the person of the tree who you are; null: none."}}})");
}

void add_own_person_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = kOwnPersonPath,
           .operation = "getOwnPerson",
           .tag = kTag,
           .summary = "Gets which person of a family tree you are, if you have said so. Members.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The person.", .schema = "OwnPerson"}},
           .problems = {404},
           .handle = handled_by(parts, get_own_person)});
  api.add({.method = "PUT",
           .path = kOwnPersonPath,
           .operation = "setOwnPerson",
           .tag = kTag,
           .summary = "Says which person of a family tree you are, so that others are named by "
                      "what they are to you. Members; each for themselves.",
           .scope = kWriteScope,
           .request = "OwnPerson",
           .replies = {{.status = 200, .description = "The person.", .schema = "OwnPerson"}},
           .problems = {404, 409},
           .handle = handled_by(parts, change_own_person)});
}

}  // namespace

void add_feed_routes(rest::Api& api, const Parts& parts) {
  add_family_feed_schemas(api);
  add_own_person_routes(api, parts);
  api.add({.method = "GET",
           .path = kFeedPath,
           .operation = "getTreeFeed",
           .tag = kTag,
           .summary = "Returns whether you have a secret address at which other calendars can "
                      "subscribe to the days of your family trees.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "Its state, without the address itself.",
                        .schema = "TreeFeed"}},
           .handle = handled_by(parts, get_feed)});
  api.add({.method = "POST",
           .path = kFeedPath,
           .operation = "createTreeFeed",
           .tag = kTag,
           .summary = "Creates a secret address at which the birthdays, death days and weddings "
                      "of all your family trees can be read as a calendar file. Your previous "
                      "address becomes invalid.",
           .access = rest::Access::kSession,
           .query = {kinds_parameter()},
           .replies = {{.status = 201, .description = "The address.", .schema = "TreeFeedLink"}},
           .problems = {404},
           .handle = handled_by(parts, create_feed)});
  api.add({.method = "DELETE",
           .path = kFeedPath,
           .operation = "deleteTreeFeed",
           .tag = kTag,
           .summary = "Deletes your secret address of your family trees, if you have one.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "There is no address."}},
           .handle = handled_by(parts, delete_feed)});
  api.add({.method = "GET",
           .path = "/ical/{secret}/family.ics",
           .operation = "readTreeFeed",
           .tag = kTag,
           .summary = "Gets the days of a person's family trees as an iCalendar file, for "
                      "programs that subscribe to it. Needs no credentials but the secret "
                      "address. Its texts are in the language of your account; without one, in "
                      "that of Accept-Language.",
           .access = rest::Access::kAnyone,
           .query = {kinds_parameter()},
           .replies = {{.status = 200,
                        .description = "The file.",
                        .content_type = accounts::kCalendarFileType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, read_feed)});
}

}  // namespace norn::family
