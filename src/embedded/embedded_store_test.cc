#include "embedded/embedded_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "embedded/catalog.h"
#include "store/errors.h"

// What is the engine's own, beyond the contract that tests/store_contract checks.
namespace norn::embedded {
namespace {

namespace fs = std::filesystem;
using store::Item;
using store::Map;
using store::Value;

class EmbeddedStoreTest : public ::testing::Test {
 protected:
  EmbeddedStoreTest() {
    std::string pattern = (fs::temp_directory_path() / "norn_embedded_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    folder_ = pattern;
    options_.directory = folder_ / "data";
    options_.background = false;
    options_.sync = false;  // What is durable is the subject of tests/crash and tests/faults.
    open();
  }
  ~EmbeddedStoreTest() override {
    store_.reset();
    fs::remove_all(folder_);
  }

  void open() {
    auto opened = EmbeddedStore::open(options_, clock_);
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    store_ = std::move(*opened);
  }
  void reopen() {
    store_.reset();
    open();
  }

  void create_table(bool with_local_index = false) {
    store::CreateTableRequest request;
    request.table = "things";
    request.attributes = {{"PK", "S"}, {"SK", "S"}};
    request.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
    request.stream = store::StreamView::kNewAndOldImages;
    if (with_local_index) {
      request.attributes.push_back({"date", "S"});
      request.local_indexes = {{"byDate", {{"PK", "HASH"}, {"date", "RANGE"}}, {}, std::nullopt}};
    }
    const auto created = store_->create_table(request);
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }

  void add_index(const std::string& attribute) {
    store::UpdateTableRequest request;
    request.table = "things";
    request.attributes = {{attribute, "S"}};
    request.create_indexes = {{"by_" + attribute, {{attribute, "HASH"}}, {}, std::nullopt}};
    const auto updated = store_->update_table(request);
    ASSERT_TRUE(updated.has_value()) << updated.error().message;
  }

  static store::PutRequest put(const std::string& pk, const std::string& sk, Map attributes = {}) {
    attributes.insert_or_assign("PK", Value(pk));
    attributes.insert_or_assign("SK", Value(sk));
    store::PutRequest request;
    request.table = "things";
    request.item = Item::from_map(attributes);
    return request;
  }

  std::vector<std::string> scan(const std::string& index = "") {
    std::vector<std::string> items;
    store::ScanRequest request;
    request.table = "things";
    request.index = index;
    do {
      const auto page = store_->scan(request);
      NORN_CHECK(page.has_value(), "the scan succeeds");
      for (const store::ItemView item : page->items) {
        items.emplace_back(item.json());
      }
      request.start_after = page->last_key;
    } while (request.start_after);
    std::ranges::sort(items);
    return items;
  }

  fs::path folder_;
  Options options_;
  ManualClock clock_{1'763'184'000'000};
  std::unique_ptr<EmbeddedStore> store_;
};

TEST_F(EmbeddedStoreTest, RefusesDataOfANewerLayoutAndOfNone) {
  const struct {
    std::string version;
    std::string_view said;
  } rows[] = {{{0, 0, 0, 3}, "written by a newer Norn, in layout 3"},
              {{0, 0, 0, 0}, "damaged"},
              {"1", "damaged"}};
  for (const auto& row : rows) {
    store_.reset();
    {
      auto database = Database::open(options_);
      ASSERT_TRUE(database) << database.error().message;
      const auto written = (*database)->rocks().Put({}, (*database)->meta(), "v", row.version);
      ASSERT_TRUE(written.ok());
    }
    const auto opened = EmbeddedStore::open(options_, clock_);
    ASSERT_FALSE(opened);
    EXPECT_TRUE(opened.error().message.contains(row.said)) << opened.error().message;
  }
}

TEST_F(EmbeddedStoreTest, TakesTheNextLayoutWithAnIndexOfSeveralKeyAttributesOnly) {
  const auto layout = [&] {
    store_.reset();
    const auto database = Database::open(options_);
    return stored_layout(**database).value();
  };
  create_table();
  add_index("color");
  ASSERT_TRUE(store_->run_maintenance().has_value());
  EXPECT_EQ(layout(), 1U);
  open();
  ASSERT_TRUE(store_->put(put("p", "1", {{"color", "red"}, {"size", "big"}})).has_value());
  ASSERT_TRUE(store_->put(put("p", "2", {{"color", "red"}})).has_value());
  store::UpdateTableRequest request;
  request.table = "things";
  request.attributes = {{"color", "S"}, {"size", "S"}, {"SK", "S"}};
  request.create_indexes = {
      {"by_both", {{"color", "HASH"}, {"size", "HASH"}, {"SK", "RANGE"}}, {}, std::nullopt}};
  ASSERT_TRUE(store_->update_table(request).has_value());
  ASSERT_TRUE(store_->run_maintenance().has_value());
  EXPECT_EQ(layout(), 2U);
  open();
  EXPECT_EQ(scan("by_both").size(), 1U);
  store::QueryRequest query;
  query.table = "things";
  query.index = "by_both";
  query.placeholders.names = {{"#s", "size"}};
  query.key_condition = "color = :c AND #s = :s AND SK > :k";
  query.placeholders.values = {{":c", "red"}, {":s", "big"}, {":k", "0"}};
  const auto found = store_->query(query);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->count, 1);
}

TEST_F(EmbeddedStoreTest, CountsWhatItHasAndWrites) {
  create_table();
  const auto before = store_->statistics();
  ASSERT_TRUE(before) << before.error().message;
  for (const std::string key : {"a", "b", "c"}) {
    ASSERT_TRUE(store_->put(put(key, "x")));
  }
  const auto after = store_->statistics();
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(after->commits.writes - before->commits.writes, 3);
  EXPECT_EQ(after->commits.groups[0] - before->commits.groups[0], 3);  // One after another.
  EXPECT_EQ(after->commits.waiting, 0);
  ASSERT_EQ(after->families.size(), 5);
  EXPECT_EQ(after->families[1].name, "items");
  EXPECT_GE(after->families[1].keys, 3);
  EXPECT_GT(after->families[1].memory_bytes, 0);
  EXPECT_GT(after->log_bytes, before->log_bytes);
  EXPECT_EQ(after->background_errors, 0);
  EXPECT_GT(after->free_disk_bytes.value_or(0), 0);
}

TEST_F(EmbeddedStoreTest, KeepsEverythingOverARestart) {
  create_table();
  add_index("color");
  ASSERT_TRUE(store_->run_maintenance().has_value());
  store::UpdateTtlRequest ttl{"things", "ttl", true};
  ASSERT_TRUE(store_->update_ttl(ttl).has_value());
  ASSERT_TRUE(store_->change_tags({"things", {{"stage", "test"}}, {}}).has_value());
  const auto attach = [](const auto&, store::TableSettings& settings) -> Result<void> {
    settings.policy = {"{}", 1};
    return {};
  };
  ASSERT_TRUE(store_->change_table_settings("things", attach).has_value());
  ASSERT_TRUE(store_->put(put("a", "1", {{"color", "red"}})).has_value());
  store::TransactWriteRequest transaction;
  transaction.client_token = "token";
  transaction.actions = {put("a", "2", {{"color", "blue"}})};
  ASSERT_TRUE(store_->transact_write(transaction).has_value());
  const auto before = store_->describe_table("things");
  reopen();
  const auto after = store_->describe_table("things");
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(after->id, before->id);
  EXPECT_EQ(after->item_count, 2U);
  EXPECT_EQ(after->indexes[0].item_count, 2U);
  EXPECT_EQ(after->stream_arn, before->stream_arn);
  EXPECT_EQ(store_->describe_ttl("things")->attribute, "ttl");
  EXPECT_EQ(store_->list_tags("things"), (store::Tags{{"stage", "test"}}));
  EXPECT_EQ(store_->table_settings("things")->policy, (store::ResourcePolicy{"{}", 1}));
  EXPECT_EQ(scan("by_color").size(), 2U);
  // The token is still known: the same transaction is not done again, another one is refused.
  EXPECT_TRUE(store_->transact_write(transaction).has_value());
  transaction.actions = {put("a", "3")};
  EXPECT_EQ(store_->transact_write(transaction).error().code,
            ErrorCode::kIdempotentParameterMismatch);
}

TEST_F(EmbeddedStoreTest, FillsANewIndexWhileWritesGoOn) {
  create_table();
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(store_
                    ->put(put("p" + std::to_string(i % 50), std::to_string(i),
                              {{"color", std::to_string(i % 7)}}))
                    .has_value());
  }
  std::atomic<bool> stop = false;
  std::latch writing(3);
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = writer; !stop; i += 3) {
        const std::string pk = "p" + std::to_string(i % 50);
        const std::string sk = std::to_string(i % 3000);
        if (i % 5 == 0) {
          store::DeleteRequest request;
          request.table = "things";
          request.key = Item::from_map({{"PK", Value(pk)}, {"SK", Value(sk)}});
          EXPECT_TRUE(store_->remove(request).has_value());
        } else {
          EXPECT_TRUE(store_->put(put(pk, sk, {{"color", std::to_string(i % 11)}})).has_value());
        }
        if (i == writer) {
          writing.count_down();
        }
      }
    });
  }
  writing.wait();
  add_index("color");
  EXPECT_EQ(store_->describe_table("things")->status, store::TableStatus::kUpdating);
  EXPECT_TRUE(store_->run_maintenance().has_value());
  stop = true;
  for (std::thread& writer : writers) {
    writer.join();
  }
  const auto description = store_->describe_table("things");
  EXPECT_EQ(description->status, store::TableStatus::kActive);
  EXPECT_EQ(scan("by_color"), scan());
  EXPECT_EQ(description->indexes[0].item_count, description->item_count);
  EXPECT_EQ(description->indexes[0].size_bytes, description->size_bytes);
}

