#include "apps/family/feeds/calendar_feed.h"

#include <gtest/gtest.h>

#include "apps/family/feeds/feed_links.h"
#include "apps/family/own_person.h"
#include "apps/family/test_world.h"
#include "ical/calendar_file.h"
#include "ical/civil.h"

namespace norn::family {
namespace {

// It is 15 January 2024.
class FamilyFeedTest : public FamilyTest {
 protected:
  std::string text(const std::string& user,
                   const std::vector<AnniversaryKind>& kinds = AnniversaryQuery().kinds,
                   const std::vector<std::string_view>& languages = {}) {
    return must(calendar_feed(scene.context, kinship, user, kinds, languages));
  }
  // "2024-03-05 Anna Smith, 80": what comes in a year, one a line.
  std::string in_year(const std::string& file, const std::string& year) {
    std::string lines;
    for (const ical::CalendarItem& item : must(ical::read_calendar(file)).file.items) {
      const Date day{std::chrono::days(item.start->time.second / ical::kDaySeconds)};
      if (date_text(day).starts_with(year)) lines += date_text(day) + " " + item.summary + "\n";
    }
    return lines;
  }
  void dies(const std::string& person, const std::string& day) {
    must(scene.people.change(ada, smith, person, {.death = LifeDate{.day = day}},
                             scene.etag(ada, smith, person)));
  }
  // Anna, 80 in 2024, and Otto, a couple; their son Tom, and his daughter Mia.
  void make_family() {
    anna = scene.person(ada, smith, "Anna", "1944-03-05");
    otto = scene.person(ada, smith, "Otto", "1943-12-31", {.spouses = {{anna, {}}}});
    tom = scene.person(ada, smith, "Tom", "ABT 1970", {.parents = {{anna, {}}, {otto, {}}}});
    mia = scene.person(ada, smith, "Mia", "2023-05-01", {.parents = {{tom, {}}}});
    const Couple couple = must(scene.relationships.couple(ada, smith, anna, otto));
    must(scene.relationships.change_couple(
        ada, smith, anna, otto, {.married = LifeDate{.day = "1969-03-01"}}, couple.etag));
  }

