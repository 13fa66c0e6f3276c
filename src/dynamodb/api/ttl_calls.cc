#include "dynamodb/api/table_calls.h"
#include "dynamodb/render.h"
#include "dynamodb/table_name.h"

namespace norn::dynamodb {

Result<void> update_time_to_live(const Context& context, const Input& input, std::string& out) {
  const Input specification = input.structure("TimeToLiveSpecification");
  store::UpdateTtlRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  request.attribute = specification.text("AttributeName");
  request.enabled = specification.flag("Enabled");
  NORN_TRY(context.store.update_ttl(request));
  ObjectWriter object(out);
  ObjectWriter ttl(object.key("TimeToLiveSpecification"));
  ttl.boolean("Enabled", request.enabled);
  ttl.text("AttributeName", request.attribute);
  ttl.close();
  object.close();
  return {};
}

Result<void> describe_time_to_live(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_ASSIGN(const store::TtlDescription description, context.store.describe_ttl(table));
  ObjectWriter object(out);
  ObjectWriter ttl(object.key("TimeToLiveDescription"));
  ttl.text("TimeToLiveStatus", description.enabled ? "ENABLED" : "DISABLED");
  if (description.enabled) ttl.text("AttributeName", description.attribute);
  ttl.close();
  object.close();
  return {};
}

}  // namespace norn::dynamodb
