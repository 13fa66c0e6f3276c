#include "apps/events/series/event_id.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace norn::events {
namespace {

constexpr std::string_view kUuid = "6ba7b810-9dad-41d1-80b4-00c04fd430c8";

TEST(EngineEventId, SaysOfWhatItIs) {
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

// Other programs have ids of any form, as the design's examples do.
TEST(EngineEventId, IdsOfOtherProgramsHaveAnyForm) {
  const std::string uuid(kUuid);
  const auto kind_of = [](const std::string& text) { return parse_event_id(text)->kind; };
  for (const std::string& text :
       {std::string("evt_abc123def456"), std::string("standup"), std::string("Frühstück 1"), uuid,
        "task_" + uuid, "inst_" + uuid, std::string("inst_20250229_x"),
        std::string("inst_20251224_"), std::string("inst_20251224_~"), std::string("inst_")}) {
    ASSERT_TRUE(parse_event_id(text)) << text;
    EXPECT_EQ(kind_of(text), EventId::Kind::kEvent) << text;
    EXPECT_FALSE(is_norn_id(*parse_event_id(text))) << text;
  }
  EXPECT_EQ(kind_of("mst_weekly_standup"), EventId::Kind::kMaster);
  EXPECT_FALSE(is_norn_id(*parse_event_id("mst_weekly_standup")));
  EXPECT_TRUE(is_norn_id(*parse_event_id("mst_" + uuid)));
  EXPECT_TRUE(is_norn_id(*parse_event_id("evt_" + uuid)));
}

// The id of an occurrence contains the id of its series, whatever that is.
TEST(EngineEventId, OccurrencesOfAnySeriesHaveIds) {
  for (const std::string series :
       {"mst_weekly_standup", "standup", "mst_", "mst_~x", "~x", "mst_mst_x", "a_b"}) {
    const auto read = parse_event_id(instance_id(series, "20251224"));
    ASSERT_TRUE(read) << series;
    EXPECT_EQ(read->kind, EventId::Kind::kInstance) << series;
    EXPECT_EQ(read->master_id, series);
    EXPECT_EQ(read->tag, "20251224") << series;
  }
}

// Other texts never become keys.
TEST(EngineEventId, TextsThatAreNoIds) {
  const std::string uuid(kUuid);
  const std::vector<std::string> others = {
      std::string(),
      std::string("."),
      std::string(".."),
      std::string(129, 'x'),
      "evt_" + uuid + "#",
      "evt_" + uuid + "/",
      "evt_" + uuid + std::string(1, '\0'),
      "evt_" + uuid + "\n",
      "evt_\xff",
      "evt_#" + uuid.substr(1),
      "inst_20251224#" + uuid,
      "inst_20251224T150000Z#_" + uuid,
  };
  for (const std::string& text : others) EXPECT_FALSE(parse_event_id(text)) << text;
}

TEST(EngineEventId, TagsAreDaysOrTimesThatExist) {
  EXPECT_TRUE(is_tag("20251224"));
  EXPECT_TRUE(is_tag("20251224T235959Z"));
  for (const char* text : {"", "2025122", "202512244", "20251232", "20251224T", "20251224T1500Z",
                           "20251224T150000", "2025 224", "20251224T15:00:0Z"}) {
    EXPECT_FALSE(is_tag(text)) << text;
  }
}

}  // namespace
}  // namespace norn::events
