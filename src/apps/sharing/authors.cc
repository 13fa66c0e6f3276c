#include "apps/sharing/authors.h"

#include <algorithm>
#include <vector>

#include "base/json_writer.h"

namespace norn::sharing {
namespace {

std::optional<Author> author_among(const std::vector<accounts::User>& users,
                                   const std::optional<std::string>& user_id) {
  const auto found =
      std::ranges::find_if(users, [&](const accounts::User& user) { return user.id == user_id; });
  if (found == users.end()) return std::nullopt;
  return Author{found->id, found->name};
}

void append_author(ObjectWriter& object, std::string_view name,
                   const std::optional<Author>& author) {
  if (!author) {
    object.null(name);
    return;
  }
  ObjectWriter one(object.key(name));
  one.text("userId", author->user_id);
  one.text("name", author->name);
  one.close();
}

}  // namespace

Result<Authors> find_authors(accounts::Users& users, const std::optional<std::string>& created_by,
                             const std::optional<std::string>& updated_by) {
  std::vector<std::string> ids;
  if (created_by) ids.push_back(*created_by);
  if (updated_by && updated_by != created_by) ids.push_back(*updated_by);
  NORN_ASSIGN(const auto found, users.find_all(ids));
  return Authors{author_among(found, created_by), author_among(found, updated_by)};
}

void append_json(std::string& out, const Authors& authors) {
  ObjectWriter object(out);
  append_author(object, "createdBy", authors.created_by);
  append_author(object, "updatedBy", authors.updated_by);
  object.close();
}

std::string authors_schema() {
  const std::string author = R"({"type":["object","null"],"additionalProperties":false,
    "description":"Null if another program wrote it, or if the account is gone.",
    "required":["userId","name"],
    "properties":{"userId":{"type":"string"},"name":{"type":"string"}}})";
  return R"({"type":"object","additionalProperties":false,"required":["createdBy","updatedBy"],
    "properties":{"createdBy":)" +
         author + R"(,"updatedBy":)" + author + "}}";
}

}  // namespace norn::sharing
