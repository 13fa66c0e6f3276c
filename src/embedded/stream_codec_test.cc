#include "embedded/stream_codec.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "store/stream_view.h"

namespace norn::embedded {
namespace {

store::Item item(const char* value) {
  return store::Item::from_map({{"PK", value}, {"n", "x"}});
}

TEST(StreamCodec, ReadsTheRecordsItWrites) {
  for (const bool has_old : {false, true}) {
    for (const bool has_new : {false, true}) {
      for (const bool by_ttl : {false, true}) {
        store::StreamRecord record;
        record.event = store::StreamEvent::kModify;
        record.created_ms = 1'763'184'000'123;
        record.keys = item("k");
        record.by_ttl = by_ttl;
        record.old_image = has_old ? std::optional(item("old")) : std::nullopt;
        record.new_image = has_new ? std::optional(item("new")) : std::nullopt;
        const std::string bytes = encode(record);
        const auto read = decode_stream_record(stream_key(3, 42), bytes);
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(read->event, record.event);
        EXPECT_EQ(read->created_ms, record.created_ms);
        EXPECT_EQ(read->keys, record.keys);
        EXPECT_EQ(read->old_image, record.old_image);
        EXPECT_EQ(read->new_image, record.new_image);
        EXPECT_EQ(read->by_ttl, by_ttl);
        EXPECT_EQ(read->sequence, store::sequence_text(42));
        EXPECT_EQ(*created_ms_of(bytes), record.created_ms);
      }
    }
  }
}

TEST(StreamCodec, RefusesEveryTruncation) {
  store::StreamRecord record;
  record.keys = item("k");
  record.new_image = item("new");
  const std::string bytes = encode(record);
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_stream_record(stream_key(3, 1), bytes.substr(0, length)).has_value())
        << length;
  }
}

}  // namespace
}  // namespace norn::embedded
