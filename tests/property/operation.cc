#include "property/operation.h"

#include <fmt/format.h>

#include "store/wire/wire.h"

namespace norn::testing {

using namespace store;

namespace {

std::string placeholders_text(const Placeholders& placeholders) {
  std::string text;
  for (const auto& [name, attribute] : placeholders.names) {
    text += fmt::format(" {}={}", name, attribute);
  }
  if (!placeholders.values.empty()) text += " " + to_json(placeholders.values);
  return text;
}

std::string clause(std::string_view name, std::string_view expression) {
  return expression.empty() ? "" : fmt::format(" {} \"{}\"", name, expression);
}

std::string page_text(const PageRequest& request) {
  std::string text = request.table;
  if (!request.index.empty()) text += "." + request.index;
  text += clause("filter", request.filter) + clause("projection", request.projection);
  text += placeholders_text(request.placeholders);
  text += fmt::format(" select {}", static_cast<int>(request.select));
  if (request.limit) text += fmt::format(" limit {}", *request.limit);
  if (request.start_after) text += fmt::format(" after {}", request.start_after->json());
  if (request.consistent) text += " consistent";
  return text;
}

struct ToText {
  std::string operator()(const PutRequest& r) const {
    return fmt::format("put {} {}{}{} return {}", r.table, r.item.json(), clause("if", r.condition),
                       placeholders_text(r.placeholders), static_cast<int>(r.return_values));
  }
  std::string operator()(const UpdateRequest& r) const {
    return fmt::format("update {} {} \"{}\"{}{} return {}", r.table, r.key.json(), r.update,
                       clause("if", r.condition), placeholders_text(r.placeholders),
                       static_cast<int>(r.return_values));
  }
  std::string operator()(const DeleteRequest& r) const {
    return fmt::format("delete {} {}{}{} return {}", r.table, r.key.json(),
                       clause("if", r.condition), placeholders_text(r.placeholders),
                       static_cast<int>(r.return_values));
  }
  std::string operator()(const ConditionCheck& r) const {
    return fmt::format("check {} {}{}{}", r.table, r.key.json(), clause("if", r.condition),
                       placeholders_text(r.placeholders));
  }
  std::string operator()(const BatchWriteRequest& r) const {
    std::string text = "batch write";
    for (const auto& write : r.writes) {
      if (const auto* put = std::get_if<BatchWriteRequest::Put>(&write)) {
        text += fmt::format("\n  put {} {}", put->table, put->item.json());
      } else {
        const auto& remove = std::get<BatchWriteRequest::Delete>(write);
        text += fmt::format("\n  delete {} {}", remove.table, remove.key.json());
      }
    }
    return text;
  }
  std::string operator()(const TransactWriteRequest& r) const {
    std::string text = fmt::format("transaction \"{}\"", r.client_token);
    for (const auto& action : r.actions) text += "\n  " + std::visit(*this, action);
    return text;
  }
  std::string operator()(const GetRequest& r) const {
    return fmt::format("get {} {}{}{}{}", r.table, r.key.json(), clause("projection", r.projection),
                       placeholders_text(r.placeholders), r.consistent ? " consistent" : "");
  }
  std::string operator()(const QueryRequest& r) const {
    return fmt::format("query {} where \"{}\"{}", page_text(r), r.key_condition,
                       r.forward ? "" : " backward");
  }
  std::string operator()(const ParallelScan& r) const {
    return fmt::format("scan {} in {} segments", page_text(r.request), r.segments);
  }
  std::string operator()(const BatchGetRequest& r) const {
    std::string text = "batch get";
    for (const auto& part : r.tables) {
      text += "\n  " + part.table + clause("projection", part.projection);
      for (const Item& key : part.keys) text += fmt::format(" {}", key.json());
    }
    return text;
  }
  std::string operator()(const TransactGetRequest& r) const {
    std::string text = "transact get";
    for (const auto& get : r.gets) {
      text += fmt::format("\n  {} {}{}", get.table, get.key.json(),
                          clause("projection", get.projection));
    }
    return text;
  }
  std::string operator()(const CreateTableRequest& r) const {
    std::string text = "create table " + r.table;
    for (const auto& attribute : r.attributes) text += " " + attribute.name + ":" + attribute.type;
    for (const auto& element : r.key) text += " " + element.role + " " + element.name;
    for (const auto* indexes : {&r.local_indexes, &r.global_indexes}) {
      for (const auto& index : *indexes) text += "\n  " + index_text(index);
    }
    return text + (r.stream ? fmt::format(" stream {}", to_name(*r.stream)) : "");
  }
  std::string operator()(const UpdateTableRequest& r) const {
    std::string text = "update table " + r.table;
    for (const auto& index : r.create_indexes) text += " create " + index_text(index);
    for (const auto& index : r.delete_indexes) text += " delete " + index;
    if (r.stream) text += r.stream->view ? " stream on" : " stream off";
    return text;
  }
  static std::string index_text(const IndexDefinition& index) {
    std::string text = index.name + " (";
    for (const auto& element : index.key) text += element.role + " " + element.name + " ";
    return text + std::string(to_name(index.projection.kind)) + ")";
  }
  std::string operator()(const UpdateTtlRequest& r) const {
    return fmt::format("ttl {} {} {}", r.table, r.attribute, r.enabled);
  }
  std::string operator()(const ListTablesRequest& r) const {
    return fmt::format("list tables after \"{}\"", r.start_after);
  }
  std::string operator()(const DeleteTable& r) const { return "delete table " + r.table; }
  std::string operator()(const DescribeTable& r) const { return "describe table " + r.table; }
  std::string operator()(const ReadStreams& r) const {
    return "read streams of " + r.table + (r.from_the_start ? " from the start" : "");
  }
  std::string operator()(const PassTime& r) const {
    return fmt::format("pass {} ms{}", r.ms, r.maintain ? " and maintain" : "");
  }
};

}  // namespace

std::string to_text(const Operation& operation) {
  return std::visit(ToText{}, operation);
}

}  // namespace norn::testing
