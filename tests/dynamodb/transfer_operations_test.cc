#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "dynamodb/exchange/compression.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/operation_call.h"
#include "dynamodb/transfers/transfers.h"
#include "embedded/embedded_store.h"
#include "store/errors.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// ExportTableToPointInTime, ImportTable and their kin, on an embedded store.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kStartMs = 1'700'000'000'123;
constexpr std::string_view kBucketName = "my-bucket";

template <typename T>
std::optional<ErrorCode> code_of(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error().code);
}

// A door that transfers wait at, as long as it is shut.
class Door {
 public:
  void shut() { set(false); }
  void open() { set(true); }
  void pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_open_; });
  }

 private:
  void set(bool is_open) {
    const std::lock_guard lock(mutex_);
    is_open_ = is_open;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = true;
};

// A table with one item, whatever is asked for.
class FormerTable final : public store::TableAtTime {
 public:
  FormerTable(store::TableDescription table, int64_t time_s)
      : table_(std::move(table)), item_(item({{"pk", "then"}, {"sk", num(time_s)}})) {}
  const store::TableDescription& table() const override { return table_; }
  Result<std::optional<store::Item>> next() override { return std::exchange(item_, std::nullopt); }

 private:
  const store::TableDescription table_;
  std::optional<store::Item> item_;
};

// Continuous backups with a window that the test sets.
class FormerTables final : public store::ContinuousBackups {
 public:
  explicit FormerTables(store::Store*& store) : store_(store) {}

  Result<store::ContinuousBackupStatus> describe(std::string_view table) override {
    if (!store_->describe_table(table)) return fail(ErrorCode::kTableNotFound, "none");
    return status;
  }
  Result<store::ContinuousBackupStatus> update(
      const store::UpdateContinuousBackupsRequest& /*request*/) override {
    return status;
  }
  Result<store::TableDescription> restore(
      const store::RestoreTableToTimeRequest& request) override {
    return store_->describe_table(request.source);
  }
  Result<std::unique_ptr<store::TableAtTime>> read_at(std::string_view table,
                                                      int64_t time_s) override {
    door.pass();
    return std::make_unique<FormerTable>(must(store_->describe_table(table)), time_s);
  }

  store::ContinuousBackupStatus status{
      .enabled = true, .earliest_s = kStartMs / 1000 - 100, .latest_s = kStartMs / 1000 - 10};
  Door door;

 private:
  store::Store*& store_;
};

