#include "apps/family/anniversaries.h"

#include <gtest/gtest.h>

#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class AnniversariesTest : public FamilyTest {
 protected:
  // "2024-02-28 birthday 20 Ada": what comes in a range.
  std::string in(const std::string& user, const std::string& from, const std::string& to) {
    std::string text;
    for (const Anniversary& one :
         must(anniversaries_of(scene.context, user, *parse_date(from), *parse_date(to))).all) {
      text += (text.empty() ? "" : ", ") + date_text(one.day) + " " +
              std::string(to_text(one.kind)) + " " + std::to_string(one.years);
      for (const SeenPerson& seen : one.people) text += " " + seen.person.first_name;
    }
    return text;
  }
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
  const Date day = *parse_date("2024-01-01");
  EXPECT_TRUE(fails(anniversaries_of(scene.context, ada, day, day - std::chrono::days(1)),
                    ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(fails(anniversaries_of(scene.context, ada, day, day + std::chrono::days(400)),
                    ErrorCode::kInvalid, "to"));
}

}  // namespace
}  // namespace norn::family
