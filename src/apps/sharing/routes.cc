#include "apps/sharing/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "apps/accounts/users/normal_form.h"
#include "apps/shared/routes.h"
#include "apps/sharing/members_json.h"
#include "apps/sharing/sentences.h"
#include "base/json_writer.h"

namespace norn::sharing {
namespace {

constexpr rest::TextRule kEmailRule{.max = accounts::kMaxEmailBytes};

// What every handler stands on.
struct Face {
  Members& members;
  RouteNames names;
};
using SharedFace = std::shared_ptr<const Face>;  // By all handlers of an app.

Result<std::string> read_role(rest::JsonInput& body, const Description& description) {
  std::vector<std::string_view> choices;
  for (const Role& role : description.ladder) choices.emplace_back(role.name);
  return body.choice("role", choices);
}

void append_member(std::string& out, const Face& face, const Member& member, bool with_email) {
  const std::string etag = face.members.things().etag_of(member.membership);
  append_json(out, face.members.description(), member, etag, with_email);
}

// Only managers see invitations. A caller who stops being one meanwhile sees none.
Result<std::vector<Invitation>> invitations_for(const std::string& user_id,
                                                const std::string& thing_id, bool manages,
                                                Members& members) {
  if (!manages) return std::vector<Invitation>();
  auto invited = members.invitations(user_id, thing_id);
  const bool manages_no_more = !invited && invited.error().code == ErrorCode::kForbidden;
  if (manages_no_more) return std::vector<Invitation>();
  return invited;
}

Result<void> list_members(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const auto all, face.members.list(user_id, id));
  const bool manages = std::ranges::any_of(all, [&](const Member& member) {
    return member.membership.user_id == user_id && member.membership.rights.has(Right::kManage);
  });
  NORN_ASSIGN(const auto invited, invitations_for(user_id, id, manages, face.members));
  const bool with_email = manages || face.members.description().shows_addresses;
  ObjectWriter object(call.json());
  ListWriter items(object.key("members"));
  for (const Member& member : all) append_member(items.next(), face, member, with_email);
  items.close();
  ListWriter invitations(object.key("invitations"));
  for (const Invitation& one : invited) append_json(invitations.next(), one);
  invitations.close();
  object.close();
  return {};
}

Result<void> invite(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string email, body.text("email", kEmailRule));
  NORN_ASSIGN(const std::string role, read_role(body, face.members.description()));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const auto invited, face.members.invite(call.caller().user_id, id, email, role));
  ObjectWriter object(call.json(201));
  if (invited.member) append_member(object.key("member"), face, *invited.member, true);
  if (invited.invitation) append_json(object.key("invitation"), *invited.invitation);
  object.close();
  return {};
}

Result<void> withdraw(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  NORN_ASSIGN(const std::string email, call.required_query("email"));
  NORN_TRY(face.members.withdraw(call.caller().user_id, id, email));
  call.no_content();
  return {};
}

Result<void> change_role(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  NORN_ASSIGN(const std::string member_id, apps::id_of(call, "userId", kMemberNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string role, read_role(body, face.members.description()));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Member member,
              face.members.change_role(call.caller().user_id, id, member_id, role, etag));
  call.set_etag(face.members.things().etag_of(member.membership));
  append_member(call.json(), face, member, true);
  return {};
}

Result<void> remove_member(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  NORN_ASSIGN(const std::string member_id, apps::id_of(call, "userId", kMemberNotFound));
  NORN_TRY(face.members.remove(call.caller().user_id, id, member_id));
  call.no_content();
  return {};
}