class TransferOperations : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(bucket());
    open();
    must(store_->create_table(table("Music", "pk:S sk:N")));
    for (int i = 0; i < kItems; ++i) {
      must(store_->put(put("Music", {{"pk", std::to_string(i % 3)},
                                     {"sk", num(i)},
                                     {"color", i % 2 == 0 ? "red" : "blue"},
                                     {"data", bin(std::string(1, '\0'))},
                                     {"tags", string_set({"a", "b"})}})));
    }
  }
  void TearDown() override { former_.door.open(); }

  void open() {
    transfers_.reset();
    store_.reset();
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;
    store_ = must(embedded::EmbeddedStore::open(options, clock_));
    former_store_ = store_.get();
    transfers_ = must(dynamodb::Transfers::open(
        {.folder = folder_.path() / "s3", .records = folder_.path() / "data" / "transfers"},
        *store_, &former_, clock_));
    caller_.emplace(*store_, clock_, nullptr, nullptr, transfers_.get());
  }

  fs::path bucket() const { return folder_.path() / "s3" / kBucketName; }
  void write(const std::string& key, std::string_view content) const {
    fs::create_directories((bucket() / key).parent_path());
    std::ofstream(bucket() / key, std::ios::binary) << content;
  }

  std::string reply(std::string_view operation, std::string_view json) {
    return caller_->reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_->error(operation, json);
  }
  static std::string export_of(std::string_view more = "", std::string_view bucket = kBucketName) {
    return fmt::format(R"({{"TableArn":"Music","S3Bucket":{}{}}})", quoted(bucket), more);
  }
  static std::string import_of(std::string_view prefix, std::string_view more = "",
                               std::string_view format = "DYNAMODB_JSON",
                               std::string_view name = "Copy") {
    return fmt::format(
        R"({{"S3BucketSource":{{"S3Bucket":"{}","S3KeyPrefix":{}}},"InputFormat":"{}"{},)"
        R"("TableCreationParameters":{{"TableName":"{}","BillingMode":"PAY_PER_REQUEST",)"
        R"("AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}},)"
        R"({{"AttributeName":"sk","AttributeType":"N"}},)"
        R"({{"AttributeName":"color","AttributeType":"S"}}],)"
        R"("KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}},)"
        R"({{"AttributeName":"sk","KeyType":"RANGE"}}],"GlobalSecondaryIndexes":[)"
        R"({{"IndexName":"ByColor","KeySchema":[{{"AttributeName":"color","KeyType":"HASH"}}],)"
        R"("Projection":{{"ProjectionType":"ALL"}}}}]}}}})",
        kBucketName, quoted(prefix), format, more, name);
  }

  // The description of a transfer when it has ended.
  std::string ended(std::string_view started) {
    const bool is_export = !member_text(started, "ExportArn").empty();
    const std::string_view what = is_export ? "Export" : "Import";
    const std::string arn = member_text(started, fmt::format("{}Arn", what));
    if (arn.empty()) return std::string(started);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::string described;
    do {
      std::this_thread::yield();
      described =
          reply(fmt::format("Describe{}", what), fmt::format(R"({{"{}Arn":"{}"}})", what, arn));
    } while (has(described, R"(Status":"IN_PROGRESS")") &&
             std::chrono::steady_clock::now() < deadline);
    return described;
  }
  std::string exported(std::string_view more = "") {
    return ended(reply("ExportTableToPointInTime", export_of(more)));
  }
  std::string imported(std::string_view prefix, std::string_view more = "",
                       std::string_view format = "DYNAMODB_JSON") {
    return ended(reply("ImportTable", import_of(prefix, more, format)));
  }
  // Occupies all threads of transfers until the door opens.
  void keep_busy() {
    former_.door.shut();
    for (int i = 0; i < 2; ++i) busy_.push_back(reply("ExportTableToPointInTime", past()));
  }
  static std::string past() {
    return export_of(fmt::format(R"(,"ExportTime":{})", kStartMs / 1000 - 50));
  }
  static std::string id_of(std::string_view description) {
    const std::string arn = member_text(description, "ExportArn");
    return arn.substr(arn.rfind('/') + 1);
  }

  static constexpr int kItems = 30;
  const TemporaryFolder folder_{"transfer-operations"};
  ManualClock clock_{kStartMs};
  std::unique_ptr<embedded::EmbeddedStore> store_;
  store::Store* former_store_ = nullptr;
  FormerTables former_{former_store_};
  std::unique_ptr<dynamodb::Transfers> transfers_;
  std::optional<OperationCaller> caller_;
  std::vector<std::string> busy_;
};

