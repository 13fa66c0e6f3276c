#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/check.h"
#include "dynamodb/operation_call.h"
#include "embedded/backup/table_backups.h"
#include "embedded/catalog.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// CreateBackup and its kin, on an embedded store.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;

class BackupOperations : public ::testing::Test {
 protected:
  void SetUp() override {
    open();
    auto request = table("Music", "pk:S sk:N");
    add_global_index(request, "ByColor", "color:S");
    add_local_index(request, "ByDate", "pk:S date:S");
    request.stream = store::StreamView::kNewImage;
    request.tags = {{"stage", "test"}};
    must(store_->create_table(request));
    must(store_->update_ttl({"Music", "ttl", true}));
    for (int i = 0; i < kItems; ++i) {
      must(store_->put(put("Music", {{"pk", std::to_string(i % 3)},
                                     {"sk", num(i)},
                                     {"color", i % 2 == 0 ? "red" : "blue"},
                                     {"date", std::to_string(i)}})));
    }
  }

  void open() {
    backups_.reset();
    store_.reset();
    store_ = must(embedded::EmbeddedStore::open(options(), clock_));
    backups_.emplace(*store_);
    caller_.emplace(*store_, clock_, &*backups_);
  }

  embedded::Options options() const {
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;
    return options;
  }
  // Adds a backup beside those that the store makes, with the note of the last one, changed.
  void add_backup(const std::function<void(embedded::BackupNote&)>& change) {
    backups_.reset();
    store_.reset();
    {
      const auto database = must(embedded::Database::open(options()));
      const auto folder = must(embedded::BackupFolder::open(folder_.path() / "data-backups",
                                                            embedded::BackupFolder::Use::kWrite));
      embedded::BackupNote note = folder->list().back().note;
      change(note);
      must(folder->create(*database, note, [](const auto&) { return true; }));
    }
    open();
  }

  std::string reply(std::string_view operation, std::string_view json) {
    return caller_->reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_->error(operation, json);
  }
  // Returns the ARN.
  std::string create(std::string_view name = "first", std::string_view table = "Music") {
    clock_.advance_ms(1000);
    return member_text(reply("CreateBackup",
                             fmt::format(R"({{"TableName":"{}","BackupName":"{}"}})", table, name)),
                       "BackupArn");
  }
  static std::string of(std::string_view arn, std::string_view more = "") {
    return fmt::format(R"({{"BackupArn":"{}"{}}})", arn, more);
  }
  std::string restore(std::string_view arn, std::string_view more = "") {
    return reply("RestoreTableFromBackup",
                 of(arn, fmt::format(R"(,"TargetTableName":"Copy"{})", more)));
  }

  static constexpr int kItems = 30;
  const TemporaryFolder folder_{"backup-operations"};
  ManualClock clock_{1'700'000'000'123};
  std::unique_ptr<embedded::EmbeddedStore> store_;
  std::optional<embedded::EmbeddedTableBackups> backups_;
  std::optional<OperationCaller> caller_;
};

