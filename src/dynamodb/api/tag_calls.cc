#include <fmt/format.h>

#include <utility>

#include "dynamodb/api/table_calls.h"
#include "dynamodb/api/tag_input.h"
#include "dynamodb/render.h"
#include "store/errors.h"

// DynamoDB answers a change of tags with nothing at all, not even {}.
namespace norn::dynamodb {
namespace {

// The store's error with DynamoDB's words for a table that is not there, misspelt as they are.
Error named_by(std::string_view arn, Error error) {
  if (error.code == ErrorCode::kResourceNotFound) {
    error.message = fmt::format("Requested resource not found: ResourcArn: {} not found", arn);
  }
  return error;
}

}  // namespace

Result<void> tag_resource(const Context& context, const Input& input, std::string& /*out*/) {
  const std::string_view arn = input.text("ResourceArn");
  store::ChangeTagsRequest request;
  NORN_ASSIGN(request.table, tagged_table(arn));
  NORN_ASSIGN(request.set, read_tags(input));
  if (request.set.empty()) {
    return store::validation("Atleast one Tag needs to be provided as Input.");
  }
  if (auto changed = context.store.change_tags(request); !changed) {
    return std::unexpected(named_by(arn, std::move(changed).error()));
  }
  return {};
}

Result<void> untag_resource(const Context& context, const Input& input, std::string& /*out*/) {
  store::ChangeTagsRequest request;
  NORN_ASSIGN(request.table, tagged_table(input.text("ResourceArn")));
  NORN_TRY(input.each("TagKeys", [&](simdjson::dom::element key) -> Result<void> {
    request.remove.emplace_back(key.get_string().value_unsafe());
    return {};
  }));
  if (request.remove.empty()) {
    return store::validation("Atleast one Tag Key needs to be provided as Input.");
  }
  auto changed = context.store.change_tags(request);
  if (!changed && changed.error().code == ErrorCode::kResourceNotFound) {
    return store::table_not_found(request.table);
  }
  return changed;
}

Result<void> list_tags_of_resource(const Context& context, const Input& input, std::string& out) {
  const std::string_view arn = input.text("ResourceArn");
  NORN_ASSIGN(const std::string table, tagged_table(arn));
  auto tags = context.store.list_tags(table);
  if (!tags) return std::unexpected(named_by(arn, std::move(tags).error()));
  ObjectWriter object(out);
  ListWriter list(object.key("Tags"));
  for (const auto& [key, value] : *tags) {
    ObjectWriter tag(list.next());
    tag.text("Key", key);
    tag.text("Value", value);
    tag.close();
  }
  list.close();
  object.close();
  return {};
}

}  // namespace norn::dynamodb
