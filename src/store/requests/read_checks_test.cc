#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/requests/read_plan.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;

Item read_key(int n) {
  return item(fmt::format(R"({{"PK":{{"S":"p"}},"SK":{{"S":"{}"}}}})", n));
}

BatchGetRequest::Table keys_of(const std::string& table, int count) {
  BatchGetRequest::Table keys;
  keys.table = table;
  for (int i = 0; i < count; ++i) {
    keys.keys.push_back(read_key(i));
  }
  return keys;
}

TEST(ReadChecksTest, ABatchHasOneTo100DistinctKeys) {
  BatchGetRequest::Table twice = keys_of("Things", 2);
  twice.keys.push_back(read_key(1));
  const struct {
    std::vector<BatchGetRequest::Table> tables;
    std::string_view message;
  } cases[] = {
      {{keys_of("Things", 1)}, "ok"},
      {{keys_of("Things", 100)}, "ok"},
      {{keys_of("Things", 50), keys_of("Other", 50)}, "ok"},
      {{},
       "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: "
       "Member must have length greater than or equal to 1"},
      {{keys_of("Things", 0)},
       "1 validation error detected: Value '[]' at 'requestItems.Things.member.keys' failed to "
       "satisfy constraint: Member must have length greater than or equal to 1"},
      {{keys_of("Things", 101)},
       "1 validation error detected: Value '[...]' at 'requestItems.Things.member.keys' failed to "
       "satisfy constraint: Member must have length less than or equal to 100"},
      {{keys_of("Things", 51), keys_of("Other", 50)},
       "Too many items requested for the BatchGetItem call"},
      {{twice}, "Provided list of item keys contains duplicates"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(check_batch_get(BatchGetRequest{c.tables})), c.message);
  }
}

TEST(ReadChecksTest, ATransactionReadsOneTo100DistinctItems) {
  TransactGetRequest request;
  EXPECT_EQ(outcome(check_transact_get(request)),
            "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1");
  for (int i = 0; i < 100; ++i) {
    request.gets.push_back({"Things", read_key(i), "", {}});
  }
  EXPECT_EQ(outcome(check_transact_get(request)), "ok");
  request.gets[99] = {"Other", read_key(1), "", {}};
  EXPECT_EQ(outcome(check_transact_get(request)), "ok");
  request.gets[99] = {"Things", read_key(1), "", {}};
  EXPECT_EQ(outcome(check_transact_get(request)),
            "Transaction request cannot include multiple operations on one item");
  request.gets.push_back({"Things", read_key(100), "", {}});
  EXPECT_EQ(outcome(check_transact_get(request)),
            "1 validation error detected: Value '[...]' at 'transactItems' failed to satisfy "
            "constraint: Member must have length less than or equal to 100");
}

}  // namespace
}  // namespace norn::store
