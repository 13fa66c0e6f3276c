#include "apps/bookings/places/wishes.h"

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/events/test_stays.h"

namespace norn::bookings {
namespace {

// It is 2024-01-15.
class BookingsWishes : public StaysTest {
 protected:
  BookingsWishes() { put_stay(cottage, "taken", ada, stay("2024-07-01", "2024-07-04")); }

  Result<WishFor> wish(const std::string& user_id, const Stay& nights) {
    return wishes.create(user_id, cottage, nights, std::nullopt);
  }
  // "2024-07-01", with a mark when it is offered.
  static std::vector<std::string> starts(const std::vector<WishFor>& all) {
    std::vector<std::string> texts;
    for (const WishFor& one : all) {
      texts.push_back(date_text(one.wish.stay.start) + (one.is_offered ? " offered" : ""));
    }
    return texts;
  }
  std::vector<std::string> own(const std::string& user_id) {
    return starts(must(wishes.list_own(user_id)));
  }
  using Starts = std::vector<std::string>;

  Wishes wishes{context};
};

TEST_F(BookingsWishes, AreForNightsThatSomebodyElseHas) {
  const WishFor made =
      must(wishes.create(bob, cottage, stay("2024-07-03", "2024-07-06"), "  Any room \n"));
  EXPECT_EQ(made.wish.user_id, bob);
  EXPECT_EQ(made.wish.note, "Any room");
  EXPECT_EQ(made.place_name, "Cottage");
  EXPECT_EQ(made.user_name, "bob");
  EXPECT_FALSE(made.is_offered);
  EXPECT_TRUE(is_uuid(made.wish.id));
  EXPECT_EQ(must(wish_from(*item(keys::wishes(cottage), made.wish.id))), made.wish);

  const auto free = wish(bob, stay("2024-07-04", "2024-07-06"));
  EXPECT_TRUE(fails(free, ErrorCode::kConflict));
  EXPECT_EQ(code_of(free), kNightsAreFree.code);
  EXPECT_EQ(code_of(wish(ada, stay("2024-07-03", "2024-07-06"))), kNightsAreFree.code)
      << "the nights that are taken are her own";
  EXPECT_EQ(code_of(wishes.create(bob, boat, stay("2024-07-01", "2024-07-04"), std::nullopt)),
            kNightsAreFree.code)
      << "another place";
}

TEST_F(BookingsWishes, BlockedNightsAndThoseOfGuestsCanBeWishedFor) {
  put_stay(cottage, "blocked", "", stay("2024-08-01", "2024-08-03"), EventKind::kBlocked);
  put_stay(cottage, "guest", "", stay("2024-09-01", "2024-09-03"));
  EXPECT_TRUE(wish(bob, stay("2024-08-01", "2024-08-02")).has_value());
  EXPECT_TRUE(wish(bob, stay("2024-09-01", "2024-09-02")).has_value());
}

TEST_F(BookingsWishes, KeepTheRulesOfStays) {
  put_stay(cottage, "now", ada, stay("2024-01-10", "2024-01-20"));
  EXPECT_EQ(code_of(wish(bob, stay("2024-07-03", "2024-07-03"))), kEndNotAfterStart.code);
  EXPECT_EQ(code_of(wish(bob, stay("2024-07-03", "2024-08-03"))), kTooLong.code) << "31 nights";
  const auto past = wish(bob, stay("2024-01-14", "2024-01-16"));
  EXPECT_TRUE(fails(past, ErrorCode::kInvalid, "start"));
  EXPECT_EQ(code_of(past), kInThePast.code);
  set(cottage, [](PlaceSettings& settings) { settings.allows_past = true; });
  EXPECT_EQ(code_of(wish(bob, stay("2024-01-14", "2024-01-16"))), kInThePast.code);
  EXPECT_TRUE(wish(bob, stay("2024-01-15", "2024-01-16")).has_value());
  EXPECT_TRUE(fails(wishes.create(bob, cottage, stay("2024-07-01", "2024-07-02"),
                                  std::string(kMaxNoteCharacters + 1, 'x')),
                    ErrorCode::kInvalid, "note"));
}

TEST_F(BookingsWishes, AreOfThoseWhoMayBook) {
  const Stay nights = stay("2024-07-01", "2024-07-02");
  EXPECT_TRUE(fails(wish(eve, nights), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(wish(zoe, nights), ErrorCode::kNotFound));
  // What was so when it was decided may be otherwise when it is written.
  meanwhile([&] { join(cottage, bob, Role::kViewer); });
  EXPECT_TRUE(fails(wish(bob, nights), ErrorCode::kForbidden));
  join(cottage, bob, Role::kMember);
  const store::Item place = *item(keys::place(cottage), keys::kPlace);
  meanwhile([&] { erase(keys::place(cottage), keys::kPlace); });
  EXPECT_TRUE(fails(wish(bob, nights), ErrorCode::kNotFound));
  write(place);
  meanwhile([&] { leave(cottage, bob); });
  EXPECT_TRUE(fails(wish(bob, nights), ErrorCode::kNotFound));
  EXPECT_TRUE(items(keys::wishes(cottage)).empty());
}

TEST_F(BookingsWishes, AreOneForTheSameNights) {
  const Stay nights = stay("2024-07-01", "2024-07-02");
  const Wish first = must(wish(bob, nights)).wish;
  clock.advance_ms(60'000);
  const Wish again = must(wishes.create(bob, cottage, nights, "please")).wish;
  EXPECT_EQ(again.id, first.id);
  EXPECT_EQ(again.created_at, first.created_at);
  EXPECT_EQ(items(keys::wishes(cottage)).size(), 1U);
  EXPECT_EQ(must(wishes.list(bob, cottage)).at(0).wish.note, "please");
  // A wish of another person is another wish.
  join(cottage, zoe, Role::kMember);
  EXPECT_NE(must(wish(zoe, nights)).wish.id, first.id);
}

TEST_F(BookingsWishes, AreLimitedForEachPersonAndPlace) {
  const Date first = date("2024-08-01");
  for (int i = 0; i < 3; ++i) {
    const Date start = first + std::chrono::days(i * 30);
    put_stay(cottage, "long" + std::to_string(i), ada, {start, start + std::chrono::days(30)});
  }
  Stay nights;
  for (size_t i = 0; i < kMaxWishesPerPerson; ++i) {
    nights.start = first + std::chrono::days(i);
    nights.end = nights.start + std::chrono::days(1);
    must(wish(bob, nights));
  }
  EXPECT_TRUE(wish(bob, nights).has_value()) << "it exists already";
  EXPECT_TRUE(fails(wish(bob, stay("2024-07-01", "2024-07-02")), ErrorCode::kConflict));
  EXPECT_EQ(code_of(wish(bob, stay("2024-07-01", "2024-07-02"))), kTooManyWishes.code);
  join(cottage, zoe, Role::kMember);
  EXPECT_TRUE(wish(zoe, stay("2024-07-01", "2024-07-02")).has_value());
}

TEST_F(BookingsWishes, AreOfferedWhileAllNightsAreFree) {
  const Event taken = *must(find_event(context, cottage, "taken"));
  const Event other = put_stay(cottage, "other", ada, stay("2024-07-05", "2024-07-06"));
  must(wish(bob, stay("2024-07-02", "2024-07-06")));
  EXPECT_EQ(own(bob), Starts{"2024-07-02"});
  take_stay(taken);
  EXPECT_EQ(own(bob), Starts{"2024-07-02"}) << "one of its nights is taken";
  take_stay(other);
  EXPECT_EQ(own(bob), Starts{"2024-07-02 offered"});
  put_stay(cottage, "quick", ada, stay("2024-07-02", "2024-07-03"));
  EXPECT_EQ(own(bob), Starts{"2024-07-02"}) << "another person was faster";
}

TEST_F(BookingsWishes, AreListedWithWhatIsOfferedFirst) {
  const Event later = put_stay(cottage, "later", ada, stay("2024-09-01", "2024-09-03"));
  put_stay(boat, "sail", ada, stay("2024-06-01", "2024-06-03"));
  must(wish(bob, stay("2024-09-01", "2024-09-03")));
  must(wish(bob, stay("2024-07-01", "2024-07-03")));
  must(wishes.create(bob, boat, stay("2024-06-01", "2024-06-03"), std::nullopt));
  take_stay(later);
  EXPECT_EQ(own(bob), (Starts{"2024-09-01 offered", "2024-06-01", "2024-07-01"}));
  EXPECT_EQ(must(wishes.list_own(bob)).at(1).place_name, "Boat");
  EXPECT_EQ(starts(must(wishes.list(bob, cottage))), (Starts{"2024-07-01", "2024-09-01 offered"}));
  EXPECT_TRUE(own(ada).empty());
}

TEST_F(BookingsWishes, OfOthersAreForAdministratorsInTheOrderInWhichTheyWereMade) {
  join(cottage, zoe, Role::kMember);
  must(wish(zoe, stay("2024-07-02", "2024-07-04")));
  clock.advance_ms(1'000);
  must(wish(bob, stay("2024-07-01", "2024-07-04")));
  const auto all = must(wishes.list(ada, cottage));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].user_name, "zoe");
  EXPECT_EQ(all[1].user_name, "bob");
  EXPECT_EQ(starts(must(wishes.list(bob, cottage))), Starts{"2024-07-01"});
  EXPECT_TRUE(must(wishes.list(eve, cottage)).empty());
  leave(cottage, zoe);
  EXPECT_EQ(starts(must(wishes.list(ada, cottage))), Starts{"2024-07-01"});
  EXPECT_TRUE(own(zoe).empty());
  EXPECT_TRUE(fails(wishes.list(zoe, cottage), ErrorCode::kNotFound));
}

TEST_F(BookingsWishes, ThatArePastAreNoneAnyMore) {
  must(wish(bob, stay("2024-07-01", "2024-07-04")));
  clock.set_ms(parse_timestamp_ms("2024-07-01T12:00:00Z").value());
  EXPECT_EQ(own(bob), Starts{"2024-07-01"});
  clock.set_ms(parse_timestamp_ms("2024-07-02T12:00:00Z").value());
  EXPECT_TRUE(own(bob).empty());
  EXPECT_TRUE(must(wishes.list(ada, cottage)).empty());
}

TEST_F(BookingsWishes, ThatAreBookedByWhoWishedAreNoneAnyMore) {
  take_stay(*must(find_event(context, cottage, "taken")));
  put_stay(cottage, "taken", ada, stay("2024-07-01", "2024-07-02"));
  must(wish(bob, stay("2024-07-01", "2024-07-05")));
  take_stay(*must(find_event(context, cottage, "taken")));
  put_stay(cottage, "half", bob, stay("2024-07-01", "2024-07-03"));
  EXPECT_EQ(own(bob), Starts{"2024-07-01"});
  put_stay(cottage, "rest", bob, stay("2024-07-03", "2024-07-06"));
  EXPECT_TRUE(own(bob).empty());
  EXPECT_EQ(items(keys::wishes(cottage)).size(), 1U) << "nothing has removed it yet";
}

TEST_F(BookingsWishes, GoWithTheBookingThatFulfilsThem) {
  join(cottage, zoe, Role::kMember);
  must(wish(bob, stay("2024-07-01", "2024-07-03")));
  must(wish(bob, stay("2024-07-02", "2024-07-04")));
  must(wish(bob, stay("2024-07-03", "2024-07-05")));
  must(wish(zoe, stay("2024-07-01", "2024-07-03")));
  take_stay(*must(find_event(context, cottage, "taken")));
  fulfil_wishes(context, put_stay(cottage, "dream", bob, stay("2024-07-01", "2024-07-04")));
  EXPECT_EQ(own(bob), Starts{"2024-07-03"}) << "the night of the 4th is not theirs yet";
  EXPECT_EQ(own(zoe), Starts{"2024-07-01"});
  EXPECT_EQ(items(keys::wishes(cottage)).size(), 2U);
  // Guests wish for nothing.
  fulfil_wishes(context, put_stay(cottage, "guest", "", stay("2024-07-04", "2024-07-05")));
  EXPECT_EQ(items(keys::wishes(cottage)).size(), 2U);
}

TEST_F(BookingsWishes, AreRemovedByWhoWishedAndByAdministrators) {
  join(cottage, zoe, Role::kMember);
  const Wish first = must(wish(bob, stay("2024-07-01", "2024-07-03"))).wish;
  const Wish second = must(wish(bob, stay("2024-07-02", "2024-07-03"))).wish;
  EXPECT_TRUE(fails(wishes.remove(zoe, cottage, first.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(wishes.remove(bob, boat, first.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(wishes.remove(bob, cottage, "none"), ErrorCode::kNotFound));
  must(wishes.remove(bob, cottage, first.id));
  EXPECT_TRUE(fails(wishes.remove(bob, cottage, first.id), ErrorCode::kNotFound));
  must(wishes.remove(ada, cottage, second.id));
  EXPECT_TRUE(items(keys::wishes(cottage)).empty());
}

TEST_F(BookingsWishes, OfNightsThatBecameFreeAreFound) {
  const auto offered = [&](const Stay& freed) {
    std::vector<std::string> found;
    for (const Wish& one : must(offered_by(context, cottage, freed))) {
      found.push_back(date_text(one.stay.start));
    }
    return found;
  };
  put_stay(cottage, "may", ada, stay("2024-05-01", "2024-05-03"));
  must(wish(bob, stay("2024-06-20", "2024-07-02")));
  must(wish(bob, stay("2024-07-03", "2024-07-05")));
  must(wish(bob, stay("2024-05-01", "2024-05-03")));
  const Stay freed = stay("2024-07-01", "2024-07-04");
  EXPECT_EQ(offered(freed), Starts{});
  take_stay(*must(find_event(context, cottage, "taken")));
  EXPECT_EQ(offered(freed), (Starts{"2024-06-20", "2024-07-03"}));
  EXPECT_EQ(offered(stay("2024-07-02", "2024-07-03")), Starts{});
  put_stay(cottage, "quick", ada, stay("2024-07-04", "2024-07-05"));
  EXPECT_EQ(offered(freed), Starts{"2024-06-20"});
  clock.set_ms(parse_timestamp_ms("2024-06-21T12:00:00Z").value());
  EXPECT_EQ(offered(freed), Starts{});
  erase(keys::place(cottage), keys::kPlace);
  EXPECT_EQ(offered(freed), Starts{});
}

}  // namespace
}  // namespace norn::bookings
