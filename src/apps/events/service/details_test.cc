#include "apps/events/service/details.h"

#include "apps/events/limits.h"

#include <gtest/gtest.h>

#include "apps/accounts/test_world.h"
#include "support/replies.h"

namespace norn::events {
namespace {

using accounts::fails;
using testing::must;

constexpr int64_t kNow = 1'700'000'000;

Details base() {
  Details details;
  details.title = "Standup";
  return details;
}

Result<Details> changed(const DetailsChange& change) {
  return applied(base(), change, kNow);
}

TEST(EngineDetails, AbsentMembersStayAndNullClears) {
  Details old = base();
  old.description = "Daily";
  old.location = "Zoom";
  old.color = "#22c55e";
  EXPECT_EQ(must(applied(old, {}, kNow)), old);
  DetailsChange clear;
  clear.description = std::optional<std::string>();
  clear.location = std::optional<std::string>();
  clear.color = std::optional<std::string>();
  EXPECT_EQ(must(applied(old, clear, kNow)), base());
}

TEST(EngineDetails, TagsAndRemindersAreInOrderAndEachOnce) {
  DetailsChange change;
  change.tags = {"work", "é", "Work", "a", "É"};
  change.reminder_minutes = {60, 0, 15, 60, kMaxReminderMinutes};
  const Details details = must(changed(change));
  EXPECT_EQ(details.tags, (std::vector<std::string>{"a", "work", "é"}));
  EXPECT_EQ(details.reminder_minutes, (std::vector<int64_t>{0, 15, 60, kMaxReminderMinutes}));
}

TEST(EngineDetails, Colors) {
  for (const char* const good : {"#22c55e", "#4285F4", "#000000"}) {
    DetailsChange change;
    change.color = good;
    EXPECT_EQ(must(changed(change)).color, good);
  }
  for (const char* const bad : {"", "22c55e", "#22c55", "#22c55e0", "#22c55g", "red"}) {
    DetailsChange change;
    change.color = bad;
    EXPECT_TRUE(fails(changed(change), ErrorCode::kInvalid, "color")) << bad;
  }
}

TEST(EngineDetails, Titles) {
  DetailsChange change;
  change.title = "";
  EXPECT_TRUE(fails(changed(change), ErrorCode::kInvalid, "title"));
}

TEST(EngineDetails, Tags) {
  const auto with = [](std::vector<std::string> tags) {
    DetailsChange change;
    change.tags = std::move(tags);
    return changed(change);
  };
  const auto several = [](size_t count) {
    std::vector<std::string> tags;
    for (size_t i = 0; i < count; ++i) tags.push_back(std::to_string(i));
    return tags;
  };
  std::string fifty;
  for (int i = 0; i < 50; ++i) fifty += "é";
  EXPECT_TRUE(with({fifty}));
  EXPECT_TRUE(fails(with({fifty + "é"}), ErrorCode::kInvalid, "tags"));
  EXPECT_TRUE(fails(with({""}), ErrorCode::kInvalid, "tags"));
  EXPECT_TRUE(fails(with({"two\nlines"}), ErrorCode::kInvalid, "tags"));
  EXPECT_TRUE(with(several(kMaxTags)));
  EXPECT_TRUE(fails(with(several(kMaxTags + 1)), ErrorCode::kInvalid, "tags"));
}

TEST(EngineDetails, Reminders) {
  const auto with = [](std::vector<int64_t> minutes) {
    DetailsChange change;
    change.reminder_minutes = std::move(minutes);
    return changed(change);
  };
  EXPECT_TRUE(fails(with({-1}), ErrorCode::kInvalid, "reminderMinutes"));
  EXPECT_TRUE(fails(with({kMaxReminderMinutes + 1}), ErrorCode::kInvalid, "reminderMinutes"));
  EXPECT_TRUE(with({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10}));
  EXPECT_TRUE(
      fails(with({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), ErrorCode::kInvalid, "reminderMinutes"));
}

TEST(EngineDetails, Links) {
  const auto with = [](std::vector<Link> links) {
    DetailsChange change;
    change.links = std::move(links);
    return changed(change);
  };
  const std::string longest(100, 'x');
  EXPECT_TRUE(with({{"evt_1", "One"}, {"A-Z_09", std::nullopt}, {longest, std::string(200, 'x')}}));
  for (const std::string& bad :
       {std::string(), longest + "x", std::string("a#b"), std::string("a b"), std::string("é")}) {
    EXPECT_TRUE(fails(with({{bad, std::nullopt}}), ErrorCode::kInvalid, "links")) << bad;
  }
  EXPECT_TRUE(fails(with({{"a", std::string(201, 'x')}}), ErrorCode::kInvalid, "links"));
  EXPECT_TRUE(fails(with({{"a", "1"}, {"b", "2"}, {"a", "3"}}), ErrorCode::kInvalid, "links"));
  std::vector<Link> many;
  for (size_t i = 0; i < kMaxLinks; ++i) many.push_back({std::to_string(i), std::nullopt});
  EXPECT_TRUE(with(many));
  many.push_back({"more", std::nullopt});
  EXPECT_TRUE(fails(with(many), ErrorCode::kInvalid, "links"));
}

TEST(EngineDetails, TimesToLive) {
  const auto with = [](std::optional<int64_t> ttl, Details old = base()) {
    DetailsChange change;
    change.ttl = ttl;
    return applied(old, change, kNow);
  };
  EXPECT_EQ(must(with(kNow + 1)).ttl, kNow + 1);
  EXPECT_TRUE(fails(with(kNow), ErrorCode::kInvalid, "ttl"));
  Details old = base();
  old.ttl = kNow + 5;
  EXPECT_EQ(must(with(std::nullopt, old)).ttl, std::nullopt);
}

}  // namespace
}  // namespace norn::events
