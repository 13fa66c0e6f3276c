#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dynamodb/operation_call.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

class StreamOperations : public ::testing::Test {
 protected:
  StreamOperations() {
    store::CreateTableRequest request = table("Music", "p:S");
    request.stream = store::StreamView::kNewAndOldImages;
    arn_ = must(store_.create_table(request)).stream_arn;
    shard_ = member_text(reply("DescribeStream", of_stream()), "ShardId");
  }

  std::string reply(std::string_view operation, std::string_view json) {
    return caller_.reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_.error(operation, json);
  }

  // Parameters with the stream's ARN and `more`.
  std::string of_stream(std::string_view more = "") const {
    return fmt::format(R"({{"StreamArn":"{}"{}}})", arn_, more);
  }
  std::string of_shard(std::string_view type, std::string_view more = "") const {
    return of_stream(
        fmt::format(R"(,"ShardId":"{}","ShardIteratorType":"{}"{})", shard_, type, more));
  }
  std::string iterator(std::string_view type, std::string_view more = "") {
    return member_text(reply("GetShardIterator", of_shard(type, more)), "ShardIterator");
  }
  std::string records(std::string_view iterator, std::string_view more = "") {
    return reply("GetRecords", fmt::format(R"({{"ShardIterator":"{}"{}}})", iterator, more));
  }
  void write(const std::string& key) {
    must(store_.put(put("Music", {{"p", key}, {"n", num(1)}})));
  }

  ManualClock clock_{1'700'000'000'987};
  ModelStore store_{clock_};
  OperationCaller caller_{store_, clock_};
  std::string arn_;
  std::string shard_;
};

TEST_F(StreamOperations, StreamsAreListedAndDescribed) {
  const std::string label = "2023-11-14T22:13:20.987";
  const std::string listed =
      fmt::format(R"({{"StreamArn":"{}","TableName":"Music","StreamLabel":"{}"}})", arn_, label);
  EXPECT_EQ(reply("ListStreams", R"({"TableName":"Music"})"), R"({"Streams":[)" + listed + "]}");
  EXPECT_EQ(reply("ListStreams", "{}"), R"({"Streams":[)" + listed + "]}");
  EXPECT_EQ(reply("ListStreams", R"({"TableName":"Other"})"), R"({"Streams":[]})");

  const std::string described = reply("DescribeStream", of_stream());
  EXPECT_TRUE(begins(
      described,
      fmt::format(
          R"({{"StreamDescription":{{"StreamArn":"{}","StreamLabel":"{}",)"
          R"("StreamStatus":"ENABLED","StreamViewType":"NEW_AND_OLD_IMAGES",)"
          R"("CreationRequestDateTime":1700000000.987,"TableName":"Music",)"
          R"("KeySchema":[{{"AttributeName":"p","KeyType":"HASH"}}],"Shards":[{{"ShardId":"{}",)"
          R"("SequenceNumberRange":{{"StartingSequenceNumber":")",
          arn_, label, shard_)));
  EXPECT_TRUE(lacks(described, "EndingSequenceNumber"));
  EXPECT_TRUE(has(
      reply("DescribeStream", of_stream(fmt::format(R"(,"ExclusiveStartShardId":"{}")", shard_))),
      R"("Shards":[])"));
}

TEST_F(StreamOperations, AClosedStreamSaysWhereItEnds) {
  write("a");
  must(store_.update_table(change_stream("Music", std::nullopt)));
  const std::string described = reply("DescribeStream", of_stream());
  EXPECT_TRUE(has(described, R"("StreamStatus":"DISABLED")"));
  EXPECT_TRUE(has(described, "EndingSequenceNumber"));
  const std::string all = records(iterator("TRIM_HORIZON"));
  EXPECT_TRUE(has(all, "INSERT"));
  EXPECT_TRUE(lacks(all, "NextShardIterator"));
  EXPECT_EQ(records(iterator("LATEST")), R"({"Records":[]})");
}

TEST_F(StreamOperations, RecordsAreAsDynamoDbWritesThem) {
  write("a");
  must(store_.remove(remove("Music", {{"p", "a"}})));
  const std::string read = records(iterator("TRIM_HORIZON"));
  const std::string id = member_text(read, "eventID");
  EXPECT_EQ(id.size(), 32U);
  const std::string sequence = member_text(read, "SequenceNumber");
  EXPECT_TRUE(has(
      read, fmt::format(R"({{"eventID":"{}","eventName":"INSERT","eventVersion":"1.1",)"
                        R"("eventSource":"aws:dynamodb","awsRegion":"local","dynamodb":{{)"
                        R"("ApproximateCreationDateTime":1700000000,"Keys":{{"p":{{"S":"a"}}}},)"
                        R"("NewImage":{{"n":{{"N":"1"}},"p":{{"S":"a"}}}},"SequenceNumber":"{}",)"
                        R"("SizeBytes":7,"StreamViewType":"NEW_AND_OLD_IMAGES"}}}})",
                        id, sequence)));
  EXPECT_TRUE(has(read, R"("OldImage":{"n":{"N":"1"},"p":{"S":"a"}},"SequenceNumber")"));
  EXPECT_TRUE(lacks(read, "userIdentity"));
  EXPECT_EQ(member_text(records(iterator("TRIM_HORIZON")), "eventID"), id);
}

