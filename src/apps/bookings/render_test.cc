#include "apps/bookings/render.h"

#include "apps/bookings/members/test_members.h"
#include "apps/bookings/sentences.h"
#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

Membership membership(Role role) {
  return {.place_id = "default",
          .user_id = "ada",
          .role = role,
          .created_at = "2026-01-01T00:00:00Z",
          .updated_at = "2026-01-02T00:00:00Z"};
}

template <typename... Things>
std::string json_of(const Things&... things) {
  std::string out;
  append_json(out, things...);
  return out;
}

TEST(BookingsRenderTest, AnAddressIsThereForThoseWhoMayHaveItAndNobodyIsThereForTheGone) {
  Member member{membership(Role::kMember), accounts::User()};
  member.user->name = "Ada";
  member.user->email = "ada@example.org";
  const std::string rest = R"("role":"member","createdAt":"2026-01-01T00:00:00Z",)"
                           R"("updatedAt":"2026-01-02T00:00:00Z","etag":")" +
                           etag_of(member.membership) + "\"}";
  EXPECT_EQ(json_of(member, true),
            R"({"userId":"ada","name":"Ada","email":"ada@example.org",)" + rest);
  EXPECT_EQ(json_of(member, false), R"({"userId":"ada","name":"Ada","email":null,)" + rest);
  member.user.reset();
  EXPECT_EQ(json_of(member, true), R"({"userId":"ada","name":null,"email":null,)" + rest);
}

TEST(BookingsRenderTest, AQuoteNamesOnlyNightsOfItsOwnAndOnlyKnownEvents) {
  QuoteFor quote;
  quote.stay = stay("2027-07-02", "2027-07-05");
  quote.quote = {.parts = {{"Summer", quote.stay, 100}}, .total = 300, .currency = "EUR"};
  Event before;
  before.id = "a";
  before.title = "\"Ada\"";
  before.stay = stay("2027-07-01", "2027-07-03");
  Event after;
  after.id = "b";
  after.stay = stay("2027-07-04", "2027-07-09");
  quote.taken.resize(2);
  quote.taken[0].event = before;
  quote.taken[1].event = after;
  quote.taken[1].may_know = false;
  EXPECT_EQ(json_of(quote),
            R"({"start":"2027-07-02","end":"2027-07-05","nights":3,"parts":[{"season":"Summer",)"
            R"("start":"2027-07-02","end":"2027-07-05","nights":3,"pricePerNight":100,)"
            R"("total":300}],"total":300,"currency":"EUR","taken":[{"night":"2027-07-02",)"
            R"("event":{"id":"a","title":"\"Ada\"","kind":"booking"}},{"night":"2027-07-04"}],)"
            R"("refusal":null})");
  quote.taken.clear();
  quote.refusal = kInThePast("2027-07-02", "2027-07-03");
  EXPECT_TRUE(json_of(quote).ends_with(R"(in its settings.","code":"inThePast",)"
                                       R"("params":{"night":"2027-07-02","today":"2027-07-03"}}})"))
      << json_of(quote);
}

TEST(BookingsRenderTest, SharesHaveFourDigitsAndAMonthThatIsAllBlockedIsNotOccupied) {
  YearStatistics year;
  year.year = 2027;
  year.months[0] = {.nights = 31, .booked = 0, .blocked = 31};
  year.months[1] = {.nights = 28, .booked = 1, .blocked = 25};
  PersonShare person;
  person.user_id = "ada";
  person.name = "Ada";
  person.share = 2.0 / 3;
  person.difference = -0.00001;
  year.people = {person};
  year.fair_nights = 0.5;
  year.currency = "EUR";
  const std::string json = json_of(year);
  EXPECT_NE(json.find(R"({"month":1,"nights":31,"booked":0,"blocked":31,"occupancy":0})"),
            std::string::npos);
  EXPECT_NE(json.find(R"({"month":2,"nights":28,"booked":1,"blocked":25,"occupancy":0.3333})"),
            std::string::npos);
  EXPECT_NE(json.find(R"("share":0.6667,"difference":0})"), std::string::npos) << json;
  EXPECT_TRUE(json.ends_with(R"("fairNights":0.5,"fairness":null,"currency":"EUR"})"));
}

TEST(BookingsRenderTest, EveryNightOfARangeHasItsPrice) {
  PlaceSettings place;
  place.price_per_night = 80;
  place.seasons = {{.name = "New Year", .from = "12-31", .to = "01-01", .price_per_night = 200}};
  std::string out;
  append_prices(out, place, date("2026-12-30"), date("2027-01-03"));
  EXPECT_EQ(out, R"({"currency":"EUR","nights":[{"date":"2026-12-30","price":80,"season":null},)"
                 R"({"date":"2026-12-31","price":200,"season":"New Year"},)"
                 R"({"date":"2027-01-01","price":200,"season":"New Year"},)"
                 R"({"date":"2027-01-02","price":80,"season":null}]})");
  out.clear();
  append_prices(out, place, date("2027-01-03"), date("2027-01-03"));
  EXPECT_EQ(out, R"({"currency":"EUR","nights":[]})");
}

}  // namespace
}  // namespace norn::bookings
