#include "apps/bookings/routes/routes.h"

#include <string>
#include <tuple>

#include "apps/bookings/test_world.h"
#include "base/faults.h"
#include "rest/json_document.h"

// How requests are read. What the services do with them is tested beside them, and what comes out
// in tests/rest.
namespace norn::bookings {
namespace {

TEST(BookingsRoutesTest, ADayIsADayOrATimeOnIt) {
  for (const std::string text :
       {"2026-11-01", "2026-11-01T00:00:00", "2026-11-01T23:59:59Z", "2026-11-01T00:00:00+01:00",
        "2026-11-01T00:00:00 01:00", "2026-11-01T00:00:00.000-11:30"}) {
    EXPECT_EQ(must(read_day(text, "start")), date("2026-11-01")) << text;
  }
  for (const std::string text :
       {"", "2026-11", "2026-11-31", "2026-11-01T", "2026-11-01T24:00:00", "2026-11-01 00:00:00",
        "2026-11-01T00:00:00Zulu", "2026-11-01Z", "x2026-11-01"}) {
    EXPECT_TRUE(fails(read_day(text, "start"), ErrorCode::kInvalid, "start")) << text;
  }
  const std::string endless = "2026-11-01T00:00:00" + std::string(100, '0');
  EXPECT_TRUE(fails(read_day(endless, "end"), ErrorCode::kInvalid, "end"));
}

TEST(BookingsRoutesTest, ARangeHasAtLeastADayAndAtMostSoMany) {
  EXPECT_TRUE(check_range(stay("2027-01-01", "2027-01-11"), 10).has_value());
  for (const Stay& wrong : {stay("2027-01-01", "2027-01-12"), stay("2027-01-01", "2027-01-01"),
                            stay("2027-01-02", "2027-01-01")}) {
    EXPECT_TRUE(fails(check_range(wrong, 10), ErrorCode::kInvalid, "end"));
  }
}

class BookingsBodyTest : public ::testing::Test {
 protected:
  rest::JsonInput input(std::string_view json) {
    text_ = json;
    return {must(rest::parse_object(parser_, text_)), ""};
  }
  Result<PlaceSettings> settings(std::string_view json, PlaceSettings before = {}) {
    rest::JsonInput body = input(json);
    NORN_ASSIGN(const SettingsChange change, read_settings(body));
    change(before);
    change(before);  // It may be asked more than once.
    return before;
  }
  Result<EventInput> booking(std::string_view json) {
    rest::JsonInput body = input(json);
    return read_booking(body);
  }

 private:
  simdjson::dom::parser parser_;
  std::string text_;
};

TEST_F(BookingsBodyTest, SettingsThatAreNotSaidStayAsTheyAre) {
  PlaceSettings before;
  before.name = "Cottage";
  before.description = "Old";
  before.max_nights = 7;
  const PlaceSettings same = must(settings("{}", before));
  EXPECT_EQ(same, before);
  const PlaceSettings next = must(settings(R"({"description":" ","showsNames":false,"seasons":[
    {"name":"Summer","from":"07-01","to":"08-31","pricePerNight":5,"minNights":null}]})",
                                           before));
  EXPECT_EQ(next.description, std::nullopt);
  EXPECT_FALSE(next.shows_names);
  EXPECT_EQ(next.max_nights, 7);
  EXPECT_EQ(next.seasons,
            (std::vector<Season>{
                {.name = "Summer", .from = "07-01", .to = "08-31", .price_per_night = 5}}));
}

TEST_F(BookingsBodyTest, SettingsOfTheWrongKindAreRefusedByName) {
  for (const auto& [json, field] :
       {std::pair(R"({"name":""})", "name"), std::pair(R"({"maxNights":100})", "maxNights"),
        std::pair(R"({"pricePerNight":-1})", "pricePerNight"),
        std::pair(R"({"seasons":[{"name":"a","from":"b","to":"c"}]})", "seasons[0].pricePerNight"),
        std::pair(R"({"owner":"me"})", "owner")}) {
    EXPECT_TRUE(fails(settings(json), ErrorCode::kInvalid, field)) << json;
  }
}

TEST_F(BookingsBodyTest, WhomABookingIsForIsSaidOrLeftOpen) {
  constexpr std::string_view kPerson = "b0a70000-0000-4000-8000-000000000001";
  const std::string days = R"({"start":"2027-07-01","end":"2027-07-03")";
  EXPECT_EQ(must(booking(days + "}")).user_id, std::nullopt);
  const EventInput guest = must(booking(days + R"(,"userId":null,"title":"Grandma"})"));
  ASSERT_TRUE(guest.user_id.has_value());
  EXPECT_EQ(*guest.user_id, std::nullopt);
  const EventInput other =
      must(booking(days + R"(,"kind":"blocked","userId":")" + std::string(kPerson) + "\"}"));
  EXPECT_EQ(other.user_id, std::optional(std::optional(std::string(kPerson))));
  EXPECT_EQ(other.kind, EventKind::kBlocked);
  EXPECT_TRUE(fails(booking(days + R"(,"userId":"MEMBER#x"})"), ErrorCode::kInvalid, "userId"));
}

}  // namespace
}  // namespace norn::bookings
