#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dynamodb/operation_call.h"
#include "embedded/backup/table_backups.h"
#include "embedded/embedded_store.h"
#include "support/builders.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// What is kept beside tables: policies, insights, destinations.
namespace norn::testing {
namespace {

constexpr std::string_view kMusicArn = "arn:aws:dynamodb:local:000000000000:table/Music";
constexpr std::string_view kNoMusic =
    "ResourceNotFoundException: Requested resource not found: Table: Absent not found";
constexpr std::string_view kPolicyMissing =
    "PolicyNotFoundException: Resource-based policy not found for the provided ResourceArn: ";
constexpr std::string_view kKinesisArn = "arn:aws:kinesis:us-east-1:123456789012:stream/changes";

std::string policy(std::string_view action = "dynamodb:GetItem") {
  return fmt::format(R"({{"Version":"2012-10-17","Statement":[{{"Effect":"Allow",)"
                     R"("Principal":{{"AWS":"arn:aws:iam::123456789012:root"}},)"
                     R"("Action":"{}","Resource":"*"}}]}})",
                     action);
}

class SettingsOperations : public ::testing::Test {
 protected:
  void SetUp() override {
    open();
    auto request = table("Music", "pk:S sk:N");
    add_global_index(request, "ByColor", "color:S");
    add_local_index(request, "ByDate", "pk:S date:S");
    request.stream = store::StreamView::kNewImage;
    must(store_->create_table(request));
    stream_arn_ = must(store_->describe_table("Music")).stream_arn;
  }

  void open() {
    backups_.reset();
    store_.reset();
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;
    store_ = must(embedded::EmbeddedStore::open(options, clock_));
    backups_.emplace(*store_);
    caller_.emplace(*store_, clock_, &*backups_, nullptr, nullptr, &*store_);
  }

  std::string reply(std::string_view operation, std::string_view json) {
    return caller_->reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_->error(operation, json);
  }
  // A request about a resource.
  static std::string of(std::string_view arn, std::string_view more = "") {
    return fmt::format(R"({{"ResourceArn":"{}"{}}})", arn, more);
  }
  static std::string with_policy(std::string_view arn, std::string_view document,
                                 std::string_view more = "") {
    return of(arn, fmt::format(R"(,"Policy":{}{})", testing::quoted(document), more));
  }
  static std::string expecting(std::string_view revision) {
    return fmt::format(R"(,"ExpectedRevisionId":"{}")", revision);
  }
  static std::string revision_reply(std::string_view revision) {
    return fmt::format(R"({{"RevisionId":"{}"}})", revision);
  }
  static std::string insights(std::string_view more = "") {
    return fmt::format(R"({{"TableName":"Music"{}}})", more);
  }
  static std::string kinesis(std::string_view arn = kKinesisArn, std::string_view more = "") {
    return fmt::format(R"({{"TableName":"Music","StreamArn":"{}"{}}})", arn, more);
  }

