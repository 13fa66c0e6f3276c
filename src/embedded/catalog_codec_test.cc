#include "embedded/catalog_codec.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace norn::embedded {
namespace {

Table table_with_everything() {
  Table table;
  table.id = 7;
  store::TableDescription& description = table.description;
  description.schema.name = "calendsync";
  description.schema.key = {{"PK", store::Type::kString}, {{"SK", store::Type::kNumber}}};
  description.attributes = {{"SK", "N"}, {"PK", "S"}, {"GSI1PK", "B"}};
  store::IndexSchema index;
  index.name = "GSI1";
  index.key = {{"GSI1PK", store::Type::kBinary}, std::nullopt};
  index.projection = {store::ProjectionKind::kInclude, {"title", "date"}};
  index.status = store::IndexStatus::kCreating;
  description.schema.indexes = {index};
  store::IndexDescription index_description;
  index_description.schema = index;
  index_description.arn = "arn:index";
  index_description.throughput = store::Throughput{3, 4};
  index_description.throughput_times = {11, 12};
  index_description.on_demand = {std::nullopt, 13};
  index_description.warm = {14, 15};
  description.indexes = {index_description};
  description.id = "an id";
  description.arn = "arn:table";
  description.created_ms = 1'763'184'000'123;
  description.billing = store::BillingMode::kProvisioned;
  description.was_on_demand = true;
  description.on_demand_since_ms = 16;
  description.throughput = {5, 6};
  description.throughput_times = {17, 0};
  description.on_demand = {18, 19};
  description.warm = {20, 21};
  description.encryption_key = "arn:key";
  description.deletion_protection = true;
  description.table_class = store::TableClass::kStandardInfrequentAccess;
  description.stream = store::StreamView::kOldImage;
  description.stream_arn = "arn:stream";
  description.stream_label = "label";
  table.index_ids = {8};
  table.backfill_cursors = {std::string("\0\xff", 2)};
  table.ttl = {true, "ttl"};
  table.tags = {{"stage", "test"}, {"empty", ""}};
  table.settings.policy = {"{\"Statement\":[]}", 1'763'184'000'456};
  table.settings.stream_policies["arn:stream"] = {std::nullopt, 7};
  table.settings.insights = {true, store::InsightsMode::kThrottledKeys, 8};
  table.settings.index_insights["GSI1"] = {false, {}, 9};
  table.settings.kinesis_streams = {"arn:later", "arn:earlier"};
  table.ttl_backfilling = true;
  return table;
}

TEST(CatalogCodec, ReadsTheTableItWrote) {
  const Table table = table_with_everything();
  const auto read = decode_table(encode(table));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(encode(*read), encode(table));
  EXPECT_EQ(read->schema->name, "calendsync");
  EXPECT_EQ(read->schema->key, table.description.schema.key);
  EXPECT_EQ(read->schema->indexes, table.description.schema.indexes);
  EXPECT_EQ(read->description.attributes[0].name, "SK");
  EXPECT_EQ(read->description.indexes[0].throughput, table.description.indexes[0].throughput);
  EXPECT_EQ(read->backfill_cursors, table.backfill_cursors);
  EXPECT_TRUE(read->description.was_on_demand);
  EXPECT_EQ(read->description.on_demand_since_ms, 16);
  EXPECT_EQ(read->description.throughput_times.increased_ms, 17);
  EXPECT_EQ(read->description.throughput_times.decreased_ms, 0);
  EXPECT_EQ(read->description.on_demand, (store::PartialThroughput{18, 19}));
  EXPECT_EQ(read->description.warm, (store::Throughput{20, 21}));
  EXPECT_EQ(read->description.encryption_key, "arn:key");
  EXPECT_EQ(read->description.indexes[0].throughput_times.decreased_ms, 12);
  EXPECT_EQ(read->description.indexes[0].on_demand, (store::PartialThroughput{std::nullopt, 13}));
  EXPECT_EQ(read->description.indexes[0].warm, (store::Throughput{14, 15}));
  EXPECT_EQ(read->ttl.attribute, "ttl");
  EXPECT_EQ(read->tags, table.tags);
  EXPECT_EQ(read->settings, table.settings);
}

TEST(CatalogCodec, KeepsTheOrderOfSeveralKeyAttributes) {
  Table table = table_with_everything();
  store::KeySchema& key = table.description.schema.indexes[0].key;
  key.sort = {"r", store::Type::kNumber};
  key.more_partition = {{"h2", store::Type::kString}, {"h1", store::Type::kNumber}};
  key.more_sort = {{"s", store::Type::kBinary}};
  const auto read = decode_table(encode(table));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->schema->indexes[0].key, key);
  EXPECT_EQ(layout_of(*read->schema), 2U);
  key.sort.reset();
  key.more_sort.clear();
  EXPECT_EQ(decode_table(encode(table))->schema->indexes[0].key, key);
  key.more_partition.clear();
  EXPECT_EQ(layout_of(*decode_table(encode(table))->schema), 1U);
}

TEST(CatalogCodec, ReadsRecordsFromBeforeThereWereTagsAndSettings) {
  Table table = table_with_everything();
  table.tags.clear();
  table.settings = {};
  const std::string record = encode(table);
  EXPECT_EQ(record.find("tags"), std::string::npos);
  EXPECT_EQ(record.find("settings"), std::string::npos);
  const auto read = decode_table(record);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_TRUE(read->tags.empty());
  EXPECT_EQ(read->settings, store::TableSettings{});
}

TEST(CatalogCodec, ReadsTheStreamItWrote) {
  Stream stream{9,
                "arn",
                "t",
                "label",
                store::StreamView::kKeysOnly,
                12,
                std::nullopt,
                {{"PK", store::Type::kString}, std::nullopt}};
  EXPECT_EQ(encode(*decode_stream(encode(stream))), encode(stream));
  stream.closed_ms = 34;
  EXPECT_EQ(decode_stream(encode(stream))->closed_ms, 34);
}

TEST(CatalogCodec, RefusesRecordsThatLackAFieldOrAreNotRecords) {
  const std::string stream =
      encode(Stream{9, "arn", "t", "label", store::StreamView::kKeysOnly, 12, std::nullopt, {}});
  EXPECT_EQ(decode_table(stream).error().code, ErrorCode::kCorruption);
  for (const std::string& bytes : {std::string(), std::string("x"), std::string(64, '\xff')}) {
    EXPECT_FALSE(decode_table(bytes).has_value());
    EXPECT_FALSE(decode_stream(bytes).has_value());
  }
}

}  // namespace
}  // namespace norn::embedded
