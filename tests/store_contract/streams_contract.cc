#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr int64_t kHourMs = 60LL * 60 * 1000;

CreateTableRequest streamed(StreamView view) {
  CreateTableRequest request = table("", "pk:S");
  request.stream = view;
  return request;
}

const Map kStreamedKey = {{"pk", "a"}};
const Map kOne = {{"pk", "a"}, {"v", num(1)}};
const Map kTwo = {{"pk", "a"}, {"v", num(2)}};

}  // namespace

TEST_P(StoreContract, StreamRecordsEveryChange) {
  const std::string name = make_table(streamed(StreamView::kNewAndOldImages));
  must(db().put(put(name, kOne)));
  must(db().update(update(name, kStreamedKey, "SET v = :v", values({{":v", num(2)}}))));
  must(db().remove(remove(name, kStreamedKey)));
  const std::vector<StreamRecord> records = records_of(stream_of(name));
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].event, StreamEvent::kInsert);
  EXPECT_EQ(records[0].old_image, std::nullopt);
  EXPECT_EQ(records[0].new_image, item(kOne));
  EXPECT_EQ(records[1].event, StreamEvent::kModify);
  EXPECT_EQ(records[1].old_image, item(kOne));
  EXPECT_EQ(records[1].new_image, item(kTwo));
  EXPECT_EQ(records[2].event, StreamEvent::kRemove);
  EXPECT_EQ(records[2].old_image, item(kTwo));
  EXPECT_EQ(records[2].new_image, std::nullopt);
  for (const StreamRecord& record : records) {
    EXPECT_EQ(record.keys, item(kStreamedKey));
    EXPECT_FALSE(record.by_ttl);
  }
  EXPECT_LT(records[0].sequence, records[1].sequence);
  EXPECT_LT(records[1].sequence, records[2].sequence);
}

TEST_P(StoreContract, StreamViewsShowWhatTheySay) {
  struct Row {
    StreamView view;
    bool has_old;
    bool has_new;
  };
  for (const Row& row :
       {Row{StreamView::kKeysOnly, false, false}, Row{StreamView::kNewImage, false, true},
        Row{StreamView::kOldImage, true, false}, Row{StreamView::kNewAndOldImages, true, true}}) {
    const std::string name = make_table(streamed(row.view));
    EXPECT_EQ(must(db().describe_table(name)).stream, row.view);
    put_all(name, {kOne, kTwo});
    const std::vector<StreamRecord> records = records_of(stream_of(name));
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[1].keys, item(kStreamedKey));
    EXPECT_EQ(records[1].old_image.has_value(), row.has_old);
    EXPECT_EQ(records[1].new_image.has_value(), row.has_new);
  }
}

TEST_P(StoreContract, StreamIsSilentWhenNothingChanges) {
  const std::string name = make_table(streamed(StreamView::kNewAndOldImages));
  must(db().put(put(name, kOne)));
  must(db().put(put(name, kOne)));
  must(db().update(update(name, kStreamedKey, "SET v = :v", values({{":v", num(1)}}))));
  must(db().update(update(name, kStreamedKey, "REMOVE absent")));
  must(db().remove(remove(name, {{"pk", "nobody"}})));
  EXPECT_TRUE(fails_condition(db().put(put_if(name, kTwo, "attribute_not_exists(pk)"))));
  EXPECT_EQ(records_of(stream_of(name)).size(), 1u);
}

TEST_P(StoreContract, StreamRecordsBatchesAndTransactions) {
  const std::string name = make_table(streamed(StreamView::kKeysOnly));
  must(db().batch_write(batch({batch_put(name, {{"pk", "1"}}), batch_put(name, {{"pk", "2"}})})));
  must(db().transact_write(transaction({put(name, {{"pk", "3"}}), remove(name, {{"pk", "1"}}),
                                        check(name, {{"pk", "2"}}, "attribute_exists(pk)")})));
  EXPECT_FALSE(
      db().transact_write(transaction({put(name, {{"pk", "4"}}),
                                       check(name, {{"pk", "5"}}, "attribute_exists(pk)")}))
          .has_value());
  std::vector<std::string> seen;
  for (const StreamRecord& record : records_of(stream_of(name))) {
    seen.push_back(plain(*record.keys.value("pk")) +
                   (record.event == StreamEvent::kRemove ? "-" : "+"));
  }
  EXPECT_EQ(sorted(seen), (std::vector<std::string>{"1+", "1-", "2+", "3+"}));
}

