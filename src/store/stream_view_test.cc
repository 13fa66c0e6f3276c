#include "store/stream_view.h"

#include <gtest/gtest.h>

#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things_schema;

const Item kOld = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"n":{"N":"1"}})");
const Item kNew = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"n":{"N":"2"}})");

std::optional<StreamRecord> record(StreamView view, std::optional<ItemView> before,
                                   std::optional<ItemView> after, bool by_ttl = false) {
  return stream_record(things_schema(), view, before, after, by_ttl);
}

TEST(StreamViewTest, TheEventSaysWhatHappened) {
  constexpr auto kView = StreamView::kKeysOnly;
  EXPECT_EQ(record(kView, std::nullopt, kNew.view())->event, StreamEvent::kInsert);
  EXPECT_EQ(record(kView, kOld.view(), kNew.view())->event, StreamEvent::kModify);
  EXPECT_EQ(record(kView, kOld.view(), std::nullopt)->event, StreamEvent::kRemove);
  EXPECT_FALSE(record(kView, kOld.view(), std::nullopt)->by_ttl);
  EXPECT_TRUE(record(kView, kOld.view(), std::nullopt, true)->by_ttl);
}

TEST(StreamViewTest, WhatChangedNothingLeavesNoRecord) {
  EXPECT_FALSE(record(StreamView::kNewAndOldImages, kOld.view(), kOld.view()));
  EXPECT_FALSE(record(StreamView::kNewAndOldImages, std::nullopt, std::nullopt));
}

TEST(StreamViewTest, ImagesAreThoseOfTheView) {
  const struct {
    StreamView view;
    bool old_image;
    bool new_image;
  } cases[] = {
      {StreamView::kKeysOnly, false, false},
      {StreamView::kOldImage, true, false},
      {StreamView::kNewImage, false, true},
      {StreamView::kNewAndOldImages, true, true},
  };
  for (const auto& c : cases) {
    const std::optional<StreamRecord> both = record(c.view, kOld.view(), kNew.view());
    EXPECT_EQ(both->keys.json(), R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
    EXPECT_EQ(both->old_image, c.old_image ? std::optional(kOld) : std::nullopt);
    EXPECT_EQ(both->new_image, c.new_image ? std::optional(kNew) : std::nullopt);
    EXPECT_FALSE(record(c.view, std::nullopt, kNew.view())->old_image);
    EXPECT_FALSE(record(c.view, kOld.view(), std::nullopt)->new_image);
  }
}

TEST(StreamViewTest, SequencesAreTextThatSorts) {
  EXPECT_EQ(sequence_text(7), "000000000000000000007");
  EXPECT_EQ(sequence_text(UINT64_MAX), "018446744073709551615");
  for (const uint64_t sequence : {uint64_t{0}, uint64_t{12345}, UINT64_MAX}) {
    EXPECT_EQ(sequence_from_text(sequence_text(sequence)), sequence);
  }
  EXPECT_LT(sequence_text(9), sequence_text(10));
}

TEST(StreamViewTest, OtherTextIsNoSequence) {
  EXPECT_EQ(outcome(sequence_from_text("7")),
            "1 validation error detected: Value '7' at 'sequenceNumber' failed to satisfy "
            "constraint: Member must have length greater than or equal to 21");
  EXPECT_EQ(outcome(sequence_from_text("00000000000000000000x")),
            "Invalid SequenceNumber: 00000000000000000000x");
  EXPECT_EQ(outcome(sequence_from_text("999999999999999999999")),
            "Invalid SequenceNumber: 999999999999999999999");
  EXPECT_EQ(outcome(sequence_from_text("-00000000000000000001")),
            "Invalid SequenceNumber: -00000000000000000001");
}

TEST(StreamViewTest, RequestsAreBounded) {
  ListStreamsRequest list;
  EXPECT_EQ(outcome(check_list_streams(list)), "ok");
  list.limit = 100;
  EXPECT_EQ(outcome(check_list_streams(list)), "ok");
  list.limit = 101;
  EXPECT_EQ(outcome(check_list_streams(list)),
            "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: "
            "Member must have value less than or equal to 100");
  list.limit = 0;
  EXPECT_NE(outcome(check_list_streams(list)), "ok");

  ReadStreamRequest read;
  EXPECT_EQ(outcome(check_read_stream(read)), "ok");
  read.limit = 1000;
  EXPECT_EQ(outcome(check_read_stream(read)), "ok");
  read.limit = 1001;
  EXPECT_EQ(outcome(check_read_stream(read)),
            "1 validation error detected: Value '1001' at 'limit' failed to satisfy constraint: "
            "Member must have value less than or equal to 1000");
  read.limit.reset();
  read.position = {StreamPosition::Kind::kAfterSequence, sequence_text(5)};
  EXPECT_EQ(outcome(check_read_stream(read)), "ok");
  read.position.sequence = "";
  EXPECT_NE(outcome(check_read_stream(read)), "ok");
}

}  // namespace
}  // namespace norn::store
