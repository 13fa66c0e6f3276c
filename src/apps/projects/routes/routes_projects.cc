#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/sentences.h"
#include "apps/sharing/routes.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Projects, their members and invitations.
namespace norn::projects {
namespace {

constexpr rest::TextRule kProjectNameRule{.max = kMaxProjectNameCharacters};
constexpr rest::TextRule kProjectDescriptionRule{
    .min = 0, .max = kMaxProjectDescriptionCharacters, .lines = true};
constexpr int64_t kMaxShiftDays = 36'600;

void render_project(rest::Call& call, std::string& out, const Access& access) {
  call.set_etag(access.project.etag);
  append_json(out, access);
}

Result<void> list_projects(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto all, parts.projects.list(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter items(object.key("projects"));
  for (const Access& access : all) append_json(items.next(), access);
  items.close();
  object.close();
  return {};
}

Result<void> create_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  ProjectInput input;
  NORN_ASSIGN(input.name, body.text("name", kProjectNameRule));
  NORN_ASSIGN(input.color, body.text("color"));
  NORN_ASSIGN(input.description, optional_text(body, "description", kProjectDescriptionRule));
  NORN_ASSIGN(const auto is_template, body.optional_boolean("template"));
  input.is_template = is_template.value_or(false);
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createProject"));
  NORN_ASSIGN(const Access made, parts.projects.create(call.caller().user_id, input, creation));
  render_project(call, call.created("/api/v1/projects/" + made.project.id), made);
  return {};
}

Result<void> copy_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CopyInput input;
  NORN_ASSIGN(input.name, body.text("name", kProjectNameRule));
  NORN_ASSIGN(const auto is_template, body.optional_boolean("template"));
  input.is_template = is_template.value_or(false);
  NORN_ASSIGN(const auto shift, body.optional_integer("shiftDays", -kMaxShiftDays, kMaxShiftDays));
  input.shift_days = shift.value_or(0);
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "copyProject"));
  NORN_ASSIGN(const Access made, parts.projects.copy(call.caller().user_id, id, input, creation));
  render_project(call, call.created("/api/v1/projects/" + made.project.id), made);
  return {};
}

Result<void> get_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(const Access access, parts.projects.get(call.caller().user_id, id));
  render_project(call, call.json(), access);
  return {};
}

Result<void> change_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  ProjectPatch patch;
  if (body.has("name")) {
    NORN_ASSIGN(patch.name, body.text("name", kProjectNameRule));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, optional_text(body, "description", kProjectDescriptionRule));
  }
  if (body.has("status")) {
    NORN_ASSIGN(const std::string status,
                body.choice("status", {"ACTIVE", "ARCHIVED", "COMPLETED"}));
    patch.status = project_status_from(status);
  }
  if (body.has("template")) {
    NORN_ASSIGN(patch.is_template, body.boolean("template"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Access access, parts.projects.change(call.caller().user_id, id, patch, etag));
  render_project(call, call.json(), access);
  return {};
}

Result<void> transfer_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string heir, body.text("userId"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Access access, parts.projects.transfer(call.caller().user_id, id, heir));
  render_project(call, call.json(), access);
  return {};
}

