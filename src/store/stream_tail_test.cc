#include "store/stream_tail.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

// Shards that end and have children, which only a remote store has. What is the same on all stores
// is in tests/store_contract.
namespace norn::store {
namespace {

// A stream of numbered records in shards. Like DynamoDB it tells no sequence number for "latest".
class Shards final : public Store {
 public:
  void open(const std::string& id, const std::string& parent = "") {
    shards_.push_back({id, parent, "1", std::nullopt});
  }
  void close(const std::string& id) {
    shard(id).last_sequence = records_[id].empty() ? "1" : records_[id].back().sequence;
  }
  void hide_children(bool hidden) { hidden_ = hidden; }
  void write(const std::string& id) {
    StreamRecord record;
    record.sequence = std::to_string(++last_);
    records_[id].push_back(record);
  }
  void limit_pages(size_t records) { page_ = records; }
  int described() const { return described_; }

  Result<TableDescription> describe_table(std::string_view) override {
    TableDescription table;
    table.stream = StreamView::kNewAndOldImages;
    table.stream_arn = "arn";
    return table;
  }
  Result<StreamDescription> describe_stream(const DescribeStreamRequest& request) override {
    ++described_;
    StreamDescription description;
    for (const Shard& one : shards_) {
      if (hidden_ && !one.parent_id.empty()) continue;
      // Pages of one shard, so that following pages is tested too.
      if (request.start_after_shard >= one.id) continue;
      if (!description.shards.empty()) {
        description.last_shard = description.shards.back().id;
        break;
      }
      description.shards.push_back(one);
    }
    return description;
  }
  Result<ReadStreamResult> read_stream(const ReadStreamRequest& request) override {
    using Kind = StreamPosition::Kind;
    const auto& all = records_[request.shard];
    size_t place = 0;
    if (request.position.kind == Kind::kLatest) {
      place =
          request.position.sequence.empty() ? all.size() : std::stoul(request.position.sequence);
    }
    if (request.position.kind == Kind::kAfterSequence) {
      while (place < all.size() &&
             std::stoul(all[place].sequence) <= std::stoul(request.position.sequence)) {
        ++place;
      }
    }
    ReadStreamResult result;
    const size_t limit = std::min(page_, static_cast<size_t>(*request.limit));
    while (place < all.size() && result.records.size() < limit) {
      result.records.push_back(all[place++]);
    }
    if (shard(request.shard).last_sequence && place == all.size()) return result;
    result.next = request.position;
    if (!result.records.empty()) {
      result.next = StreamPosition{Kind::kAfterSequence, result.records.back().sequence};
    } else if (request.position.kind == Kind::kLatest) {
      result.next = StreamPosition{Kind::kLatest, std::to_string(place)};
    }
    return result;
  }

  // What a tail has no use for.
  Result<TableDescription> create_table(const CreateTableRequest&) override { return none(); }
  Result<ListTablesResult> list_tables(const ListTablesRequest&) override { return none(); }
  Result<TableDescription> update_table(const UpdateTableRequest&) override { return none(); }
  Result<TableDescription> delete_table(std::string_view) override { return none(); }
  Result<TtlDescription> update_ttl(const UpdateTtlRequest&) override { return none(); }
  Result<TtlDescription> describe_ttl(std::string_view) override { return none(); }
  Result<void> change_tags(const ChangeTagsRequest&) override { return none(); }
  Result<Tags> list_tags(std::string_view) override { return none(); }
  Result<GetResult> get(const GetRequest&) override { return none(); }
  Result<PageResult> query(const QueryRequest&) override { return none(); }
  Result<PageResult> scan(const ScanRequest&) override { return none(); }
  Result<BatchGetResult> batch_get(const BatchGetRequest&) override { return none(); }
  Result<TransactGetResult> transact_get(const TransactGetRequest&) override { return none(); }
  Result<WriteResult> put(const PutRequest&) override { return none(); }
  Result<WriteResult> update(const UpdateRequest&) override { return none(); }
  Result<WriteResult> remove(const DeleteRequest&) override { return none(); }
  Result<BatchWriteResult> batch_write(const BatchWriteRequest&) override { return none(); }
  Result<TransactWriteResult> transact_write(const TransactWriteRequest&) override {
    return none();
  }
  Result<ListStreamsResult> list_streams(const ListStreamsRequest&) override { return none(); }

 private:
  static std::unexpected<Error> none() { return fail(ErrorCode::kInternal, "not expected"); }
  Shard& shard(const std::string& id) { return *std::ranges::find(shards_, id, &Shard::id); }

  std::vector<Shard> shards_;
  std::map<std::string, std::vector<StreamRecord>> records_;
  int last_ = 100;
  size_t page_ = 1'000;
  bool hidden_ = false;
  int described_ = 0;
};

using Sequences = std::vector<std::string>;

class StreamTailTest : public ::testing::Test {
 protected:
  static Sequences read_all(StreamTail& tail) {
    Sequences sequences;
    while (true) {
      const auto records = tail.read(1);
      EXPECT_TRUE(records.has_value()) << records.error().message;
      if (!records || records->empty()) break;
      for (const StreamRecord& record : *records) sequences.push_back(record.sequence);
    }
    std::ranges::sort(sequences);
    return sequences;
  }

