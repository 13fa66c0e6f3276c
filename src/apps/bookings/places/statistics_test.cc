#include "apps/bookings/places/statistics.h"

#include <fmt/format.h>

#include "apps/bookings/events/test_stays.h"

namespace norn::bookings {
namespace {

class BookingsStatistics : public StaysTest {
 protected:
  YearStatistics of(const std::string& user_id, int year = 2024) {
    return must(statistics_of(context, user_id, cottage, year));
  }
  // "bob 3 nights, 1 stays, 30000", with "*" for those who may book.
  static std::vector<std::string> rows(const YearStatistics& statistics) {
    std::vector<std::string> texts;
    for (const PersonShare& row : statistics.people) {
      texts.push_back(fmt::format("{}{} {} nights, {} stays, {}", row.name,
                                  row.is_member ? "*" : "", row.nights, row.stays, row.total));
    }
    return texts;
  }
  using Rows = std::vector<std::string>;
};

TEST_F(BookingsStatistics, CountTheNightsOfMonths) {
  put_stay(cottage, "winter", bob, stay("2024-01-30", "2024-02-03"));
  put_stay(cottage, "repair", "", stay("2024-02-10", "2024-02-15"), EventKind::kBlocked);
  const auto months = of(eve).months;
  EXPECT_EQ(months[0].nights, 31);
  EXPECT_EQ(months[0].booked, 2);
  EXPECT_EQ(months[0].blocked, 0);
  EXPECT_EQ(months[1].nights, 29);
  EXPECT_EQ(months[1].booked, 2);
  EXPECT_EQ(months[1].blocked, 5);
  EXPECT_EQ(months[2].booked, 0);
  EXPECT_EQ(months[11].nights, 31);
  EXPECT_EQ(of(eve, 2023).months[1].nights, 28);
}

TEST_F(BookingsStatistics, CountTheNightsOfPeople) {
  put_stay(cottage, "one", bob, stay("2024-03-01", "2024-03-04"));
  put_stay(cottage, "two", bob, stay("2024-04-01", "2024-04-02"));
  put_stay(cottage, "guest", "", stay("2024-05-01", "2024-05-05"));
  put_stay(cottage, "guest2", "", stay("2024-06-01", "2024-06-02"));
  put_stay(cottage, "repair", "", stay("2024-07-01", "2024-07-09"), EventKind::kBlocked);
  put_stay(boat, "sail", bob, stay("2024-08-01", "2024-08-09"));
  const YearStatistics statistics = of(eve);
  EXPECT_EQ(rows(statistics), (Rows{"Guests 5 nights, 2 stays, 50000",
                                    "bob* 4 nights, 2 stays, 40000", "ada* 0 nights, 0 stays, 0"}));
  EXPECT_EQ(statistics.people[0].user_id, std::nullopt);
  EXPECT_EQ(statistics.people[1].user_id, bob);
  EXPECT_EQ(statistics.currency, "EUR");
  EXPECT_DOUBLE_EQ(statistics.people[0].share, 5.0 / 9);
  EXPECT_DOUBLE_EQ(statistics.people[1].share, 4.0 / 9);
  EXPECT_DOUBLE_EQ(statistics.fair_nights, 2);
  EXPECT_DOUBLE_EQ(statistics.people[0].difference, 0);
  EXPECT_DOUBLE_EQ(statistics.people[1].difference, 2);
  EXPECT_DOUBLE_EQ(statistics.people[2].difference, -2);
  EXPECT_DOUBLE_EQ(statistics.fairness.value(), 0.5) << "one of two has all";
}

TEST_F(BookingsStatistics, SplitStaysAtTheNewYear) {
  Event event = put_stay(cottage, "party", bob, stay("2023-12-30", "2024-01-02"));
  event.total = 100'00;
  write(to_item(event));
  EXPECT_EQ(rows(of(ada, 2023)).at(0), "bob* 2 nights, 1 stays, 6666");
  EXPECT_EQ(rows(of(ada, 2024)).at(0), "bob* 1 nights, 1 stays, 3334");
  EXPECT_EQ(of(ada, 2023).months[11].booked, 2);
  EXPECT_EQ(of(ada, 2024).months[0].booked, 1);
  EXPECT_EQ(rows(of(ada, 2025)), (Rows{"ada* 0 nights, 0 stays, 0", "bob* 0 nights, 0 stays, 0"}));
}

TEST_F(BookingsStatistics, HaveNoSumsOfOtherCurrencies) {
  Event event = put_stay(cottage, "old", bob, stay("2024-03-01", "2024-03-04"));
  event.currency = "CHF";
  write(to_item(event));
  EXPECT_EQ(rows(of(ada)).at(0), "bob* 3 nights, 1 stays, 0");
}

TEST_F(BookingsStatistics, HaveThoseWhoHaveLeftAndThoseWhoAreGone) {
  put_stay(cottage, "past", zoe, stay("2024-03-01", "2024-03-04"));
  put_stay(cottage, "nobody", accounts::CountingIds::id_of(999), stay("2024-02-01", "2024-02-02"));
  const YearStatistics statistics = of(ada);
  EXPECT_EQ(rows(statistics),
            (Rows{"zoe 3 nights, 1 stays, 30000", "Former member 1 nights, 1 stays, 10000",
                  "ada* 0 nights, 0 stays, 0", "bob* 0 nights, 0 stays, 0"}));
  EXPECT_EQ(statistics.fairness, std::nullopt) << "no person who may book has had a night";
  EXPECT_DOUBLE_EQ(statistics.fair_nights, 0);
}

TEST_F(BookingsStatistics, AreFairWhenAllHaveTheSame) {
  put_stay(cottage, "one", bob, stay("2024-03-01", "2024-03-04"));
  put_stay(cottage, "two", ada, stay("2024-04-01", "2024-04-04"));
  EXPECT_DOUBLE_EQ(of(ada).fairness.value(), 1);
  put_stay(cottage, "three", ada, stay("2024-05-01", "2024-05-07"));
  EXPECT_DOUBLE_EQ(of(ada).fairness.value(), 12.0 * 12 / (2 * (9 * 9 + 3 * 3)));
}

TEST_F(BookingsStatistics, NameNobodyWhomTheCallerMayNotKnow) {
  join(cottage, zoe, Role::kMember);
  put_stay(cottage, "one", bob, stay("2024-03-01", "2024-03-04"));
  put_stay(cottage, "two", ada, stay("2024-04-01", "2024-04-02"));
  put_stay(cottage, "three", zoe, stay("2024-05-01", "2024-05-06"));
  put_stay(cottage, "guest", "", stay("2024-06-01", "2024-06-02"));
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const YearStatistics bobs = of(bob);
  EXPECT_EQ(rows(bobs), (Rows{"Others 6 nights, 2 stays, 60000", "bob* 3 nights, 1 stays, 30000",
                              "Guests 1 nights, 1 stays, 10000"}));
  EXPECT_EQ(bobs.people[0].user_id, std::nullopt);
  EXPECT_DOUBLE_EQ(bobs.people[0].share, 0.6);
  EXPECT_DOUBLE_EQ(bobs.fair_nights, 3);
  EXPECT_EQ(rows(of(eve)),
            (Rows{"Others 9 nights, 3 stays, 90000", "Guests 1 nights, 1 stays, 10000"}));
  EXPECT_EQ(of(ada).people.size(), 4U) << "administrators see all names";
}

TEST_F(BookingsStatistics, AreForMembersAndOfYears) {
  EXPECT_TRUE(fails(statistics_of(context, zoe, cottage, 2024), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(statistics_of(context, eve, cottage, 0), ErrorCode::kInvalid, "year"));
  EXPECT_TRUE(fails(statistics_of(context, eve, cottage, 9999), ErrorCode::kInvalid, "year"));
  EXPECT_TRUE(statistics_of(context, eve, cottage, kFirstStatisticsYear).has_value());
  EXPECT_TRUE(statistics_of(context, eve, cottage, kLastStatisticsYear).has_value());
}

// Whatever the nights are, the years of a stay cost what it costs.
TEST_F(BookingsStatistics, LoseNoCent) {
  const Access access = must(authorize(context, ada, cottage, Role::kViewer));
  for (int64_t total = 0; total < 500; total += 7) {
    for (int nights = 1; nights <= 9; ++nights) {
      const Date start = date("2023-12-28");
      const Event event = {.id = "e",
                           .place_id = cottage,
                           .title = "e",
                           .stay = {start, start + std::chrono::days(nights)},
                           .user_id = bob,
                           .total = total,
                           .created_by = bob,
                           .created_at = now(),
                           .updated_at = now()};
      int64_t sum = 0;
      for (const int year : {2023, 2024}) {
        const auto counted = count_year(access, {event}, {}, year);
        for (const PersonShare& row : counted.people) sum += row.total;
      }
      EXPECT_EQ(sum, total);
    }
  }
}

}  // namespace
}  // namespace norn::bookings
