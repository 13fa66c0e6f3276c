#include "cli/served_store.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "base/json_writer.h"
#include "base/text.h"
#include "cli/operator_desk.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/input.h"
#include "dynamodb/remote/errors.h"
#include "dynamodb/remote/replies.h"
#include "dynamodb/remote/reply.h"
#include "dynamodb/remote/requests.h"
#include "dynamodb/shapes/shape.h"
#include "rest/json_input.h"
#include "store/errors.h"
#include "store/wire/dom.h"

namespace norn::cli {
namespace {

using dynamodb::Operation;
using dynamodb::RemoteObject;
using dynamodb::RemoteReply;

constexpr std::string_view kExchangeCommand = "exchange";
constexpr std::string_view kPutItems = "PutItems";
// Of a part of a reply; escapes make it longer.
constexpr size_t kReplyPartBytes = size_t{256} << 10;
// A batch is sent in pieces of about this size. One item may be larger.
constexpr size_t kPutPieceBytes = size_t{1} << 20;
constexpr size_t kMaxRequestBytes = size_t{12} << 20;

// What moving tables needs beside puts. Nothing that deletes, and no other reads: a socket for the
// operator's commands is no second DynamoDB API.
constexpr std::string_view kServedOperations[] = {
    "CreateTable",        "DescribeTable",      "ListTables", "UpdateTimeToLive",
    "DescribeTimeToLive", "ListTagsOfResource", "Scan"};

const Operation* find_served_operation(std::string_view name) {
  if (std::ranges::find(kServedOperations, name) == std::end(kServedOperations)) return nullptr;
  for (const auto operations : {dynamodb::table_operations(), dynamodb::item_operations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == name && std::holds_alternative<dynamodb::Run>(operation.run)) {
        return &operation;
      }
    }
  }
  return nullptr;
}

// {"TableName":...,"Items":[...]}
Result<void> put_all(store::Store& store, const RemoteObject& request) {
  store::BatchWriteRequest batch;
  const std::string table(request.text("TableName"));
  NORN_TRY(request.each("Items", [&](simdjson::dom::element json) -> Result<void> {
    NORN_ASSIGN(store::Item item, store::item_from_dom(json));
    batch.writes.emplace_back(
        store::BatchWriteRequest::Put{.table = table, .item = std::move(item)});
    return {};
  }));
  while (!batch.writes.empty()) {
    const size_t before = batch.writes.size();
    NORN_ASSIGN(auto result, store.batch_write(batch));
    batch = std::move(result.unprocessed);
    if (batch.writes.size() == before) {
      return fail(ErrorCode::kThrottled, "The store does not take more items at present.");
    }
  }
  return {};
}

Result<std::string> carry_out_exchange(store::Store& store, const Clock& clock,
                                       std::string_view name, std::string_view json) {
  NORN_ASSIGN(const RemoteReply request, RemoteReply::parse(json));
  if (name == kPutItems) {
    NORN_TRY(put_all(store, request.root()));
    return "{}";
  }
  const Operation* const operation = find_served_operation(name);
  if (operation == nullptr) {
    return fail(ErrorCode::kUnknownOperation, fmt::format("'{}' is no operation here.", name));
  }
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS) {
    return fail(ErrorCode::kSerialization, "The request is no JSON.");
  }
  NORN_TRY(dynamodb::check_kinds(root, *operation->input));
  NORN_TRY(dynamodb::check_constraints(root, *operation->input));
  std::string out;
  NORN_TRY(std::get<dynamodb::Run>(operation->run)({store, clock}, dynamodb::Input(root), out));
  return out;
}

Result<void> send_reply(std::string_view text, const SendPart& send) {
  while (!text.empty()) {
    size_t size = std::min(text.size(), kReplyPartBytes);
    while (size < text.size() && continues_character(text[size])) --size;
    NORN_TRY(send(text.substr(0, size)));
    text.remove_prefix(size);
  }
  return {};
}

