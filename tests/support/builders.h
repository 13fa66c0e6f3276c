#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/store.h"

// Short ways to say what a test means: values, items, requests and tables.
namespace norn::testing {

// Values. A string literal is a string already.
store::Value num(int64_t value);
store::Value num(std::string_view text);
store::Value bin(std::string bytes);
store::Value yes();
store::Value no();
store::Value null();
store::Value map(store::Map members);
store::Value list(store::List members);
store::Value string_set(std::vector<std::string> members);
store::Value number_set(std::initializer_list<std::string_view> members);
store::Value binary_set(std::vector<std::string> members);

store::Item item(const store::Map& attributes);

// Placeholders: values({{":v", num(1)}}), names({{"#n", "name"}}), or both.
using Names = std::map<std::string, std::string, std::less<>>;
store::Placeholders values(store::Map values);
store::Placeholders names(Names names);
store::Placeholders both(Names names, store::Map values);

// Requests.
store::PutRequest put(std::string table, const store::Map& attributes);
store::PutRequest put_if(std::string table, const store::Map& attributes, std::string condition,
                         store::Placeholders placeholders = {});
store::UpdateRequest update(std::string table, const store::Map& key, std::string expression,
                            store::Placeholders placeholders = {});
store::UpdateRequest update_if(std::string table, const store::Map& key, std::string expression,
                               std::string condition, store::Placeholders placeholders = {});
store::DeleteRequest remove(std::string table, const store::Map& key);
store::DeleteRequest remove_if(std::string table, const store::Map& key, std::string condition,
                               store::Placeholders placeholders = {});
store::ConditionCheck check(std::string table, const store::Map& key, std::string condition,
                            store::Placeholders placeholders = {});
// Strongly consistent, because most tests ask for what they have just written.
store::GetRequest get(std::string table, const store::Map& key);
store::QueryRequest query(std::string table, std::string key_condition,
                          store::Placeholders placeholders);
store::QueryRequest query_index(std::string table, std::string index, std::string key_condition,
                                store::Placeholders placeholders);
store::ScanRequest scan(std::string table, std::string index = "");
store::TransactWriteRequest transaction(std::vector<store::TransactWriteRequest::Action> actions,
                                        std::string token = "");
store::BatchWriteRequest batch(
    std::vector<std::variant<store::BatchWriteRequest::Put, store::BatchWriteRequest::Delete>>
        writes);
store::BatchWriteRequest::Put batch_put(std::string table, const store::Map& attributes);
store::BatchWriteRequest::Delete batch_delete(std::string table, const store::Map& key);
store::BatchGetRequest::Table keys_of(std::string table, const std::vector<store::Map>& keys);
store::TransactGetRequest::Get transact_get(std::string table, const store::Map& key);

// Tables. Keys are written "pk:S" or "pk:S sk:N".
store::CreateTableRequest table(std::string name, std::string_view key);
// Adds an index; its key is written like a table's, and what is new in it is defined. Several
// partition or sort attributes are written "a:S b:N | c:S d:B".
struct IndexOptions {
  store::ProjectionKind kind = store::ProjectionKind::kAll;
  std::vector<std::string> include = {};
};
void add_global_index(store::CreateTableRequest& request, std::string name, std::string_view key,
                      IndexOptions options = {});
void add_local_index(store::CreateTableRequest& request, std::string name, std::string_view key,
                     IndexOptions options = {});
store::UpdateTableRequest create_index(std::string table, std::string name, std::string_view key,
                                       IndexOptions options = {});
store::UpdateTableRequest delete_index(std::string table, std::string name);
store::UpdateTableRequest change_stream(std::string table, std::optional<store::StreamView> view);

}  // namespace norn::testing
