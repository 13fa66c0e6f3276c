#include "apps/shared/idempotency.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
#include "base/ids.h"
#include "base/sha256.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

constexpr int64_t kStartMs = 1'705'314'600'123;

class IdempotencyTest : public ::testing::Test {
 protected:
  IdempotencyTest() { must(store_.create_table(single_table("norn"))); }

  static Creation creation() {
    return {.user_id = "ada", .operation = "createEntry", .key = "my # key", .digest = "d1"};
  }
  // Makes `id` in a transaction; false when that was refused.
  bool make(const Creation& creation, std::string_view id) {
    const auto action = idempotency_.remember(creation, id);
    return action && store_.transact_write(testing::transaction({*action})).has_value();
  }

  ManualClock clock_{kStartMs};
  testing::ModelStore store_{clock_};
  Idempotency idempotency_{store_, {}, clock_};
};

TEST_F(IdempotencyTest, RemembersWhatWasMade) {
  EXPECT_EQ(must(idempotency_.find(creation())), std::nullopt);
  EXPECT_TRUE(make(creation(), "entry-1"));
  EXPECT_EQ(must(idempotency_.find(creation())), "entry-1");
  EXPECT_FALSE(make(creation(), "entry-2"));
  const std::string key = "IDEMPOTENCY#ada#createEntry#" + sha256_hex("my # key");
  const auto stored = must(store_.get(testing::get("norn", {{"PK", key}, {"SK", key}})));
  ASSERT_TRUE(stored.item);
  EXPECT_EQ(stored.item->json(), testing::item({{"PK", key},
                                                {"SK", key},
                                                {"entityType", "IDEMPOTENCY"},
                                                {"userId", "ada"},
                                                {"operation", "createEntry"},
                                                {"digest", "d1"},
                                                {"resultId", "entry-1"},
                                                {"createdAt", "2024-01-15T10:30:00.123Z"},
                                                {"ttl", testing::num(kStartMs / 1000 + 86'400)}})
                                     .json());
}

TEST_F(IdempotencyTest, AKeyIsForOneContent) {
  EXPECT_TRUE(make(creation(), "entry-1"));
  Creation other = creation();
  other.digest = "d2";
  const auto found = idempotency_.find(other);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kUnprocessable);
}

TEST_F(IdempotencyTest, AKeyIsOfOnePersonAndOneOperation) {
  EXPECT_TRUE(make(creation(), "entry-1"));
  Creation somebody = creation();
  somebody.user_id = "eve";
  somebody.digest = "d2";
  EXPECT_EQ(must(idempotency_.find(somebody)), std::nullopt);
  Creation something = creation();
  something.operation = "createCalendar";
  EXPECT_EQ(must(idempotency_.find(something)), std::nullopt);
  EXPECT_TRUE(make(somebody, "entry-2"));
  EXPECT_TRUE(make(something, "calendar-1"));
}

TEST_F(IdempotencyTest, WithoutAKeyNothingIsRemembered) {
  Creation unnamed = creation();
  unnamed.key = "";
  EXPECT_FALSE(idempotency_.remember(unnamed, "entry-1"));
  EXPECT_EQ(must(idempotency_.find(unnamed)), std::nullopt);
}

TEST_F(IdempotencyTest, ForgetsAfterADayAlsoWhenTheItemIsStillThere) {
  EXPECT_TRUE(make(creation(), "entry-1"));
  clock_.advance_ms(86'399'000);
  EXPECT_EQ(must(idempotency_.find(creation())), "entry-1");
  EXPECT_FALSE(make(creation(), "entry-2"));
  clock_.advance_ms(1000);
  EXPECT_EQ(must(idempotency_.find(creation())), std::nullopt);
  EXPECT_TRUE(make(creation(), "entry-2"));
  EXPECT_EQ(must(idempotency_.find(creation())), "entry-2");
}

TEST(IdFromKeyTest, IsTheSameForTheSameUserContainerAndKey) {
  const Creation creation = {
      .user_id = "ada", .operation = "createBooking", .key = "my # key", .digest = "d1"};
  const std::string id = id_from_key(creation, "cottage");
  EXPECT_TRUE(is_uuid(id)) << id;
  EXPECT_EQ(id[14], '8');  // Its version.
  EXPECT_EQ(id, id_from("cottage#ada#my # key"));
  Creation other = creation;
  other.digest = "d2";
  EXPECT_EQ(id_from_key(other, "cottage"), id);
  EXPECT_NE(id_from_key(creation, "boat"), id);
  other.user_id = "eve";
  EXPECT_NE(id_from_key(other, "cottage"), id);
}

TEST(IdFromKeyTest, AThingOfOtherContentIsRefused) {
  const Creation creation = {
      .user_id = "ada", .operation = "createBooking", .key = "key", .digest = "d1"};
  EXPECT_TRUE(check_same_content(creation, "d1").has_value());
  const auto refused = check_same_content(creation, "d2");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnprocessable);
}

}  // namespace
}  // namespace norn::apps
