#include "dynamodb/remote/remote_store.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "dynamodb/remote/testing.h"
#include "http/content_coding.h"
#include "store/errors.h"

// What the remote store does when an endpoint does not do what it should. That it does the right
// thing otherwise is what the store contract's tests say.
namespace norn::dynamodb {
namespace {

const Variables kVariables = {
    {"AWS_ACCESS_KEY_ID", "id"}, {"AWS_SECRET_ACCESS_KEY", "secret"}, {"AWS_REGION", "eu-west-1"}};

constexpr std::string_view kNoActions =
    R"({"__type":"com.amazon.coral.validate#ValidationException","message":"empty"})";

ScriptedReply dropped() {
  return {.dropped = true};
}

ScriptedReply error(int status, std::string_view type) {
  return {.status = status, .body = R"({"__type":"x#)" + std::string(type) + R"("})"};
}

// An endpoint that plays the replies one after another, the last one for ever. Starting the store
// is none of the test's business: the script begins after it.
class Scene {
 public:
  explicit Scene(std::vector<ScriptedReply> replies)
      : replies_(std::move(replies)),
        endpoint_([this](const ScriptedRequest& request) { return play(request); }) {
    RemoteOptions options;
    options.endpoint = endpoint_.url();
    options.retry.max_attempts = 4;
    options.retry.sleep = [this](int64_t) { ++sleeps; };
    options.retry.random = [] { return 1.0; };
    auto opened = RemoteStore::open(options, environment_of(kVariables), clock_);
    EXPECT_TRUE(opened) << opened.error().message;
    if (opened) store_ = std::move(*opened);
  }

  RemoteStore& store() { return *store_; }
  // What came after the start: "PutItem", ...
  std::vector<std::string> operations() const {
    std::vector<std::string> names;
    for (const ScriptedRequest& request : requests()) {
      const std::string target = request.header("x-amz-target");
      names.push_back(target.substr(target.find('.') + 1));
    }
    return names;
  }
  std::vector<ScriptedRequest> requests() const {
    std::vector<ScriptedRequest> all = endpoint_.requests();
    all.erase(all.begin());
    return all;
  }

  int sleeps = 0;

 private:
  ScriptedReply play(const ScriptedRequest&) {
    if (played_++ == 0) return {.status = 400, .body = std::string(kNoActions)};
    return replies_[std::min(played_ - 2, replies_.size() - 1)];
  }

  const std::vector<ScriptedReply> replies_;
  size_t played_ = 0;
  SystemClock clock_;
  ScriptedEndpoint endpoint_;
  std::unique_ptr<RemoteStore> store_;
};

store::Item item(std::string_view json) {
  return *store::Item::from_json(json);
}

store::PutRequest put() {
  store::PutRequest request;
  request.table = "t";
  request.item = item(R"({"pk":{"S":"a"}})");
  return request;
}

store::GetRequest get() {
  store::GetRequest request;
  request.table = "t";
  request.key = item(R"({"pk":{"S":"a"}})");
  return request;
}

TEST(RemoteStore, TriesAgainWhatWasTurnedAway) {
  for (const ScriptedReply& away :
       {error(400, "ProvisionedThroughputExceededException"), error(400, "ThrottlingException"),
        error(400, "RequestLimitExceeded"), ScriptedReply{.status = 503, .body = "busy"}}) {
    Scene scene({away, away, {.body = "{}"}});
    store::PutRequest conditional = put();
    conditional.condition = "attribute_not_exists(pk)";
    EXPECT_TRUE(scene.store().put(conditional));
    EXPECT_EQ(scene.operations().size(), 3u);
    EXPECT_EQ(scene.sleeps, 2);
    const RemoteCalls counted = scene.store().client().calls().at("PutItem");
    EXPECT_EQ(counted.calls, 3u);
    EXPECT_EQ(counted.retries, 2u);
    EXPECT_EQ(counted.throttled + counted.failures, 2u);
  }
}

TEST(RemoteStore, CountsWhatItCallsByOperation) {
  Scene scene({error(400, "ThrottlingException"),
               error(500, "InternalServerError"),
               {},
               error(400, "ValidationException")});
  EXPECT_TRUE(scene.store().get(get()));
  EXPECT_FALSE(scene.store().put(put()));
  const auto calls = scene.store().client().calls();
  const RemoteCalls& gets = calls.at("GetItem");
  EXPECT_EQ(gets.calls, 3u);
  EXPECT_EQ(gets.retries, 2u);
  EXPECT_EQ(gets.throttled, 1u);
  EXPECT_EQ(gets.failures, 1u);
  const RemoteCalls& puts = calls.at("PutItem");
  EXPECT_EQ(puts.calls, 1u);
  EXPECT_EQ(puts.retries + puts.throttled + puts.failures, 0u) << "the caller's own mistake";
}

TEST(RemoteStore, GivesUpAfterItsAttempts) {
  Scene scene({error(400, "ThrottlingException")});
  const auto result = scene.store().get(get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kThrottled);
  EXPECT_EQ(scene.operations().size(), 4u);
}

TEST(RemoteStore, DoesNotRepeatWhatIsWrong) {
  Scene scene({error(400, "ValidationException")});
  EXPECT_EQ(scene.store().get(get()).error().code, ErrorCode::kValidation);
  EXPECT_EQ(scene.operations().size(), 1u);
}

TEST(RemoteStore, RepeatsReadsAndPlainWritesWhoseReplyWasLost) {
  for (const ScriptedReply& lost :
       {error(500, "InternalServerError"), dropped(), ScriptedReply{.body = "{"}}) {
    Scene reads({lost, lost, {.body = R"({"Item":{"pk":{"S":"a"}}})"}});
    const auto read = reads.store().get(get());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->item.has_value());
    Scene writes({lost, lost, {.body = "{}"}});
    EXPECT_TRUE(writes.store().put(put()));
  }
}

TEST(RemoteStore, DoesNotRepeatOtherWritesWhoseReplyWasLost) {
  store::PutRequest conditional = put();
  conditional.condition = "attribute_not_exists(pk)";
  store::PutRequest returning = put();
  returning.return_values = store::ReturnValues::kAllOld;
  store::UpdateRequest update;
  update.table = "t";
  update.key = item(R"({"pk":{"S":"a"}})");
  update.update = "ADD n :one";
  for (const ScriptedReply& lost :
       {error(500, "InternalServerError"), dropped(), ScriptedReply{.body = "{"}}) {
    const auto expect_unknown = [&](auto write) {
      Scene scene({lost, {.body = "{}"}});
      const auto result = write(scene.store());
      ASSERT_FALSE(result);
      EXPECT_EQ(result.error().code, ErrorCode::kUnavailable);
      EXPECT_TRUE(result.error().message.starts_with("It is not known whether "))
          << result.error().message;
      EXPECT_EQ(scene.operations().size(), 1u);
    };
    expect_unknown([&](RemoteStore& store) { return store.put(conditional); });
    expect_unknown([&](RemoteStore& store) { return store.put(returning); });
    expect_unknown([&](RemoteStore& store) { return store.update(update); });
    expect_unknown([&](RemoteStore& store) { return store.delete_table("t"); });
  }
}

TEST(RemoteStore, RepeatsTransactionsWithTheSameToken) {
  Scene scene({error(500, "InternalServerError"),
               error(400, "TransactionInProgressException"),
               {.body = "{}"}});
  store::TransactWriteRequest request;
  request.actions = {put()};
  ASSERT_TRUE(scene.store().transact_write(request));
  ASSERT_TRUE(scene.store().transact_write(request));
  const std::vector<ScriptedRequest> requests = scene.requests();
  ASSERT_EQ(requests.size(), 4u);
  EXPECT_TRUE(requests[0].body.contains(R"("ClientRequestToken":")"));
  EXPECT_EQ(requests[1].body, requests[0].body);
  EXPECT_EQ(requests[2].body, requests[0].body);
  // Another call is another transaction.
  EXPECT_NE(requests[3].body, requests[0].body);
}

TEST(RemoteStore, ChecksTheSumsOfReplies) {
  const std::string body = R"({"Item":{"pk":{"S":"a"}}})";
  const std::string right = "x-amz-crc32: " + std::to_string(http::crc32(body)) + "\r\n";
  Scene scene({{.body = body, .headers = "x-amz-crc32: 1\r\n"}, {.body = body, .headers = right}});
  const auto read = scene.store().get(get());
  ASSERT_TRUE(read);
  EXPECT_EQ(scene.operations().size(), 2u);
}

TEST(RemoteStore, SendsTheRestOfABatchAgain) {
  Scene scene({{.body = R"({"UnprocessedItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}},)"
                        R"({"DeleteRequest":{"Key":{"pk":{"S":"c"}}}}]}})"},
               {.body = R"({"UnprocessedItems":{}})"}});
  store::BatchWriteRequest request;
  for (const std::string_view key : {"a", "b"}) {
    request.writes.push_back(
        store::BatchWriteRequest::Put{"t", item(R"({"pk":{"S":")" + std::string(key) + R"("}})")});
  }
  request.writes.push_back(store::BatchWriteRequest::Delete{"t", item(R"({"pk":{"S":"c"}})")});
  const auto result = scene.store().batch_write(request);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->unprocessed.writes.empty());
  const std::vector<ScriptedRequest> requests = scene.requests();
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_TRUE(requests[0].body.contains(R"({"S":"a"})"));
  EXPECT_FALSE(requests[1].body.contains(R"({"S":"a"})"));
  EXPECT_TRUE(requests[1].body.contains(R"({"PutRequest":{"Item":{"pk":{"S":"b"}}}})"));
  EXPECT_TRUE(requests[1].body.contains(R"({"DeleteRequest":{"Key":{"pk":{"S":"c"}}}})"));
  EXPECT_EQ(scene.sleeps, 1);
}