TEST_F(StreamOperations, ADeletionByTimeToLiveSaysWhoDidIt) {
  must(store_.update_ttl({"Music", "expires", true}));
  must(store_.put(put("Music", {{"p", "a"}, {"expires", num(clock_.now_s() + 1)}})));
  clock_.advance_ms(60'000);
  store_.expire_due();
  EXPECT_TRUE(has(records(iterator("TRIM_HORIZON")),
                  R"("userIdentity":{"Type":"Service",)"
                  R"("PrincipalId":"dynamodb.amazonaws.com"}})"));
}

TEST_F(StreamOperations, TheLatestPlaceStaysWhereItWasWhenItWasAskedFor) {
  write("before");
  const std::string latest = iterator("LATEST");
  write("after");
  const std::string read = records(latest);
  EXPECT_TRUE(has(read, R"("S":"after")"));
  EXPECT_TRUE(lacks(read, R"("S":"before")"));
}

TEST_F(StreamOperations, ReadersGoOnFromTheNextIterator) {
  for (const char* key : {"a", "b", "c"}) write(key);
  const std::string first = records(iterator("TRIM_HORIZON"), R"(,"Limit":1)");
  EXPECT_TRUE(has(first, R"("S":"a")"));
  EXPECT_TRUE(lacks(first, R"("S":"b")"));
  const std::string rest = records(member_text(first, "NextShardIterator"));
  EXPECT_TRUE(has(rest, R"("S":"b")"));
  EXPECT_TRUE(has(rest, R"("S":"c")"));
  EXPECT_TRUE(lacks(rest, R"("S":"a")"));
  const std::string end = records(member_text(rest, "NextShardIterator"));
  EXPECT_TRUE(begins(end, R"({"Records":[],"NextShardIterator":)"));
  write("d");
  EXPECT_TRUE(has(records(member_text(end, "NextShardIterator")), R"("S":"d")"));
}

TEST_F(StreamOperations, PositionsAreAtOrAfterASequenceNumber) {
  write("a");
  write("b");
  const std::string sequence =
      fmt::format(R"(,"SequenceNumber":"{}")",
                  member_text(records(iterator("TRIM_HORIZON")), "SequenceNumber"));
  EXPECT_TRUE(has(records(iterator("AT_SEQUENCE_NUMBER", sequence)), R"("S":"a")"));
  const std::string later = records(iterator("AFTER_SEQUENCE_NUMBER", sequence));
  EXPECT_TRUE(has(later, R"("S":"b")"));
  EXPECT_TRUE(lacks(later, R"("S":"a")"));
  EXPECT_TRUE(
      begins(error("GetShardIterator", of_shard("LATEST", sequence)), "ValidationException"));
  EXPECT_TRUE(
      begins(error("GetShardIterator", of_shard("AT_SEQUENCE_NUMBER")), "ValidationException"));
}

TEST_F(StreamOperations, IteratorsExpire) {
  const std::string made = iterator("TRIM_HORIZON");
  clock_.advance_ms(15 * 60 * 1000);
  EXPECT_TRUE(begins(records(made), R"({"Records":[])"));
  clock_.advance_ms(1);
  EXPECT_TRUE(begins(error("GetRecords", fmt::format(R"({{"ShardIterator":"{}"}})", made)),
                     "ExpiredIteratorException"));
}

TEST_F(StreamOperations, WhatIsNoStreamShardOrIteratorIsRefused) {
  EXPECT_EQ(error("DescribeStream", R"({"StreamArn":"fake-stream"})"),
            "ValidationException: Invalid StreamArn");
  EXPECT_EQ(error("ListStreams", R"({"ExclusiveStartStreamArn":"fake-stream"})"),
            "ValidationException: Invalid StreamArn");
  EXPECT_EQ(error("DescribeStream", of_stream(R"(,"Limit":0)")),
            "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to "
            "satisfy constraint: Member must have value greater than or equal to 1");
  const std::string other = arn_ + "0";
  EXPECT_EQ(error("DescribeStream", fmt::format(R"({{"StreamArn":"{}"}})", other)),
            fmt::format("ResourceNotFoundException: Requested resource not found: Stream: {} not "
                        "found",
                        other));
  EXPECT_TRUE(begins(
      error("GetShardIterator",
            of_stream(
                R"(,"ShardId":"shardId-00000000000000000000-ffff","ShardIteratorType":"LATEST")")),
      "ResourceNotFoundException"));
  EXPECT_EQ(error("GetShardIterator", of_shard("bulle")),
            "ValidationException: 1 validation error detected: Value 'bulle' at "
            "'shardIteratorType' failed to satisfy constraint: Member must satisfy enum value "
            "set: [AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]");
  EXPECT_EQ(error("GetRecords", R"({"ShardIterator":"arn|1|AAAA"})"),
            "ValidationException: Invalid ShardIterator");
}

}  // namespace
}  // namespace norn::testing
