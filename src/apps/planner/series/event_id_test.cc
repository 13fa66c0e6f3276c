#include "apps/planner/series/event_id.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace norn::planner {
namespace {

constexpr std::string_view kUuid = "6ba7b810-9dad-41d1-80b4-00c04fd430c8";

TEST(PlannerEventId, SaysOfWhatItIs) {
  const auto event = parse_event_id("evt_6ba7b810-9dad-41d1-80b4-00c04fd430c8");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, EventId::Kind::kEvent);
  EXPECT_EQ(event->text, event_id(kUuid));
  EXPECT_EQ(event->master_id, "");

  const auto master = parse_event_id("mst_6ba7b810-9dad-41d1-80b4-00c04fd430c8");
  ASSERT_TRUE(master);
  EXPECT_EQ(master->kind, EventId::Kind::kMaster);
  EXPECT_EQ(master->master_id, master->text);

  for (const std::string tag : {"20251224", "20251224T150000Z", "20240229", "99991231"}) {
    const auto instance = parse_event_id("inst_" + tag + "_6ba7b810-9dad-41d1-80b4-00c04fd430c8");
    ASSERT_TRUE(instance) << tag;
    EXPECT_EQ(instance->kind, EventId::Kind::kInstance);
    EXPECT_EQ(instance->tag, tag);
    EXPECT_EQ(instance->master_id, master_id(kUuid));
    EXPECT_EQ(instance_id(instance->master_id, instance->tag), instance->text);
  }
}

// Whatever else is sent can never become a key.
TEST(PlannerEventId, HasNoOtherForm) {
  const std::string uuid(kUuid);
  const std::vector<std::string> others = {
      std::string(),
      std::string("evt_"),
      std::string("evt_abc123def456"),  // The design's own examples are no UUIDs.
      std::string("mst_weekly_standup"),
      std::string("inst_20251224_xyz789"),
      uuid,
      "EVT_" + uuid,
      "evt_6BA7B810-9DAD-41D1-80B4-00C04FD430C8",
      "evt_" + uuid + " ",
      " evt_" + uuid,
      "evt_" + uuid + "#",
      "evt_" + uuid + std::string(1, '\0'),
      "evt_#" + uuid.substr(1),
      "task_" + uuid,
      "inst_" + uuid,
      "inst__" + uuid,
      "inst_20251224" + uuid,
      "inst_20251224#" + uuid,
      "inst_20251224_mst_" + uuid,
      "inst_2025-12-24_" + uuid,
      "inst_20250229_" + uuid,
      "inst_20251301_" + uuid,
      "inst_00000101_" + uuid,
      "inst_20251224T150000_" + uuid,
      "inst_20251224t150000z_" + uuid,
      "inst_20251224T250000Z_" + uuid,
      "inst_20251224T150060Z_" + uuid,  // A 60th second would be a second name of the 59th.
      "inst_+0251224_" + uuid,
      "inst_20251224T150000Z#_" + uuid,
  };
  for (const std::string& text : others) {
    EXPECT_FALSE(parse_event_id(text)) << text;
    EXPECT_FALSE(is_event_id(text)) << text;
    EXPECT_FALSE(is_master_id(text)) << text;
  }
}

TEST(PlannerEventId, TagsAreDaysOrTimesThatExist) {
  EXPECT_TRUE(is_tag("20251224"));
  EXPECT_TRUE(is_tag("20251224T235959Z"));
  for (const char* text : {"", "2025122", "202512244", "20251232", "20251224T", "20251224T1500Z",
                           "20251224T150000", "2025 224", "20251224T15:00:0Z"}) {
    EXPECT_FALSE(is_tag(text)) << text;
  }
}

}  // namespace
}  // namespace norn::planner
