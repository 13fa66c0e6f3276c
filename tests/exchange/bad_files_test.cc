#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "dynamodb/exchange/md5.h"
#include "exchange/exchange_things.h"
#include "store/wire/wire.h"
#include "support/builders.h"

// An export as AWS documents it is read, and every kind of damage is named with its file.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLines =
    "{\"Item\":{\"Authors\":{\"SS\":[\"Author1\",\"Author2\"]},\"Dimensions\":{\"S\":\"8.5 x 11.0 "
    "x "
    "1.5\"},\"ISBN\":{\"S\":\"333-3333333333\"},\"Id\":{\"N\":\"103\"},\"InPublication\":{\"BOOL\":"
    "false},\"PageCount\":{\"N\":\"600\"},\"Price\":{\"N\":\"2000\"}}}\n"
    "{\"Item\":{\"Id\":{\"N\":\"205\"},\"Color\":{\"SS\":[\"Red\",\"Black\"]},\"Blob\":{\"B\":"
    "\"AAE=\"}}}\n";

// An export to S3 as AWS makes it, with the names that its documentation uses.
class S3Folder {
 public:
  S3Folder() {
    const std::string data = gzipped(kLines);
    write_file(folder() / "data" / "asdl123dasas.json.gz", data);
    write_file(folder() / "_started", "");
    write_manifest("manifest-files",
                   fmt::format("{{\"itemCount\":2,\"md5Checksum\":\"{}\",\"etag\":"
                               "\"af83d6f217c19b8b0fff8023d8ca4716-1\",\"dataFileS3Key\":"
                               "\"2020-Nov/AWSDynamoDB/01693685827463-2d8752fd/data/"
                               "asdl123dasas.json.gz\"}}\n",
                               store::base64_encode(exchange::md5(data))));
    write_manifest("manifest-summary", summary("DYNAMODB_JSON"));
  }

  fs::path root() const { return temporary_.path() / "bucket"; }
  fs::path folder() const { return root() / "AWSDynamoDB" / "01693685827463-2d8752fd"; }

  static std::string summary(std::string_view format) {
    return fmt::format(
        R"({{"version":"2020-06-30","exportArn":"arn:aws:dynamodb:us-east-1:123456789012:table/)"
        R"(ProductCatalog/export/01693685827463-2d8752fd","startTime":"2020-11-04T07:28:34.028Z",)"
        R"("tableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog",)"
        R"("s3Prefix":"2020-Nov","s3SseKmsKeyId":null,"itemCount":2,"outputFormat":"{}"}})",
        format);
  }
  void write_manifest(const std::string& name, std::string_view content) const {
    write_file(folder() / (name + ".json"), content);
    write_file(folder() / (name + ".checksum"), store::base64_encode(exchange::md5(content)));
  }

 private:
  TemporaryFolder temporary_{"exchange"};
};

// A store with the table of that export.
class Catalog : public LocalStore {
 public:
  Catalog() { EXPECT_TRUE((**this).create_table(table("ProductCatalog", "Id:N")).has_value()); }
  std::string error_of(const fs::path& from) { return import_error(**this, import_request(from)); }
};

TEST(S3Import, ReadsWhatAwsDocuments) {
  for (const int level : {0, 1, 2}) {
    const S3Folder exported;
    Catalog store;
    const fs::path paths[] = {exported.root(), exported.root() / "AWSDynamoDB", exported.folder()};
    const auto result = run_import(*store, import_request(paths[level]));
    ASSERT_TRUE(result.has_value()) << result.error().message;
    EXPECT_EQ(result->items, 2U);
    const auto item = store->get(get("ProductCatalog", {{"Id", num(205)}}));
    ASSERT_TRUE(item.has_value() && item->item.has_value());
    EXPECT_EQ(item->item->json(),
              R"({"Blob":{"B":"AAE="},"Color":{"SS":["Black","Red"]},"Id":{"N":"205"}})");
  }
}