// An error of the store, with its type: the caller decides by it what to do.
std::string error_text(const Error& error) {
  std::string out;
  ObjectWriter object(out);
  object.text("type", store::error_type(error.code));
  object.text("message", error.message);
  object.close();
  return out;
}

std::unexpected<Error> not_served(std::string_view what) {
  return fail(ErrorCode::kUnknownOperation,
              fmt::format("{} is not possible over the socket of a server.", what));
}

}  // namespace

OperatorCommands exchange_commands(store::Store& store, const Clock& clock) {
  const auto carry_out = [&store, &clock](rest::JsonInput& request,
                                          const SendPart& send) -> Result<std::string> {
    NORN_ASSIGN(const std::string operation, request.text("operation"));
    NORN_ASSIGN(const std::string json, request.secret("request", kMaxRequestBytes));
    NORN_TRY(request.finish());
    const auto reply = carry_out_exchange(store, clock, operation, json);
    if (!reply) return error_text(reply.error());
    NORN_TRY(send_reply(*reply, send));
    return std::string();
  };
  return {{std::string(kExchangeCommand), carry_out}};
}

Result<std::string> ServedStore::call(std::string_view operation, std::string_view request) {
  std::string reply;
  const auto receive = [&reply](std::string_view part) -> Result<void> {
    reply += part;
    return {};
  };
  const std::string line = OperatorRequest(kExchangeCommand)
                               .text("operation", operation)
                               .text("request", request)
                               .json();
  NORN_ASSIGN(const auto answered, ask_server(folder_, line, receive));
  if (!answered) {
    return fail(ErrorCode::kUnavailable,
                "The server has stopped. Run it again: it continues from here.");
  }
  if (answered->empty()) return reply;
  NORN_ASSIGN(const RemoteReply error, RemoteReply::parse(*answered));
  return fail(dynamodb::code_of_type(error.root().text("type")),
              std::string(error.root().text("message")));
}