TEST(RemoteStore, LeavesWhatIsNeverProcessedToTheCaller) {
  Scene scene({{.body = R"({"Responses":{"t":[{"pk":{"S":"a"}}]},)"
                        R"("UnprocessedKeys":{"t":{"Keys":[{"pk":{"S":"b"}}]}}})"},
               {.body = R"({"UnprocessedKeys":{"t":{"Keys":[{"pk":{"S":"b"}}]}}})"}});
  store::BatchGetRequest request;
  store::BatchGetRequest::Table& table = request.tables.emplace_back();
  table.table = "t";
  table.keys = {item(R"({"pk":{"S":"a"}})"), item(R"({"pk":{"S":"b"}})")};
  table.projection = "pk";
  const auto result = scene.store().batch_get(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->items.at("t").size(), 1u);
  ASSERT_EQ(result->unprocessed.tables.size(), 1u);
  EXPECT_EQ(result->unprocessed.tables[0].keys[0].json(), R"({"pk":{"S":"b"}})");
  EXPECT_EQ(result->unprocessed.tables[0].projection, "pk");
  EXPECT_EQ(scene.operations().size(), 4u);
}

TEST(RemoteStore, FollowsAStreamWithOneCallPerRead) {
  const auto record = [](std::string_view sequence) {
    return R"({"eventName":"INSERT","dynamodb":{"SequenceNumber":")" + std::string(sequence) +
           R"(","Keys":{"pk":{"S":"a"}}}})";
  };
  Scene scene({{.body = R"({"ShardIterator":"i0"})"},
               {.body = R"({"Records":[)" + record("7") + R"(],"NextShardIterator":"i1"})"},
               {.body = R"({"Records":[],"NextShardIterator":"i2"})"},
               error(400, "ExpiredIteratorException"),
               {.body = R"({"ShardIterator":"i3"})"},
               {.body = R"({"Records":[)" + record("8") + R"(]})"}});
  using Kind = store::StreamPosition::Kind;
  store::ReadStreamRequest request{"arn", "shard", {Kind::kTrimHorizon, ""}, std::nullopt};
  auto page = scene.store().read_stream(request);
  ASSERT_TRUE(page && page->next);
  EXPECT_EQ(*page->next, (store::StreamPosition{Kind::kAfterSequence, "7"}));
  request.position = *page->next;
  page = scene.store().read_stream(request);
  ASSERT_TRUE(page && page->next);
  EXPECT_EQ(*page->next, request.position);
  // The iterator has expired meanwhile: a new one is made for the position.
  page = scene.store().read_stream(request);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->records.size(), 1u);
  EXPECT_FALSE(page->next.has_value());
  EXPECT_EQ(scene.operations(),
            (std::vector<std::string>{"GetShardIterator", "GetRecords", "GetRecords", "GetRecords",
                                      "GetShardIterator", "GetRecords"}));
}

