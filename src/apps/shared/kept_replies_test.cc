#include "apps/shared/kept_replies.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"

namespace norn::apps {
namespace {

// Things have owners, and may change them.
void owner_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (image) owners.push_back(text_of(*image, "owner"));
  }
}

class KeptRepliesTest : public ::testing::Test {
 protected:
  KeptRepliesTest() {
    store::CreateTableRequest table = testing::table("things", "id:S");
    table.stream = store::StreamView::kNewAndOldImages;
    EXPECT_TRUE(store_.create_table(table));
  }

  void keep(const std::string& owner, std::string body, const std::string& key = "march") {
    const auto moment = kept_.moment();
    ASSERT_TRUE(moment);
    kept_.keep(owner, key, *moment, std::move(body), "tag");
  }

  std::string found(const std::string& owner, const std::string& key = "march") {
    const auto reply = kept_.find(owner, key);
    return reply ? reply->body.text() : "nothing";
  }

  void put(const std::string& id, const std::string& owner) {
    ASSERT_TRUE(store_.put(testing::put("things", {{"id", id}, {"owner", owner}})));
  }

  ManualClock clock_{1'700'000'000'000};
  testing::ModelStore store_{clock_};
  KeptReplies kept_{store_, "things", 1500, owner_of};  // Of which compressed forms have a third.
};

TEST_F(KeptRepliesTest, AReplyIsGivenAgainWhileNothingHasChanged) {
  EXPECT_EQ(found("a"), "nothing");
  keep("a", "march");
  EXPECT_EQ(found("a"), "march");
  EXPECT_EQ(found("b"), "nothing");
  EXPECT_EQ(found("a", "april"), "nothing");
  keep("a", "april", "april");
  keep("a", "March");
  EXPECT_EQ(found("a"), "March");
  EXPECT_EQ(found("a", "april"), "april");
}

TEST_F(KeptRepliesTest, AChangeOfTheOwnerEndsAllOfThem) {
  put("1", "b");
  for (const char* owner : {"a", "b"}) {  // It moves away; then it comes back.
    keep("b", "before");
    keep("b", "before", "april");
    put("1", owner);
    EXPECT_EQ(found("b"), "nothing") << owner;
    EXPECT_EQ(found("b", "april"), "nothing") << owner;
  }
  keep("b", "before");
  ASSERT_TRUE(store_.remove(testing::remove("things", {{"id", "1"}})));
  EXPECT_EQ(found("b"), "nothing");
}

TEST_F(KeptRepliesTest, AChangeWhileItIsMadeEndsIt) {
  const auto moment = kept_.moment();
  ASSERT_TRUE(moment);
  put("1", "a");
  kept_.keep("a", "march", *moment, "may have it or not", "tag");
  EXPECT_EQ(found("a"), "nothing");
  kept_.keep("b", "march", *moment, "has it", "tag");
  EXPECT_EQ(found("b"), "has it");
}

TEST_F(KeptRepliesTest, ChangesOfOthersDoNotEndIt) {
  keep("a", "march");
  for (int i = 0; i < 2500; ++i) put("other", "b" + std::to_string(i));
  EXPECT_EQ(found("a"), "march");
}

TEST_F(KeptRepliesTest, WhatHasChangedLongAgoMayBeForgottenAndIsNotGuessedAt) {
  keep("c", "march");
  const auto moment = kept_.moment();
  put("1", "a");
  for (int i = 0; i < 10'000; ++i) {
    put("other", "b" + std::to_string(i));
    if (i % 1000 != 0) continue;
    ASSERT_EQ(found("c"), "march");  // Reads what is new.
  }
  kept_.keep("a", "march", *moment, "old", "tag");
  EXPECT_EQ(found("a"), "nothing");
}

TEST_F(KeptRepliesTest, AStreamThatIsOffKeepsNothing) {
  keep("a", "march");
  ASSERT_TRUE(store_.update_table(testing::change_stream("things", std::nullopt)));
  EXPECT_EQ(found("a"), "nothing");
  EXPECT_FALSE(kept_.moment());
  put("1", "a");
  ASSERT_TRUE(
      store_.update_table(testing::change_stream("things", store::StreamView::kNewAndOldImages)));
  EXPECT_EQ(found("a"), "nothing");
  keep("a", "march");
  EXPECT_EQ(found("a"), "march");
}

TEST_F(KeptRepliesTest, TheOldestGoWhenThereIsNoMoreRoom) {
  for (const char* owner : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    keep(owner, std::string(120, *owner));
  }
  EXPECT_EQ(found("a"), std::string(120, 'a'));  // Used: no longer the oldest.
  keep("i", std::string(120, 'i'));
  EXPECT_EQ(found("b"), "nothing");
  EXPECT_EQ(found("a"), std::string(120, 'a'));
  keep("j", std::string(126, 'j'));  // More than its share.
  EXPECT_EQ(found("j"), "nothing");
}

TEST_F(KeptRepliesTest, NothingIsKeptWithoutRoom) {
  KeptReplies none(store_, "things", 0, owner_of);
  EXPECT_FALSE(none.moment());
}

}  // namespace
}  // namespace norn::apps