TEST_F(TransferOperations, AnExportShowsOneMomentAndIsImportedAgain) {
  const TableContent before = read_table(*store_, "Music");
  keep_busy();
  const std::string started =
      reply("ExportTableToPointInTime",
            export_of(R"(,"S3Prefix":"a/b","S3BucketOwner":"123456789012","ClientToken":"one")"));
  EXPECT_TRUE(begins(started, R"({"ExportDescription":{"ExportArn":"arn:aws:dynamodb:local:)"
                              R"(000000000000:table/Music/export/01700000000123-)"));
  EXPECT_TRUE(
      has(started, R"("ExportStatus":"IN_PROGRESS","StartTime":1700000000.123,"TableArn")"));
  must(store_->remove(remove("Music", {{"pk", "0"}, {"sk", num(0)}})));
  must(store_->put(put("Music", {{"pk", "later"}, {"sk", num(1)}})));
  former_.door.open();

  const std::string done = ended(started);
  const std::string id = id_of(done);
  EXPECT_TRUE(has(done, R"("ExportStatus":"COMPLETED")"));
  EXPECT_TRUE(
      has(done, fmt::format(R"("ExportManifest":"a/b/AWSDynamoDB/{}/manifest-summary.json")", id)));
  EXPECT_TRUE(has(done, fmt::format(R"("TableId":"{}","ExportTime":1700000000.123,)"
                                    R"("ClientToken":"one","S3Bucket":"my-bucket",)"
                                    R"("S3BucketOwner":"123456789012","S3Prefix":"a/b",)",
                                    before.description.id)));
  EXPECT_TRUE(has(
      done, fmt::format(R"("BilledSizeBytes":{},"ItemCount":30,)", before.description.size_bytes)));
  const auto files = must(exchange::read_s3_export(bucket() / "a/b/AWSDynamoDB" / id));
  EXPECT_EQ(files.items, 30U);
  EXPECT_TRUE(fs::exists(bucket() / "a/b/AWSDynamoDB" / id / "_started"));

  const std::string copied = imported("a/b/", R"(,"InputCompressionType":"GZIP")");
  EXPECT_TRUE(has(copied, R"("ImportStatus":"COMPLETED")"));
  EXPECT_TRUE(has(copied, R"("ProcessedItemCount":30,"ImportedItemCount":30})"));
  EXPECT_TRUE(has(copied, R"("ErrorCount":0,"InputFormat":"DYNAMODB_JSON",)"
                          R"("InputCompressionType":"GZIP","TableCreationParameters":)"
                          R"({"TableName":"Copy",)"));
  const TableContent copy = read_table(*store_, "Copy");
  EXPECT_EQ(copy.items, before.items);
  EXPECT_EQ(to_text(check_indexes(*store_, copy)), "");
  EXPECT_EQ(copy.description.status, store::TableStatus::kActive);
}

TEST_F(TransferOperations, ATableIsCreatingUntilItsImportIsDone) {
  write("items.json", R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})");
  keep_busy();
  const std::string started = reply("ImportTable", import_of("items"));
  EXPECT_TRUE(has(started, R"("ImportStatus":"IN_PROGRESS")"));
  EXPECT_TRUE(
      has(reply("DescribeTable", R"({"TableName":"Copy"})"), R"("TableStatus":"CREATING")"));
  EXPECT_EQ(reply("ListTables", "{}"), R"({"TableNames":["Copy","Music"]})");
  EXPECT_EQ(reply("ListTables", R"({"Limit":1})"),
            R"({"TableNames":["Copy"],"LastEvaluatedTableName":"Copy"})");
  EXPECT_EQ(reply("ListTables", R"({"ExclusiveStartTableName":"Copy"})"),
            R"({"TableNames":["Music"]})");
  EXPECT_EQ(code_of(store_->put(put("Copy", {{"pk", "a"}, {"sk", num(1)}}))),
            ErrorCode::kResourceNotFound);
  EXPECT_EQ(error("DeleteTable", R"({"TableName":"Copy"})"),
            "ResourceInUseException: Attempt to change a resource which is still in use: Table is "
            "being created: Copy");
  EXPECT_EQ(code_of(store_->create_table(table("Copy", "pk:S"))), ErrorCode::kResourceInUse);
  EXPECT_EQ(error("ImportTable", import_of("items")),
            "ResourceInUseException: Table already exists: Copy");
  former_.door.open();
  EXPECT_TRUE(has(ended(started), R"("ImportStatus":"COMPLETED")"));
  EXPECT_EQ(read_table(*store_, "Copy").items.size(), 1U);
}

