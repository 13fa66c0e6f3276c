#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/exchange/import.h"
#include "apps/family/exchange/import_jobs.h"
#include "apps/family/facts.h"
#include "apps/family/feeds/feed_links.h"
#include "apps/family/kinship.h"
#include "apps/family/merges.h"
#include "apps/family/people.h"
#include "apps/family/photos/photos.h"
#include "apps/family/public_trees.h"
#include "apps/family/reimport/reimports.h"
#include "apps/family/relationships.h"
#include "apps/family/trees.h"
#include "apps/shared/routes.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::family {

// What the handlers work with. Everything outlives them.
struct Parts {
  Trees& trees;
  sharing::Members& members;
  People& people;
  Relationships& relationships;
  Facts& facts;
  Merges& merges;
  Photos& photos;
  Kinship& kinship;
  TreeImports& imports;
  TreeImportJobs& import_jobs;
  TreeReimports& reimports;
  accounts::PersonFeed& feed_links;
  PublicTrees& public_trees;
  std::string public_origin;  // Empty: that of each request.
  const Context& context;
};

// All routes below /api/v1/trees, /api/v1/public/trees, /api/v1/tree-... and the calendar feed.
void add_routes(rest::Api& api, const Parts& parts);

// The parts of add_routes, with their schemas.
void add_tree_routes(rest::Api& api, const Parts& parts);
void add_person_routes(rest::Api& api, const Parts& parts);
void add_relationship_routes(rest::Api& api, const Parts& parts);
void add_fact_routes(rest::Api& api, const Parts& parts);
void add_merge_routes(rest::Api& api, const Parts& parts);
void add_photo_routes(rest::Api& api, const Parts& parts);
void add_kinship_routes(rest::Api& api, const Parts& parts);
void add_report_routes(rest::Api& api, const Parts& parts);
void add_feed_routes(rest::Api& api, const Parts& parts);
void add_public_routes(rest::Api& api, const Parts& parts);
void add_tree_bin_routes(rest::Api& api, const Parts& parts);
void add_exchange_routes(rest::Api& api, const Parts& parts);
void add_import_job_routes(rest::Api& api, const Parts& parts);
void add_reimport_routes(rest::Api& api, const Parts& parts);

// What these parts share.
using apps::creation_of;
using apps::handled_by;
using apps::id_of;

constexpr const char* kTag = "family";
constexpr const char* kReadScope = "family:read";
constexpr const char* kWriteScope = "family:write";

Result<std::string> tree_of(const rest::Call& call);
Result<std::string> person_of(const rest::Call& call);

// A schema with its placeholders replaced: `$TIME`, `$ID`, `$NULLABLE_ID`, `$TEXT`,
// `$NULLABLE_TEXT`, `$NULLABLE_DAY`.
std::string filled_in(std::string schema);

// Reads a member that may be absent, null or empty, all of which are nullopt.
Result<std::optional<std::string>> optional_text(rest::JsonInput& body, std::string_view name,
                                                 const rest::TextRule& rule);
// Reads "birthDate" and "birthDateText", of which one may be set; nullopt if both are absent.
Result<std::optional<LifeDate>> life_date_member(rest::JsonInput& body, const std::string& name);
// The schema of these two members.
std::string life_date_schema(const std::string& name);

// Reads a list of citations; nullopt if it is absent.
Result<std::optional<std::vector<Citation>>> citations_member(rest::JsonInput& body,
                                                              std::string_view name);
// The schema of this member.
std::string citations_schema(const std::string& name);

// `limit` and `cursor` of a list that has pages.
std::vector<rest::Parameter> page_parameters();
Result<size_t> limit_of(const rest::Call& call);

}  // namespace norn::family