TEST(RemoteStore, KeepsTheIteratorOfTheLatestPosition) {
  Scene scene({{.body = R"({"ShardIterator":"i0"})"},
               {.body = R"({"Records":[],"NextShardIterator":"i1"})"},
               {.body = R"({"Records":[],"NextShardIterator":"i2"})"}});
  store::ReadStreamRequest request{
      "arn", "shard", {store::StreamPosition::Kind::kLatest, ""}, std::nullopt};
  const auto page = scene.store().read_stream(request);
  ASSERT_TRUE(page && page->next);
  request.position = *page->next;
  ASSERT_TRUE(scene.store().read_stream(request));
  EXPECT_EQ(scene.requests().back().body, R"({"ShardIterator":"i1"})");
  EXPECT_EQ(scene.operations().size(), 3u);
}

TEST(StreamIterators, AreBounded) {
  StreamIterators iterators;
  store::ReadStreamRequest request{"arn", "shard", {}, std::nullopt};
  for (size_t i = 0; i <= StreamIterators::kMaxKept; ++i) {
    request.shard = std::to_string(i);
    iterators.keep(request, "i" + request.shard);
    iterators.keep(request, "j" + request.shard);
  }
  EXPECT_EQ(iterators.size(), StreamIterators::kMaxKept);
  EXPECT_EQ(iterators.take(request), "j" + request.shard);
  EXPECT_EQ(iterators.take(request), std::nullopt);
  request.shard = "0";
  EXPECT_EQ(iterators.take(request), std::nullopt);
}

}  // namespace
}  // namespace norn::dynamodb