  Shards store_;
  StreamTail tail_{store_, "things"};
};

TEST_F(StreamTailTest, ReadsAllShards) {
  store_.open("a");
  store_.open("b");
  store_.write("a");
  ASSERT_TRUE(tail_.start_at_latest());
  for (const char* shard : {"a", "b", "b", "a"}) store_.write(shard);
  EXPECT_EQ(read_all(tail_), (Sequences{"102", "103", "104", "105"}));
}

TEST_F(StreamTailTest, ReadsTheChildrenOfAShardFromTheirBeginning) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  store_.write("a");
  store_.close("a");
  store_.open("b", "a");
  store_.open("c", "a");
  store_.write("b");
  store_.write("c");
  EXPECT_EQ(read_all(tail_), (Sequences{"101", "102", "103"}));
  store_.write("b");
  EXPECT_EQ(read_all(tail_), (Sequences{"104"}));
}

TEST_F(StreamTailTest, ReadsWhatIsThereFromTheOldestShardUpToAnother) {
  store_.open("a");
  store_.write("a");
  store_.close("a");
  store_.open("b", "a");
  store_.open("c", "a");
  store_.write("b");
  store_.write("c");
  ASSERT_TRUE(tail_.start_at_latest());
  StreamTail all(store_, "things");
  ASSERT_TRUE(all.start_at_oldest());
  all.stop_at(tail_);
  store_.write("c");
  EXPECT_EQ(read_all(all), (Sequences{"101", "102", "103"}));
  EXPECT_EQ(read_all(tail_), (Sequences{"104"}));
}

TEST_F(StreamTailTest, WaitsForChildrenWithoutAskingForThemEachTime) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  store_.write("a");
  store_.close("a");
  store_.open("b", "a");
  store_.write("b");
  store_.hide_children(true);
  EXPECT_EQ(read_all(tail_), (Sequences{"101"}));
  const int described = store_.described();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(read_all(tail_), Sequences());
  EXPECT_LE(store_.described(), described + 1);
  store_.hide_children(false);
  Sequences found;
  for (int i = 0; i < 100 && found.empty(); ++i) found = read_all(tail_);
  EXPECT_EQ(found, (Sequences{"102"}));
}

TEST_F(StreamTailTest, GoesOnAfterAPositionOfAShardThatHasEndedSince) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  store_.write("a");
  EXPECT_EQ(read_all(tail_), (Sequences{"101"}));
  const std::string position = tail_.position();
  store_.write("a");
  store_.close("a");
  store_.open("b", "a");
  store_.write("b");
  store_.close("b");
  store_.open("c", "b");
  store_.write("c");
  StreamTail other(store_, "things");
  EXPECT_EQ(other.start_after(position), true);
  EXPECT_EQ(read_all(other), (Sequences{"102", "103", "104"}));
}

TEST_F(StreamTailTest, DoesNotGoOnWhereAShardIsMissingFromThePosition) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  store_.write("a");
  read_all(tail_);
  const std::string position = tail_.position();
  store_.open("b");
  StreamTail other(store_, "things");
  EXPECT_EQ(other.start_after(position), false);
}

TEST_F(StreamTailTest, GoesOnFromALatestThatTheStoreDidNotTell) {
  for (const bool was_empty : {true, false}) {
    const std::string shard = was_empty ? "a" : "b";
    store_.open(shard, was_empty ? "" : "a");
    if (!was_empty) store_.write(shard);
    ASSERT_TRUE(tail_.start_at_latest());
    StreamTail other(store_, "things");
    EXPECT_EQ(other.start_after(tail_.position()), true) << tail_.position();
    EXPECT_EQ(read_all(other), Sequences());
    store_.write(shard);
    EXPECT_EQ(read_all(other), read_all(tail_));
    store_.close(shard);
  }
}

TEST_F(StreamTailTest, DoesNotGoOnFromALatestThatIsTooFarAway) {
  store_.open("a");
  store_.limit_pages(1);
  for (int i = 0; i < 300; ++i) store_.write("a");
  ASSERT_TRUE(tail_.start_at_latest());
  StreamTail other(store_, "things");
  EXPECT_EQ(other.start_after(tail_.position()), false);
  store_.write("a");
  EXPECT_EQ(read_all(tail_), (Sequences{"401"}));
  EXPECT_EQ(other.start_after(tail_.position()), true);
}

TEST_F(StreamTailTest, ReadsOnceMoreWhatItGoesBackBefore) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  for (int i = 0; i < 3; ++i) store_.write("a");
  store_.close("a");
  store_.open("b", "a");
  store_.write("b");
  const auto records = tail_.read(10);
  ASSERT_TRUE(records && records->size() == 3);
  const std::string position = tail_.position_after(records->at(0));
  tail_.go_back_to(records->at(0));
  EXPECT_EQ(tail_.position(), position);
  EXPECT_EQ(read_all(tail_), (Sequences{"102", "103", "104"}));
}

TEST_F(StreamTailTest, StopsBeforeChildrenThatTheOtherOneHasNotReached) {
  store_.open("a");
  ASSERT_TRUE(tail_.start_at_latest());
  store_.write("a");
  read_all(tail_);
  const std::string position = tail_.position();
  store_.write("a");
  StreamTail other(store_, "things");
  EXPECT_EQ(other.start_after(position), true);
  const auto record = tail_.read(1);
  ASSERT_TRUE(record && record->size() == 1);
  store_.close("a");
  store_.open("b", "a");
  store_.write("b");
  other.stop_at(tail_);
  EXPECT_EQ(read_all(other), (Sequences{"102"}));
  EXPECT_EQ(read_all(tail_), (Sequences{"103"}));
  other.stop_at(tail_);
  EXPECT_EQ(read_all(other), (Sequences{"103"}));
}

}  // namespace
}  // namespace norn::store