TEST_F(TransferOperations, LinesThatAreNoItemsAreCountedAndTheLastOfAKeyStays) {
  write("in/1.json",
        R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"},"color":{"S":"red"},"v":{"S":"old"}}})"
        "\nnonsense\n"
        R"({"Item":{"pk":{"S":"a"}}})"
        "\n"
        R"({"Item":{"pk":{"S":"b"},"sk":{"N":"1"},"color":{"N":"1"}}})"
        "\n");
  write("in/2.json", R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"},"v":{"S":"new"}}})");
  write("outside.json", R"({"Item":{"pk":{"S":"outside"},"sk":{"N":"1"}}})");
  const std::string done = imported("in/");
  EXPECT_TRUE(has(done, R"("ImportStatus":"COMPLETED")"));
  EXPECT_TRUE(has(done, R"("ErrorCount":3,)"));
  EXPECT_TRUE(has(done, R"("ProcessedItemCount":5,"ImportedItemCount":2})"));
  const TableContent copy = read_table(*store_, "Copy");
  ASSERT_EQ(copy.items.size(), 1U);
  EXPECT_EQ(copy.items.front(), item({{"pk", "a"}, {"sk", num(1)}, {"v", "new"}}));
  EXPECT_EQ(to_text(check_indexes(*store_, copy)), "");
}

std::string compressed(std::string_view text, exchange::Compression compression) {
  std::string out;
  const auto compressor = exchange::Compressor::make(compression);
  compressor->add(text, out);
  compressor->finish(out);
  return out;
}

TEST_F(TransferOperations, CommaSeparatedValuesAreImported) {
  const struct {
    std::string_view what;
    std::string content;
    std::string more;
    std::vector<store::Item> items;
    int errors = 0;
  } rows[] = {
      {"a header of its own, quotes, types of keys",
       "\xef\xbb\xbfpk,sk,color,note\r\na,1,red,\"say \"\"hi\"\", you\"\r\n\r\nb,2.50,blue,\n",
       "",
       {item({{"pk", "a"}, {"sk", num(1)}, {"color", "red"}, {"note", "say \"hi\", you"}}),
        item({{"pk", "b"}, {"sk", num("2.5")}, {"color", "blue"}, {"note", ""}})}},
      {"a header of the request, another delimiter",
       "a;1\nb;2\n",
       R"(,"InputFormatOptions":{"Csv":{"Delimiter":";","HeaderList":["pk","sk"]}})",
       {item({{"pk", "a"}, {"sk", num(1)}}), item({{"pk", "b"}, {"sk", num(2)}})}},
      {"bad lines",
       "pk,sk\na,1\na\nb,no\nc,\"1\nd,1\"2\n\"e\"x,1\n\xff,1\n,1\n",
       "",
       {item({{"pk", "a"}, {"sk", num(1)}})},
       7},
      {"gzip",
       compressed("pk,sk\na,1\n", exchange::Compression::kGzip),
       R"(,"InputCompressionType":"GZIP")",
       {item({{"pk", "a"}, {"sk", num(1)}})}},
      {"zstd",
       compressed("pk,sk\na,1", exchange::Compression::kZstd),
       R"(,"InputCompressionType":"ZSTD")",
       {item({{"pk", "a"}, {"sk", num(1)}})}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    write("x.csv", row.content);
    const std::string done = imported("x", row.more, "CSV");
    EXPECT_TRUE(has(done, R"("ImportStatus":"COMPLETED")"));
    EXPECT_TRUE(has(done, fmt::format(R"("ErrorCount":{},)", row.errors)));
    std::vector<std::string> found;
    for (const store::Item& one : read_table(*store_, "Copy").items) found.emplace_back(one.json());
    std::vector<std::string> expected;
    for (const store::Item& one : row.items) expected.emplace_back(one.json());
    std::ranges::sort(found);
    std::ranges::sort(expected);
    EXPECT_EQ(found, expected);
    must(store_->delete_table("Copy"));
  }
}

TEST_F(TransferOperations, FilesThatCannotBeReadFailTheImportAndLeaveNoTable) {
  const struct {
    std::string content;
    std::string more;
    std::string_view format;
    std::string_view failure;
  } rows[] = {
      {"plain", R"(,"InputCompressionType":"GZIP")", "CSV", "InvalidInputFile"},
      {compressed("pk,sk\na,1", exchange::Compression::kGzip).substr(0, 15),
       R"(,"InputCompressionType":"GZIP")", "CSV", "InvalidInputFile"},
      {"pk,sk,pk\n", "", "CSV", "InvalidInputFile"},
      {"pk,,sk\n", "", "CSV", "InvalidInputFile"},
      {std::string(17 << 20, 'x'), "", "DYNAMODB_JSON", "InvalidInputFile"},
  };
  for (const auto& row : rows) {
    write("x", row.content);
    const std::string done = imported("x", row.more, row.format);
    EXPECT_TRUE(has(done, R"("ImportStatus":"FAILED")"));
    EXPECT_TRUE(has(done, fmt::format(R"("FailureCode":"{}","FailureMessage":"my-bucket/x, line 1)",
                                      row.failure)));
    EXPECT_EQ(code_of(store_->describe_table("Copy")), ErrorCode::kResourceNotFound);
  }
  EXPECT_TRUE(has(imported("none"), R"("FailureCode":"S3NoSuchKey")"));
}