  Kinship kinship{scene.context};
  std::string anna;
  std::string otto;
  std::string tom;
  std::string mia;
};

TEST_F(FamilyFeedTest, HasSingleDaysWithTheAgeForAYearBackAndTwoAhead) {
  make_family();
  const std::string file = text(eve);
  EXPECT_EQ(in_year(file, "2024"),
            "2024-03-01 Anna Smith and Otto Smith, married for 55 years\n"
            "2024-03-05 Anna Smith, 80\n"
            "2024-05-01 Mia Smith, 1\n"
            "2024-12-31 Otto Smith, 81\n");
  EXPECT_EQ(in_year(file, "2023"),
            "2023-03-01 Anna Smith and Otto Smith, married for 54 years\n"
            "2023-03-05 Anna Smith, 79\n"
            "2023-12-31 Otto Smith, 80\n");
  EXPECT_EQ(in_year(file, "2022"), "");
  EXPECT_EQ(in_year(file, "2026"), "") << "until the end of January";
  EXPECT_NE(file.find("TRANSP:TRANSPARENT\r\n"), std::string::npos);
  const auto items = must(ical::read_calendar(file)).file.items;
  EXPECT_EQ(std::ranges::count(items, "birthday-" + smith + "-" + anna + "-2024@norn",
                               &ical::CalendarItem::uid),
            1);
  EXPECT_NE(file.find("DTSTART;VALUE=DATE:20240305\r\n"), std::string::npos);
  EXPECT_NE(file.find("DTEND;VALUE=DATE:20240306\r\n"), std::string::npos);
}

TEST_F(FamilyFeedTest, StaysTheSameForAMonth) {
  make_family();
  const std::string file = text(ada);
  clock.advance_ms(int64_t{10} * 86'400'000);
  EXPECT_EQ(text(ada), file);
  clock.advance_ms(int64_t{50} * 86'400'000);
  EXPECT_NE(text(ada), file) << "there is a day in two years that was too far ahead";
}

TEST_F(FamilyFeedTest, NamesWhatPeopleAreToTheReader) {
  make_family();
  must(set_own_person(scene.context, eve, smith, mia));
  EXPECT_EQ(in_year(text(eve), "2024"),
            "2024-03-01 Anna Smith (grandparent) and Otto Smith (grandparent), married for 55 "
            "years\n"
            "2024-03-05 Anna Smith (grandparent), 80\n"
            "2024-05-01 Mia Smith, 1\n"
            "2024-12-31 Otto Smith (grandparent), 81\n");
  must(scene.people.change(ada, smith, anna, {.preferred_name = "Änne", .gender = Gender::kFemale},
                           scene.etag(ada, smith, anna)));
  EXPECT_EQ(in_year(text(eve, {AnniversaryKind::kBirthday}, {"fr", "de"}), "2024-03"),
            "2024-03-05 Änne Smith (Großmutter), 80\n");
}

TEST_F(FamilyFeedTest, SpeaksTheLanguageOfTheAccount) {
  make_family();
  dies(otto, "2023-02-01");
  must(scene.users.set_language(eve, "de"));
  EXPECT_EQ(in_year(text(eve, AnniversaryQuery().kinds, {"zh"}), "2024"),
            "2024-02-01 Otto Smith, vor einem Jahr gestorben\n"
            "2024-03-05 Anna Smith, 80\n"
            "2024-05-01 Mia Smith, 1\n"
            "2024-12-31 Otto Smith, vor 81 Jahren geboren\n");
  EXPECT_EQ(in_year(text(ada, AnniversaryQuery().kinds, {"zh"}), "2025"),
            "2025-02-01 Otto Smith，逝世 2 周年\n"
            "2025-03-05 Anna Smith，81 岁\n"
            "2025-05-01 Mia Smith，2 岁\n"
            "2025-12-31 Otto Smith，诞辰 82 周年\n");
  EXPECT_NE(text(eve).find("X-WR-CALNAME:Familientage\r\n"), std::string::npos);
  for (const std::string_view language : accounts::kLanguages) {
    EXPECT_NE(feed_words(language), nullptr) << language;
  }
  EXPECT_EQ(feed_words("fr"), nullptr);
}

TEST_F(FamilyFeedTest, HasOnlyTheTreesOfMembers) {
  const std::string jones = scene.tree(ada, "Jones", true);
  scene.person(ada, jones, "Jim", "1980-06-01");
  EXPECT_EQ(in_year(text(zoe), "2024"), "") << "a public tree is no reason";
  EXPECT_EQ(in_year(text(ada), "2024"), "2024-06-01 Jim Smith, 44\n");
  scene.join(jones, ada, "zoe", "read");
  EXPECT_EQ(in_year(text(zoe), "2024"), "2024-06-01 Jim Smith, 44\n");
  must(scene.members.remove(ada, jones, zoe));
  EXPECT_EQ(in_year(text(zoe), "2024"), "");
}

class FamilyFeedLinks : public FamilyTest {
 protected:
  size_t kept() {
    size_t count = 0;
    for (const store::Item& item :
         must(testing::drain(store_, testing::scan(scene.tables.norn()))).items) {
      count += apps::text_of(item, "entityType").starts_with("TREE_FEED") ? 1 : 0;
    }
    return count;
  }

  accounts::PersonFeed links = feed_links_of(scene.context);
};

TEST_F(FamilyFeedLinks, AreSecretReplacedAndEnded) {
  EXPECT_FALSE(must(links.state(ada)));
  const std::string first = must(links.create(ada));
  EXPECT_EQ(must(links.find_user(first)), ada);
  const std::string second = must(links.create(ada));
  EXPECT_FALSE(must(links.find_user(first))) << "it has ended";
  EXPECT_EQ(must(links.find_user(second)), ada);
  EXPECT_TRUE(must(links.state(ada))->last_read_at);
  EXPECT_EQ(kept(), 2u);
  for (const std::string_view wrong : {"", "x", "TREE_FEED", "#"}) {
    EXPECT_FALSE(must(links.find_user(std::string(wrong)))) << wrong;
  }
  must(links.revoke(ada));
  EXPECT_FALSE(must(links.find_user(second)));
  EXPECT_EQ(kept(), 0u);
  EXPECT_TRUE(fails(links.create("00000000-0000-4000-8000-0000000000cc"), ErrorCode::kNotFound));
}

TEST_F(FamilyFeedLinks, EndWithTheAccountAndWhenItIsTakenOver) {
  const std::string before = must(links.create(ada));
  const int64_t taken_over_ms = clock.now_ms();
  EXPECT_FALSE(must(links.end_access(ada, taken_over_ms)));
  EXPECT_FALSE(must(links.find_user(before)));
  clock.advance_ms(1'000);
  const std::string after = must(links.create(ada));
  EXPECT_FALSE(must(links.end_access(ada, taken_over_ms)));
  EXPECT_EQ(must(links.find_user(after)), ada);
  const accounts::User user{.id = ada, .email = "ada@example.com", .name = "Ada"};
  EXPECT_TRUE(must(apps::write_all(store_, must(links.on_delete(user)))));
  EXPECT_EQ(kept(), 0u);
}

}  // namespace
}  // namespace norn::family