Result<void> limit_member(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_ASSIGN(const std::string member, id_of(call, "userId", sharing::kMemberNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  std::optional<std::vector<Permission>> permissions;
  if (!body.is_null("permissions")) {
    constexpr size_t kMostPermissions = 3;
    NORN_ASSIGN(const auto texts, body.texts("permissions", kMostPermissions));
    permissions.emplace();
    for (const std::string& text : texts) {
      const auto permission = permission_from(text);
      if (!permission) return invalid("permissions", kPermissionUnknown);
      permissions->push_back(*permission);
    }
  }
  NORN_TRY(body.finish());
  NORN_TRY(parts.projects.limit(call.caller().user_id, id, member, permissions, etag));
  call.no_content();
  return {};
}

Result<void> delete_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  NORN_TRY(parts.projects.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

// The members of a project that users can set.
std::string project_members() {
  return R"("name":)" + rest::text_schema(kProjectNameRule) + R"(,"color":$COLOR,"description":)" +
         rest::nullable_text_schema(kProjectDescriptionRule) +
         R"(,"template":{"type":"boolean","description":"Whether it is a template."})";
}

void add_project_schemas(rest::Api& api) {
  api.add_schema("ProjectRole", R"({"type":"string","enum":["OWNER","ADMIN","MEMBER","VIEWER"],
    "description":"Viewers read, members also write, admins also manage, owners also own."})");
  api.add_schema("ProjectStatus", R"({"type":"string","enum":["ACTIVE","ARCHIVED","COMPLETED"],
    "description":"Nothing in an archived project can be changed."})");
  api.add_schema("ProjectPermission", R"({"type":"string","enum":["READ","WRITE","MANAGE"]})");
  api.add_schema("Project", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","name","description","ownerId","color","status","template","createdAt",
      "updatedAt","role","permissions","etag"],
    "properties":{
      "id":$ID,
      "name":{"type":"string"},
      "description":{"type":["string","null"]},
      "ownerId":{"type":["string","null"],"description":"One of the owners."},
      "color":$COLOR,
      "status":{"$ref":"#/components/schemas/ProjectStatus"},
      "template":{"type":"boolean"},
      "createdAt":$TIME,
      "updatedAt":$TIME,
      "role":{"$ref":"#/components/schemas/ProjectRole","description":"Your role in it."},
      "permissions":{"type":"array","items":{"$ref":"#/components/schemas/ProjectPermission"},
        "description":"What you may do in it."},
      "etag":{"type":"string"}}})"));
  api.add_schema("Projects", R"({"type":"object","additionalProperties":false,
    "required":["projects"],
    "properties":{
      "projects":{"type":"array","items":{"$ref":"#/components/schemas/Project"}}}})");
  api.add_schema("NewProject", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["name","color"],"properties":{)" +
                                         project_members() + "}}"));
  api.add_schema("ProjectChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{"status":{"$ref":"#/components/schemas/ProjectStatus"},)" +
                                            project_members() + "}}"));
  api.add_schema("NewProjectCopy",
                 R"({"type":"object","additionalProperties":false,"required":["name"],
    "properties":{"name":)" +
                     rest::text_schema(kProjectNameRule) +
                     fmt::format(R"(,"template":{{"type":"boolean"}},
      "shiftDays":{{"type":"integer","minimum":-{0},"maximum":{0},
        "description":"By how many days all dates are moved."}}}}}})",
                                 kMaxShiftDays));
  api.add_schema("NewProjectOwner", R"({"type":"object","additionalProperties":false,
    "required":["userId"],"properties":{"userId":{"type":"string"}}})");
  api.add_schema("ProjectPermissions", R"({"type":"object","additionalProperties":false,
    "required":["permissions"],"properties":{
      "permissions":{"anyOf":[{"type":"array","maxItems":3,
          "items":{"$ref":"#/components/schemas/ProjectPermission"}},{"type":"null"}],
        "description":"Null: all that the role allows."}}})");
}

