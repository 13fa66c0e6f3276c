#include "property/random_operations.h"

#include <utility>

#include "property/random_expressions.h"
#include "property/random_values.h"
#include "support/builders.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr size_t kMaxRecent = 8;
constexpr int64_t kMinuteMs = 60 * 1000;

const std::vector<ReturnValues> kReturns = {ReturnValues::kNone, ReturnValues::kAllOld,
                                            ReturnValues::kUpdatedOld, ReturnValues::kAllNew,
                                            ReturnValues::kUpdatedNew};

}  // namespace

Operation RandomOperations::next() {
  // A deleted table is missed for a while, but not for long.
  if (!deleted_.empty() && random_.chance(3)) {
    return changed(create_table(std::exchange(deleted_, "")));
  }
  const size_t dice = random_.below(1000);
  if (dice < 170) return put();
  if (dice < 330) return update();
  if (dice < 400) return remove();
  if (dice < 440) return batch_write();
  if (dice < 500) return transact_write();
  if (dice < 580) return get();
  if (dice < 780) return query();
  if (dice < 830) return scan();
  if (dice < 860) return batch_get();
  if (dice < 890) return transact_get();
  if (dice < 920) return pass_time();
  if (dice < 960) return ReadStreams{table(), random_.chance(20)};
  if (dice < 980) return DescribeTable{table()};
  if (dice < 985) return ListTablesRequest{};
  return changed(change_table());
}

Operation RandomOperations::changed(Operation operation) {
  schemas_.clear();
  return operation;
}

const TableSchema& RandomOperations::schema(const std::string& table) {
  const auto known = schemas_.find(table);
  if (known != schemas_.end()) return known->second;
  Result<TableDescription> description = model_.describe_table(table);
  TableSchema schema;
  if (description) {
    schema = std::move(description->schema);
  } else {
    schema.key.partition = {"pk", Type::kString};
  }
  return schemas_.insert_or_assign(table, std::move(schema)).first->second;
}

PutRequest RandomOperations::put() {
  PutRequest request;
  request.table = table();
  const TableSchema& of = schema(request.table);
  request.item = item(random_item(random_, of, clock_.now_s()));
  RandomExpressions expressions(random_, of);
  if (random_.chance(30)) {
    request.condition = expressions.condition();
    request.placeholders = expressions.placeholders();
  }
  if (random_.chance(30)) request.return_values = ReturnValues::kAllOld;
  request.return_item_on_condition_failure = random_.chance(30);
  return request;
}

UpdateRequest RandomOperations::update() {
  UpdateRequest request;
  request.table = table();
  const TableSchema& of = schema(request.table);
  request.key = item(random_key(random_, of));
  RandomExpressions expressions(random_, of);
  if (!random_.chance(2)) request.update = expressions.update();
  if (random_.chance(25)) request.condition = expressions.condition();
  request.placeholders = expressions.placeholders();
  request.return_values = random_.pick(kReturns);
  request.return_item_on_condition_failure = random_.chance(30);
  return request;
}

DeleteRequest RandomOperations::remove() {
  DeleteRequest request;
  request.table = table();
  const TableSchema& of = schema(request.table);
  request.key = item(random_key(random_, of));
  RandomExpressions expressions(random_, of);
  if (random_.chance(30)) {
    request.condition = expressions.condition();
    request.placeholders = expressions.placeholders();
  }
  if (random_.chance(50)) request.return_values = ReturnValues::kAllOld;
  return request;
}

ConditionCheck RandomOperations::check() {
  ConditionCheck request;
  request.table = table();
  const TableSchema& of = schema(request.table);
  request.key = item(random_key(random_, of));
  RandomExpressions expressions(random_, of);
  // Mostly true, so that transactions mostly succeed.
  request.condition = random_.chance(60) ? "attribute_not_exists(never)" : expressions.condition(1);
  request.placeholders = expressions.placeholders();
  request.return_item_on_condition_failure = random_.chance(50);
  return request;
}

BatchWriteRequest RandomOperations::batch_write() {
  BatchWriteRequest request;
  for (size_t i = 1 + random_.below(6); i > 0; --i) {
    const std::string& name = table();
    const TableSchema& of = schema(name);
    if (random_.chance(70)) {
      request.writes.push_back(batch_put(name, random_item(random_, of, clock_.now_s())));
    } else {
      request.writes.push_back(batch_delete(name, random_key(random_, of)));
    }
  }
  return request;
}

