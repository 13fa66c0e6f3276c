#include <string>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "apps/family/sentences.h"
#include "apps/sharing/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Trees, their members and invitations.
namespace norn::family {
namespace {

constexpr rest::TextRule kTreeNameRule{.max = kMaxTreeNameCharacters};
constexpr rest::TextRule kTreeDescriptionRule{
    .min = 0, .max = kMaxTreeDescriptionCharacters, .lines = true};

void render_tree(rest::Call& call, std::string& out, const TreeAccess& access) {
  call.set_etag(access.tree.etag);
  append_json(out, access);
}

Result<void> list_trees(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto all, parts.trees.list(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter items(object.key("trees"));
  for (const TreeAccess& access : all) append_json(items.next(), access);
  items.close();
  object.close();
  return {};
}

Result<void> create_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  TreeInput input;
  NORN_ASSIGN(input.name, body.text("treeName", kTreeNameRule));
  NORN_ASSIGN(input.description, optional_text(body, "description", kTreeDescriptionRule));
  NORN_ASSIGN(const auto is_public, body.optional_boolean("isPublic"));
  input.is_public = is_public.value_or(false);
  NORN_ASSIGN(const auto shows_names, body.optional_boolean("showsLivingNames"));
  input.shows_living_names = shows_names.value_or(false);
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createTree"));
  NORN_ASSIGN(const TreeAccess made, parts.trees.create(call.caller().user_id, input, creation));
  render_tree(call, call.created("/api/v1/trees/" + made.tree.id), made);
  return {};
}

Result<void> get_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_ASSIGN(const TreeAccess access, parts.trees.get(call.caller().user_id, id));
  render_tree(call, call.json(), access);
  return {};
}

Result<void> change_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  TreePatch patch;
  if (body.has("treeName")) {
    NORN_ASSIGN(patch.name, body.text("treeName", kTreeNameRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, optional_text(body, "description", kTreeDescriptionRule));
  }
  if (body.has("rootPersonId")) {
    NORN_ASSIGN(patch.root_person_id, optional_text(body, "rootPersonId", {}));
  }
  if (body.has("isPublic")) {
    NORN_ASSIGN(patch.is_public, body.boolean("isPublic"));
  }
  if (body.has("showsLivingNames")) {
    NORN_ASSIGN(patch.shows_living_names, body.boolean("showsLivingNames"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const TreeAccess access, parts.trees.change(call.caller().user_id, id, patch, etag));
  render_tree(call, call.json(), access);
  return {};
}

Result<void> hand_over_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string heir, body.text("userId"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const TreeAccess access, parts.trees.hand_over(call.caller().user_id, id, heir));
  render_tree(call, call.json(), access);
  return {};
}

Result<void> delete_tree(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, tree_of(call));
  NORN_TRY(parts.trees.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

std::string tree_members() {
  return R"("treeName":)" + rest::text_schema(kTreeNameRule) + R"(,"description":)" +
         rest::nullable_text_schema(kTreeDescriptionRule) +
         R"(,"isPublic":{"type":"boolean","description":"Whether everybody with an account may)"
         R"( read it. They see nothing of the living."},
         "showsLivingNames":{"type":"boolean",
           "description":"Whether strangers see the names of the living in a public tree."})";
}

void add_tree_schemas(rest::Api& api) {
  api.add_schema("TreeMemberRole", R"({"type":"string","enum":["read","write","owner"],
    "description":"A tree has exactly one owner; others read or write."})");
  api.add_schema("TreeRole", R"({"type":"string","enum":["public","read","write","owner"],
    "description":"What you are to a tree: a stranger who reads a public one, a member, or its)"
                             R"( owner."})");
  api.add_schema("FamilyTree", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["treeId","userId","treeName","description","rootPersonId","isPublic",
      "showsLivingNames","personCount","isHandedOver","isBeingImported","role","createdAt",
      "updatedAt","etag"],
    "properties":{
      "treeId":$ID,
      "userId":{"type":"string","description":"Its owner."},
      "treeName":$TEXT,
      "description":$NULLABLE_TEXT,
      "rootPersonId":$NULLABLE_ID,
      "isPublic":{"type":"boolean"},
      "showsLivingNames":{"type":"boolean"},
      "personCount":{"type":"integer"},
      "isHandedOver":{"type":"boolean","description":"Whether it is being handed over to another)"
                                         R"( owner. It cannot be changed until that is done."},
      "isBeingImported":{"type":"boolean","description":"Whether a file is being imported into it.)"
                                         R"( It cannot be changed until that is done."},
      "role":{"$ref":"#/components/schemas/TreeRole"},
      "createdAt":$TIME,
      "updatedAt":$TIME,
      "etag":$TEXT}})"));
  api.add_schema("FamilyTrees", R"({"type":"object","additionalProperties":false,
    "required":["trees"],
    "properties":{
      "trees":{"type":"array","items":{"$ref":"#/components/schemas/FamilyTree"}}}})");
  api.add_schema("NewFamilyTree", R"({"type":"object","additionalProperties":false,
    "required":["treeName"],"properties":{)" +
                                      tree_members() + "}}");
  api.add_schema("FamilyTreeChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{"rootPersonId":{"type":["string","null"]},)" +
                                         tree_members() + "}}");
  api.add_schema("NewTreeOwner", R"({"type":"object","additionalProperties":false,
    "required":["userId"],"properties":{"userId":{"type":"string"}}})");
}