TEST(S3Import, NamesTheFileThatIsDamagedOrMissing) {
  struct Row {
    std::string name;
    std::function<void(const S3Folder&)> damage;
    std::string file;
    std::string what;
  };
  const std::string data = "data/asdl123dasas.json.gz";
  const Row rows[] = {
      {"wrong MD5 of the data",
       [&](const S3Folder& s3) {
         write_file(s3.folder() / data, gzipped("{\"Item\":{\"Id\":{\"N\":\"1\"}}}\n"));
       },
       data, "the manifest says"},
      {"missing data", [&](const S3Folder& s3) { fs::remove(s3.folder() / data); }, data,
       "the file is missing, which line 1 of manifest-files.json names"},
      {"missing summary",
       [](const S3Folder& s3) { fs::remove(s3.folder() / "manifest-summary.json"); },
       "manifest-summary.json", "the file is missing"},
      {"missing list", [](const S3Folder& s3) { fs::remove(s3.folder() / "manifest-files.json"); },
       "manifest-files.json", "the file is missing"},
      {"damaged summary",
       [](const S3Folder& s3) {
         write_file(s3.folder() / "manifest-summary.json",
                    S3Folder::summary("DYNAMODB_JSON") + " ");
       },
       "manifest-summary.json", "the file is damaged"},
      {"ION",
       [](const S3Folder& s3) { s3.write_manifest("manifest-summary", S3Folder::summary("ION")); },
       "manifest-summary.json", "only DYNAMODB_JSON"},
      {"a list of something else",
       [](const S3Folder& s3) { s3.write_manifest("manifest-files", "{\"itemCount\":1}\n"); },
       "manifest-files.json", "line 1: dataFileS3Key names no file"},
  };
  for (const Row& row : rows) {
    const S3Folder exported;
    Catalog store;
    row.damage(exported);
    const std::string error = store.error_of(exported.folder());
    EXPECT_NE(error.find(row.file), std::string::npos) << row.name << ": " << error;
    EXPECT_NE(error.find(row.what), std::string::npos) << row.name << ": " << error;
    const auto page = store->scan(scan("ProductCatalog"));
    EXPECT_TRUE(page.has_value() && page->items.empty()) << row.name;
  }
}

