#include "apps/bin/routes.h"

#include <string>

#include "apps/planner/render.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/tasks/task_json.h"

// The bin of the planner.
namespace norn::planner {

void add_bin_routes(rest::Api& api, const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/planner/bin";
  routes.tag = kTag;
  routes.read_scope = kReadScope;
  routes.write_scope = kWriteScope;
  routes.what = "deleted events, series, occurrences and tasks";
  routes.where = "your planner";
  routes.operations = {.list = "listPlannerBin",
                       .restore = "restoreFromPlannerBin",
                       .remove = "deleteFromPlannerBin",
                       .empty = "emptyPlannerBin"};
  api.add_schema("RestoredOfPlanner", R"({"oneOf":[
    {"$ref":"#/components/schemas/PlannerEvent"},{"$ref":"#/components/schemas/PlannerTask"}]})");
  routes.restored_schema = "RestoredOfPlanner";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(auto page, parts.events.deleted(call.caller().user_id, limit, after));
    return bin::Listed{std::move(page)};
  };
  routes.restore = [parts](rest::Call& call, const std::string& id) -> Result<void> {
    NORN_ASSIGN(const auto task, parts.tasks.restore_deleted(call.caller().user_id, id));
    if (task) {
      call.set_etag(etag_of(*task));
      append_json(call.json(), *task);
      return {};
    }
    NORN_ASSIGN(const Thing thing, parts.events.restore_deleted(call.caller().user_id, id));
    call.set_etag(etag_of(thing));
    call.json().append(json_of(thing));
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& id) {
    return parts.events.remove_deleted(call.caller().user_id, id);
  };
  routes.empty = [parts](const rest::Call& call) {
    return parts.events.empty_bin(call.caller().user_id);
  };
  bin::add_routes(api, routes, nullptr);
}

}  // namespace norn::planner