Result<store::TableDescription> ServedStore::create_table(
    const store::CreateTableRequest& request) {
  NORN_ASSIGN(const std::string json, call("CreateTable", dynamodb::to_request(request)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_table(reply.root().object("TableDescription"));
}

Result<store::TableDescription> ServedStore::describe_table(std::string_view table) {
  NORN_ASSIGN(const std::string json, call("DescribeTable", dynamodb::table_request(table)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_table(reply.root().object("Table"));
}

Result<store::ListTablesResult> ServedStore::list_tables(const store::ListTablesRequest& request) {
  NORN_ASSIGN(const std::string json, call("ListTables", dynamodb::to_request(request)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_table_names(reply.root());
}

Result<store::TtlDescription> ServedStore::update_ttl(const store::UpdateTtlRequest& request) {
  NORN_ASSIGN(const std::string json, call("UpdateTimeToLive", dynamodb::to_request(request)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_ttl(reply.root().object("TimeToLiveSpecification"));
}

Result<store::TtlDescription> ServedStore::describe_ttl(std::string_view table) {
  NORN_ASSIGN(const std::string json, call("DescribeTimeToLive", dynamodb::table_request(table)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_ttl(reply.root().object("TimeToLiveDescription"));
}

Result<store::Tags> ServedStore::list_tags(std::string_view table) {
  NORN_ASSIGN(const auto description, describe_table(table));
  NORN_ASSIGN(const std::string json,
              call("ListTagsOfResource", dynamodb::list_tags_request(description.arn, "")));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  store::Tags tags;
  NORN_TRY(reply.root().each("Tags", [&tags](simdjson::dom::element entry) -> Result<void> {
    const RemoteObject tag(entry);
    tags.emplace(tag.text("Key"), tag.text("Value"));
    return {};
  }));
  return tags;
}

Result<store::PageResult> ServedStore::scan(const store::ScanRequest& request) {
  NORN_ASSIGN(const std::string json, call("Scan", dynamodb::to_request(request)));
  NORN_ASSIGN(const RemoteReply reply, RemoteReply::parse(json));
  return dynamodb::read_page_result(reply.root());
}

Result<void> ServedStore::put_items(std::string_view table, std::string_view items) {
  std::string request;
  ObjectWriter object(request);
  object.text("TableName", table);
  object.key("Items").append("[").append(items).append("]");
  object.close();
  NORN_TRY(call(kPutItems, request));
  return {};
}

Result<store::WriteResult> ServedStore::put(const store::PutRequest& request) {
  NORN_TRY(put_items(request.table, request.item.json()));
  return store::WriteResult();
}

Result<store::BatchWriteResult> ServedStore::batch_write(const store::BatchWriteRequest& request) {
  std::string table;
  std::string items;
  for (const auto& write : request.writes) {
    const auto* const put = std::get_if<store::BatchWriteRequest::Put>(&write);
    if (put == nullptr) return not_served("Deleting");
    const bool is_full = items.size() + put->item.json().size() > kPutPieceBytes;
    if (!items.empty() && (is_full || put->table != table)) {
      NORN_TRY(put_items(table, items));
      items.clear();
    }
    table = put->table;
    if (!items.empty()) items.push_back(',');
    items.append(put->item.json());
  }
  if (!items.empty()) NORN_TRY(put_items(table, items));
  return store::BatchWriteResult();
}

Result<store::TableDescription> ServedStore::update_table(const store::UpdateTableRequest& /*r*/) {
  return not_served("Changing a table");
}
Result<store::TableDescription> ServedStore::delete_table(std::string_view /*table*/) {
  return not_served("Deleting a table");
}
Result<void> ServedStore::change_tags(const store::ChangeTagsRequest& /*request*/) {
  return not_served("Changing tags");
}
Result<store::GetResult> ServedStore::get(const store::GetRequest& /*request*/) {
  return not_served("Reading an item");
}
Result<store::PageResult> ServedStore::query(const store::QueryRequest& /*request*/) {
  return not_served("A query");
}
Result<store::BatchGetResult> ServedStore::batch_get(const store::BatchGetRequest& /*request*/) {
  return not_served("Reading items");
}
Result<store::TransactGetResult> ServedStore::transact_get(
    const store::TransactGetRequest& /*request*/) {
  return not_served("A transaction");
}
Result<store::WriteResult> ServedStore::update(const store::UpdateRequest& /*request*/) {
  return not_served("Changing an item");
}
Result<store::WriteResult> ServedStore::remove(const store::DeleteRequest& /*request*/) {
  return not_served("Deleting an item");
}
Result<store::TransactWriteResult> ServedStore::transact_write(
    const store::TransactWriteRequest& /*request*/) {
  return not_served("A transaction");
}
Result<store::ListStreamsResult> ServedStore::list_streams(
    const store::ListStreamsRequest& /*request*/) {
  return not_served("Reading streams");
}
Result<store::StreamDescription> ServedStore::describe_stream(
    const store::DescribeStreamRequest& /*request*/) {
  return not_served("Reading streams");
}
Result<store::ReadStreamResult> ServedStore::read_stream(
    const store::ReadStreamRequest& /*request*/) {
  return not_served("Reading streams");
}

Result<OpenedStore> OpenedStore::open(const DataOptions& options, Folder folder,
                                      const Clock& clock) {
  OpenedStore opened;
  if (!options.remote_store) {
    NORN_ASSIGN(const auto path,
                folder == Folder::kExists ? existing_data_folder(options) : data_folder(options));
    auto served = std::make_unique<ServedStore>(path);
    const auto answered = ask_server(path,
                                     OperatorRequest(kExchangeCommand)
                                         .text("operation", "ListTables")
                                         .text("request", "{}")
                                         .json(),
                                     [](std::string_view /*part*/) { return Result<void>(); });
    if (!answered) return std::unexpected(answered.error());
    if (*answered) {
      opened.data_.location = path.string();
      opened.served_ = std::move(served);
      return opened;
    }
  }
  NORN_ASSIGN(opened.data_, open_data(options, clock));
  return opened;
}

}  // namespace norn::cli
