#include "apps/bookings/feeds/live_feed.h"

#include <algorithm>
#include <iterator>

#include "apps/bookings/events/test_stays.h"
#include "store/stream_tail.h"

namespace norn::bookings {
namespace {

class BookingsFeedTest : public StaysTest {
 protected:
  BookingsFeedTest() { must(tail_.start_at_latest()); }

  using Heard = std::vector<std::string>;
  // What has happened since this was asked: `name data -> who`.
  Heard events() {
    feed.begin_round();
    Heard heard;
    for (const store::StreamRecord& record : all_records()) {
      add_heard(must(feed.events_of(record)), heard);
    }
    return heard;
  }
  // The same for those who were not there.
  Heard missed() {
    feed.begin_round();
    const auto records = all_records();
    const auto all = must(feed.catch_up(records));
    EXPECT_EQ(all.size(), records.size());
    Heard heard;
    for (const live::Events& some : all) add_heard(some, heard);
    return heard;
  }
  std::vector<store::StreamRecord> all_records() {
    std::vector<store::StreamRecord> all;
    while (true) {
      auto some = must(tail_.read(1'000));
      if (some.empty()) return all;
      std::ranges::move(some, std::back_inserter(all));
    }
  }
  void add_heard(const live::Events& events, Heard& heard) const {
    for (const live::Event& event : events) {
      EXPECT_EQ(event.scope, "bookings:read");
      if (event.users.empty()) continue;
      heard.push_back(event.name + " " + event.data + " -> " + names(event.users));
    }
  }
  std::string names(const std::vector<std::string>& ids_of_users) const {
    std::string text;
    for (const auto& [id, name] : {std::pair(ada, 'a'), {bob, 'b'}, {eve, 'e'}, {zoe, 'z'}}) {
      text.append(static_cast<size_t>(std::ranges::count(ids_of_users, id)), name);
    }
    return text;
  }

  Wish put_wish(const std::string& user_id, const std::string& id, const Stay& nights) {
    const Wish wish = {
        .id = id, .place_id = cottage, .user_id = user_id, .stay = nights, .created_at = now()};
    write(to_item(wish));
    return wish;
  }

  BookingsFeed feed{context};
  store::StreamTail tail_{store_, tables.bookings()};
};

TEST_F(BookingsFeedTest, MembersHearOfBookings) {
  const Event made = put_stay(cottage, "e1", bob, stay("2024-07-01", "2024-07-03"));
  const std::string there = R"(booking {"placeId":"default","id":"e1"} -> abe)";
  EXPECT_EQ(events(), Heard{there});
  const Event moved = move_stay(made, stay("2024-07-02", "2024-07-04"));
  EXPECT_EQ(events(), Heard{there});
  take_stay(moved);
  EXPECT_EQ(events(), Heard{R"(booking {"placeId":"default","id":"e1","gone":true} -> abe)"});
  put_stay(boat, "e2", bob, stay("2024-07-01", "2024-07-03"));
  EXPECT_EQ(events(), Heard{R"(booking {"placeId":")" + boat + R"(","id":"e2"} -> abe)"});
}

TEST_F(BookingsFeedTest, WhoWishedHearsThatNightsBecameFree) {
  const Event event = put_stay(cottage, "e1", ada, stay("2024-07-01", "2024-07-04"));
  put_wish(bob, "w1", stay("2024-07-03", "2024-07-05"));
  put_wish(bob, "w2", stay("2024-07-01", "2024-07-02"));
  put_wish(zoe, "w3", stay("2024-07-01", "2024-07-02"));  // Is no member.
  put_wish(eve, "w4", stay("2024-07-01", "2024-07-02"));  // May not book.
  events();
  const std::string there = R"(booking {"placeId":"default","id":"e1"} -> abe)";
  const std::string first = R"(wish {"placeId":"default","id":"w1","offered":true} -> b)";
  const std::string second = R"(wish {"placeId":"default","id":"w2","offered":true} -> b)";

  const Event shorter = move_stay(event, stay("2024-07-01", "2024-07-03"));
  EXPECT_EQ(events(), (Heard{there, first}));
  const Event longer = move_stay(shorter, stay("2024-07-01", "2024-07-04"));
  EXPECT_EQ(events(), Heard{there});
  const Event later = move_stay(longer, stay("2024-07-02", "2024-07-06"));
  EXPECT_EQ(events(), (Heard{there, second}));
  take_stay(later);
  EXPECT_EQ(events(),
            (Heard{R"(booking {"placeId":"default","id":"e1","gone":true} -> abe)", first}))
      << "the nights of the other one were free before";
}

TEST_F(BookingsFeedTest, NightsAtBothEndsAreToldOnce) {
  const Event event = put_stay(cottage, "e1", ada, stay("2024-07-01", "2024-07-06"));
  put_wish(bob, "w1", stay("2024-07-01", "2024-07-02"));
  put_wish(bob, "w2", stay("2024-07-05", "2024-07-06"));
  put_wish(bob, "w3", stay("2024-07-01", "2024-07-06"));
  events();
  move_stay(event, stay("2024-07-03", "2024-07-04"));
  EXPECT_EQ(events(), (Heard{R"(booking {"placeId":"default","id":"e1"} -> abe)",
                             R"(wish {"placeId":"default","id":"w1","offered":true} -> b)",
                             R"(wish {"placeId":"default","id":"w2","offered":true} -> b)"}));
}

TEST_F(BookingsFeedTest, WhoWishesHearsOfTheirWish) {
  const Wish wish = put_wish(bob, "w1", stay("2024-07-01", "2024-07-02"));
  EXPECT_EQ(events(), Heard{R"(wish {"placeId":"default","id":"w1"} -> b)"});
  erase(keys::wishes(cottage), wish.id);
  EXPECT_EQ(events(), Heard{R"(wish {"placeId":"default","id":"w1","gone":true} -> b)"});
  put_wish(zoe, "w2", stay("2024-07-01", "2024-07-02"));
  EXPECT_EQ(events(), Heard{}) << "a wish of a former member";
}

TEST_F(BookingsFeedTest, MembersHearOfThePlaceAndOfEachOther) {
  set(cottage, [](PlaceSettings& settings) { settings.name = "Hut"; });
  EXPECT_EQ(events(), Heard{R"(place {"id":"default"} -> abe)"});
  join(cottage, zoe, Role::kViewer);
  EXPECT_EQ(events(),
            (Heard{R"(place {"id":"default"} -> z)", R"(place-members {"id":"default"} -> abez)"}));
  leave(cottage, zoe);
  EXPECT_EQ(events(), (Heard{R"(place {"id":"default","gone":true} -> z)",
                             R"(place-members {"id":"default"} -> abe)"}));
}

TEST_F(BookingsFeedTest, ThatAPlaceHasWishesIsNotTold) {
  Place place = must(place_from(*item(keys::place(cottage), keys::kPlace)));
  place.has_wishes = true;
  save(place);
  EXPECT_EQ(events(), Heard{});
  place.settings.name = "Villa";
  save(place);
  EXPECT_EQ(events(), Heard{R"(place {"id":"default"} -> abe)"});
}

TEST_F(BookingsFeedTest, InvitationsAreForAdministrators) {
  write(apps::key_of(keys::place(cottage), keys::invited("max@example.com")));
  EXPECT_EQ(events(), Heard{R"(place-members {"id":"default"} -> a)"});
}

TEST_F(BookingsFeedTest, PlaceThatIsDeletedIsGoneForItsMembersAndNothingElseIsSaidOfIt) {
  const Event event = put_stay(cottage, "e1", ada, stay("2024-07-01", "2024-07-04"));
  put_wish(bob, "w1", stay("2024-07-01", "2024-07-02"));
  events();
  erase(keys::place(cottage), keys::kPlace);
  EXPECT_EQ(events(), Heard{R"(place {"id":"default","gone":true} -> abe)"});
  take_stay(event);
  erase(keys::wishes(cottage), "w1");
  EXPECT_EQ(events(), Heard{});
  leave(cottage, bob);
  EXPECT_EQ(events(), Heard{R"(place {"id":"default","gone":true} -> b)"});
}

TEST_F(BookingsFeedTest, PlaceThatIsSweptBeforeItWasToldOfIsGoneForItsMembersAllTheSame) {
  erase(keys::place(cottage), keys::kPlace);
  for (const std::string& user : {ada, bob, eve}) leave(cottage, user);
  EXPECT_EQ(events(), (Heard{R"(place {"id":"default","gone":true} -> a)",
                             R"(place {"id":"default","gone":true} -> b)",
                             R"(place {"id":"default","gone":true} -> e)"}));
}

TEST_F(BookingsFeedTest, MembersAreReadOnceInARoundAndAgainInTheNext) {
  put_stay(cottage, "e1", bob, stay("2024-07-01", "2024-07-02"));
  const auto records = all_records();
  feed.begin_round();
  Heard heard;
  add_heard(must(feed.events_of(records.at(0))), heard);
  leave(cottage, eve);
  add_heard(must(feed.events_of(records.at(0))), heard);
  feed.begin_round();
  add_heard(must(feed.events_of(records.at(0))), heard);
  const std::string data = R"(booking {"placeId":"default","id":"e1"} -> )";
  EXPECT_EQ(heard, (Heard{data + "abe", data + "abe", data + "ab"}));
}

TEST_F(BookingsFeedTest, ThoseWhoMissedItHearHowThingsAre) {
  const Event first = put_stay(cottage, "e1", bob, stay("2024-07-01", "2024-07-02"));
  const Event second = put_stay(cottage, "e2", bob, stay("2024-07-03", "2024-07-05"));
  put_wish(bob, "w1", stay("2024-07-03", "2024-07-04"));
  move_stay(second, stay("2024-07-04", "2024-07-05"));
  take_stay(first);
  join(cottage, zoe, Role::kViewer);
  leave(cottage, eve);
  leave(cottage, bob);
  join(cottage, bob, Role::kMember);
  Heard heard = missed();
  std::ranges::sort(heard);
  EXPECT_EQ(heard,
            (Heard{R"(booking {"placeId":"default","id":"e1","gone":true} -> abz)",
                   R"(booking {"placeId":"default","id":"e2"} -> abz)",
                   R"(place {"id":"default","gone":true} -> e)", R"(place {"id":"default"} -> b)",
                   R"(place {"id":"default"} -> z)", R"(place-members {"id":"default"} -> abz)",
                   R"(wish {"placeId":"default","id":"w1","offered":true} -> b)",
                   R"(wish {"placeId":"default","id":"w1"} -> b)"}));
}

TEST_F(BookingsFeedTest, WishWhoseNightsAreTakenAgainIsNotOfferedToThoseWhoMissedIt) {
  const Event event = put_stay(cottage, "e1", ada, stay("2024-07-01", "2024-07-02"));
  put_wish(bob, "w1", stay("2024-07-01", "2024-07-02"));
  events();
  take_stay(event);
  put_stay(cottage, "e2", ada, stay("2024-07-01", "2024-07-02"));
  Heard heard = missed();
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (Heard{R"(booking {"placeId":"default","id":"e1","gone":true} -> abe)",
                          R"(booking {"placeId":"default","id":"e2"} -> abe)"}));
}

TEST_F(BookingsFeedTest, ItemsThatCannotBeReadAreLeftOut) {
  for (const std::string& pk : {keys::events(cottage), keys::wishes(cottage)}) {
    write(apps::key_of(pk, "broken"));
  }
  write(apps::key_of("SOMETHING", "else"));
  write(apps::key_of("EVENTS", "else"));
  EXPECT_EQ(events(), Heard{});
  write(apps::key_of(keys::place(cottage), keys::member("broken")));
  events();
  put_stay(cottage, "e1", bob, stay("2024-07-01", "2024-07-02"));
  EXPECT_EQ(events(), Heard{R"(booking {"placeId":"default","id":"e1"} -> abe)"})
      << "a broken membership keeps no event from other members";
}

}  // namespace
}  // namespace norn::bookings
