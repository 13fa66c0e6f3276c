#include "apps/shared/person_move.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using store::Map;
using testing::must;

constexpr int64_t kBeginMs = 1'700'000'000'000;

class PersonMoveTest : public ::testing::Test {
 protected:
  PersonMoveTest() { EXPECT_TRUE(store_.create_table(testing::table("things", "PK:S SK:S"))); }

  void put(const Map& attributes) { must(store_.put(testing::put("things", attributes))); }
  std::string json(std::string_view pk, std::string_view sk) {
    const auto found = must(store_.get(testing::get("things", {{"PK", pk}, {"SK", sk}})));
    return found.item ? std::string(found.item->json()) : std::string();
  }
  static std::string json_of(const Map& attributes) {
    return std::string(testing::item(attributes).json());
  }
  // All parts, as one.
  PersonMove::Part move(bool writes = true) {
    PersonMove move(store_, keys_, "old", "new");
    PersonMove::Part all;
    std::optional<store::Item> after;
    do {
      PersonMove::Part part = must(move.part(after, writes));
      for (const auto& [kind, count] : part.moved) all.moved[kind] += count;
      all.kept.insert(all.kept.end(), part.kept.begin(), part.kept.end());
      after = part.next;
    } while (after);
    return all;
  }

  ManualClock clock_{kBeginMs};
  testing::ModelStore store_{clock_};
  PersonKeys keys_{.table = "things",
                   .prefixes = {"USER#", "MEMBER#"},
                   .attributes = {"userId", "mentions", "ownerId"},
                   .owner_attribute = "ownerId",
                   .member_prefix = "MEMBER#"};
};

TEST_F(PersonMoveTest, RenamesThePersonInKeysAndIds) {
  const Map guests = {{"userId", "old"}, {"name", "old"}};
  const struct {
    Map before, after;
  } rows[] = {
      {{{"PK", "USER#old"}, {"SK", "TASK#1"}}, {{"PK", "USER#new"}, {"SK", "TASK#1"}}},
      {{{"PK", "USER#old"}, {"SK", "EVENT#1"}, {"GSI1PK", "USER#old#2026"}},
       {{"PK", "USER#new"}, {"SK", "EVENT#1"}, {"GSI1PK", "USER#new#2026"}}},
      {{{"PK", "CAL#1"}, {"SK", "MEMBER#old"}, {"role", "owner"}},
       {{"PK", "CAL#1"}, {"SK", "MEMBER#new"}, {"role", "owner"}}},
      {{{"PK", "T#1"}, {"SK", "T#1"}, {"userId", "old"}},
       {{"PK", "T#1"}, {"SK", "T#1"}, {"userId", "new"}}},
      {{{"PK", "T#2"}, {"SK", "T#2"}, {"guests", store::List{guests}}},
       {{"PK", "T#2"},
        {"SK", "T#2"},
        {"guests", store::List{Map{{"userId", "new"}, {"name", "old"}}}}}},
      {{{"PK", "T#3"}, {"SK", "T#3"}, {"mentions", store::List{"other", "old"}}},
       {{"PK", "T#3"}, {"SK", "T#3"}, {"mentions", store::List{"other", "new"}}}},
      {{{"PK", "T#4"}, {"SK", "T#4"}, {"mentions", store::StringSet::make({"old", "other"})}},
       {{"PK", "T#4"}, {"SK", "T#4"}, {"mentions", store::StringSet::make({"new", "other"})}}},
  };
  for (const auto& row : rows) put(row.before);
  EXPECT_EQ(move(false).moved["(item)"], 7);
  for (const auto& row : rows) {
    EXPECT_EQ(json(row.before.at("PK").as<std::string>(), row.before.at("SK").as<std::string>()),
              json_of(row.before))
        << "nothing was written";
  }
  const PersonMove::Part done = move();
  EXPECT_EQ(done.moved.at("(item)"), 7);
  EXPECT_TRUE(done.kept.empty());
  for (const auto& row : rows) {
    EXPECT_EQ(json(row.after.at("PK").as<std::string>(), row.after.at("SK").as<std::string>()),
              json_of(row.after));
  }
  EXPECT_EQ(must(store_.scan(testing::scan("things"))).items.size(), 7U) << "none is left behind";
  EXPECT_TRUE(move().moved.empty()) << "again";
}

TEST_F(PersonMoveTest, LeavesWhatIsOfOthers) {
  const Map rows[] = {
      {{"PK", "USER#older"}, {"SK", "TASK#1"}},
      {{"PK", "USER#ol"}, {"SK", "TASK#1"}},
      {{"PK", "CAL#old"}, {"SK", "CAL#old"}, {"title", "old"}},
      {{"PK", "T#1"}, {"SK", "MEMBER#x#old"}, {"userId", "older"}, {"mentions", Map{}}},
  };
  for (const Map& row : rows) put(row);
  const PersonMove::Part done = move();
  EXPECT_TRUE(done.moved.empty());
  EXPECT_TRUE(done.kept.empty());
  EXPECT_EQ(must(store_.scan(testing::scan("things"))).items.size(), 4U);
}

TEST_F(PersonMoveTest, KeepsAndNamesWhatTheAccountHasAlready) {
  const Map old_member = {{"PK", "P#1"}, {"SK", "MEMBER#old"}, {"role", "OWNER"}};
  const Map new_member = {{"PK", "P#1"}, {"SK", "MEMBER#new"}, {"role", "VIEWER"}};
  const Map project = {{"PK", "P#1"}, {"SK", "P#1"}, {"ownerId", "old"}};
  for (const Map& row : {old_member, new_member, project}) put(row);
  for (const bool writes : {false, true}) {
    const PersonMove::Part done = move(writes);
    EXPECT_TRUE(done.moved.empty()) << "the owner stays one who is a member";
    EXPECT_EQ(done.kept, std::vector<std::string>{"P#1 MEMBER#old"});
  }
  EXPECT_EQ(json("P#1", "MEMBER#old"), json_of(old_member));
  EXPECT_EQ(json("P#1", "MEMBER#new"), json_of(new_member));
  EXPECT_EQ(json("P#1", "P#1"), json_of(project));
}

TEST_F(PersonMoveTest, AnOwnerIsNamedAfterTheirMembershipHasMoved) {
  put({{"PK", "P#1"}, {"SK", "MEMBER#old"}, {"role", "OWNER"}});
  put({{"PK", "P#1"}, {"SK", "P#1"}, {"ownerId", "old"}});
  EXPECT_EQ(move(false).moved.at("(item)"), 2);
  EXPECT_EQ(move().moved.at("(item)"), 2);
  EXPECT_EQ(json("P#1", "P#1"), json_of({{"PK", "P#1"}, {"SK", "P#1"}, {"ownerId", "new"}}));
}

TEST_F(PersonMoveTest, GoesOnFromPartToPart) {
  const int64_t count = PersonMove::kMaxLooked + 50;
  for (int64_t i = 0; i < count; ++i) {
    put({{"PK", "USER#old"}, {"SK", "TASK#" + std::to_string(i)}, {"entityType", "TASK"}});
  }
  PersonMove interrupted(store_, keys_, "old", "new");
  EXPECT_EQ(must(interrupted.part(std::nullopt, true)).moved.at("TASK"), PersonMove::kMaxLooked);
  EXPECT_EQ(move().moved.at("TASK"), count - PersonMove::kMaxLooked) << "begun again";
}

}  // namespace
}  // namespace norn::apps