TEST_F(TransferOperations, NoNameLeadsOutOfItsBucket) {
  const fs::path outside = folder_.path() / "outside";
  fs::create_directories(outside / "folder");
  std::ofstream(outside / "secret.json") << R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})";
  fs::create_directory_symlink(outside, folder_.path() / "s3" / "linked");
  fs::create_directory_symlink(outside, bucket() / "folder-link");
  fs::create_symlink(outside / "secret.json", bucket() / "file-link");
  write("in/real.json", "{}");

  for (const std::string_view name :
       {"..", "../outside", "/etc", "a/b", "", "ab", "A-bucket", "my_bucket", "-bucket", "bucket-",
        "my..bucket", ".bucket", "127.0.0.1", "my-bucket\n", "my-bucket/", "bucket\\x"}) {
    EXPECT_TRUE(begins(error("ExportTableToPointInTime", export_of("", name)),
                       "ValidationException: Invalid S3 bucket name: "));
  }
  EXPECT_TRUE(begins(error("ExportTableToPointInTime", export_of("", std::string(64, 'a'))),
                     "ValidationException: Invalid S3 bucket name: "));
  for (const std::string_view key : {"..", "../x", "a/../x", "a/..", ".", "a/./b", "/etc", "//",
                                     "a//b", "a\nb", "a\tb", "\x7f", "a/../../outside"}) {
    EXPECT_TRUE(begins(
        error("ExportTableToPointInTime", export_of(fmt::format(R"(,"S3Prefix":{})", quoted(key)))),
        "ValidationException: Invalid S3Prefix: "))
        << key;
    EXPECT_TRUE(
        begins(error("ImportTable", import_of(key)), "ValidationException: Invalid S3KeyPrefix: "))
        << key;
  }
  const std::string long_part(256, 'x');
  EXPECT_TRUE(begins(error("ImportTable", import_of(long_part)), "ValidationException: "));
  EXPECT_TRUE(
      begins(error("ImportTable", import_of(std::string(1025, 'x'))), "ValidationException: "));

  const auto denied = [&](std::string_view described) {
    return has(described, R"("FailureCode":"S3AccessDenied","FailureMessage":")");
  };
  EXPECT_TRUE(denied(ended(reply("ExportTableToPointInTime", export_of("", "linked")))));
  EXPECT_TRUE(denied(exported(R"(,"S3Prefix":"folder-link")")));
  EXPECT_TRUE(denied(exported(R"(,"S3Prefix":"folder-link/folder")")));
  EXPECT_TRUE(denied(exported(R"(,"S3Prefix":"in/real.json")")));
  for (const std::string_view key : {"file-link", "folder-link/", "folder-link/secret.json", ""}) {
    EXPECT_TRUE(denied(imported(key))) << key;
  }
  EXPECT_TRUE(has(ended(reply("ExportTableToPointInTime", export_of("", "missing"))),
                  R"("FailureCode":"S3NoSuchBucket")"));
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(outside)) {
    files += entry.is_regular_file() ? 1U : 0U;
  }
  EXPECT_EQ(files, 1U) << "nothing was written outside";
}

