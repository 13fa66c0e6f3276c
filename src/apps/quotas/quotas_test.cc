#include "apps/quotas/quotas.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"
#include "apps/accounts/users/admission.h"
#include "apps/shared/bin.h"

namespace norn::quotas {
namespace {

using testing::must;

constexpr const char* kThings = "things";
// Longer than a check may go by what it knows.
constexpr int64_t kLaterMs = 10'000;

// A thing belongs to its attribute `owner`, a person or a calendar; its sort key says of which kind
// it is, and its attribute `elsewhere` how many bytes it has elsewhere.
class ThingMeter final : public apps::Meter {
 public:
  std::string table() const override { return kThings; }
  std::optional<apps::Use> use_of(store::ItemView item) const override {
    const std::string owner = apps::text_of(item, "owner");
    if (owner.empty()) return std::nullopt;
    const bool is_event = apps::text_of(item, "SK").starts_with("EVENT#");
    return apps::Use{owner.starts_with("CAL#") ? owner : apps::of_person(owner),
                     is_event ? apps::kEventsQuota : apps::kBytesQuota,
                     apps::integer_of(item, "elsewhere")};
  }
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override {
    std::vector<std::string> things;
    for (const auto& [thing, owner] : owners) {
      if (owner == user_id) things.push_back(thing);
    }
    return things;
  }
  Result<std::vector<std::string>> owners_of(const std::string& thing) const override {
    std::vector<std::string> found;
    for (const auto& [each, owner] : owners) {
      if (each == thing) found.push_back(owner);
    }
    return found;
  }

  std::multimap<std::string, std::string> owners;  // By thing.
};

class QuotasTest : public accounts::World {
 protected:
  QuotasTest() {
    store::CreateTableRequest things = apps::single_table(kThings);
    things.stream = store::StreamView::kNewAndOldImages;
    must(apps::ensure_table(store_, things, ""));
    quotas.add(meter, readers);
    for (const char* name : {"ada", "bob"}) {
      accounts::NewUser user;
      user.email = std::string(name) + "@example.com";
      user.name = name;
      (ada.empty() ? ada : bob) = must(users.create(user)).id;
    }
  }

  void put(const std::string& sort_key, const std::string& owner, size_t size = 1) {
    must(store_.put(testing::put(
        kThings,
        {{"PK", "P"}, {"SK", sort_key}, {"owner", owner}, {"x", std::string(size, 'x')}})));
  }
  void remove(const std::string& sort_key) {
    store::DeleteRequest request;
    request.table = kThings;
    request.key = apps::key_of("P", sort_key);
    must(store_.remove(request));
  }
  // Counts everything that has happened, and forgets what checks know.
  void count() {
    must(readers.run());
    clock_.advance_ms(kLaterMs);
  }
  void forget_position() {
    store::DeleteRequest request;
    request.table = tables_.norn();
    request.key = apps::key_of("READER#things", "READER#things");
    must(store_.remove(request));
  }
  int64_t used(const std::string& user_id, std::string_view kind = apps::kEventsQuota) {
    for (const Quota& quota : must(quotas.of(user_id))) {
      if (quota.kind == kind) return quota.used.value_or(-1);
    }
    return -1;
  }
  size_t usage_items() {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
      count += apps::text_of(item, "entityType") == "USAGE" ? 1 : 0;
    }
    return count;
  }
  void allow(std::string_view kind, int64_t amount) {
    must(admission.change_settings({.quotas = {{std::string(kind), amount}}}));
    clock_.advance_ms(kLaterMs);
  }
  static bool is_reached(const Result<void>& checked, std::string_view text) {
    const Fault* const fault = checked ? nullptr : fault_of(checked.error());
    return fault != nullptr && fault->said.code() == "quotaReached" &&
           checked.error().code == ErrorCode::kForbidden &&
           checked.error().message.find(text) != std::string::npos;
  }