TEST_F(EmbeddedStoreTest, GoesOnFillingAnIndexAfterARestart) {
  create_table();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(store_->put(put("p", std::to_string(i), {{"color", "red"}})).has_value());
  }
  add_index("color");
  reopen();
  EXPECT_EQ(store_->describe_table("things")->status, store::TableStatus::kUpdating);
  ASSERT_TRUE(store_->run_maintenance().has_value());
  EXPECT_EQ(scan("by_color"), scan());
  EXPECT_EQ(store_->describe_table("things")->indexes[0].item_count, 1000U);
}

TEST_F(EmbeddedStoreTest, RunsConcurrentUpdatesOneAfterAnother) {
  create_table();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        store::UpdateRequest request;
        request.table = "things";
        request.key = Item::from_map({{"PK", "counter"}, {"SK", "x"}});
        request.update = "ADD n :one";
        request.placeholders.values = {{":one", Value::number(1)}};
        EXPECT_TRUE(store_->update(request).has_value());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  store::GetRequest get;
  get.table = "things";
  get.key = Item::from_map({{"PK", "counter"}, {"SK", "x"}});
  EXPECT_EQ(store_->get(get)->item->value("n"), Value::number(800));
}

TEST_F(EmbeddedStoreTest, AnswersEverySubmittedWriteOnce) {
  create_table();
  constexpr int kWrites = 500;
  std::atomic<int> succeeded = 0;
  std::atomic<int> refused = 0;
  std::latch answered(2 * kWrites);
  for (int i = 0; i < 2 * kWrites; ++i) {
    // Every key comes twice, and only the first may pass.
    store::PutRequest request = put("p", std::to_string(i % kWrites));
    request.condition = "attribute_not_exists(PK)";
    store_->submit(std::move(request), [&](Result<store::WriteReply> reply) {
      ++(reply ? succeeded : refused);
      answered.count_down();
    });
  }
  answered.wait();
  EXPECT_EQ(succeeded, kWrites);
  EXPECT_EQ(refused, kWrites);
}

