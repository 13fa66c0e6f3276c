#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

Tags numbered_tags(int first, int count) {
  Tags tags;
  for (int i = first; i < first + count; ++i) tags.emplace(std::to_string(i), "value");
  return tags;
}

}  // namespace

TEST_P(StoreContract, TagsAreSetChangedAndRemoved) {
  const std::string name = make_table("pk:S");
  EXPECT_EQ(must(db().list_tags(name)), Tags{});
  must(db().change_tags({name, {{"stage", "test"}, {"owner", ""}, {"7 +-=._:/@", " "}}, {}}));
  EXPECT_EQ(must(db().list_tags(name)),
            (Tags{{"stage", "test"}, {"owner", ""}, {"7 +-=._:/@", " "}}));
  must(db().change_tags({name, {{"stage", "production"}}, {}}));
  must(db().change_tags({name, {}, {"owner", "7 +-=._:/@", "never there"}}));
  EXPECT_EQ(must(db().list_tags(name)), (Tags{{"stage", "production"}}));
}

TEST_P(StoreContract, TagsCanComeWithTheTable) {
  CreateTableRequest request = table("", "pk:S");
  request.tags = {{"stage", "test"}, {"größe", "klein"}};
  const std::string name = make_table(request);
  EXPECT_EQ(must(db().list_tags(name)), request.tags);
}

TEST_P(StoreContract, TagsStayWhenTheTableChanges) {
  CreateTableRequest request = table("", "pk:S");
  request.tags = {{"stage", "test"}};
  const std::string name = make_table(request);
  UpdateTableRequest protect;
  protect.table = name;
  protect.deletion_protection = true;
  update_table(protect);
  EXPECT_EQ(must(db().list_tags(name)), request.tags);
  protect.deletion_protection = false;
  update_table(protect);
}

TEST_P(StoreContract, TagsOfATableThatIsNotThereAreAnError) {
  const std::string name = unique_name();
  EXPECT_EQ(db().list_tags(name).error().code, ErrorCode::kResourceNotFound);
  const Result<void> changed = db().change_tags({name, {{"a", "b"}}, {}});
  ASSERT_FALSE(changed.has_value());
  EXPECT_EQ(changed.error().code, ErrorCode::kResourceNotFound);
}

TEST_P(StoreContract, AtMostFiftyTags) {
  const std::string name = make_table("pk:S");
  must(db().change_tags({name, numbered_tags(0, 30), {}}));
  must(db().change_tags({name, numbered_tags(10, 40), {}}));
  EXPECT_TRUE(is_invalid(db().change_tags({name, numbered_tags(50, 1), {}}),
                         "Number of Tags exceed the current limit for the provided ResourceArn"));
  EXPECT_EQ(must(db().list_tags(name)), numbered_tags(0, 50));
}

TEST_P(StoreContract, TagsThatAreNoTagsAreRefused) {
  const std::string name = make_table("pk:S");
  must(db().change_tags({name, {{std::string(128, 'k'), std::string(256, 'v')}}, {}}));
  const Tags before = must(db().list_tags(name));
  for (const Tags& bad :
       {Tags{{"", "v"}}, Tags{{std::string(129, 'k'), "v"}}, Tags{{"k", std::string(257, 'v')}},
        Tags{{"aws:k", "v"}}, Tags{{"->>;-)])", "v"}}, Tags{{"k", "#!%%^$$&"}}}) {
    const Result<void> changed = db().change_tags({name, bad, {}});
    ASSERT_FALSE(changed.has_value()) << bad.begin()->first << " " << bad.begin()->second;
    EXPECT_EQ(changed.error().code, ErrorCode::kValidation);
  }
  EXPECT_EQ(must(db().list_tags(name)), before);
}

}  // namespace norn::testing