void add_routes_of_one_tree(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/trees/{treeId}";
  const rest::Reply now = {
      .status = 200, .description = "The tree as it is now.", .schema = "FamilyTree"};
  api.add({.method = "GET",
           .path = path,
           .operation = "getTree",
           .tag = kTag,
           .summary = "Gets a family tree that you may read.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The tree.", .schema = "FamilyTree"}},
           .problems = {404},
           .handle = handled_by(parts, get_tree)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changeTree",
           .tag = kTag,
           .summary = "Changes the name, description or root of a family tree. Only its owner "
                      "changes who may see it.",
           .scope = kWriteScope,
           .request = "FamilyTreeChange",
           .replies = {now},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_tree)});
  api.add({.method = "DELETE",
           .path = path,
           .operation = "deleteTree",
           .tag = kTag,
           .summary = "Deletes a family tree with everything in it, for all members. Its owner "
                      "only.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409},
           .handle = handled_by(parts, delete_tree)});
  api.add({.method = "PUT",
           .path = path + "/owner",
           .operation = "handOverTree",
           .tag = kTag,
           .summary = "Hands a family tree over to another member. Its owner only, who may write "
                      "in it from then on.",
           .scope = kWriteScope,
           .request = "NewTreeOwner",
           .replies = {now},
           .problems = {404, 409},
           .handle = handled_by(parts, hand_over_tree)});
}

sharing::RouteNames member_routes(Trees& trees) {
  sharing::RouteNames names;
  names.collection = "/api/v1/trees";
  names.own_invitations_path = "/api/v1/tree-invitations";
  names.tag = kTag;
  names.read_scope = kReadScope;
  names.write_scope = kWriteScope;
  names.operations = {.list = "listTreeMembers",
                      .invite = "inviteToTree",
                      .withdraw = "withdrawTreeInvitation",
                      .change_role = "changeTreeRole",
                      .remove = "removeTreeMember",
                      .own_invitations = "listTreeInvitations",
                      .accept = "acceptTreeInvitation",
                      .decline = "declineTreeInvitation"};
  names.schemas = {.role = "TreeMemberRole",
                   .thing = "FamilyTree",
                   .member = "TreeMember",
                   .members = "TreeMembers",
                   .invitation = "TreeInvitation",
                   .invited = "InvitedTreeMember",
                   .new_member = "NewTreeMember",
                   .role_change = "TreeRoleChange",
                   .own_invitation = "OwnTreeInvitation",
                   .own_invitations = "OwnTreeInvitations"};
  names.thing_id_of = tree_of;
  names.render_thing = [&trees](rest::Call& call, std::string& out, const std::string& user_id,
                                const std::string& tree_id) -> Result<void> {
    NORN_ASSIGN(const TreeAccess access, trees.get(user_id, tree_id));
    render_tree(call, out, access);
    return {};
  };
  return names;
}

}  // namespace

void add_tree_routes(rest::Api& api, const Parts& parts) {
  add_tree_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/trees",
           .operation = "listTrees",
           .tag = kTag,
           .summary = "Lists the family trees that you own, and those that are shared with you, "
                      "by name.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "Your trees.", .schema = "FamilyTrees"}},
           .handle = handled_by(parts, list_trees)});
  api.add({.method = "POST",
           .path = "/api/v1/trees",
           .operation = "createTree",
           .tag = kTag,
           .summary = "Creates a family tree, of which you are the owner.",
           .scope = kWriteScope,
           .request = "NewFamilyTree",
           .replies = {{.status = 201, .description = "The new tree.", .schema = "FamilyTree"}},
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_tree)});
  add_routes_of_one_tree(api, parts);
  const sharing::RouteNames names = member_routes(parts.trees);
  sharing::add_schemas(api, parts.members.description(), names);
  sharing::add_routes(api, parts.members, names);
}

}  // namespace norn::family
