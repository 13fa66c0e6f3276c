#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "property/operation.h"
#include "property/random_source.h"

namespace norn::testing {

// Thinks up operations on two tables whose schemas change now and then. It looks at the model only
// to learn which tables there are, so that the operations depend on the seed alone.
class RandomOperations {
 public:
  RandomOperations(RandomSource& random, store::Store& model, const Clock& clock)
      : random_(random), model_(model), clock_(clock) {}

  Operation next();
  // Tables with new schemas: what a sequence begins with. Existing ones are deleted first.
  std::vector<Operation> new_tables();

 private:
  static inline const std::vector<std::string> kTables = {"alpha", "beta"};

  const std::string& table() { return random_.pick(kTables); }
  // The table as it is; of a missing one, as any could be.
  const store::TableSchema& schema(const std::string& table);
  Operation changed(Operation operation);

  store::CreateTableRequest create_table(const std::string& table);
  Operation change_table();
  store::IndexDefinition index_of(std::string name, const std::vector<std::string>& key);

  store::PutRequest put();
  store::UpdateRequest update();
  store::DeleteRequest remove();
  store::ConditionCheck check();
  store::BatchWriteRequest batch_write();
  store::TransactWriteRequest transact_write();
  store::GetRequest get();
  store::QueryRequest query();
  ParallelScan scan();
  store::BatchGetRequest batch_get();
  store::TransactGetRequest transact_get();
  PassTime pass_time();
  void choose_page(store::PageRequest& request, const store::TableSchema& schema);

  RandomSource& random_;
  store::Store& model_;
  const Clock& clock_;
  std::map<std::string, store::TableSchema> schemas_;
  std::string deleted_;                             // A table that is to be created again.
  std::deque<store::TransactWriteRequest> recent_;  // With tokens, to be sent again.
};

}  // namespace norn::testing