TEST_F(TransferOperations, WhatCannotBeDoneIsRefused) {
  const struct {
    std::string_view operation;
    std::string json;
    std::string_view message;
  } rows[] = {
      {"ExportTableToPointInTime", export_of(R"(,"ExportFormat":"ION")"), "ExportFormat ION is"},
      {"ExportTableToPointInTime", export_of(R"(,"ExportType":"INCREMENTAL_EXPORT")"),
       "ExportType INCREMENTAL_EXPORT is"},
      {"ExportTableToPointInTime", export_of(R"(,"S3SseAlgorithm":"AES256")"), "S3SseAlgorithm is"},
      {"ExportTableToPointInTime", export_of(R"(,"S3SseKmsKeyId":"k")"), "S3SseKmsKeyId is"},
      {"ExportTableToPointInTime", export_of(R"(,"S3BucketOwner":"me")"), "Invalid S3BucketOwner"},
      {"ImportTable", import_of("x", "", "ION"), "InputFormat ION is"},
      {"ImportTable", import_of("x", R"(,"InputFormatOptions":{"Csv":{}})"), "InputFormatOptions"},
      {"ImportTable", import_of("x", R"(,"InputFormatOptions":{"Csv":{"Delimiter":"x"}})", "CSV"),
       "Invalid Delimiter"},
      {"ImportTable",
       import_of("x", R"(,"InputFormatOptions":{"Csv":{"HeaderList":["a","a"]}})", "CSV"),
       "HeaderList has the name 'a' twice"},
      {"ImportTable",
       import_of("x", R"(,"InputFormatOptions":{"Csv":{"HeaderList":["a,b"]}})", "CSV"),
       "Invalid name in HeaderList"},
      {"ListExports", R"({"NextToken":"x"})", "Invalid NextToken"},
      {"ListImports", fmt::format(R"({{"NextToken":"{}"}})", std::string(112, 'x')),
       "Invalid NextToken"},
      {"ListImports", R"({"PageSize":26})", "1 validation error detected: Value '26'"},
  };
  for (const auto& row : rows) {
    EXPECT_TRUE(begins(error(row.operation, row.json),
                       fmt::format("ValidationException: {}", row.message)));
  }
  EXPECT_EQ(error("ExportTableToPointInTime", R"({"TableArn":"None","S3Bucket":"my-bucket"})"),
            "TableNotFoundException: Table not found: None");
  const std::string arn = "arn:aws:dynamodb:local:000000000000:table/Music/export/1-2";
  EXPECT_EQ(error("DescribeExport", fmt::format(R"({{"ExportArn":"{}"}})", arn)),
            "ExportNotFoundException: Export not found: " + arn);
  EXPECT_EQ(error("DescribeImport", fmt::format(R"({{"ImportArn":"{}"}})", arn)),
            "ImportNotFoundException: Import not found: " + arn);
  const OperationCaller without(*store_, clock_);
  for (const char* operation : {"ExportTableToPointInTime", "ImportTable", "ListExports",
                                "ListImports", "DescribeExport", "DescribeImport"}) {
    const std::string json = operation == std::string_view("ImportTable") ? import_of("x")
                             : begins(operation, "Describe")
                                 ? fmt::format(R"({{"ExportArn":"{0}","ImportArn":"{0}"}})", arn)
                                 : export_of();
    EXPECT_TRUE(has(without.error(operation, json), "norn serve --export-folder DIR"));
  }
}

