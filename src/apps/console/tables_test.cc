#include "apps/console/tables.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/accounts/test_world.h"
#include "apps/console/sentences.h"

namespace norn::console {
namespace {

using testing::must;

class ConsoleTablesTest : public accounts::World {
 protected:
  ConsoleTablesTest() {
    store::CreateTableRequest things = apps::single_table("things");
    apps::add_index(things, "BySecret", "secret", "SK");
    apps::add_index(things, "ByName", "name", "SK");
    must(apps::ensure_table(store_, things, ""));
  }

  void put(const std::string& table, const store::Map& item) {
    must(store_.put(testing::put(table, item)));
  }
  // The sort keys of a page, as they are shown.
  std::vector<std::string> keys_of(const Page& page) {
    std::vector<std::string> keys;
    for (const apps::Shown& each : page.items) keys.push_back(apps::text_of(each.item, "SK"));
    return keys;
  }
  template <typename T>
  std::string code_of(const Result<T>& result) {
    const Fault* const fault = result ? nullptr : fault_of(result.error());
    return fault != nullptr ? std::string(fault->said.code()) : "none";
  }

  Tables tables_shown_{store_, tables_, ids_, false};
};

TEST_F(ConsoleTablesTest, TablesOfOthersInTheSameStoreAreNotThere) {
  const apps::TableNames home{.prefix = "home-"};
  for (const char* const name : {"home-norn", "home-things", "office-things"}) {
    must(apps::ensure_table(store_, apps::single_table(name), ""));
  }
  const auto names_of = [](Tables& tables) {
    std::vector<std::string> names;
    for (const TableFacts& each : must(tables.list())) names.push_back(each.table.schema.name);
    return names;
  };
  const auto answer_of = [&](Tables& tables, const std::string& table) {
    const store::Item item = testing::item({{"PK", "A"}, {"SK", "B"}});
    EXPECT_EQ(code_of(tables.page({.table = table})), code_of(tables.changes(table, {})));
    EXPECT_EQ(code_of(tables.page({.table = table})), code_of(tables.put(table, item, {})));
    return code_of(tables.page({.table = table}));
  };
  Tables of_home(store_, home, ids_, true);
  EXPECT_EQ(names_of(of_home), (std::vector<std::string>{"home-norn", "home-things"}));
  EXPECT_EQ(answer_of(of_home, "home-things"), "none");
  EXPECT_EQ(answer_of(of_home, "office-things"), "consoleTableNotFound");
  EXPECT_EQ(answer_of(of_home, "things"), "consoleTableNotFound");
  // Without a prefix, those that are known.
  Tables of_known(store_, tables_, ids_, true, {"norn", "things"});
  EXPECT_EQ(names_of(of_known), (std::vector<std::string>{"norn", "things"}));
  EXPECT_EQ(answer_of(of_known, "home-things"), "consoleTableNotFound");
}

TEST_F(ConsoleTablesTest, ASortConditionOnHiddenKeysIsComparedWithWhatIsShown) {
  const std::string low = "SESSION#" + std::string(64, '1');
  const std::string high = "SESSION#" + std::string(64, 'e');
  for (const std::string& key : {low, high, std::string("ACCOUNT")}) {
    put("norn",
        {{"PK", "USER#1"}, {"SK", key}, {"entityType", key == "ACCOUNT" ? "ACCOUNT" : "SESSION"}});
  }
  PageQuestion question{.table = "norn", .partition = "USER#1"};
  question.sort = {.op = "<", .values = {"SESSION#8"}, .field = "sort.values"};
  EXPECT_EQ(code_of(tables_shown_.page(question)), "keyHidden");
  question.sort->values = {"SESSION$"};
  EXPECT_EQ(keys_of(must(tables_shown_.page(question))),
            (std::vector<std::string>{"ACCOUNT", "SESSION#(hidden)", "SESSION#(hidden)"}));
  question.sort = {.op = ">", .values = {"SESSION"}, .field = "sort.values"};
  question.limit = 1;
  const Page page = must(tables_shown_.page(question));
  EXPECT_EQ(keys_of(page), std::vector<std::string>{"SESSION#(hidden)"});
  ASSERT_TRUE(page.after);
  question.after = page.after;
  EXPECT_EQ(keys_of(must(tables_shown_.page(question))),
            std::vector<std::string>{"SESSION#(hidden)"});
}

TEST_F(ConsoleTablesTest, AnIndexOnAHiddenAttributeIsNotRead) {
  put("things", {{"PK", "A"}, {"SK", "1"}, {"secret", "s"}, {"name", "n"}});
  PageQuestion question{.table = "things", .index = "BySecret", .partition = "s"};
  EXPECT_EQ(code_of(tables_shown_.page(question)), "indexHidden");
  question.partition.reset();
  EXPECT_EQ(code_of(tables_shown_.page(question)), "indexHidden");
  question.index = "ByName";
  const Page page = must(tables_shown_.page(question));
  ASSERT_EQ(page.items.size(), 1U);
  EXPECT_EQ(page.items[0].hidden, std::vector<std::string>{"secret"});
}

TEST_F(ConsoleTablesTest, APageWithAFilterLooksAtAThousandItems) {
  for (int i = 0; i < 1'050; ++i) {
    put("things", {{"PK", "A"}, {"SK", fmt::format("{:04}", i)}, {"n", store::Value::number(i)}});
  }
  PageQuestion question{.table = "things", .partition = "A"};
  question.filter = {
      {.attribute = "n", .op = ">=", .values = {store::Value::number(1'049)}, .field = "value"}};
  Page page = must(tables_shown_.page(question));
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.scanned, Tables::kMaxScanned);
  ASSERT_TRUE(page.after);
  question.after = page.after;
  page = must(tables_shown_.page(question));
  EXPECT_EQ(keys_of(page), std::vector<std::string>{"1049"});
  EXPECT_EQ(page.scanned, 50);
  EXPECT_FALSE(page.after);
}

TEST_F(ConsoleTablesTest, APageEndsBeforeItGetsTooLong) {
  const std::string text(300'000, 'x');
  for (int i = 0; i < 8; ++i) {
    put("things", {{"PK", "A"}, {"SK", std::to_string(i)}, {"text", text}});
  }
  size_t items = 0;
  PageQuestion question{.table = "things"};
  do {
    const Page page = must(tables_shown_.page(question));
    EXPECT_LE(page.items.size(), 4U);
    items += page.items.size();
    question.after = page.after;
  } while (question.after);
  EXPECT_EQ(items, 8U);
}

TEST_F(ConsoleTablesTest, APositionIsOpenedByAnotherProcessAndByNothingElse) {
  for (const char* const key : {"1", "2"}) put("things", {{"PK", "A"}, {"SK", key}});
  PageQuestion question{.table = "things", .partition = "A", .limit = 1};
  question.after = must(tables_shown_.page(question)).after;
  ASSERT_TRUE(question.after);
  Tables other(store_, tables_, ids_, false);
  EXPECT_EQ(keys_of(must(other.page(question))), std::vector<std::string>{"2"});
  std::string& after = *question.after;
  after[after.size() / 2] = after[after.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_EQ(code_of(other.page(question)), "cursorInvalid");
}

}  // namespace
}  // namespace norn::console
