#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "store/store.h"
#include "support/builders.h"
#include "support/replies.h"

// The contract of store::Store as tests, for every implementation of it. What they expect is
// DynamoDB's documented behaviour. An implementation takes part by describing itself in a
// StoreUnderTest and instantiating the suite, as model_contract_test.cc does.
namespace norn::testing {

class StoreUnderTest {
 public:
  virtual ~StoreUnderTest() = default;
  virtual store::Store& store() = 0;
  // The store's clock, when a test can move it.
  virtual ManualClock* clock() { return nullptr; }
  // Returns when work in the background is done: tables and indexes are active, and global indexes
  // show all that was written.
  virtual void settle() {}
  // Deletes what has expired. Only called when there is a clock to move.
  virtual void run_ttl() {}
};

struct StoreFactory {
  std::string name;
  std::function<std::unique_ptr<StoreUnderTest>()> make;
  // Tests that this store cannot pass, and why. They are run all the same and must fail, so that
  // an entry that is not true any more is noticed.
  std::map<std::string, std::string> must_fail = {};
};
void PrintTo(const StoreFactory& factory, std::ostream* out);

template <typename T>
StoreFactory store_factory(std::string name) {
  return {std::move(name), [] { return std::make_unique<T>(); }};
}

// A fresh StoreUnderTest for every test. The store itself may be shared, so tables have names of
// their own and are deleted in the end.
class StoreContract : public ::testing::TestWithParam<StoreFactory> {
 protected:
  void SetUp() override;
  void TearDown() override;

  store::Store& db() { return under_test_->store(); }
  void settle() { under_test_->settle(); }
  void run_ttl() { under_test_->run_ttl(); }
  // Tests that need to move the clock begin with NORN_NEEDS_CLOCK().
  ManualClock* clock() { return under_test_->clock(); }
  int64_t now_s() { return clock()->now_s(); }

  std::string unique_name();
  // Creates the table under a name of its own and waits for it.
  std::string make_table(store::CreateTableRequest request);
  std::string make_table(std::string_view key) { return make_table(table("", key)); }
  void update_table(const store::UpdateTableRequest& request);

  void put_all(const std::string& table, std::initializer_list<store::Map> items);
  std::optional<store::Item> fetch(const std::string& table, const store::Map& key);
  // Every item of the table, as JSON, sorted.
  std::vector<std::string> contents(const std::string& table);

  // The streams' records from the oldest one on, shard by shard.
  std::string stream_of(const std::string& table);
  std::vector<store::StreamRecord> records_of(const std::string& arn);

 private:
  void delete_tables();

  std::unique_ptr<StoreUnderTest> under_test_;
  std::vector<std::string> tables_;
  // What a test that must fail has reported, and what catches it.
  ::testing::TestPartResultArray caught_;
  std::unique_ptr<::testing::ScopedFakeTestPartResultReporter> catcher_;
};

}  // namespace norn::testing

#define NORN_NEEDS_CLOCK() \
  if (clock() == nullptr) GTEST_SKIP() << "the clock of this store cannot be moved"
