#include "apps/events/tags.h"

#include <gtest/gtest.h>

namespace norn::events {
namespace {

using Tags = std::vector<std::string>;

TEST(EngineTags, SpellingsOfOneTagHaveOneKey) {
  EXPECT_EQ(tag_key("Work"), tag_key("wORK"));
  EXPECT_EQ(tag_key("ÄRZTE"), tag_key("ärzte"));
  EXPECT_EQ(tag_key("JO\u0308RG"), tag_key("j\u00F6rg"));
  EXPECT_NE(tag_key("work"), tag_key("works"));
  EXPECT_NE(tag_key("cafe"), tag_key("café"));
}

TEST(EngineTags, TheFirstSpellingStays) {
  EXPECT_EQ(each_tag_once({"work", "Home", "Work", "WORK", "home"}), (Tags{"Home", "work"}));
  EXPECT_EQ(each_tag_once({"b", "a"}), (Tags{"a", "b"}));
  EXPECT_EQ(each_tag_once({}), Tags{});
}

}  // namespace
}  // namespace norn::events