Result<void> list_own_invitations(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const auto own, face.members.own_invitations(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter invitations(object.key("invitations"));
  for (const OwnInvitation& one : own) {
    append_json(invitations.next(), face.members.description(), one);
  }
  invitations.close();
  object.close();
  return {};
}

Result<void> accept(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(face.members.accept(user_id, id));
  std::string& out = call.created(face.names.collection + "/" + id);
  return face.names.render_thing(call, out, user_id, id);
}

Result<void> decline(rest::Call& call, const Face& face) {
  NORN_ASSIGN(const std::string id, face.names.thing_id_of(call));
  NORN_TRY(face.members.decline(call.caller().user_id, id));
  call.no_content();
  return {};
}

using Handler = Result<void> (*)(rest::Call&, const Face&);

class RouteAdder {
 public:
  RouteAdder(rest::Api& api, Members& members, const RouteNames& names)
      : api_(api),
        face_(std::make_shared<const Face>(Face{members, names})),
        thing_(members.description().thing),
        owners_(members.description().owner().name + "s") {}

  void add_all() {
    add_members();
    add_changes();
    add_inviting();
    add_own();
  }

 private:
  const RouteNames& names() const { return face_->names; }
  // "Owners only", at the end of a summary.
  std::string only_owners() const {
    std::string text = owners_ + " only";
    if (text.front() >= 'a' && text.front() <= 'z') {
      text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
  }

  // A route below the thing; `scope` says whether it reads or writes.
  rest::Route route(std::string method, std::string_view below, const std::string& scope,
                    const std::string& operation, std::string summary, Handler handler) const {
    rest::Route made;
    made.method = std::move(method);
    made.path = fmt::format("{}/{{{}Id}}{}", names().collection, thing_, below);
    made.tag = names().tag;
    made.access = rest::Access::kPerson;
    made.scope = scope;
    made.operation = operation;
    made.summary = std::move(summary);
    made.problems = {404};
    made.handle = [face = face_, handler](rest::Call& call) { return handler(call, *face); };
    return made;
  }

  void add_members() {
    rest::Route listing =
        route("GET", "/members", names().read_scope, names().operations.list,
              fmt::format("Lists the members of a {}, and for its {} those who are invited.",
                          thing_, owners_),
              list_members);
    listing.replies = {{200, "The members.", names().schemas.members}};
    api_.add(std::move(listing));

    rest::Route inviting = route(
        "POST", "/members", names().write_scope, names().operations.invite,
        fmt::format("Makes somebody with an account a member at once. Anybody else is one when "
                    "they sign up and the address is proved to be theirs, or when they accept. "
                    "{}.",
                    only_owners()),
        invite);
    inviting.request = names().schemas.new_member;
    inviting.replies = {{201, "The member, or the invitation.", names().schemas.invited}};
    inviting.problems = {404, 409};
    api_.add(std::move(inviting));
  }

  void add_changes() {
    rest::Route changing = route(
        "PATCH", "/members/{userId}", names().write_scope, names().operations.change_role,
        fmt::format("Changes what a member may do. {}; one of them has to stay.", only_owners()),
        change_role);
    changing.request = names().schemas.role_change;
    changing.replies = {{200, "The member as they are now.", names().schemas.member}};
    changing.problems = {404, 409};
    if (names().stale_status != 409) changing.problems.push_back(names().stale_status);
    changing.needs_if_match = true;
    api_.add(std::move(changing));

    rest::Route removing =
        route("DELETE", "/members/{userId}", names().write_scope, names().operations.remove,
              fmt::format("Leaves a {}, or removes somebody from it, which {} may. What they have "
                          "written in it stays.",
                          thing_, owners_),
              remove_member);
    removing.replies = {{204, "They are no member any more."}};
    removing.problems = {404, 409};
    api_.add(std::move(removing));
  }

  void add_inviting() {
    rest::Route withdrawing =
        route("DELETE", "/invitations", names().write_scope, names().operations.withdraw,
              fmt::format("Withdraws an invitation that was not accepted yet. {}.", only_owners()),
              withdraw);
    withdrawing.query = {{"email", "Who was invited.", rest::text_schema(kEmailRule), true}};
    withdrawing.replies = {{204, "It is withdrawn."}};
    api_.add(std::move(withdrawing));
  }

  void add_own() {
    rest::Route listing =
        route("GET", "", names().read_scope, names().operations.own_invitations,
              fmt::format("Lists your open invitations to {}s.", thing_), list_own_invitations);
    listing.path = names().own_invitations_path;
    listing.problems = {};
    listing.replies = {{200, "Your invitations.", names().schemas.own_invitations}};
    api_.add(std::move(listing));

    rest::Route accepting =
        route("POST", "/invitation", names().write_scope, names().operations.accept,
              fmt::format("Accepts your invitation to a {}.", thing_), accept);
    accepting.replies = {
        {201, fmt::format("The {}, which you are in now.", thing_), names().schemas.thing}};
    accepting.problems = {404, 409};
    api_.add(std::move(accepting));

    rest::Route declining =
        route("DELETE", "/invitation", names().write_scope, names().operations.decline,
              fmt::format("Declines your invitation to a {}.", thing_), decline);
    declining.replies = {{204, "It is gone."}};
    api_.add(std::move(declining));
  }

  rest::Api& api_;
  const SharedFace face_;
  const std::string thing_;
  const std::string owners_;  // "administrators"
};

}  // namespace

void add_routes(rest::Api& api, Members& members, const RouteNames& names) {
  RouteAdder(api, members, names).add_all();
}

}  // namespace norn::sharing