TEST_F(EmbeddedStoreTest, RefusesAnItemCollectionThatGrowsTooLarge) {
  options_.max_item_collection_bytes = 3000;
  reopen();
  create_table(/*with_local_index=*/true);
  const Map large = {{"date", "2026-11-15"}, {"text", Value(std::string(600, 'x'))}};
  ASSERT_TRUE(store_->put(put("p", "1", large)).has_value());
  const auto second = store_->put(put("p", "2", large));
  ASSERT_TRUE(second.has_value());
  EXPECT_GT(second->item_collection->bytes, 2400U);  // Each counts twice: in the table and the LSI.
  const auto third = store_->put(put("p", "3", large));
  ASSERT_FALSE(third.has_value());
  EXPECT_EQ(third.error().code, ErrorCode::kItemCollectionSizeLimitExceeded);
  EXPECT_TRUE(store_->put(put("q", "3", large)).has_value()) << "another partition has room";
  EXPECT_EQ(scan().size(), 3U);
}

TEST_F(EmbeddedStoreTest, StartsAgainEmptyUnderTheNameOfADroppedTable) {
  for (int round = 0; round < 3; ++round) {
    create_table();
    add_index("color");
    ASSERT_TRUE(store_->run_maintenance().has_value());
    EXPECT_TRUE(scan().empty());
    EXPECT_TRUE(scan("by_color").empty());
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(store_->put(put("p", std::to_string(i), {{"color", "red"}})).has_value());
    }
    store::QueryRequest backwards;
    backwards.table = "things";
    backwards.key_condition = "PK = :p";
    backwards.placeholders.values = {{":p", "p"}};
    backwards.forward = false;
    EXPECT_EQ(store_->query(backwards)->count, 100);
    ASSERT_TRUE(store_->delete_table("things").has_value());
  }
}

TEST_F(EmbeddedStoreTest, RefusesASecondProcessOnItsFolder) {
  const auto second = EmbeddedStore::open(options_, clock_);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, ErrorCode::kResourceInUse);
  EXPECT_NE(second.error().message.find("in use by another norn (process"), std::string::npos);
  EXPECT_NE(second.error().message.find("--data"), std::string::npos);
}

TEST_F(EmbeddedStoreTest, KeepsItsFolderPrivateHoweverItIsWritten) {
  for (const char* name : {"plain", "with slash/", "deep/er"}) {
    options_.directory = folder_ / name;
    reopen();
    EXPECT_EQ(fs::status(options_.directory).permissions(), fs::perms::owner_all) << name;
  }
}

TEST_F(EmbeddedStoreTest, ForgetsTokensStreamRecordsAndClosedStreams) {
  create_table();
  store::TransactWriteRequest transaction;
  transaction.client_token = "token";
  transaction.actions = {put("a", "1")};
  ASSERT_TRUE(store_->transact_write(transaction).has_value());
  ASSERT_TRUE(store_->delete_table("things").has_value());
  ASSERT_EQ(store_->list_streams({})->streams.size(), 1U);
  clock_.advance_ms(store::kStreamRetentionMs + 1);
  ASSERT_TRUE(store_->run_maintenance().has_value());
  EXPECT_TRUE(store_->list_streams({})->streams.empty());
}

}  // namespace
}  // namespace norn::embedded
