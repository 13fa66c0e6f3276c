#include "dynamodb/api/stream_iterator.h"

#include <gtest/gtest.h>

#include <limits>

#include "store/tables/table_validation.h"
#include "store/wire/wire.h"

namespace norn::dynamodb {
namespace {

using store::StreamPosition;

constexpr int64_t kMadeMs = 1'700'000'000'000;

ShardIterator example() {
  return {"arn:aws:dynamodb:local:000000000000:table/Music/stream/2026-11-15T05:27:29.123",
          "shardId-00000001700000000000-00000007",
          {StreamPosition::Kind::kAfterSequence, "000000000000000000042"},
          kMadeMs};
}

TEST(StreamIterator, ComesBackAsItWas) {
  for (const auto kind :
       {StreamPosition::Kind::kTrimHorizon, StreamPosition::Kind::kLatest,
        StreamPosition::Kind::kAtSequence, StreamPosition::Kind::kAfterSequence}) {
    ShardIterator made = example();
    made.position.kind = kind;
    const auto read = iterator_from_text(to_text(made), kMadeMs);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->arn, made.arn);
    EXPECT_EQ(read->shard, made.shard);
    EXPECT_EQ(read->position, made.position);
    EXPECT_EQ(read->made_ms, kMadeMs);
  }
}

TEST(StreamIterator, LivesForAQuarterOfAnHour) {
  const std::string text = to_text(example());
  EXPECT_TRUE(iterator_from_text(text, kMadeMs + 15 * 60 * 1000).has_value());
  const auto late = iterator_from_text(text, kMadeMs + 15 * 60 * 1000 + 1);
  ASSERT_FALSE(late.has_value());
  EXPECT_EQ(late.error().code, ErrorCode::kExpiredIterator);
}

TEST(StreamIterator, OfTheRemotestPastHasExpired) {
  ShardIterator forged = example();
  forged.made_ms = std::numeric_limits<int64_t>::min();
  const auto read = iterator_from_text(to_text(forged), kMadeMs);
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, ErrorCode::kExpiredIterator);
}

TEST(StreamIterator, IsRefusedWhenAnythingInItWasChanged) {
  const std::string text = to_text(example());
  for (size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(iterator_from_text(changed, kMadeMs).has_value()) << i;
    EXPECT_FALSE(iterator_from_text(text.substr(0, i), kMadeMs).has_value()) << i;
  }
}

TEST(StreamIterator, IsRefusedWhenItIsNone) {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string("|1|"), std::string("arn|1|"),
        "arn|1|" + store::base64_encode("|||||"), "arn|1|" + store::base64_encode("1|2|3"),
        std::string(2048, '|')}) {
    const auto read = iterator_from_text(text, kMadeMs);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kValidation);
    EXPECT_EQ(read.error().message, "Invalid ShardIterator");
  }
}

TEST(StreamIterator, KnowsArnsOfStreams) {
  EXPECT_TRUE(is_stream_arn(store::stream_arn("Music", store::stream_label(kMadeMs))));
  EXPECT_TRUE(is_stream_arn("arn:aws:dynamodb:us-east-1:123456789012:table/t.1/stream/now"));
  for (const std::string_view text :
       {"", "fake-stream", "arn:aws:dynamodb:local:000000000000:table/Music",
        "arn:aws:kinesis:local:000000000000:table/Music/stream/now",
        "arn:aws:dynamodb:local:000000000000:backup/Music/stream/now"}) {
    EXPECT_FALSE(is_stream_arn(text)) << text;
  }
}

}  // namespace
}  // namespace norn::dynamodb
