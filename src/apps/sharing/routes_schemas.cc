#include <fmt/format.h>

#include <string>

#include "apps/accounts/users/normal_form.h"
#include "apps/sharing/routes.h"

// Members and invitations as JSON Schema.
namespace norn::sharing {
namespace {

std::string reference(const std::string& schema) {
  return fmt::format(R"({{"$ref":"#/components/schemas/{}"}})", schema);
}

std::string list_of(const std::string& schema, const std::string& description = {}) {
  const std::string what =
      description.empty() ? "" : fmt::format(R"(,"description":"{}")", description);
  return fmt::format(R"({{"type":"array","items":{}{}}})", reference(schema), what);
}

// An object that has exactly these members, all of them.
struct Property {
  std::string name;
  std::string schema;
};

std::string object_of(const std::vector<Property>& members) {
  std::string required;
  std::string properties;
  for (const auto& [name, schema] : members) {
    const std::string_view comma = required.empty() ? "" : ",";
    required += fmt::format(R"({}"{}")", comma, name);
    properties += fmt::format(R"({}"{}":{})", comma, name, schema);
  }
  return fmt::format(
      R"({{"type":"object","additionalProperties":false,"required":[{}],"properties":{{{}}}}})",
      required, properties);
}

const char* const kText = R"({"type":"string"})";
const char* const kTime = R"({"type":"string","format":"date-time"})";
const char* const kUserId = R"({"type":"string"})";

std::string member_schema(const Description& description, const RouteNames& names) {
  std::vector<Property> members = {
      {"userId", kUserId},
      {"name", R"({"type":["string","null"],"description":"Null for somebody who is gone."})"},
      {"email",
       description.shows_addresses
           ? R"({"type":["string","null"]})"
           : fmt::format(R"({{"type":["string","null"],"description":"Null for all but {}s."}})",
                         description.owner().name)}};
  if (description.shows_proof) {
    members.push_back({"emailVerified",
                       R"({"type":"boolean","description":"Whether it was proved that )"
                       R"(the address is theirs. Anybody could have signed up )"
                       R"(with it."})"});
  }
  members.push_back({"role", reference(names.schemas.role)});
  if (!description.limitable.empty()) {
    members.push_back(
        {"permissions", list_of(names.schemas.permission,
                                "What the role allows, as far as nobody took it away.")});
  }
  members.push_back({"createdAt", kTime});
  members.push_back({"updatedAt", kTime});
  members.push_back({"etag", kText});
  return object_of(members);
}

std::string invited_schema(const RouteNames& names) {
  return fmt::format(R"({{"type":"object","additionalProperties":false,
    "oneOf":[{{"required":["member"]}},{{"required":["invitation"]}}],
    "properties":{{"member":{},"invitation":{}}}}})",
                     reference(names.schemas.member), reference(names.schemas.invitation));
}

}  // namespace

void add_schemas(rest::Api& api, const Description& description, const RouteNames& names) {
  const RouteNames::Schemas& schemas = names.schemas;
  const std::string role = reference(schemas.role);
  api.add_schema(schemas.member, member_schema(description, names));
  api.add_schema(
      schemas.invitation,
      object_of({{"email", kText}, {"role", role}, {"invitedBy", kUserId}, {"createdAt", kTime}}));
  api.add_schema(
      schemas.members,
      object_of({{"members", list_of(schemas.member)},
                 {"invitations",
                  list_of(schemas.invitation,
                          fmt::format("Those who did not accept yet; empty for all but {}s.",
                                      description.owner().name))}}));
  api.add_schema(
      schemas.new_member,
      object_of({{"email", rest::text_schema({.max = accounts::kMaxEmailBytes})}, {"role", role}}));
  api.add_schema(schemas.invited, invited_schema(names));
  api.add_schema(schemas.role_change, object_of({{"role", role}}));
  api.add_schema(schemas.own_invitation,
                 object_of({{description.thing + "Id", kText},
                            {description.thing + "Name", kText},
                            {"role", role},
                            {"invitedBy", R"({"type":"string","description":"Their name."})"},
                            {"createdAt", kTime}}));
  api.add_schema(
      schemas.own_invitations,
      object_of({{"invitations",
                  list_of(schemas.own_invitation,
                          "Of you; only when it is proved that your address is yours.")}}));
}

}  // namespace norn::sharing