TEST_F(TransferOperations, AnExportOfThePastIsThatOfTheContinuousBackups) {
  const std::string done = ended(reply("ExportTableToPointInTime", past()));
  EXPECT_TRUE(has(done, R"("ExportTime":1699999950.000)"));
  EXPECT_TRUE(has(done, R"("ItemCount":1,)"));
  EXPECT_TRUE(has(imported("AWSDynamoDB/", R"(,"InputCompressionType":"GZIP")"), "COMPLETED"));
  EXPECT_EQ(read_table(*store_, "Copy").items.front(),
            item({{"pk", "then"}, {"sk", num(kStartMs / 1000 - 50)}}));

  const auto at = [&](int64_t seconds_ago) {
    return export_of(fmt::format(R"(,"ExportTime":{})", kStartMs / 1000 - seconds_ago));
  };
  for (const int64_t seconds_ago : {101, 9, -1}) {
    EXPECT_EQ(error("ExportTableToPointInTime", at(seconds_ago)),
              "InvalidExportTimeException: The specified ExportTime is outside of the point in "
              "time recovery window.");
  }
  // A client's present is a little in the past; what it gets says so.
  EXPECT_TRUE(
      has(ended(reply("ExportTableToPointInTime", at(4))), R"("ExportTime":1700000000.123)"));
  former_.status.enabled = false;
  EXPECT_EQ(error("ExportTableToPointInTime", export_of()),
            "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for "
            "table 'Music'");
}

TEST_F(TransferOperations, ATokenStartsOneTransferOnly) {
  write("items.json", R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})");
  const std::string token = R"(,"ClientToken":"one")";
  const std::string arn = member_text(exported(token), "ExportArn");
  EXPECT_EQ(member_text(exported(token), "ExportArn"), arn);
  EXPECT_TRUE(begins(error("ExportTableToPointInTime", export_of(token + R"(,"S3Prefix":"x")")),
                     "ExportConflictException: "));
  const std::string import = member_text(imported("items", token), "ImportArn");
  EXPECT_EQ(member_text(imported("items", token), "ImportArn"), import);
  EXPECT_TRUE(begins(error("ImportTable", import_of("other", token)), "ImportConflictException: "));
  clock_.advance_ms(8 * 3'600'000 + 1);
  EXPECT_NE(member_text(exported(token), "ExportArn"), arn);
}

TEST_F(TransferOperations, ABoundedNumberIsWaiting) {
  keep_busy();
  std::vector<std::string> waiting;
  std::string refused;
  while (refused.empty() && waiting.size() < 100) {
    const auto started = caller_->call("ExportTableToPointInTime", export_of());
    if (started) {
      waiting.push_back(*started);
    } else {
      refused = std::string(store::error_type(started.error().code));
    }
  }
  EXPECT_EQ(refused, "LimitExceededException");
  EXPECT_EQ(waiting.size(), 8U);
  former_.door.open();
  for (const std::string& one : waiting) EXPECT_TRUE(has(ended(one), "COMPLETED"));
  EXPECT_TRUE(has(exported(), "COMPLETED"));
}