TEST_P(StoreContract, StreamIsReadOnFromWhereOneStopped) {
  const std::string name = make_table(streamed(StreamView::kNewImage));
  for (int i = 0; i < 10; ++i) must(db().put(put(name, {{"pk", "a"}, {"v", num(i)}})));
  DescribeStreamRequest describe;
  describe.arn = stream_of(name);
  const StreamDescription stream = must(db().describe_stream(describe));
  EXPECT_EQ(stream.status, StreamStatus::kEnabled);
  EXPECT_EQ(stream.table, name);
  EXPECT_EQ(stream.key.partition.name, "pk");
  std::vector<std::string> seen;
  for (const Shard& shard : stream.shards) {
    ReadStreamRequest request;
    request.arn = stream.arn;
    request.shard = shard.id;
    request.limit = 3;
    for (int round = 0; round < 10; ++round) {
      const ReadStreamResult page = must(db().read_stream(request));
      EXPECT_LE(page.records.size(), 3u);
      for (const StreamRecord& record : page.records) {
        seen.push_back(plain(*record.new_image->value("v")));
      }
      if (!page.next) break;
      request.position = *page.next;
    }
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}));
}

TEST_P(StoreContract, StreamPositions) {
  const std::string name = make_table(streamed(StreamView::kNewImage));
  put_all(name, {kOne, kTwo});
  DescribeStreamRequest describe;
  describe.arn = stream_of(name);
  const std::vector<StreamRecord> records = records_of(describe.arn);
  ASSERT_EQ(records.size(), 2u);
  // The shard that has the item.
  ReadStreamRequest request;
  request.arn = describe.arn;
  for (const Shard& shard : must(db().describe_stream(describe)).shards) {
    request.shard = shard.id;
    if (!must(db().read_stream(request)).records.empty()) break;
  }
  const auto count = [&](StreamPosition position) {
    request.position = position;
    return must(db().read_stream(request)).records.size();
  };
  using enum StreamPosition::Kind;
  EXPECT_EQ(count({kTrimHorizon, ""}), 2u);
  EXPECT_EQ(count({kAtSequence, records[0].sequence}), 2u);
  EXPECT_EQ(count({kAfterSequence, records[0].sequence}), 1u);
  EXPECT_EQ(count({kAtSequence, records[1].sequence}), 1u);
  EXPECT_EQ(count({kAfterSequence, records[1].sequence}), 0u);

  request.position = {kLatest, ""};
  const ReadStreamResult latest = must(db().read_stream(request));
  EXPECT_TRUE(latest.records.empty());
  ASSERT_TRUE(latest.next.has_value());
  must(db().put(put(name, kOne)));
  request.position = *latest.next;
  EXPECT_EQ(must(db().read_stream(request)).records.size(), 1u);
}

TEST_P(StoreContract, StreamCanBeReadAfterItWasTurnedOff) {
  const std::string name = make_table(streamed(StreamView::kKeysOnly));
  must(db().put(put(name, kOne)));
  const std::string arn = stream_of(name);
  update_table(change_stream(name, std::nullopt));
  EXPECT_EQ(must(db().describe_table(name)).stream, std::nullopt);
  must(db().put(put(name, kTwo)));

  DescribeStreamRequest describe;
  describe.arn = arn;
  const StreamDescription stream = must(db().describe_stream(describe));
  EXPECT_EQ(stream.status, StreamStatus::kDisabled);
  EXPECT_EQ(records_of(arn).size(), 1u);
  for (const Shard& shard : stream.shards) {
    EXPECT_TRUE(shard.last_sequence.has_value());
    ReadStreamRequest request;
    request.arn = arn;
    request.shard = shard.id;
    EXPECT_EQ(must(db().read_stream(request)).next, std::nullopt);
  }
}

