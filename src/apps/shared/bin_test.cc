#include "apps/shared/bin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

constexpr int64_t kTestDayMs = 86'400'000;
const std::string kOwner = "CAL#home";

class BinTest : public ::testing::Test {
 protected:
  BinTest() {
    must(ensure_table(store, single_table("norn"), "ttl"));
    must(store.create_table(single_table("things")));
    sweeps.add("thing", [this](const std::string& subject) -> Result<bool> {
      swept.push_back(subject);
      return false;
    });
  }

  static store::Item thing(const std::string& id, store::Map more = {}) {
    more.merge(store::Map{{"PK", "P"}, {"SK", id}, {"title", "Title of " + id}});
    return store::Item::from_map(more);
  }

  static Deletion deletion(const std::string& id, const store::Item& item) {
    return {.owner = kOwner,
            .id = id,
            .kind = "entry",
            .title = text_of(item, "title"),
            .deleted_by = "ada",
            .items = {{"things", item}}};
  }

  void put(const store::Item& item) {
    store::PutRequest request;
    request.table = "things";
    request.item = item;
    must(store.put(request));
  }

  // Deletes a thing, as an app does.
  void remove(const Deletion& deletion) {
    std::vector<Action> actions;
    for (const BinnedItem& binned : deletion.items) {
      store::DeleteRequest request;
      request.table = binned.table;
      request.key = store::Item::subset(binned.item, {"PK", "SK"});
      request.condition = "attribute_exists(PK)";
      actions.emplace_back(request);
    }
    must(bin.add(deletion, actions));
    ASSERT_TRUE(must(write_all(store, std::move(actions))));
    clock.advance_ms(1'000);
  }

  // Returns false if a condition failed.
  Result<bool> restore(const std::string& id) {
    NORN_ASSIGN(const Binned binned, bin.find(kOwner, id));
    std::vector<Action> actions;
    for (const BinnedItem& each : binned.items) {
      store::PutRequest request;
      request.table = each.table;
      request.item = each.item;
      request.condition = "attribute_not_exists(PK)";
      actions.emplace_back(request);
    }
    bin.take(binned, actions);
    return write_all(store, std::move(actions));
  }

  std::vector<store::Item> all(const std::string& table) {
    return must(testing::drain(store, testing::scan(table))).items;
  }

  std::vector<std::string> listed() {
    std::vector<std::string> found;
    for (const Binned& binned : must(bin.list(kOwner, 100, "")).things) found.push_back(binned.id);
    return found;
  }

  bool is_missing(const std::string& id) {
    const auto found = bin.find(kOwner, id);
    return !found && found.error().code == ErrorCode::kNotFound;
  }

  int64_t bytes() {
    store::GetRequest request;
    request.table = "norn";
    request.key = Bin::usage_key(kOwner);
    const auto found = must(store.get(request));
    return found.item ? Bin::bytes_in(*found.item, clock.now_ms()) : 0;
  }

  ManualClock clock{1'705'314'600'000};
  testing::ModelStore inner{clock};
  testing::InterruptedStore store{inner};
  RandomIds ids;
  Sweeps sweeps{store, TableNames(), clock, ids, {}};
  Bin bin{store, TableNames(), clock, sweeps};
  std::vector<std::string> swept;
};

using Texts = std::vector<std::string>;

TEST_F(BinTest, WhatWasDeletedComesBackByteForByte) {
  const store::Item item =
      thing("a", {{"note", "\"quoted\" \n äöü 漢字 \x01"},
                  {"count", store::Value::number(12)},
                  {"nothing", store::Null{}},
                  {"deep", store::List{store::Map{{"x", store::Value::boolean(true)}}}}});
  put(item);
  remove(deletion("a", item));
  EXPECT_TRUE(all("things").empty());
  const Binned found = must(bin.find(kOwner, "a"));
  EXPECT_EQ(found.title, "Title of a");
  EXPECT_EQ(found.deleted_by, "ada");
  EXPECT_EQ(found.expires_ms(), found.deleted_ms + kBinDays * kTestDayMs);
  EXPECT_GT(bytes(), 0);
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things"), std::vector<store::Item>{item});
  EXPECT_TRUE(is_missing("a"));
  EXPECT_EQ(bytes(), 0);
  EXPECT_TRUE(listed().empty());
}

TEST_F(BinTest, WhatIsTooLargeForOneItemIsInSeveral) {
  std::string text;
  while (text.size() < 390'000) text += "日本";  // Escapes and characters of three bytes.
  const store::Item item = thing("a", {{"text", text}});
  const store::Item other = thing("b", {{"text", text}});
  put(item);
  put(other);
  Deletion both = deletion("a", item);
  both.items.push_back({"things", other});
  remove(both);
  EXPECT_EQ(must(bin.find(kOwner, "a")).parts, 2);
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things").size(), 2);
  EXPECT_EQ(all("norn").size(), 3) << "the usage, and that Ada was named";
}

TEST_F(BinTest, ListsTheLatestFirstPageByPage) {
  for (const char* const id : {"a", "b", "c", "d", "e"}) {
    put(thing(id));
    remove(deletion(id, thing(id)));
  }
  const BinPage first = must(bin.list(kOwner, 2, ""));
  ASSERT_EQ(first.things.size(), 2);
  EXPECT_EQ(first.things[0].id + first.things[1].id, "ed");
  const BinPage second = must(bin.list(kOwner, 2, first.next));
  EXPECT_EQ(second.things[0].id + second.things[1].id, "cb");
  const BinPage last = must(bin.list(kOwner, 2, second.next));
  EXPECT_EQ(last.things.size(), 1);
  EXPECT_EQ(last.next, "");
  EXPECT_FALSE(bin.list(kOwner, 2, std::string(1'000, 'x')));
  EXPECT_TRUE(must(bin.list("CAL#other", 2, "")).things.empty());
}

TEST_F(BinTest, EverythingExpiresAfterThirtyDays) {
  put(thing("a"));
  remove(deletion("a", thing("a")));
  clock.advance_ms(kBinDays * kTestDayMs - 2'000);
  EXPECT_EQ(listed(), Texts{"a"});
  clock.advance_ms(1'000);
  // The store may delete it later.
  EXPECT_TRUE(listed().empty());
  EXPECT_TRUE(is_missing("a"));
  EXPECT_EQ(bin.remove(kOwner, "a").error().code, ErrorCode::kNotFound);
  const int64_t now_s = clock.now_ms() / 1000;
  for (const store::Item& item : all("norn")) {
    const int64_t ttl_s = integer_of(item, "ttl");
    EXPECT_GT(ttl_s, 0) << item.json();
    EXPECT_LE(ttl_s, now_s + kTestDayMs / 1000) << item.json();
  }
}

TEST_F(BinTest, ADeletionOfTheSameIdReplacesTheOneBefore) {
  for (const char* const title : {"first", "second"}) {
    put(thing("a", {{"title", title}}));
    remove(deletion("a", thing("a", {{"title", title}})));
  }
  EXPECT_EQ(listed(), Texts{"a"});
  EXPECT_EQ(must(bin.find(kOwner, "a")).title, "second");
  must(bin.remove(kOwner, "a"));
  EXPECT_EQ(bytes(), 0);
}

TEST_F(BinTest, WhatIsRestoredTwiceIsRestoredOnce) {
  put(thing("a"));
  remove(deletion("a", thing("a")));
  bool first = false;
  store.before_write([&] { first = must(restore("a")); });
  EXPECT_FALSE(must(restore("a")));
  EXPECT_TRUE(first);
  EXPECT_EQ(all("things").size(), 1);
}

TEST_F(BinTest, WhatIsDeletedForGoodMeanwhileIsNotRestored) {
  put(thing("a"));
  remove(deletion("a", thing("a")));
  store.before_write([&] { must(bin.remove(kOwner, "a")); });
  EXPECT_FALSE(must(restore("a")));
  EXPECT_TRUE(all("things").empty());
  EXPECT_TRUE(is_missing("a"));
}

TEST_F(BinTest, TheSweepWaitsForAsLongAsItCanBeRestored) {
  for (const char* const id : {"a", "b", "c"}) {
    put(thing(id));
    Deletion large = deletion(id, thing(id));
    large.sweep = BinSweep{"thing", id};
    remove(large);
  }
  must(sweeps.run());
  EXPECT_TRUE(swept.empty());
  ASSERT_TRUE(must(restore("a")));
  must(bin.remove(kOwner, "b"));
  must(sweeps.run());
  EXPECT_EQ(swept, Texts{"b"}) << "what is deleted for good is swept at once";
  clock.advance_ms(kBinDays * kTestDayMs);
  must(sweeps.run());
  EXPECT_EQ(swept, (Texts{"b", "c"})) << "and what has expired, then";
}

// Another process whose clock is ahead has begun the sweep.
TEST_F(BinTest, WhatIsBeingSweptIsNotRestored) {
  put(thing("a"));
  Deletion large = deletion("a", thing("a"));
  large.sweep = BinSweep{"thing", "a"};
  remove(large);
  store.before_write([&] {
    ManualClock ahead{clock.now_ms() + kBinDays * kTestDayMs};
    Sweeps other(store, TableNames(), ahead, ids, {});
    other.add("thing", [](const std::string&) -> Result<bool> { return false; });
    must(other.run());
  });
  EXPECT_FALSE(must(restore("a")));
  EXPECT_TRUE(all("things").empty());
}

TEST_F(BinTest, EmptyingDeletesHoweverMuchThereIs) {
  for (int i = 0; i < 120; ++i) {
    const std::string id = fmt::format("thing-{}", i);
    put(thing(id));
    Deletion each = deletion(id, thing(id));
    if (i % 3 == 0) each.sweep = BinSweep{"thing", id};
    remove(each);
  }
  // One of them is restored at that moment.
  store.before_write([&] { ASSERT_TRUE(must(restore("thing-3"))); });
  must(bin.empty(kOwner));
  EXPECT_TRUE(listed().empty());
  EXPECT_EQ(all("things").size(), 1);
  EXPECT_EQ(bytes(), 0);
  must(sweeps.run());
  EXPECT_EQ(swept.size(), 39);
  EXPECT_EQ(std::ranges::count(swept, "thing-3"), 0);
}

TEST_F(BinTest, NothingIsLeftOfAPersonInTheBinsOfOthers) {
  for (const char* const id : {"a", "b"}) {
    const store::Item item = thing(id, {{"createdBy", "bob"}, {"updatedBy", "eve"}});
    put(item);
    Deletion each = deletion(id, item);
    each.deleted_by = "bob";
    remove(each);
  }
  Deletion own = deletion("own", thing("own"));
  own.owner = "USER#bob";
  put(thing("own"));
  remove(own);
  while (must(bin.forget("bob"))) {
  }
  for (const store::Item& item : all("norn")) {
    EXPECT_EQ(item.json().find("bob"), std::string_view::npos) << item.json();
  }
  EXPECT_EQ(must(bin.find(kOwner, "a")).deleted_by, "");
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things"), std::vector<store::Item>{thing("a", {{"updatedBy", "eve"}})})
      << "everything else is as it was";
}

TEST_F(BinTest, WhatIsRestoredDoesNotNameAPersonWhoWasForgottenMeanwhile) {
  const store::Item item = thing("a", {{"createdBy", "bob"}, {"updatedBy", "eve"}});
  put(item);
  remove(deletion("a", item));
  store.before_write([&] {
    while (must(bin.forget("bob"))) {
    }
  });
  EXPECT_FALSE(must(restore("a"))) << "the copy that was read still names bob";
  store.before_write([&] {
    while (must(bin.forget("eve"))) {
    }
  });
  EXPECT_FALSE(must(restore("a")));
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things"), std::vector<store::Item>{thing("a")});
}

// Each writes the whole content, and so would write the other's name again.
TEST_F(BinTest, TwoPeopleWhoAreForgottenAtOnceAreBothForgotten) {
  const store::Item item = thing("a", {{"createdBy", "bob"}, {"updatedBy", "eve"}});
  put(item);
  remove(deletion("a", item));
  store.before_write([&] {
    while (must(bin.forget("eve"))) {
    }
  });
  while (must(bin.forget("bob"))) {
  }
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things"), std::vector<store::Item>{thing("a")});
}

TEST_F(BinTest, TheBinOfSomethingThatIsGoneIsSweptToTheLastItem) {
  for (int i = 0; i < 130; ++i) {
    const std::string id = fmt::format("thing-{}", i);
    put(thing(id));
    remove(deletion(id, thing(id)));
  }
  while (must(bin.sweep(kOwner))) {
  }
  EXPECT_TRUE(all("norn").empty());
}

TEST_F(BinTest, TheSweepOfAReplacedDeletionIsCalledOff) {
  for (int round = 0; round < 2; ++round) {
    put(thing("a"));
    Deletion large = deletion("a", thing("a"));
    large.sweep = BinSweep{"thing", "a"};
    remove(large);
    clock.advance_ms(kTestDayMs);
  }
  clock.advance_ms((kBinDays - 2) * kTestDayMs);
  must(sweeps.run());
  EXPECT_TRUE(swept.empty()) << "the first deletion has expired, and not the second";
  EXPECT_EQ(listed(), Texts{"a"});
  clock.advance_ms(2 * kTestDayMs);
  must(sweeps.run());
  EXPECT_EQ(swept, Texts{"a"});
}

TEST_F(BinTest, TwoPeopleAreForgottenAtOnce) {
  // More than one part: the names are in the last one.
  const store::Item item =
      thing("a", {{"createdBy", "bob"}, {"note", std::string(390'000, 'x')}, {"updatedBy", "eve"}});
  put(item);
  remove(deletion("a", item));
  store.before_write([&] {
    while (must(bin.forget("eve"))) {
    }
  });
  while (must(bin.forget("bob"))) {
  }
  for (const store::Item& each : all("norn")) {
    for (const char* const name : {"bob", "eve"}) {
      EXPECT_EQ(each.json().find(name), std::string_view::npos) << name;
    }
  }
  ASSERT_TRUE(must(restore("a")));
}

// What was read before a person was forgotten is not restored with their name.
TEST_F(BinTest, NobodyWhoIsForgottenMeanwhileIsRestored) {
  const store::Item item = thing("a", {{"createdBy", "bob"}});
  put(item);
  remove(deletion("a", item));
  store.before_write([&] {
    while (must(bin.forget("bob"))) {
    }
  });
  EXPECT_FALSE(must(restore("a")));
  ASSERT_TRUE(must(restore("a")));
  EXPECT_EQ(all("things"), std::vector<store::Item>{thing("a")});
}

TEST_F(BinTest, IdsOfOtherProgramsAreListedPageByPage) {
  std::string base;
  for (int i = 0; i < 127; ++i) base += "😀";
  for (const char* const end : {"1", "2", "3"}) {
    put(thing(base + end));
    remove(deletion(base + end, thing(base + end)));
  }
  std::string after;
  size_t found = 0;
  do {
    const BinPage page = must(bin.list(kOwner, 1, after));
    found += page.things.size();
    after = page.next;
  } while (!after.empty());
  EXPECT_EQ(found, 3);
}

}  // namespace
}  // namespace norn::apps
