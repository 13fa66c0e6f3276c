#include "store_contract/store_contract.h"

#include <atomic>
#include <chrono>
#include <iostream>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

namespace norn::testing {

using namespace store;

namespace {

std::atomic<int> last_table = 0;

// The running test's name without the number of its instance.
std::string test_name() {
  const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  return name.substr(0, name.find('/'));
}

}  // namespace

void PrintTo(const StoreFactory& factory, std::ostream* out) {
  *out << factory.name;
}

void StoreContract::SetUp() {
  under_test_ = GetParam().make();
  if (GetParam().must_fail.contains(test_name())) {
    catcher_ = std::make_unique<::testing::ScopedFakeTestPartResultReporter>(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &caught_);
  }
}

void StoreContract::TearDown() {
  delete_tables();
  if (!catcher_) return;
  catcher_.reset();
  const std::string& reason = GetParam().must_fail.at(test_name());
  for (int i = 0; i < caught_.size(); ++i) {
    if (!caught_.GetTestPartResult(i).failed()) continue;
    std::cout << "It fails as it must (" << reason << ")\n";
    return;
  }
  ADD_FAILURE() << "This test is listed as one that fails because \"" << reason
                << "\", but it passes: take it off the list.";
}

void StoreContract::delete_tables() {
  if (!under_test_) return;
  for (const std::string& table : tables_) {
    UpdateTableRequest unprotect;
    unprotect.table = table;
    unprotect.deletion_protection = false;
    // Tests delete tables themselves, so that both calls may find none.
    static_cast<void>(db().update_table(unprotect));
    static_cast<void>(db().delete_table(table));
  }
}

std::string StoreContract::unique_name() {
  const auto started = std::chrono::steady_clock::now().time_since_epoch().count();
  tables_.push_back(fmt::format("contract.{}.{}.{:05}", getpid(), started, ++last_table));
  return tables_.back();
}

std::string StoreContract::make_table(CreateTableRequest request) {
  request.table = unique_name();
  must(db().create_table(request));
  settle();
  return request.table;
}

void StoreContract::update_table(const UpdateTableRequest& request) {
  must(db().update_table(request));
  settle();
}

void StoreContract::put_all(const std::string& table, std::initializer_list<Map> items) {
  for (const Map& attributes : items) must(db().put(put(table, attributes)));
  settle();
}

std::optional<Item> StoreContract::fetch(const std::string& table, const Map& key) {
  return must(db().get(get(table, key))).item;
}

std::vector<std::string> StoreContract::contents(const std::string& table) {
  ScanRequest request = scan(table);
  request.consistent = true;
  std::vector<std::string> result;
  for (const Item& one : must(drain(db(), request)).items) result.emplace_back(one.json());
  return sorted(std::move(result));
}

std::string StoreContract::stream_of(const std::string& table) {
  return must(db().describe_table(table)).stream_arn;
}

std::vector<StreamRecord> StoreContract::records_of(const std::string& arn) {
  DescribeStreamRequest describe;
  describe.arn = arn;
  std::vector<StreamRecord> records;
  for (const Shard& shard : must(db().describe_stream(describe)).shards) {
    ReadStreamRequest request;
    request.arn = arn;
    request.shard = shard.id;
    while (true) {
      ReadStreamResult page = must(db().read_stream(request));
      for (StreamRecord& record : page.records) records.push_back(std::move(record));
      if (!page.next || page.records.empty()) break;
      request.position = *page.next;
    }
  }
  return records;
}

}  // namespace norn::testing