TEST(FileImport, NamesTheLineThatIsWrong) {
  struct Row {
    std::string content;
    std::string error;
  };
  const std::string good = "{\"Item\":{\"Id\":{\"N\":\"1\"}}}\n";
  const Row rows[] = {
      {good + good + "{\"Item\":{\"Id\":{\"N\":\"2\"}\n", "line 3: this is no JSON object"},
      {good + "\n\n[1]\n", "line 4: this is no JSON object"},
      {good + "{\"Item\":{\"Id\":{\"N\":\"2x\"}}}\n", "line 2: The parameter cannot be converted"},
      {good + "{\"Item\":{\"Id\":{\"N\":\"2\"}},\"more\":1}\n", "line 2: it has other members"},
      {good + "{\"Id\":2}\n", "line 2: "},
      {good + "{\"Item\":{\"Name\":{\"S\":\"x\"}}}\n", "line 2: One or more parameter values"},
      {good + "{\"Item\":{\"Id\":{\"S\":\"x\"}}}\n", "line 2: "},
      {good + "{\"Keys\":{\"Id\":{\"N\":\"2\"}},\"NewImage\":{}}\n", "line 2: "},
      {good + "{\"Item\":{\"Id\":{\"N\":\"2\"},\"text\":{\"S\":\"" + std::string(410'000, 'x') +
           "\"}}}\n",
       "line 2: the item has 410008 bytes, and 409600 are the most"},
      {gzipped(good + good).substr(0, 30), "ends in the middle of its compressed data"},
      {std::string("\x1f\x8b") + "damaged", "its gzip data is damaged"},
  };
  for (const Row& row : rows) {
    const TemporaryFolder folder("exchange");
    const fs::path file = folder.path() / "items.jsonl";
    write_file(file, row.content);
    Catalog store;
    auto request = import_request(file);
    request.tables = {"ProductCatalog"};
    const std::string error = import_error(*store, request);
    EXPECT_NE(error.find(file.string() + ", line "), std::string::npos) << error;
    EXPECT_NE(error.find(row.error), std::string::npos) << row.error << "\n" << error;
  }
}

TEST(FileImport, SkipsBadLinesIfItMayAndCountsThem) {
  const TemporaryFolder folder("exchange");
  const fs::path file = folder.path() / "items.jsonl";
  write_file(file,
             "{\"Item\":{\"Id\":{\"N\":\"1\"}}}\nnonsense\n{\"Item\":{\"X\":{\"N\":\"1\"}}}\n"
             "{\"Item\":{\"Id\":{\"N\":\"2\"}}}");
  Catalog store;
  auto request = import_request(file);
  request.tables = {"ProductCatalog"};
  request.skip_bad = true;
  SilentProgress progress;
  std::vector<std::string> told;
  const auto result = exchange::import_tables(
      *store, request, progress, [&](std::string_view text) { told.emplace_back(text); });
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_EQ(result->items, 2U);
  EXPECT_EQ(result->skipped, 2U);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_TRUE(told[0].starts_with(file.string() + ", line 2: ")) << told[0];
  EXPECT_TRUE(told[1].starts_with(file.string() + ", line 3: ")) << told[1];
}

TEST(FileImport, LastLineOfAKeyWins) {
  const TemporaryFolder folder("exchange");
  const fs::path file = folder.path() / "items.jsonl";
  std::string lines;
  for (int i = 0; i < 300; ++i) {
    lines += fmt::format("{{\"Id\":{{\"N\":\"{}\"}},\"v\":{{\"N\":\"{}\"}}}}\n", i % 7, i);
  }
  write_file(file, lines);
  Catalog store;
  auto request = import_request(file);
  request.tables = {"ProductCatalog"};
  ASSERT_EQ(import_error(*store, request), "");
  const auto item = store->get(get("ProductCatalog", {{"Id", num(5)}}));
  ASSERT_TRUE(item.has_value() && item->item.has_value());
  EXPECT_EQ(item->item->json(), R"({"Id":{"N":"5"},"v":{"N":"299"}})");
}

TEST(FileImport, ItemsThatAreThereAreReplacedOnlyIfItMay) {
  const TemporaryFolder folder("exchange");
  const fs::path file = folder.path() / "items.jsonl";
  write_file(file, "{\"Id\":{\"N\":\"1\"},\"v\":{\"S\":\"new\"}}\n");
  Catalog store;
  ASSERT_TRUE(store->put(put("ProductCatalog", {{"Id", num(1)}, {"v", "old"}})).has_value());
  ASSERT_TRUE(store->put(put("ProductCatalog", {{"Id", num(2)}})).has_value());
  auto request = import_request(file);
  request.tables = {"ProductCatalog"};
  EXPECT_NE(import_error(*store, request).find("--merge"), std::string::npos);
  request.merge = true;
  EXPECT_EQ(import_error(*store, request), "");
  const auto page = store->scan(scan("ProductCatalog"));
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->items.size(), 2U);
  const auto item = store->get(get("ProductCatalog", {{"Id", num(1)}}));
  EXPECT_EQ(item->item->json(), R"({"Id":{"N":"1"},"v":{"S":"new"}})");
}

TEST(FileImport, SaysWhatIsNeededForATableThatIsNotThere) {
  const TemporaryFolder folder("exchange");
  const fs::path file = folder.path() / "items.jsonl";
  write_file(file, "{\"Id\":{\"N\":\"1\"}}\n");
  LocalStore store;
  auto request = import_request(file);
  request.create = false;
  EXPECT_NE(import_error(*store, request).find("name it with --table"), std::string::npos);
  request.tables = {"things"};
  EXPECT_NE(import_error(*store, request).find("--create creates it"), std::string::npos);
  request.create = true;
  EXPECT_NE(import_error(*store, request).find("--definition FILE"), std::string::npos);
  // As `aws dynamodb describe-table` prints it.
  request.definition = folder.path() / "definition";
  write_file(request.definition,
             R"({"Table":{"AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"N"}],)"
             R"("TableName":"other","KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],)"
             R"("TableStatus":"ACTIVE","BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST"}}})");
  EXPECT_EQ(import_error(*store, request), "");
  EXPECT_EQ(store->describe_table("things")->item_count, 1U);
}

}  // namespace
}  // namespace norn::testing
