#include "apps/family/anniversaries.h"

#include <gtest/gtest.h>

#include "apps/family/own_person.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class AnniversariesTest : public FamilyTest {
 protected:
  // "2024-02-28 birthday 20 Ada": what comes in a range.
  std::string in(const std::string& user, const std::string& from, const std::string& to) {
    std::string text;
    for (const Anniversary& one :
         must(anniversaries_of(scene.context, kinship, user, query(from, to))).all) {
      text += (text.empty() ? "" : ", ") + date_text(one.day) + " " +
              std::string(to_text(one.kind)) + " " + std::to_string(one.years);
      for (const AnniversaryPerson& person : one.people) {
        text += " " + person.seen.person.first_name;
        if (!person.kinship.empty()) text += "=" + person.kinship;
      }
    }
    return text;
  }
  AnniversaryQuery query(const std::string& from, const std::string& to) {
    return {.from = *parse_date(from), .to = *parse_date(to)};
  }

  Kinship kinship{scene.context};
};

TEST_F(AnniversariesTest, OfAllTreesOfAPerson) {
  const std::string anna = scene.person(ada, smith, "Anna", "1944-03-05");
  const std::string otto =
      scene.person(ada, smith, "Otto", "1943-12-31", {.spouses = {{anna, {}}}});
  const Couple couple = must(scene.relationships.couple(ada, smith, anna, otto));
  must(scene.relationships.change_couple(ada, smith, anna, otto,
                                         {.married = LifeDate{.day = "1970-03-01"}}, couple.etag));
  scene.person(ada, smith, "About", "ABT 1950");
  scene.person(bob, scene.tree(bob, "Jones"), "Leap", "2004-02-29");
  EXPECT_EQ(in(ada, "2024-01-01", "2024-12-30"),
            "2024-03-01 wedding 54 Anna Otto, 2024-03-05 birthday 80 Anna");
  EXPECT_EQ(in(bob, "2023-12-31", "2024-03-01"),
            "2023-12-31 birthday 80 Otto, 2024-02-29 birthday 20 Leap, "
            "2024-03-01 wedding 54 Anna Otto");
  EXPECT_EQ(in(bob, "2025-02-01", "2025-02-28"), "2025-02-28 birthday 21 Leap");
  EXPECT_EQ(in(ada, "1944-03-05", "1944-03-05"), "") << "the day itself is no anniversary";
  EXPECT_EQ(in(zoe, "2024-01-01", "2024-12-31"), "");
  must(scene.people.change(ada, smith, otto, {.death = LifeDate{.day = "2020-03-02"}},
                           scene.etag(ada, smith, otto)));
  EXPECT_EQ(in(eve, "2024-03-01", "2024-03-05"),
            "2024-03-02 deathDay 4 Otto, 2024-03-05 birthday 80 Anna");
  EXPECT_TRUE(
      fails(anniversaries_of(scene.context, kinship, ada, query("2024-01-01", "2023-12-31")),
            ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(
      fails(anniversaries_of(scene.context, kinship, ada, query("2024-01-01", "2027-12-31")),
            ErrorCode::kInvalid, "to"));
}

TEST_F(AnniversariesTest, OfChosenKinds) {
  const std::string anna = scene.person(ada, smith, "Anna", "1944-03-05");
  must(scene.people.change(ada, smith, anna, {.death = LifeDate{.day = "2020-03-06"}},
                           scene.etag(ada, smith, anna)));
  AnniversaryQuery asked = query("2024-03-01", "2024-03-31");
  asked.kinds = {AnniversaryKind::kDeathDay};
  const Anniversaries found = must(anniversaries_of(scene.context, kinship, ada, asked));
  ASSERT_EQ(found.all.size(), 1u);
  EXPECT_EQ(found.all.front().kind, AnniversaryKind::kDeathDay);
  EXPECT_EQ(anniversary_kind_from("deathDay"), AnniversaryKind::kDeathDay);
  EXPECT_FALSE(anniversary_kind_from("DeathDay"));
}

TEST_F(AnniversariesTest, SayWhatPeopleAreToTheReader) {
  const std::string anna = scene.person(ada, smith, "Anna", "1944-03-05");
  const std::string otto =
      scene.person(ada, smith, "Otto", "1970-03-06", {.parents = {{anna, {}}}});
  const std::string mia = scene.person(ada, smith, "Mia", "2000-03-07", {.parents = {{otto, {}}}});
  scene.person(ada, smith, "Zed", "1950-03-08");
  must(set_own_person(scene.context, bob, smith, mia));
  EXPECT_EQ(in(bob, "2024-03-01", "2024-03-31"),
            "2024-03-05 birthday 80 Anna=grandparent, 2024-03-06 birthday 54 Otto=parent, "
            "2024-03-07 birthday 24 Mia, 2024-03-08 birthday 74 Zed");
  EXPECT_EQ(in(ada, "2024-03-05", "2024-03-05"), "2024-03-05 birthday 80 Anna")
      << "everybody is somebody else";
  AnniversaryQuery asked = query("2024-03-05", "2024-03-05");
  asked.language = "de";
  EXPECT_EQ(
      must(anniversaries_of(scene.context, kinship, bob, asked)).all.front().people.front().kinship,
      "Großelternteil");
  scene.remove(ada, smith, mia);
  EXPECT_EQ(in(bob, "2024-03-05", "2024-03-05"), "2024-03-05 birthday 80 Anna");
}

TEST_F(AnniversariesTest, KeepTheNearestIfThereAreTooMany) {
  // Three years of each: 5,100 days, of which 100 are too many.
  constexpr size_t kPeople = 1'700;
  for (size_t i = 0; i < kPeople; ++i) {
    const std::string id = "p" + std::to_string(i);
    scene.put({{"PK", keys::user(ada)},
               {"SK", keys::person(id)},
               {"PersonId", id},
               {"TreeId", smith},
               {"FirstName", "P"},
               {"LastName", "Q"},
               {"BirthDate", "1990-06-15"},
               {"GSI2PK", keys::tree(smith)},
               {"GSI2SK", keys::person(id)}});
  }
  AnniversaryQuery asked = query("2023-01-01", "2025-12-31");
  asked.nearest_to = *parse_date("2023-06-16");
  const Anniversaries found = must(anniversaries_of(scene.context, kinship, ada, asked));
  EXPECT_TRUE(found.is_cut);
  ASSERT_EQ(found.all.size(), kMaxAnniversaries);
  const auto in_year = [&](const std::string& day) {
    return std::ranges::count(found.all, *parse_date(day), &Anniversary::day);
  };
  EXPECT_EQ(in_year("2023-06-15"), 1'700);
  EXPECT_EQ(in_year("2024-06-15"), 1'700);
  EXPECT_EQ(in_year("2025-06-15"), 1'600) << "the farthest are left out";
}

}  // namespace
}  // namespace norn::family
