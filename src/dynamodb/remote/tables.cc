#include <string>
#include <utility>

#include "dynamodb/remote/remote_store.h"
#include "dynamodb/remote/replies.h"
#include "dynamodb/remote/requests.h"

// The operations on tables of the remote store.
namespace norn::dynamodb {

Result<store::TableDescription> RemoteStore::create_table(
    const store::CreateTableRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("CreateTable", to_request(request), Repeat::kUnlessSent));
  return read_table(reply.root().object("TableDescription"));
}

Result<store::TableDescription> RemoteStore::describe_table(std::string_view table) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("DescribeTable", table_request(table)));
  return read_table(reply.root().object("Table"));
}

Result<store::ListTablesResult> RemoteStore::list_tables(const store::ListTablesRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("ListTables", to_request(request)));
  return read_table_names(reply.root());
}

Result<store::TableDescription> RemoteStore::update_table(
    const store::UpdateTableRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("UpdateTable", to_request(request), Repeat::kUnlessSent));
  return read_table(reply.root().object("TableDescription"));
}

Result<store::TableDescription> RemoteStore::delete_table(std::string_view table) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("DeleteTable", table_request(table), Repeat::kUnlessSent));
  return read_table(reply.root().object("TableDescription"));
}

Result<store::TtlDescription> RemoteStore::update_ttl(const store::UpdateTtlRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("UpdateTimeToLive", to_request(request), Repeat::kUnlessSent));
  return read_ttl(reply.root().object("TimeToLiveSpecification"));
}

Result<store::TtlDescription> RemoteStore::describe_ttl(std::string_view table) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("DescribeTimeToLive", table_request(table)));
  return read_ttl(reply.root().object("TimeToLiveDescription"));
}

Result<std::string> RemoteStore::arn_of(std::string_view table) {
  NORN_ASSIGN(store::TableDescription description, describe_table(table));
  return std::move(description.arn);
}

Result<void> RemoteStore::change_tags(const store::ChangeTagsRequest& request) {
  NORN_ASSIGN(const std::string arn, arn_of(request.table));
  if (!request.set.empty()) NORN_TRY(client_.call("TagResource", tag_request(arn, request.set)));
  if (!request.remove.empty()) {
    NORN_TRY(client_.call("UntagResource", untag_request(arn, request.remove)));
  }
  return {};
}

Result<store::Tags> RemoteStore::list_tags(std::string_view table) {
  NORN_ASSIGN(const std::string arn, arn_of(table));
  store::Tags tags;
  std::string token;
  do {
    NORN_ASSIGN(const RemoteReply reply,
                client_.call("ListTagsOfResource", list_tags_request(arn, token)));
    NORN_TRY(reply.root().each("Tags", [&](simdjson::dom::element json) -> Result<void> {
      const RemoteObject tag(json);
      tags.emplace(tag.text("Key"), tag.text("Value"));
      return {};
    }));
    token = reply.root().text("NextToken");
  } while (!token.empty());
  return tags;
}

}  // namespace norn::dynamodb
