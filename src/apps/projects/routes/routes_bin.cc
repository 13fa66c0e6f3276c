#include <string>
#include <variant>

#include "apps/bin/routes.h"
#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "base/json_writer.h"

// The bins of projects: deleted tasks and events of a project, and deleted projects of a person.
namespace norn::projects {
namespace {

template <typename Thing>
void append_or_null(ObjectWriter& object, std::string_view name, const Thing* thing) {
  if (thing == nullptr) {
    object.null(name);
  } else {
    append_json(object.key(name), *thing);
  }
}

bin::BinRoutes content_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/projects/{projectId}/bin";
  routes.what = "deleted tasks and events";
  routes.where = "a project that you may write in";
  routes.operations = {.list = "listProjectBin",
                       .restore = "restoreInProject",
                       .remove = "deleteInProjectForGood",
                       .empty = "emptyProjectBin"};
  routes.restored_schema = "RestoredInProject";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(const std::string id, project_of(call));
    NORN_ASSIGN(auto found, parts.bin.things(call.caller().user_id, id, limit, after));
    return bin::Listed{std::move(found.page), found.may_delete};
  };
  routes.restore = [parts](rest::Call& call, const std::string& thing_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, project_of(call));
    NORN_ASSIGN(const auto restored, parts.bin.restore(call.caller().user_id, id, thing_id));
    const auto* const task = std::get_if<Task>(&restored);
    const auto* const event = std::get_if<Event>(&restored);
    call.set_etag(task != nullptr ? task->etag : event->etag);
    ObjectWriter object(call.json());
    append_or_null(object, "task", task);
    append_or_null(object, "event", event);
    object.close();
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& thing_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, project_of(call));
    return parts.bin.remove(call.caller().user_id, id, thing_id);
  };
  routes.empty = [parts](const rest::Call& call) -> Result<void> {
    NORN_ASSIGN(const std::string id, project_of(call));
    return parts.bin.empty(call.caller().user_id, id);
  };
  return routes;
}

bin::BinRoutes project_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/project-bin";
  routes.what = "deleted projects";
  routes.where = "yours";
  routes.operations = {.list = "listDeletedProjects",
                       .restore = "restoreProject",
                       .remove = "deleteProjectForGood",
                       .empty = "deleteProjectsForGood"};
  routes.restored_schema = "Project";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(auto page, parts.bin.projects(call.caller().user_id, limit, after));
    return bin::Listed{std::move(page)};
  };
  routes.restore = [parts](rest::Call& call, const std::string& project_id) -> Result<void> {
    NORN_ASSIGN(const Access access, parts.bin.restore_project(call.caller().user_id, project_id));
    call.set_etag(access.project.etag);
    append_json(call.json(), access);
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& project_id) {
    return parts.bin.remove_project(call.caller().user_id, project_id);
  };
  routes.empty = [parts](const rest::Call& call) {
    return parts.bin.remove_projects(call.caller().user_id);
  };
  return routes;
}

}  // namespace

void add_bin_routes(rest::Api& api, const Parts& parts) {
  api.add_schema("RestoredInProject", R"({"type":"object","additionalProperties":false,
    "required":["task","event"],
    "description":"One of the two is null.",
    "properties":{
      "task":{"anyOf":[{"$ref":"#/components/schemas/ProjectTask"},{"type":"null"}]},
      "event":{"anyOf":[{"$ref":"#/components/schemas/ProjectEvent"},{"type":"null"}]}}})");
  for (bin::BinRoutes routes : {content_bin(parts), project_bin(parts)}) {
    routes.tag = kTag;
    routes.read_scope = kReadScope;
    routes.write_scope = kWriteScope;
    bin::add_routes(api, routes, &parts.users);
  }
}

}  // namespace norn::projects