  const TemporaryFolder folder_{"settings-operations"};
  ManualClock clock_{1'700'000'000'123};
  std::unique_ptr<embedded::EmbeddedStore> store_;
  std::optional<embedded::EmbeddedTableBackups> backups_;
  std::optional<OperationCaller> caller_;
  std::string stream_arn_;
};

TEST_F(SettingsOperations, APolicyIsPutReadAndDeleted) {
  const std::string missing = fmt::format("{}{}", kPolicyMissing, kMusicArn);
  EXPECT_EQ(error("GetResourcePolicy", of(kMusicArn)), missing);
  EXPECT_EQ(reply("DeleteResourcePolicy", of(kMusicArn)), "{}");
  EXPECT_EQ(reply("PutResourcePolicy", with_policy(kMusicArn, policy())),
            revision_reply("1700000000123"));
  // The same document is no change, however it is written.
  clock_.advance_ms(5);
  EXPECT_EQ(reply("PutResourcePolicy", with_policy(kMusicArn, " " + policy())),
            revision_reply("1700000000123"));
  EXPECT_EQ(
      reply("GetResourcePolicy", of(kMusicArn)),
      fmt::format(R"({{"Policy":{},"RevisionId":"1700000000123"}})", testing::quoted(policy())));
  EXPECT_EQ(reply("PutResourcePolicy", with_policy(kMusicArn, policy("dynamodb:*"))),
            revision_reply("1700000000128"));
  // Within the same millisecond, later changes have later revisions all the same.
  EXPECT_EQ(reply("PutResourcePolicy", with_policy(kMusicArn, policy())),
            revision_reply("1700000000129"));
  open();
  EXPECT_TRUE(has(reply("GetResourcePolicy", of(kMusicArn)), R"("RevisionId":"1700000000129")"));
  EXPECT_EQ(reply("DeleteResourcePolicy", of(kMusicArn)), revision_reply("1700000000129"));
  EXPECT_EQ(reply("DeleteResourcePolicy", of(kMusicArn)), revision_reply("1700000000130"));
  EXPECT_EQ(error("GetResourcePolicy", of(kMusicArn)), missing);
}

TEST_F(SettingsOperations, APolicyIsChangedOnlyIfItIsTheExpectedOne) {
  const std::string none = fmt::format(
      "{}Requested update for policy with revision id 1, but table Music has no associated policy.",
      kPolicyMissing);
  const std::string other = fmt::format(
      "{}Requested update for policy with revision id 1, but the policy associated to target table "
      "Music has revision id 1700000000123.",
      kPolicyMissing);
  const auto put = [&](std::string_view revision) {
    return with_policy(kMusicArn, policy(), expecting(revision));
  };
  EXPECT_EQ(error("PutResourcePolicy", put("1")), none);
  EXPECT_EQ(error("DeleteResourcePolicy", of(kMusicArn, expecting("1"))), none);
  EXPECT_EQ(reply("PutResourcePolicy", put("NO_POLICY")), revision_reply("1700000000123"));
  EXPECT_EQ(error("PutResourcePolicy", put("1")), other);
  EXPECT_EQ(error("DeleteResourcePolicy", of(kMusicArn, expecting("1"))), other);
  EXPECT_EQ(error("PutResourcePolicy", put("NO_POLICY")),
            fmt::format("{}Requested policy update expecting none to be present for table Music, "
                        "but a policy exists with revision id 1700000000123.",
                        kPolicyMissing));
  EXPECT_EQ(reply("PutResourcePolicy", put("1700000000123")), revision_reply("1700000000123"));
  EXPECT_EQ(reply("DeleteResourcePolicy", of(kMusicArn, expecting("1700000000123"))),
            revision_reply("1700000000123"));
  EXPECT_EQ(error("DeleteResourcePolicy", of(kMusicArn, expecting("1"))), none);
}

TEST_F(SettingsOperations, AStreamHasAPolicyOfItsOwn) {
  const std::string document = policy("dynamodb:GetRecords");
  EXPECT_EQ(reply("PutResourcePolicy", with_policy(stream_arn_, document)),
            revision_reply("1700000000123"));
  EXPECT_EQ(error("GetResourcePolicy", of(kMusicArn)),
            fmt::format("{}{}", kPolicyMissing, kMusicArn));
  EXPECT_TRUE(has(reply("GetResourcePolicy", of(stream_arn_)), testing::quoted(document)));
  EXPECT_TRUE(begins(error("PutResourcePolicy", with_policy(kMusicArn, document)),
                     "ValidationException: One or more parameter values were invalid: Invalid "
                     "policy document: The following action names are invalid: "));
  EXPECT_EQ(error("GetResourcePolicy", of(fmt::format("{}/stream/2000-01-01", kMusicArn))),
            "ResourceNotFoundException: Requested resource not found: Stream: 2000-01-01 not found "
            "for Table: Music");
  // The stream can be read for a day after its table was deleted, and has no policy any more.
  must(store_->delete_table("Music"));
  EXPECT_EQ(error("GetResourcePolicy", of(stream_arn_)),
            fmt::format("{}{}", kPolicyMissing, stream_arn_));
}

TEST_F(SettingsOperations, OnlyTablesAndStreamsHavePolicies) {
  const std::string invalid = "ValidationException: One or more parameter values were invalid: ";
  const std::string index = fmt::format("{}/index/ByColor", kMusicArn);
  const std::string backup = fmt::format("{}/backup/0170", kMusicArn);
  EXPECT_EQ(error("GetResourcePolicy", of("Music")),
            invalid + "ARNs must start with 'arn:': Music");
  EXPECT_EQ(error("GetResourcePolicy", of(index)),
            invalid +
                "Invalid resource arn provided, only table or stream is accepted. Provided "
                "resource arn: " +
                index);
  EXPECT_EQ(error("GetResourcePolicy", of(backup)),
            invalid + "Provided Arn is not a DynamoDB resource arn: " + backup);
  for (const char* operation : {"GetResourcePolicy", "DeleteResourcePolicy"}) {
    EXPECT_EQ(error(operation, of("arn:aws:dynamodb:us-east-1:1:table/Absent")), kNoMusic);
  }
  EXPECT_EQ(error("PutResourcePolicy",
                  with_policy("arn:aws:dynamodb:us-east-1:1:table/Absent", policy())),
            kNoMusic);
}

TEST_F(SettingsOperations, ATableMayBeCreatedWithAPolicy) {
  const auto create = [&](std::string_view document) {
    return fmt::format(
        R"({{"TableName":"Art","KeySchema":[{{"AttributeName":"p","KeyType":"HASH"}}],)"
        R"("AttributeDefinitions":[{{"AttributeName":"p","AttributeType":"S"}}],)"
        R"("BillingMode":"PAY_PER_REQUEST","ResourcePolicy":{}}})",
        testing::quoted(document));
  };
  EXPECT_EQ(error("CreateTable", create("{")),
            "ValidationException: One or more parameter values were invalid: Invalid policy "
            "document: This policy contains invalid Json");
  EXPECT_TRUE(lacks(reply("CreateTable", create(policy())), "Policy"));
  const std::string arn = "arn:aws:dynamodb:local:000000000000:table/Art";
  EXPECT_EQ(
      reply("GetResourcePolicy", of(arn)),
      fmt::format(R"({{"Policy":{},"RevisionId":"1700000000123"}})", testing::quoted(policy())));
  // A table of the same name has nothing of the one before.
  must(store_->delete_table("Art"));
  must(store_->create_table(table("Art", "p:S")));
  EXPECT_EQ(error("GetResourcePolicy", of(arn)), fmt::format("{}{}", kPolicyMissing, arn));
}

TEST_F(SettingsOperations, InsightsAreTurnedOnAndOff) {
  EXPECT_EQ(reply("DescribeContributorInsights", insights()),
            R"({"TableName":"Music","ContributorInsightsStatus":"DISABLED"})");
  const std::string enable = R"(,"ContributorInsightsAction":"ENABLE")";
  const std::string disable = R"(,"ContributorInsightsAction":"DISABLE")";
  const auto state = [](std::string_view status,
                        std::string_view mode = "ACCESSED_AND_THROTTLED_KEYS",
                        std::string_view time = "") {
    return fmt::format(R"({{"TableName":"Music","ContributorInsightsStatus":"{}",{})"
                       R"("ContributorInsightsMode":"{}"}})",
                       status, time, mode);
  };
  EXPECT_EQ(reply("UpdateContributorInsights", insights(disable)),
            R"({"TableName":"Music","ContributorInsightsStatus":"DISABLED"})");
  EXPECT_EQ(reply("UpdateContributorInsights", insights(enable)), state("ENABLING"));
  clock_.advance_ms(1000);
  EXPECT_EQ(reply("UpdateContributorInsights", insights(enable)), state("ENABLED"));
  const std::string then = R"("LastUpdateDateTime":1700000000.123,)";
  EXPECT_EQ(reply("DescribeContributorInsights", insights()),
            state("ENABLED", "ACCESSED_AND_THROTTLED_KEYS", then));
  EXPECT_EQ(reply("UpdateContributorInsights",
                  insights(enable + R"(,"ContributorInsightsMode":"THROTTLED_KEYS")")),
            state("ENABLING", "THROTTLED_KEYS"));
  EXPECT_EQ(reply("UpdateContributorInsights", insights(disable)),
            state("DISABLING", "THROTTLED_KEYS"));
  open();
  EXPECT_EQ(reply("DescribeContributorInsights", insights()),
            state("DISABLED", "THROTTLED_KEYS", R"("LastUpdateDateTime":1700000001.123,)"));
  EXPECT_EQ(reply("ListContributorInsights", "{}"), R"({"ContributorInsightsSummaries":[]})");
}

TEST_F(SettingsOperations, InsightsOfAnIndexGoWithIt) {
  const std::string enable = R"(,"IndexName":"ByColor","ContributorInsightsAction":"ENABLE")";
  EXPECT_EQ(reply("UpdateContributorInsights", insights(enable)),
            R"({"TableName":"Music","IndexName":"ByColor","ContributorInsightsStatus":"ENABLING",)"
            R"("ContributorInsightsMode":"ACCESSED_AND_THROTTLED_KEYS"})");
  EXPECT_TRUE(has(reply("DescribeContributorInsights", insights(R"(,"IndexName":"ByColor")")),
                  R"("ContributorInsightsStatus":"ENABLED")"));
  EXPECT_TRUE(has(reply("DescribeContributorInsights", insights()), "DISABLED"));
  store::UpdateTableRequest change;
  change.table = "Music";
  change.delete_indexes = {"ByColor"};
  must(store_->update_table(change));
  for (const char* index : {"ByColor", "ByDate"}) {
    EXPECT_EQ(
        error("DescribeContributorInsights", insights(fmt::format(R"(,"IndexName":"{}")", index))),
        fmt::format("ResourceNotFoundException: Requested resource not found: Index: {} not "
                    "found for table: Music",
                    index));
  }
  change.delete_indexes.clear();
  change.attributes = {{"color", "S"}};
  change.create_indexes = {{"ByColor", {{"color", "HASH"}}, {}, std::nullopt}};
  must(store_->update_table(change));
  EXPECT_TRUE(begins(error("UpdateContributorInsights", insights(enable)),
                     "ValidationException: Table or Index is not in a valid state to update Key "
                     "Access Insights: IndexStatus must be ACTIVE"));
  must(store_->run_maintenance());
  EXPECT_TRUE(
      has(reply("DescribeContributorInsights", insights(R"(,"IndexName":"ByColor")")), "DISABLED"));
}

TEST_F(SettingsOperations, InsightsAreListedByPages) {
  for (const char* name : {"Music-2", "Art"}) must(store_->create_table(table(name, "p:S")));
  const auto enable = [&](std::string_view name, std::string_view more = "") {
    reply(
        "UpdateContributorInsights",
        fmt::format(R"({{"TableName":"{}","ContributorInsightsAction":"ENABLE"{}}})", name, more));
  };
  enable("Music", R"(,"IndexName":"ByColor")");
  enable("Music-2");
  enable("Music");
  std::string listed;
  std::string token;
  do {
    const std::string page =
        reply("ListContributorInsights",
              fmt::format(R"({{"MaxResults":1{}}})",
                          token.empty() ? "" : R"(,"NextToken":)" + testing::quoted(token)));
    listed += member_text(page, "TableName") + "/" + member_text(page, "IndexName") + " ";
    token = member_text(page, "NextToken");
  } while (!token.empty());
  EXPECT_EQ(listed, "Music/ Music/ByColor Music-2/ ");
  EXPECT_EQ(reply("ListContributorInsights", R"({"TableName":"Music-2"})"),
            R"({"ContributorInsightsSummaries":[{"TableName":"Music-2",)"
            R"("ContributorInsightsStatus":"ENABLED",)"
            R"("ContributorInsightsMode":"ACCESSED_AND_THROTTLED_KEYS"}]})");
  EXPECT_EQ(error("ListContributorInsights", R"({"TableName":"Absent"})"), kNoMusic);
}

TEST_F(SettingsOperations, ADestinationThatCannotBeReachedIsDescribedAsFailed) {
  EXPECT_EQ(reply("DescribeKinesisStreamingDestination", insights()),
            R"({"TableName":"Music","KinesisDataStreamDestinations":[]})");
  EXPECT_EQ(reply("EnableKinesisStreamingDestination", kinesis()),
            fmt::format(R"({{"TableName":"Music","StreamArn":"{}","DestinationStatus":"ENABLING",)"
                        R"("EnableKinesisStreamingConfiguration":{{}}}})",
                        kKinesisArn));
  const std::string precise = R"({"ApproximateCreationDateTimePrecision":"MICROSECOND"})";
  const std::string second = fmt::format("{}-2", kKinesisArn);
  EXPECT_TRUE(has(reply("EnableKinesisStreamingDestination",
                        kinesis(second, R"(,"EnableKinesisStreamingConfiguration":)" + precise)),
                  R"("EnableKinesisStreamingConfiguration":)" + precise));
  reply("EnableKinesisStreamingDestination", kinesis(second));
  open();
  const auto failed = [](std::string_view arn) {
    return fmt::format(
        R"({{"StreamArn":"{}","DestinationStatus":"ENABLE_FAILED","DestinationStatusDescription":)"
        R"("User does not have a permission to use kinesis stream"}})",
        arn);
  };
  EXPECT_EQ(reply("DescribeKinesisStreamingDestination", insights()),
            fmt::format(R"({{"TableName":"Music","KinesisDataStreamDestinations":[{},{}]}})",
                        failed(second), failed(kKinesisArn)));
  const std::string state =
      "ValidationException: Table is not in a valid state to enable Kinesis Streaming "
      "Destination: ";
  EXPECT_EQ(error("DisableKinesisStreamingDestination", kinesis()),
            state + "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.");
  const std::string update = R"(,"UpdateKinesisStreamingConfiguration":)" + precise;
  EXPECT_EQ(error("UpdateKinesisStreamingDestination", kinesis(kKinesisArn, update)),
            fmt::format("{}Kinesis streaming is not in ACTIVE state. Updates are only allowed in "
                        "ACTIVE state. TableName: Music, kdsArn: {}",
                        state, kKinesisArn));
  EXPECT_EQ(error("UpdateKinesisStreamingDestination", kinesis("other", update)),
            state +
                "No streaming destination with streamArn: other found for table with "
                "tableName: Music");
  EXPECT_EQ(error("UpdateKinesisStreamingDestination", kinesis()),
            "ValidationException: Streaming destination cannot be updated with given parameters: "
            "UpdateKinesisStreamingConfiguration cannot be null or contain only null values");
  EXPECT_EQ(error("DescribeKinesisStreamingDestination", R"({"TableName":"Absent"})"), kNoMusic);
}

TEST_F(SettingsOperations, OnlyTheLatestFailedDestinationsAreKept) {
  for (int i = 0; i < 25; ++i) {
    reply("EnableKinesisStreamingDestination", kinesis(fmt::format("{}-{}", kKinesisArn, i)));
  }
  const std::string described = reply("DescribeKinesisStreamingDestination", insights());
  EXPECT_TRUE(has(described, fmt::format(R"("StreamArn":"{}-24")", kKinesisArn)));
  EXPECT_TRUE(has(described, fmt::format(R"("StreamArn":"{}-5")", kKinesisArn)));
  EXPECT_TRUE(lacks(described, fmt::format(R"("StreamArn":"{}-4")", kKinesisArn)));
}

TEST_F(SettingsOperations, ARestoredTableHasNoneOfTheSettings) {
  reply("PutResourcePolicy", with_policy(kMusicArn, policy()));
  reply("UpdateContributorInsights", insights(R"(,"ContributorInsightsAction":"ENABLE")"));
  reply("EnableKinesisStreamingDestination", kinesis());
  const std::string arn = member_text(
      reply("CreateBackup", R"({"TableName":"Music","BackupName":"first"})"), "BackupArn");
  reply("RestoreTableFromBackup",
        fmt::format(R"({{"BackupArn":"{}","TargetTableName":"Copy"}})", arn));
  EXPECT_EQ(must(store_->table_settings("Copy")), store::TableSettings{});
  EXPECT_NE(must(store_->table_settings("Music")), store::TableSettings{});
}

}  // namespace
}  // namespace norn::testing