TEST_P(StoreContract, StreamTurnedOnAgainIsAnotherOne) {
  const std::string name = make_table("pk:S");
  EXPECT_EQ(stream_of(name), "");
  must(db().put(put(name, kOne)));
  update_table(change_stream(name, StreamView::kNewImage));
  const std::string first = stream_of(name);
  EXPECT_NE(first, "");
  EXPECT_TRUE(is_invalid(db().update_table(change_stream(name, StreamView::kKeysOnly)),
                         "Table already has an enabled stream: TableName: " + name));
  must(db().put(put(name, kTwo)));
  update_table(change_stream(name, std::nullopt));
  if (clock() != nullptr) clock()->advance_ms(1000);
  update_table(change_stream(name, StreamView::kOldImage));
  must(db().remove(remove(name, kStreamedKey)));
  const std::string second = stream_of(name);
  EXPECT_NE(second, first);
  EXPECT_EQ(records_of(first).size(), 1u);
  const std::vector<StreamRecord> records = records_of(second);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].old_image, item(kTwo));

  ListStreamsRequest list;
  list.table = name;
  std::vector<std::string> arns;
  for (const StreamSummary& stream : must(db().list_streams(list)).streams) {
    EXPECT_EQ(stream.table, name);
    arns.push_back(stream.arn);
  }
  EXPECT_EQ(sorted(arns), sorted({first, second}));
}

TEST_P(StoreContract, StreamOutlivesItsTable) {
  const std::string name = make_table(streamed(StreamView::kKeysOnly));
  must(db().put(put(name, kOne)));
  const std::string arn = stream_of(name);
  must(db().delete_table(name));
  settle();
  // The items went with the table; DynamoDB records no removals for that.
  EXPECT_EQ(records_of(arn).size(), 1u);
}

TEST_P(StoreContract, StreamForgetsAfterADay) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table(streamed(StreamView::kNewImage));
  must(db().put(put(name, kOne)));
  const std::string arn = stream_of(name);
  DescribeStreamRequest describe;
  describe.arn = arn;
  ReadStreamRequest request;
  request.arn = arn;
  for (const Shard& shard : must(db().describe_stream(describe)).shards) {
    request.shard = shard.id;
    if (!must(db().read_stream(request)).records.empty()) break;
  }
  const StreamPosition after_first = must(db().read_stream(request)).next.value();
  const std::string first = records_of(arn).at(0).sequence;
  clock()->advance_ms(13 * kHourMs);
  must(db().put(put(name, kTwo)));
  must(db().put(put(name, kOne)));
  clock()->advance_ms(12 * kHourMs);
  settle();
  // The first is gone; whoever has read it goes on.
  EXPECT_EQ(records_of(arn).size(), 2u);
  request.position = after_first;
  EXPECT_EQ(must(db().read_stream(request)).records.size(), 2u);
  request.position = {StreamPosition::Kind::kAtSequence, first};
  const Result<ReadStreamResult> trimmed = db().read_stream(request);
  ASSERT_FALSE(trimmed.has_value());
  EXPECT_EQ(trimmed.error().code, ErrorCode::kTrimmedDataAccess);

  clock()->advance_ms(13 * kHourMs);
  settle();
  EXPECT_TRUE(records_of(arn).empty());
  request.position = after_first;
  const Result<ReadStreamResult> missed = db().read_stream(request);
  ASSERT_FALSE(missed.has_value());
  EXPECT_EQ(missed.error().code, ErrorCode::kTrimmedDataAccess);
}

TEST_P(StoreContract, StreamThatIsUnknownIsNotFound) {
  const std::string name = make_table(streamed(StreamView::kKeysOnly));
  DescribeStreamRequest describe;
  describe.arn = stream_of(name) + "9";
  const Result<StreamDescription> unknown = db().describe_stream(describe);
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().code, ErrorCode::kResourceNotFound);
  ReadStreamRequest request;
  request.arn = stream_of(name);
  request.shard = "shardId-00000000000000000000-deadbeef";
  const Result<ReadStreamResult> no_shard = db().read_stream(request);
  ASSERT_FALSE(no_shard.has_value());
  EXPECT_EQ(no_shard.error().code, ErrorCode::kResourceNotFound);
}

}  // namespace norn::testing