TransactWriteRequest RandomOperations::transact_write() {
  if (!recent_.empty() && random_.chance(25)) {
    TransactWriteRequest again = recent_[random_.below(recent_.size())];
    if (random_.chance(20)) again.actions[0] = put();
    return again;
  }
  TransactWriteRequest request;
  for (size_t i = 1 + random_.below(4); i > 0; --i) {
    switch (random_.below(4)) {
      case 0:
        request.actions.emplace_back(put());
        break;
      case 1:
        request.actions.emplace_back(update());
        std::get<UpdateRequest>(request.actions.back()).return_values = ReturnValues::kNone;
        break;
      case 2:
        request.actions.emplace_back(remove());
        break;
      default:
        request.actions.emplace_back(check());
        break;
    }
  }
  if (random_.chance(50)) {
    request.client_token = "token" + std::to_string(random_.below(1000));
    recent_.push_back(request);
    if (recent_.size() > kMaxRecent) recent_.pop_front();
  }
  return request;
}

GetRequest RandomOperations::get() {
  GetRequest request;
  request.table = table();
  const TableSchema& of = schema(request.table);
  request.key = item(random_key(random_, of));
  request.consistent = random_.chance(50);
  if (random_.chance(30)) {
    RandomExpressions expressions(random_, of);
    request.projection = expressions.projection();
    request.placeholders = expressions.placeholders();
  }
  return request;
}

void RandomOperations::choose_page(PageRequest& request, const TableSchema& of) {
  request.table = of.name;
  if (!of.indexes.empty() && random_.chance(65)) {
    request.index = of.indexes[random_.below(of.indexes.size())].name;
  }
  if (random_.chance(1)) request.index = "nowhere";
  if (random_.chance(50)) request.limit = random_.between(1, 6);
  request.consistent = request.index.empty() && random_.chance(30);
  if (random_.chance(10)) request.select = Select::kCount;
  if (random_.chance(5)) request.select = Select::kAllAttributes;
}

QueryRequest RandomOperations::query() {
  QueryRequest request;
  const std::string& name = table();
  const TableSchema& of = schema(name);
  choose_page(request, of);
  request.table = name;
  const IndexSchema* index = of.find_index(request.index);
  RandomExpressions expressions(random_, of);
  request.key_condition = expressions.key_condition(index != nullptr ? index->key : of.key);
  if (random_.chance(20)) request.filter = expressions.condition(1);
  if (random_.chance(15) && request.select == Select::kAuto) {
    request.projection = expressions.projection();
  }
  request.placeholders = expressions.placeholders();
  request.forward = random_.chance(50);
  if (index == nullptr && random_.chance(15)) {
    Map start = random_key(random_, of);
    const auto partition = request.placeholders.values.find(":p0");
    if (partition != request.placeholders.values.end() && random_.chance(95)) {
      start[of.key.partition.name] = partition->second;
    }
    request.start_after = item(start);
  }
  return request;
}

ParallelScan RandomOperations::scan() {
  ParallelScan operation;
  const std::string& name = table();
  const TableSchema& of = schema(name);
  choose_page(operation.request, of);
  operation.request.table = name;
  if (random_.chance(30)) {
    RandomExpressions expressions(random_, of);
    operation.request.filter = expressions.condition(1);
    operation.request.placeholders = expressions.placeholders();
  }
  operation.segments = random_.chance(50) ? 0 : random_.between(1, 4);
  return operation;
}

BatchGetRequest RandomOperations::batch_get() {
  BatchGetRequest request;
  for (const std::string& name : kTables) {
    if (!request.tables.empty() && random_.chance(50)) break;
    std::vector<Map> keys;
    for (size_t i = 1 + random_.below(5); i > 0; --i) {
      keys.push_back(random_key(random_, schema(name)));
    }
    request.tables.push_back(keys_of(name, keys));
    request.tables.back().consistent = random_.chance(50);
  }
  return request;
}

TransactGetRequest RandomOperations::transact_get() {
  TransactGetRequest request;
  for (size_t i = 1 + random_.below(4); i > 0; --i) {
    const std::string& name = table();
    request.gets.push_back(norn::testing::transact_get(name, random_key(random_, schema(name))));
    if (random_.chance(30)) {
      RandomExpressions expressions(random_, schema(name));
      request.gets.back().projection = expressions.projection();
      request.gets.back().placeholders = expressions.placeholders();
    }
  }
  return request;
}

PassTime RandomOperations::pass_time() {
  const size_t dice = random_.below(100);
  if (dice < 60) return {random_.between(1, 5'000), random_.chance(20)};
  if (dice < 90) return {random_.between(1, 90) * 1000, random_.chance(50)};
  if (dice < 97) return {random_.between(5, 15) * kMinuteMs, true};
  return {random_.between(6, 26) * 60 * kMinuteMs, true};
}

}  // namespace norn::testing