  accounts::CountingIds random;
  accounts::Users users{store_, tables_, clock_, random};
  accounts::Admission admission{store_, tables_, clock_, random};
  ThingMeter meter;
  Quotas quotas{store_, tables_, clock_};
  apps::TableReaders readers{store_, tables_, clock_, random, {.lease_ms = 0}};
  std::string ada;
  std::string bob;
};

TEST_F(QuotasTest, CountWhatPeopleHave) {
  put("EVENT#1", ada);
  count();
  EXPECT_EQ(used(ada), 1) << "what was there before";
  put("EVENT#2", ada, 100);
  put("EVENT#3", bob);
  put("OTHER#1", bob, 1'000);
  put("EVENT#4", "");
  count();
  EXPECT_EQ(used(ada), 2);
  EXPECT_EQ(used(bob), 1);
  EXPECT_GT(used(ada, apps::kBytesQuota), 100);
  EXPECT_GT(used(bob, apps::kBytesQuota), 1'000);
  remove("EVENT#2");
  remove("EVENT#3");
  remove("OTHER#1");
  count();
  EXPECT_EQ(used(ada), 1);
  EXPECT_EQ(used(bob), 0);
  EXPECT_EQ(used(bob, apps::kBytesQuota), 0);
  EXPECT_EQ(usage_items(), 1) << "nothing is left of who has nothing";
}

TEST_F(QuotasTest, AThingThatGoesToAnotherPersonCountsForThem) {
  put("EVENT#1", ada);
  put("EVENT#2", ada);
  count();
  put("EVENT#1", bob);
  count();
  EXPECT_EQ(used(ada), 1);
  EXPECT_EQ(used(bob), 1);
}

TEST_F(QuotasTest, ManyPeopleFitIntoTheTransactionsOfTheReader) {
  count();
  for (int i = 0; i < 150; ++i) put("EVENT#" + std::to_string(i), "p" + std::to_string(i));
  count();
  for (int i = 0; i < 150; ++i) put("EVENT#" + std::to_string(i), "q" + std::to_string(i));
  put("EVENT#0", ada);
  count();
  EXPECT_EQ(used(ada), 1);
  const auto usage = must(testing::drain(store_, testing::scan(tables_.norn()))).items;
  int64_t events = 0;
  for (const store::Item& item : usage) {
    if (apps::text_of(item, "entityType") == "USAGE") events += apps::integer_of(item, "events");
  }
  EXPECT_EQ(events, 150);
}

TEST_F(QuotasTest, EverythingIsCountedAnewWhenThePositionIsLost) {
  put("EVENT#1", ada);
  put("EVENT#2", bob);
  count();
  remove("EVENT#2");
  put("EVENT#3", ada);
  forget_position();
  apps::TableReaders other{store_, tables_, clock_, random, {.lease_ms = 0}};
  Quotas counting{store_, tables_, clock_};
  counting.add(meter, other);
  must(other.run());
  EXPECT_EQ(used(ada), 2);
  EXPECT_EQ(used(bob), 0) << "what somebody no longer has is forgotten";
}

// What a count by hand says of all owners; the USAGE items have to say the same.
using Uses = std::map<std::string, std::pair<int64_t, int64_t>>;

TEST_F(QuotasTest, WhatBelongsToAnItemAndIsElsewhereCountsWithIt) {
  const auto put_with = [&](int64_t bytes) {
    must(store_.put(testing::put(kThings, {{"PK", "P"},
                                           {"SK", "FILE#1"},
                                           {"owner", ada},
                                           {"elsewhere", store::Value::number(bytes)}})));
    count();
    return used(ada, apps::kBytesQuota);
  };
  const int64_t before = put_with(1'000);
  EXPECT_GT(before, 1'000);
  EXPECT_EQ(put_with(5'000), before + 4'000);
  forget_position();
  apps::TableReaders other{store_, tables_, clock_, random, {.lease_ms = 0}};
  Quotas counting{store_, tables_, clock_};
  counting.add(meter, other);
  must(other.run());
  EXPECT_EQ(used(ada, apps::kBytesQuota), before + 4'000);
  remove("FILE#1");
  count();
  EXPECT_EQ(used(ada, apps::kBytesQuota), 0);
}

TEST_F(QuotasTest, AreExactAfterARecountBesideWriters) {
  constexpr int kWriters = 3;
  constexpr int kWrites = 400;
  constexpr unsigned kItems = 40;
  std::atomic<int> writing = kWriters;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      std::mt19937 chance(static_cast<unsigned>(writer));
      for (int i = 0; i < kWrites; ++i) {
        const std::string sort_key =
            (chance() % 2 == 0 ? "EVENT#" : "OTHER#") + std::to_string(chance() % kItems);
        if (chance() % 3 == 0) {
          remove(sort_key);
        } else {
          put(sort_key, chance() % 2 == 0 ? ada : bob, chance() % 100);
        }
      }
      --writing;
    });
  }
  int recounts = 0;
  for (; writing > 0 || recounts < 3; ++recounts) {
    forget_position();
    apps::TableReaders other{store_, tables_, clock_, random, {.lease_ms = 0}};
    Quotas counting{store_, tables_, clock_};
    counting.add(meter, other);
    must(other.run());
    must(other.run());
    if (writing == 0) continue;
    // Some recounts find a position that others have moved.
    must(readers.run());
  }
  for (std::thread& writer : writers) writer.join();
  must(readers.run());

  Uses by_hand;
  for (const store::Item& item : must(testing::drain(store_, testing::scan(kThings))).items) {
    const auto use = meter.use_of(item);
    auto& [events, bytes] = by_hand[use->owner];
    events += use->kind == apps::kEventsQuota ? 1 : 0;
    bytes += static_cast<int64_t>(item.size_bytes());
  }
  Uses counted;
  for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
    if (apps::text_of(item, "entityType") != "USAGE") continue;
    counted[apps::text_of(item, "SK")] = {apps::integer_of(item, "events"),
                                          apps::integer_of(item, "bytes")};
  }
  EXPECT_EQ(counted, by_hand);
}

TEST_F(QuotasTest, WhatAProcessLeftOfOwnersWithNothingTheNextOneRemoves) {
  count();
  for (const int64_t bytes : {0, -5}) {
    must(store_.put(testing::put(tables_.norn(), {{"PK", "USAGE#things"},
                                                  {"SK", apps::of_person(std::to_string(bytes))},
                                                  {"entityType", "USAGE"},
                                                  {"bytes", store::Value::number(bytes)}})));
  }
  apps::TableReaders next{store_, tables_, clock_, random, {.lease_ms = 0}};
  Quotas counting{store_, tables_, clock_};
  counting.add(meter, next);
  must(next.run());
  EXPECT_EQ(usage_items(), 0);
}

TEST_F(QuotasTest, ACounterBelowZeroGivesNoRoom) {
  put("EVENT#1", ada);
  count();
  must(store_.put(testing::put(tables_.norn(), {{"PK", "USAGE#things"},
                                                {"SK", apps::of_person(ada)},
                                                {"bytes", store::Value::number(10)},
                                                {"events", store::Value::number(-7)}})));
  allow(apps::kEventsQuota, 2);
  EXPECT_EQ(must(quotas.room(ada, apps::kEventsQuota)), 2);
  EXPECT_EQ(used(ada), 0);
}

TEST_F(QuotasTest, TheBytesOfAThingCountForItsOwners) {
  allow(apps::kBytesQuota, 500);
  meter.owners = {{"CAL#1", ada}, {"CAL#2", ada}};
  put("EVENT#1", "CAL#1", 300);
  put("EVENT#2", "CAL#2", 300);
  count();
  EXPECT_GT(used(ada, apps::kBytesQuota), 600);
  EXPECT_EQ(used(ada), 0) << "the events are the calendar's";
  EXPECT_TRUE(is_reached(quotas.check_new_in("CAL#1", apps::kEventsQuota), "`bytes` is reached"));
  EXPECT_TRUE(is_reached(quotas.check_change_in("CAL#2"), "`bytes` is reached"));
  EXPECT_TRUE(is_reached(quotas.check_new(ada, apps::kCalendarsQuota), "`bytes` is reached"));
  meter.owners.emplace("CAL#1", bob);
  meter.owners.emplace("CAL#3", bob);
  clock_.advance_ms(kLaterMs);
  EXPECT_TRUE(quotas.check_new_in("CAL#1", apps::kEventsQuota)) << "bob has room";
  EXPECT_FALSE(quotas.check_new_in("CAL#2", apps::kEventsQuota));
  EXPECT_TRUE(quotas.check_new_in("CAL#3", apps::kEventsQuota));
  must(quotas.change(ada, {{"bytes", 10'000}}));
  EXPECT_TRUE(quotas.check_new_in("CAL#2", apps::kEventsQuota)) << "ada has more than others";
  put("EVENT#3", "CAL#4", 600);
  count();
  EXPECT_FALSE(quotas.check_change_in("CAL#4")) << "nobody's";
}

TEST_F(QuotasTest, ReachedOnesAreNamed) {
  allow(apps::kEventsQuota, 2);
  put("EVENT#1", ada);
  count();
  EXPECT_TRUE(quotas.check_new(ada, apps::kEventsQuota));
  EXPECT_TRUE(is_reached(quotas.check_new(ada, apps::kEventsQuota, 2), "`events` is reached"));
  EXPECT_EQ(must(quotas.room(ada, apps::kEventsQuota)), 1);
  put("EVENT#2", ada);
  count();
  EXPECT_TRUE(
      is_reached(quotas.check_new(ada, apps::kEventsQuota), "2 of 2 events of the planner"));
  EXPECT_TRUE(quotas.check_new(ada, apps::kSeriesQuota)) << "another kind";
  EXPECT_TRUE(quotas.check_new(bob, apps::kEventsQuota)) << "another person";
  EXPECT_TRUE(quotas.check_change(ada)) << "what is there can be changed";
  EXPECT_EQ(must(quotas.room(ada, apps::kEventsQuota)), 0);
}

TEST_F(QuotasTest, WithoutBytesNothingIsMadeOrChanged) {
  allow(apps::kBytesQuota, 500);
  put("EVENT#1", ada, 600);
  count();
  EXPECT_TRUE(is_reached(quotas.check_new(ada, apps::kEventsQuota), "`bytes` is reached"));
  EXPECT_TRUE(is_reached(quotas.check_change(ada), "of 500 bytes"));
  remove("EVENT#1");
  count();
  EXPECT_TRUE(quotas.check_change(ada));
}

TEST_F(QuotasTest, OfAPersonGoBeforeThoseOfTheServer) {
  allow(apps::kEventsQuota, 1);
  put("EVENT#1", ada);
  count();
  must(quotas.change(ada, {{"events", 2}, {"series", 0}}));
  EXPECT_TRUE(quotas.check_new(ada, apps::kEventsQuota));
  EXPECT_TRUE(is_reached(quotas.check_new(ada, apps::kSeriesQuota), "0 of 0 series"));
  EXPECT_TRUE(quotas.check_new(bob, apps::kSeriesQuota));
  must(quotas.change(ada, {{"events", std::nullopt}}));
  EXPECT_FALSE(quotas.check_new(ada, apps::kEventsQuota));
  EXPECT_FALSE(quotas.check_new(ada, apps::kSeriesQuota)) << "stays as it is";
  EXPECT_EQ(quotas.change("nobody", {{"events", 2}}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(quotas.of("nobody").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(quotas.change(ada, {{"entries", 2}}).error().code, ErrorCode::kInvalid);
}

TEST_F(QuotasTest, AThingHasThoseOfTheServer) {
  put("EVENT#1", ada);
  allow(apps::kEventsQuota, 1);
  EXPECT_TRUE(quotas.check_new_in("CAL#1", apps::kEventsQuota));
  allow(apps::kEventsQuota, 0);
  EXPECT_TRUE(is_reached(quotas.check_new_in("CAL#1", apps::kEventsQuota), "0 of 0"));
  EXPECT_TRUE(quotas.check_change_in("CAL#1"));
}

TEST_F(QuotasTest, StaysAreCountedOnlyForThoseWithMany) {
  EXPECT_TRUE(quotas.check_new_stay(
      ada, []() -> Result<int64_t> { return fail(ErrorCode::kInternal, "not called"); }));
  allow(apps::kStaysQuota, 0);
  EXPECT_TRUE(is_reached(quotas.check_new_stay(ada, [] { return Result<int64_t>(3); }),
                         "3 of 0 stays ahead in one place"));
}

TEST_F(QuotasTest, SettingsOfOtherProgramsThatAreNoneAreIgnored) {
  must(store_.put(testing::put(tables_.norn(), {{"PK", accounts::keys::kSettings},
                                                {"SK", accounts::keys::kSettings},
                                                {"quotas", store::Map{{"events", "many"}}}})));
  EXPECT_TRUE(quotas.check_new(ada, apps::kEventsQuota));
}

TEST_F(QuotasTest, TheBinCountsByItsBytesUntilItIsGone) {
  apps::Sweeps sweeps(store_, tables_, clock_, ids_, {});
  const apps::Bin bin(store_, tables_, clock_, sweeps);
  meter.owners.emplace("CAL#c", ada);
  const auto put_into_bin = [&](const std::string& owner, const std::string& id) {
    std::vector<apps::Action> actions;
    const store::Item item =
        store::Item::from_map({{"PK", "P"}, {"SK", id}, {"x", std::string(10'000, 'x')}});
    must(bin.add({.owner = owner, .id = id, .kind = "entry", .items = {{kThings, item}}}, actions));
    ASSERT_TRUE(must(apps::write_all(store_, std::move(actions))));
  };
  const auto bytes = [&](const std::string& user) { return must(quotas.of(user)).front().used; };
  put_into_bin(apps::of_person(ada), "a");
  const int64_t one = bytes(ada).value();
  EXPECT_GT(one, 10'000);
  EXPECT_LT(one, 13'000);
  put_into_bin("CAL#c", "b");
  EXPECT_GT(bytes(ada), one + 10'000) << "of what they own, too";
  EXPECT_EQ(bytes(bob), 0);
  must(bin.remove("CAL#c", "b"));
  EXPECT_EQ(bytes(ada), one);
  clock_.advance_ms(int64_t{apps::kBinDays + 1} * 86'400'000);
  EXPECT_EQ(bytes(ada), 0) << "what has expired counts for nothing";
}

}  // namespace
}  // namespace norn::quotas