TEST_F(TransferOperations, TheyAreListedNewestFirstForNinetyDays) {
  write("items.json", R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})");
  must(store_->create_table(table("Other", "pk:S")));
  std::vector<std::string> arns;
  for (int i = 0; i < 3; ++i) {
    clock_.advance_ms(1000);
    arns.push_back(member_text(exported(), "ExportArn"));
  }
  clock_.advance_ms(1000);
  ended(reply("ExportTableToPointInTime", R"({"TableArn":"Other","S3Bucket":"my-bucket"})"));
  const std::string import = imported("items");
  open();  // The records are kept.

  const auto summary = [](std::string_view arn) {
    return fmt::format(
        R"({{"ExportArn":"{}","ExportStatus":"COMPLETED","ExportType":"FULL_EXPORT"}})", arn);
  };
  const std::string of_music = R"("TableArn":"arn:aws:dynamodb:local:000000000000:table/Music")";
  EXPECT_EQ(reply("ListExports", fmt::format("{{{}}}", of_music)),
            fmt::format(R"({{"ExportSummaries":[{},{},{}]}})", summary(arns[2]), summary(arns[1]),
                        summary(arns[0])));
  const std::string first = reply("ListExports", fmt::format(R"({{{},"MaxResults":2}})", of_music));
  const std::string token = member_text(first, "NextToken");
  EXPECT_EQ(token.size(), 112U);
  EXPECT_EQ(reply("ListExports", fmt::format(R"({{{},"NextToken":"{}"}})", of_music, token)),
            fmt::format(R"({{"ExportSummaries":[{}]}})", summary(arns[0])));
  const std::string imports = reply("ListImports", R"({"PageSize":1})");
  EXPECT_TRUE(begins(imports, fmt::format(R"({{"ImportSummaryList":[{{"ImportArn":"{}",)"
                                          R"("ImportStatus":"COMPLETED","TableArn":")",
                                          member_text(import, "ImportArn"))));
  EXPECT_TRUE(has(imports, R"("S3BucketSource":{"S3Bucket":"my-bucket","S3KeyPrefix":"items"},)"));
  EXPECT_TRUE(lacks(imports, "NextToken"));

  clock_.advance_ms(int64_t{90} * 24 * 3'600'000 + 1);
  EXPECT_EQ(reply("ListExports", "{}"), R"({"ExportSummaries":[]})");
  EXPECT_EQ(reply("ListImports", "{}"), R"({"ImportSummaryList":[]})");
  EXPECT_TRUE(fs::is_empty(folder_.path() / "data" / "transfers"));
}

TEST_F(TransferOperations, WhatIsNotDoneAtTheEndHasFailed) {
  write("items.json", R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})");
  keep_busy();
  const std::string waiting = reply("ImportTable", import_of("items"));
  std::thread opener([&] { former_.door.open(); });
  open();
  opener.join();
  // The one that waited may have been begun; if not, it was given up.
  const std::string described = ended(waiting);
  const bool is_done = store_->describe_table("Copy").has_value();
  EXPECT_TRUE(has(described, is_done ? "COMPLETED" : R"("FailureCode":"Interrupted")"));

  // What a process that was killed has left.
  const std::string done = exported();
  const fs::path record =
      folder_.path() / "data" / "transfers" / fmt::format("{}.json", id_of(done));
  std::string text;
  std::getline(std::ifstream(record), text);
  const std::string_view completed = "COMPLETED";
  text.replace(text.find(completed), completed.size(), "IN_PROGRESS");
  std::ofstream(record) << text;
  std::ofstream(folder_.path() / "data" / "transfers" / "broken.json") << "{";
  open();
  EXPECT_TRUE(has(ended(done), R"("ExportStatus":"FAILED")"));
  EXPECT_TRUE(has(ended(done), R"("FailureCode":"Interrupted","FailureMessage":"Norn was)"));
}

TEST_F(TransferOperations, AnExportOfATableThatIsDeletedMeanwhileFails) {
  keep_busy();
  const std::string started = reply("ExportTableToPointInTime", export_of());
  must(store_->delete_table("Music"));
  must(store_->create_table(table("Music", "pk:S sk:N")));
  former_.door.open();
  const std::string done = ended(started);
  EXPECT_TRUE(has(done, R"("ExportStatus":"FAILED")"));
  EXPECT_TRUE(has(done, "The table Music was deleted while it was read."));
  EXPECT_FALSE(fs::exists(bucket() / "AWSDynamoDB" / id_of(done) / "manifest-summary.json"));
}

}  // namespace
}  // namespace norn::testing
