#include "apps/bookings/events/test_events.h"

// What people see: lists, hidden names, and quotes.
namespace norn::bookings {
namespace {

using Texts = std::vector<std::string>;

class BookingsLists : public EventsTest {
 protected:
  static Texts titles(const std::vector<EventFor>& events) {
    Texts all;
    for (const EventFor& one : events) all.push_back(one.event.title);
    return all;
  }
};

TEST_F(BookingsLists, ListsHaveWhatOverlaps) {
  set(cottage, [](PlaceSettings& settings) { settings.max_nights = kMaxNights; });
  EventInput longest;
  longest.stay = {date("2026-06-30") - std::chrono::days(98), date("2026-07-01")};
  longest.title = "longest";
  book(bob, longest);
  EventInput input = booking("2026-07-01", "2026-07-02");
  input.title = "second";
  book(bob, input);
  input = booking("2026-07-02", "2026-07-05");
  input.title = "third";
  book(bob, input);
  const auto list = [&](const char* from, const char* to) {
    return titles(must(events.list(eve, cottage, date(from), date(to))));
  };
  EXPECT_EQ(list("2026-06-30", "2026-07-01"), Texts{"longest"});
  EXPECT_EQ(list("2026-07-01", "2026-07-02"), Texts{"second"});
  EXPECT_EQ(list("2026-06-30", "2026-07-03"), (Texts{"longest", "second", "third"}));
  EXPECT_EQ(list("2026-07-04", "2026-12-01"), Texts{"third"});
  EXPECT_EQ(list("2026-07-05", "2026-12-01"), Texts());
  EXPECT_EQ(list("2026-07-05", "2026-07-05"), Texts());
  EXPECT_TRUE(fails(events.list(zoe, cottage, date("2026-07-01"), date("2026-07-02")),
                    ErrorCode::kNotFound));
}

TEST_F(BookingsLists, ListsOfAllPlacesAndOfOnesOwn) {
  book(bob, "2026-07-05", "2026-07-06");
  book(ada, "2026-07-02", "2026-07-03", boat);
  book(bob, "2026-07-01", "2026-07-02", boat);
  const Date from = date("2026-07-01");
  const Date to = date("2026-08-01");
  EXPECT_EQ(titles(must(events.list_everywhere(eve, from, to))), (Texts{"bob", "ada", "bob"}));
  EXPECT_EQ(titles(must(events.list_own(bob, from, to))), (Texts{"bob", "bob"}));
  EXPECT_EQ(titles(must(events.list_own(eve, from, to))), Texts());
  EXPECT_EQ(titles(must(events.list_everywhere(zoe, from, to))), Texts());
}

TEST_F(BookingsLists, NamesCanBeHidden) {
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  EventInput input = booking("2026-07-01", "2026-07-03");
  input.note = "a secret";
  const Event of_ada = book(ada, input);
  const Event of_bob = book(bob, "2026-07-05", "2026-07-06");
  book(ada, blocked("2026-07-07", "2026-07-08"));
  const auto seen = must(events.list(bob, cottage, date("2026-07-01"), date("2026-08-01")));
  EXPECT_EQ(titles(seen), (Texts{"Taken", "bob", "Blocked"}));
  EXPECT_FALSE(seen[0].may_know);
  EXPECT_FALSE(seen[0].may_change);
  EXPECT_EQ(seen[0].event.user_id, std::nullopt);
  EXPECT_EQ(seen[0].event.note, std::nullopt);
  EXPECT_EQ(seen[0].event.total, 0);
  EXPECT_EQ(seen[0].event.created_by, "");
  EXPECT_EQ(seen[0].event.stay, of_ada.stay);
  EXPECT_TRUE(seen[1].may_know);
  EXPECT_TRUE(seen[1].may_change);
  EXPECT_EQ(must(events.get(bob, cottage, of_ada.id)).event.title, "Taken");
  EXPECT_EQ(must(events.get(ada, cottage, of_bob.id)).event.title, "bob");
  const auto refused = try_book(bob, booking("2026-07-02", "2026-07-04"));
  ASSERT_TRUE(breaks(refused, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(fault_in(refused.error()).taken, R"([{"night":"2026-07-02"}])");
  EXPECT_EQ(refused.error().message.find("ada"), std::string::npos);
}

TEST_F(BookingsLists, AQuoteSaysWhatItCostsAndWhatIsInTheWay) {
  const Event event = book(ada, "2026-07-03", "2026-07-05");
  const auto quote = [&](const char* start, const char* end,
                         const std::optional<std::string>& instead = std::nullopt) {
    return events.quote(eve, cottage, stay(start, end), instead);
  };
  const QuoteFor free = must(quote("2026-07-01", "2026-07-03"));
  EXPECT_EQ(free.quote.total, 200'00);
  EXPECT_TRUE(free.taken.empty());
  EXPECT_FALSE(free.refusal);
  const QuoteFor taken = must(quote("2026-07-01", "2026-07-04"));
  EXPECT_EQ(titles(taken.taken), Texts{"ada"});
  const QuoteFor long_one = must(quote("2026-07-01", "2026-08-04"));
  EXPECT_EQ(long_one.refusal->code(), kTooLong.code);
  EXPECT_EQ(
      long_one.refusal->text(),
      "Counted in nights, the longest stay here is 30, and this is 34. Choose a later arrival "
      "or an earlier departure.");
  EXPECT_EQ(long_one.quote.total, 34 * 100'00);
  EXPECT_EQ(must(quote("2024-01-10", "2024-01-20")).refusal->code(), kInThePast.code);
  EXPECT_TRUE(breaks(quote("2026-07-04", "2026-07-04"), ErrorCode::kInvalid, kEndNotAfterStart));
  EXPECT_TRUE(must(quote("2026-07-04", "2026-07-08", event.id)).taken.empty());
  EXPECT_TRUE(fails(quote("2026-07-04", "2026-07-08", "none"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(events.quote(zoe, cottage, stay("2026-07-01", "2026-07-02"), std::nullopt),
                    ErrorCode::kNotFound));
}

// A quote for something that moves looks at the nights that change, and no others.
TEST_F(BookingsLists, AQuoteForAStayThatMoves) {
  const Event event = book(bob, "2024-01-15", "2024-01-18");
  clock.advance_ms(int64_t{86'400'000});
  const auto quote = [&](const char* start, const char* end) {
    return must(events.quote(bob, cottage, stay(start, end), event.id));
  };
  EXPECT_FALSE(quote("2024-01-15", "2024-01-18").refusal);
  EXPECT_FALSE(quote("2024-01-15", "2024-01-20").refusal);
  EXPECT_EQ(quote("2024-01-16", "2024-01-20").refusal->code(), kInThePast.code);
  const Event roof = book(ada, blocked("2026-01-01", "2026-03-01"));
  EXPECT_FALSE(must(events.quote(ada, cottage, stay("2026-01-01", "2026-03-05"), roof.id)).refusal);
}

TEST_F(BookingsLists, HaveABound) {
  book(bob, "2026-07-01", "2026-07-02");
  book(bob, "2026-07-02", "2026-07-03", boat);
  book(bob, "2026-07-03", "2026-07-04");
  Events bounded(context, 2);
  EXPECT_EQ(must(bounded.list(eve, cottage, date("2026-07-01"), date("2026-08-01"))).size(), 2U);
  EXPECT_EQ(must(bounded.list_everywhere(eve, date("2026-07-01"), date("2026-07-03"))).size(), 2U);
  EXPECT_TRUE(fails(bounded.list_everywhere(eve, date("2026-07-01"), date("2026-08-01")),
                    ErrorCode::kInvalid, "end"));
}

}  // namespace
}  // namespace norn::bookings