void add_routes_of_one_project(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/projects/{projectId}";
  api.add({.method = "GET",
           .path = path,
           .operation = "getProject",
           .tag = kTag,
           .summary = "Gets one of your projects.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The project.", .schema = "Project"}},
           .problems = {404},
           .handle = handled_by(parts, get_project)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changeProject",
           .tag = kTag,
           .summary = "Changes the name, color, description or status of a project. Admins and "
                      "owners.",
           .scope = kWriteScope,
           .request = "ProjectChange",
           .replies = {{.status = 200,
                        .description = "The project as it is now.",
                        .schema = "Project"}},
           .problems = {404, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_project)});
  api.add({.method = "DELETE",
           .path = path,
           .operation = "deleteProject",
           .tag = kTag,
           .summary = "Deletes a project with everything in it, for all members. Owners only.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404},
           .handle = handled_by(parts, delete_project)});
  api.add({.method = "POST",
           .path = path + "/copies",
           .operation = "copyProject",
           .tag = kTag,
           .summary = "Makes a project from another one, with its tags, tasks and events. Of a "
                      "large one they come in the background.",
           .scope = kWriteScope,
           .request = "NewProjectCopy",
           .replies = {{.status = 201, .description = "The new project.", .schema = "Project"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, copy_project)});
  api.add({.method = "PUT",
           .path = path + "/owner",
           .operation = "transferProject",
           .tag = kTag,
           .summary = "Makes another member an owner in your place. Owners only.",
           .scope = kWriteScope,
           .request = "NewProjectOwner",
           .replies = {{.status = 200,
                        .description = "The project as it is now.",
                        .schema = "Project"}},
           .problems = {404, 409},
           .handle = handled_by(parts, transfer_project)});
}

void add_limit_route(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/projects/{projectId}";
  api.add(
      {.method = "PUT",
       .path = path + "/members/{userId}/permissions",
       .operation = "limitProjectMember",
       .tag = kTag,
       .summary = "Limits what a member may do below what their role allows. Admins and owners.",
       .scope = kWriteScope,
       .request = "ProjectPermissions",
       .replies = {{.status = 204, .description = "Changed."}},
       .problems = {404, 409, 412},
       .needs_if_match = true,
       .handle = handled_by(parts, limit_member)});
}

sharing::RouteNames member_routes(Projects& projects) {
  sharing::RouteNames names;
  names.collection = "/api/v1/projects";
  names.own_invitations_path = "/api/v1/project-invitations";
  names.tag = kTag;
  names.read_scope = kReadScope;
  names.write_scope = kWriteScope;
  names.operations = {.list = "listProjectMembers",
                      .invite = "inviteToProject",
                      .withdraw = "withdrawProjectInvitation",
                      .change_role = "changeProjectRole",
                      .remove = "removeProjectMember",
                      .own_invitations = "listProjectInvitations",
                      .accept = "acceptProjectInvitation",
                      .decline = "declineProjectInvitation"};
  names.schemas = {.role = "ProjectRole",
                   .thing = "Project",
                   .member = "ProjectMember",
                   .members = "ProjectMembers",
                   .invitation = "ProjectInvitation",
                   .invited = "InvitedProjectMember",
                   .new_member = "NewProjectMember",
                   .role_change = "ProjectRoleChange",
                   .own_invitation = "OwnProjectInvitation",
                   .own_invitations = "OwnProjectInvitations",
                   .permission = "ProjectPermission"};
  names.thing_id_of = project_of;
  names.render_thing = [&projects](rest::Call& call, std::string& out, const std::string& user_id,
                                   const std::string& project_id) -> Result<void> {
    NORN_ASSIGN(const Access access, projects.get(user_id, project_id));
    render_project(call, out, access);
    return {};
  };
  return names;
}

}  // namespace

void add_project_routes(rest::Api& api, const Parts& parts) {
  add_project_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/projects",
           .operation = "listProjects",
           .tag = kTag,
           .summary = "Lists the projects that you are in, by name.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "Your projects.", .schema = "Projects"}},
           .handle = handled_by(parts, list_projects)});
  api.add({.method = "POST",
           .path = "/api/v1/projects",
           .operation = "createProject",
           .tag = kTag,
           .summary = "Creates a project, of which you are the owner.",
           .scope = kWriteScope,
           .request = "NewProject",
           .replies = {{.status = 201, .description = "The new project.", .schema = "Project"}},
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_project)});
  add_routes_of_one_project(api, parts);
  add_limit_route(api, parts);
  const sharing::RouteNames names = member_routes(parts.projects);
  sharing::add_schemas(api, parts.members.description(), names);
  sharing::add_routes(api, parts.members, names);
}

}  // namespace norn::projects