TEST_F(BackupOperations, ABackupIsDescribedListedAndDeleted) {
  EXPECT_EQ(reply("ListBackups", "{}"), R"({"BackupSummaries":[]})");
  const std::string created =
      reply("CreateBackup", R"({"TableName":"Music","BackupName":"first"})");
  const std::string arn = member_text(created, "BackupArn");
  EXPECT_TRUE(
      begins(arn, "arn:aws:dynamodb:local:000000000000:table/Music/backup/01700000000123-"));
  const auto bytes = read_table(*store_, "Music").description.size_bytes;
  const std::string rest =
      fmt::format(R"("BackupType":"USER","BackupCreationDateTime":{})", "1700000000.123");
  const auto details = [&](std::string_view status) {
    return fmt::format(
        R"("BackupArn":"{}","BackupName":"first","BackupSizeBytes":{},"BackupStatus":"{}",{})", arn,
        bytes, status, rest);
  };
  EXPECT_EQ(created, fmt::format(R"({{"BackupDetails":{{{}}}}})", details("CREATING")));

  const std::string described = reply("DescribeBackup", of(arn));
  EXPECT_TRUE(begins(described, fmt::format(R"({{"BackupDescription":{{"BackupDetails":{{{}}},)",
                                            details("AVAILABLE"))));
  EXPECT_TRUE(has(described, R"("SourceTableDetails":{"TableName":"Music","TableId":")"));
  EXPECT_TRUE(has(described, R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"));
  EXPECT_TRUE(has(described, R"("ItemCount":30,"BillingMode":"PAY_PER_REQUEST"})"));
  EXPECT_TRUE(has(described, R"("LocalSecondaryIndexes":[{"IndexName":"ByDate",)"));
  EXPECT_TRUE(has(described, R"("GlobalSecondaryIndexes":[{"IndexName":"ByColor",)"));
  EXPECT_TRUE(
      has(described, R"("StreamDescription":{"StreamEnabled":true,"StreamViewType":"NEW_)"));
  EXPECT_TRUE(has(described, R"("TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED",)"));

  EXPECT_EQ(reply("ListBackups", "{}"),
            fmt::format(R"({{"BackupSummaries":[{{"TableName":"Music","TableId":"{}",)"
                        R"("TableArn":"arn:aws:dynamodb:local:000000000000:table/Music",{}}}]}})",
                        member_text(described, "TableId"), details("AVAILABLE")));
  EXPECT_TRUE(has(reply("DeleteBackup", of(arn)), R"("BackupStatus":"DELETED")"));
  EXPECT_EQ(reply("ListBackups", "{}"), R"({"BackupSummaries":[]})");
  for (const char* operation : {"DescribeBackup", "DeleteBackup"}) {
    EXPECT_EQ(error(operation, of(arn)), "BackupNotFoundException: Backup not found: " + arn);
  }
}

TEST_F(BackupOperations, ATableIsRestoredUnderAnotherNameAsItWas) {
  const TableContent before = read_table(*store_, "Music");
  const std::string arn = create();
  must(store_->delete_table("Music"));
  open();
  const std::string restored = restore(arn);
  EXPECT_TRUE(has(restored, R"("TableName":"Copy","TableStatus":"CREATING")"));
  EXPECT_TRUE(has(restored, fmt::format(R"("RestoreSummary":{{"SourceBackupArn":"{}",)"
                                        R"("SourceTableArn":"{}","RestoreDateTime":)",
                                        arn, before.description.arn)));
  const TableContent copy = read_table(*store_, "Copy");
  EXPECT_EQ(copy.items, before.items);
  EXPECT_EQ(to_text(check_indexes(*store_, copy)), "");
  EXPECT_EQ(to_text(check_collections(*store_, copy)), "");
  EXPECT_EQ(copy.description.indexes.size(), 2U);
  EXPECT_NE(copy.description.id, before.description.id);
  // As in DynamoDB, these have to be set again.
  EXPECT_FALSE(copy.description.stream);
  EXPECT_FALSE(must(store_->describe_ttl("Copy")).enabled);
  EXPECT_TRUE(must(store_->list_tags("Copy")).empty());
  open();
  EXPECT_EQ(read_table(*store_, "Copy").items, before.items);
  EXPECT_EQ(error("RestoreTableFromBackup", of(arn, R"(,"TargetTableName":"Copy")")),
            "TableAlreadyExistsException: Table already exists: Copy");
}

TEST_F(BackupOperations, ARestoreMayLeaveIndexesOutAndChangeTheBilling) {
  const std::string arn = create();
  const std::string restored = restore(
      arn, R"(,"GlobalSecondaryIndexOverride":[],"BillingModeOverride":"PROVISIONED",)"
           R"("ProvisionedThroughputOverride":{"ReadCapacityUnits":3,"WriteCapacityUnits":4})");
  EXPECT_TRUE(has(restored, R"("ReadCapacityUnits":3,"WriteCapacityUnits":4)"));
  EXPECT_TRUE(has(restored, R"("IndexName":"ByDate")"));
  EXPECT_TRUE(lacks(restored, "ByColor"));
  EXPECT_TRUE(lacks(restored, R"("AttributeName":"color")"));
  EXPECT_EQ(to_text(check_indexes(*store_, read_table(*store_, "Copy"))), "");
  EXPECT_TRUE(begins(
      error(
          "RestoreTableFromBackup",
          of(arn, R"(,"TargetTableName":"Other","LocalSecondaryIndexOverride":[{"IndexName":"ByX",)"
                  R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                  R"("Projection":{"ProjectionType":"ALL"}}])")),
      "ValidationException: One or more parameter values were invalid: The secondary indexes"));
}

TEST_F(BackupOperations, ListsAreFilteredAndHavePages) {
  must(store_->create_table(table("Other", "pk:S")));
  std::vector<std::string> arns;
  for (const auto* name : {"one", "two", "three"}) arns.push_back(create(name));
  create("four", "Other");
  const auto names = [&](std::string_view request) {
    std::string found;
    const std::string listed = reply("ListBackups", request);
    for (const auto* name : {"one", "two", "three", "four"}) {
      if (has(listed, fmt::format(R"("BackupName":"{}")", name))) found += fmt::format("{} ", name);
    }
    return found;
  };
  EXPECT_EQ(names("{}"), "one two three four ");
  EXPECT_EQ(names(R"({"TableName":"Music"})"), "one two three ");
  EXPECT_EQ(names(R"({"TableName":"arn:aws:dynamodb:x:1:table/Other"})"), "four ");
  EXPECT_EQ(names(R"({"BackupType":"ALL"})"), "one two three four ");
  EXPECT_EQ(names(R"({"BackupType":"SYSTEM"})"), "");
  EXPECT_EQ(names(R"({"TimeRangeLowerBound":1700000002.123,"TimeRangeUpperBound":1700000004.123})"),
            "two three ");
  const std::string page = reply("ListBackups", R"({"Limit":2})");
  EXPECT_TRUE(has(page, fmt::format(R"("LastEvaluatedBackupArn":"{}")", arns[1])));
  EXPECT_EQ(names(fmt::format(R"({{"ExclusiveStartBackupArn":"{}"}})", arns[1])), "three four ");
  EXPECT_TRUE(lacks(reply("ListBackups", R"({"Limit":4})"), "LastEvaluated"));
  reply("DeleteBackup", of(arns[1]));
  EXPECT_EQ(names(fmt::format(R"({{"ExclusiveStartBackupArn":"{}"}})", arns[1])), "three four ")
      << "where the deleted one was";
}

TEST_F(BackupOperations, ANoteThatCannotBeReadIsLeftOutOfTheList) {
  const std::string arn = create();
  add_backup([](embedded::BackupNote& note) {
    note.table->arn += "x";
    note.table->record = "not a table";
  });
  EXPECT_TRUE(has(reply("ListBackups", "{}"), fmt::format(R"("BackupArn":"{}",)", arn)));
}

TEST_F(BackupOperations, FaultyRequestsAreRefused) {
  EXPECT_EQ(error("CreateBackup", R"({"TableName":"None","BackupName":"first"})"),
            "TableNotFoundException: Table not found: None");
  EXPECT_TRUE(begins(error("CreateBackup", R"({"TableName":"Music"})"), "ValidationException: "));
  EXPECT_TRUE(begins(error("CreateBackup", R"({"TableName":"Music","BackupName":"a b c"})"),
                     "ValidationException: "));
  EXPECT_TRUE(begins(error("DescribeBackup", of("short")), "ValidationException: "));
  const std::string arn = "arn:aws:dynamodb:local:000000000000:table/Music/backup/1-2";
  EXPECT_EQ(error("RestoreTableFromBackup", of(arn, R"(,"TargetTableName":"Copy")")),
            "BackupNotFoundException: Backup not found: " + arn);
  EXPECT_EQ(error("ListBackups", fmt::format(R"({{"ExclusiveStartBackupArn":"{}"}})", arn)),
            "ValidationException: Invalid ExclusiveStartBackupArn");
  EXPECT_FALSE(fs::exists(folder_.path() / "data-backups")) << "nothing was made on the way";
}

TEST_F(BackupOperations, ADamagedBackupIsNotRestored) {
  const std::string arn = create();
  fs::path file;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "data-backups")) {
    if (entry.path().extension() == ".sst") file = entry.path();
  }
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_TRUE(has(error("RestoreTableFromBackup", of(arn, R"(,"TargetTableName":"Copy")")),
                  file.filename().string()));
  EXPECT_FALSE(store_->describe_table("Copy"));
}

TEST_F(BackupOperations, ABackupOfALaterVersionIsNotRestored) {
  const std::string arn = create();
  const std::string later = arn.substr(0, arn.size() - 1) + "-";
  add_backup([&](embedded::BackupNote& note) {
    note.layout = embedded::kLayoutVersion + 1;
    note.table->arn = later;
  });
  EXPECT_TRUE(has(error("RestoreTableFromBackup", of(later, R"(,"TargetTableName":"Copy")")),
                  "was made by a later version of Norn"));
  EXPECT_FALSE(store_->describe_table("Copy"));
}

// Calls of backups stop where they read the schedule, until it goes.
class CallsStop {
 public:
  explicit CallsStop(const fs::path& data) : schedule_(data / "backup_schedule.json") {
    NORN_CHECK(::mkfifo(schedule_.c_str(), S_IRUSR | S_IWUSR) == 0, "a FIFO can be made");
  }
  ~CallsStop() {
    if (fd_ >= 0) ::close(fd_);
  }
  CallsStop(const CallsStop&) = delete;
  CallsStop& operator=(const CallsStop&) = delete;

  // Wakes who waits to read. It stays open until then, for those that are on their way.
  void end() {
    fd_ = ::open(schedule_.c_str(), O_RDWR | O_CLOEXEC);
    fs::remove(schedule_);
  }

 private:
  const fs::path schedule_;
  int fd_ = -1;
};

// Makes so many calls at once that stop half way, and returns the code of the first that is refused
// meanwhile; nullopt if all of them wait.
std::optional<ErrorCode> code_of_refused(const fs::path& data, int count,
                                         const std::function<Error()>& call) {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<ErrorCode> code;
  std::vector<std::thread> threads;
  CallsStop stop(data);
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      const Error error = call();
      const std::lock_guard lock(mutex);
      if (!code) code = error.code;
      changed.notify_all();
    });
  }
  std::unique_lock lock(mutex);
  changed.wait_for(lock, std::chrono::seconds(20), [&] { return code.has_value(); });
  const std::optional<ErrorCode> refused = code;
  lock.unlock();
  stop.end();
  for (std::thread& thread : threads) thread.join();
  return refused;
}

TEST_F(BackupOperations, OneAtATimeIsMadeOrDeletedAndOthersAreRefusedAtOnce) {
  const std::string arn = create();
  const auto data = folder_.path() / "data";
  const auto error_of = [](const auto& result) { return result ? Error{} : result.error(); };
  EXPECT_EQ(code_of_refused(data, 2, [&] { return error_of(backups_->create("Music", "x")); }),
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(code_of_refused(data, 2, [&] { return error_of(backups_->remove(arn)); }),
            ErrorCode::kLimitExceeded);
  const auto restore_as = [&](const std::string& target) {
    store::RestoreTableRequest request;
    request.backup_arn = arn;
    request.target = target;
    return error_of(backups_->restore(request));
  };
  std::atomic<int> copies = 0;
  EXPECT_EQ(code_of_refused(data, 3, [&] { return restore_as(fmt::format("Copy{}", ++copies)); }),
            ErrorCode::kLimitExceeded);
  // The same once more, from a client that did not wait.
  EXPECT_EQ(code_of_refused(data, 2, [&] { return restore_as("Once"); }),
            ErrorCode::kResourceInUse);
}

}  // namespace
}  // namespace norn::testing
