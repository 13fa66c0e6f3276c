#include "apps/bookings/feeds/calendar_feed.h"

#include <limits>

#include "apps/accounts/users/users.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/events/test_stays.h"
#include "ical/calendar_file.h"

namespace norn::bookings {
namespace {

class BookingsCalendarFile : public StaysTest {
 protected:
  std::string text(const std::string& user_id,
                   const std::vector<std::string_view>& languages = {}) {
    CalendarFeed feed = must(CalendarFeed::begin(context, user_id, cottage, languages));
    std::string text;
    while (must(feed.append_next(text))) {
    }
    return text;
  }
  ical::CalendarFile file(const std::string& user_id,
                          const std::vector<std::string_view>& languages = {}) {
    const auto read = must(ical::read_calendar(text(user_id, languages)));
    EXPECT_TRUE(read.notes.empty());
    return read.file;
  }
  static std::string day(const std::optional<ical::CalendarTime>& time) {
    return ical::date_time_text(time.value().time);
  }
};

TEST_F(BookingsCalendarFile, SaysWhatTheEventsAre) {
  set(cottage, [](PlaceSettings& settings) { settings.name = "Cottage, by the \"lake\"; north"; });
  Event event = put_stay(cottage, "e1", bob, stay("2024-03-01", "2024-03-04"));
  clock.advance_ms(3'600'000);
  event.title = "Bob & family, all\nof us";
  event.note = "Late; with dog\nand cat";
  event.version = 3;
  event.updated_at = now();
  write(to_item(event));
  put_stay(cottage, "e0", "", stay("2024-02-01", "2024-02-03"), EventKind::kBlocked);
  put_stay(boat, "sail", bob, stay("2024-03-01", "2024-03-04"));

  const ical::CalendarFile read = file(eve);
  EXPECT_EQ(read.name, "Cottage, by the \"lake\"; north");
  ASSERT_EQ(read.items.size(), 2U);
  const ical::CalendarItem& blocked = read.items[0];
  EXPECT_EQ(blocked.uid, "e0@norn");
  EXPECT_EQ(blocked.categories, std::vector<std::string>{"Blocked"});
  EXPECT_EQ(blocked.sequence, 0);
  EXPECT_EQ(blocked.description, "");
  const ical::CalendarItem& booked = read.items[1];
  EXPECT_EQ(booked.uid, "e1@norn");
  EXPECT_EQ(day(booked.start), "20240301");
  EXPECT_EQ(day(booked.end), "20240304");
  EXPECT_EQ(booked.summary, event.title);
  EXPECT_EQ(booked.description,
            "Check-in from 16:00, check-out until 10:00.\n\nLate; with dog\nand cat");
  EXPECT_EQ(booked.location, read.name);
  EXPECT_TRUE(booked.categories.empty());
  EXPECT_EQ(booked.sequence, 2);
  EXPECT_EQ(ical::date_time_text(booked.created.value()), "20240115T103000Z");
  EXPECT_EQ(ical::date_time_text(booked.last_modified.value()), "20240115T113000Z");
  EXPECT_EQ(ical::date_time_text(booked.stamp.value()), "20240115T113000Z");
}

// What was made with a key is counted from when it was made, and a SEQUENCE has 31 bits (RFC 5545,
// 3.3.8): programs that read it so would drop the event, or the whole file.
TEST_F(BookingsCalendarFile, ASequenceCountsChangesHoweverVersionsBegin) {
  Event event = put_stay(cottage, "e1", bob, stay("2024-03-01", "2024-03-04"));
  event.digest = "digest";
  event.version = clock.now_ms() + 250;
  write(to_item(event));
  const int64_t before = file(eve).items.at(0).sequence;
  EXPECT_LT(before, 1'000);
  event.version += 3;
  event.updated_at = "2024-01-16T10:30:00Z";
  write(to_item(event));
  EXPECT_EQ(file(eve).items.at(0).sequence, before + 3);
  event.version = std::numeric_limits<int64_t>::max();
  write(to_item(event));
  EXPECT_EQ(file(eve).items.at(0).sequence, 1'000'000'000);
}

TEST_F(BookingsCalendarFile, HasWholeDays) {
  put_stay(cottage, "e1", bob, stay("2024-03-01", "2024-03-04"));
  const std::string lines = text(bob);
  EXPECT_NE(lines.find("\r\nDTSTART;VALUE=DATE:20240301\r\n"), std::string::npos) << lines;
  EXPECT_NE(lines.find("\r\nDTEND;VALUE=DATE:20240304\r\n"), std::string::npos) << lines;
}

TEST_F(BookingsCalendarFile, IsTheSameAsLongAsNothingChanges) {
  put_stay(cottage, "e2", bob, stay("2024-04-01", "2024-04-04"));
  put_stay(cottage, "e1", bob, stay("2024-05-01", "2024-05-04"));
  const std::string before = text(eve);
  clock.advance_ms(5'000'000);
  EXPECT_EQ(text(eve), before);
  EXPECT_EQ(file(eve).items.at(0).uid, "e2@norn") << "by their first nights";
}

TEST_F(BookingsCalendarFile, BeginsAYearAgoAndEndsTenYearsAhead) {
  put_stay(cottage, "old", bob, stay("2023-01-10", "2023-01-15"));
  put_stay(cottage, "edge", bob, stay("2023-01-15", "2023-01-17"));
  put_stay(cottage, "far", bob, stay("2034-01-10", "2034-01-12"));
  put_stay(cottage, "too far", bob, stay("2034-02-10", "2034-02-12"));
  const auto items = file(eve).items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].uid, "edge@norn");
  EXPECT_EQ(items[1].uid, "far@norn");
}

TEST_F(BookingsCalendarFile, NamesNobodyWhomTheReaderMayNotKnow) {
  Event event = put_stay(cottage, "e1", bob, stay("2024-03-01", "2024-03-04"));
  event.title = "Bob";
  event.note = "secret";
  write(to_item(event));
  put_stay(cottage, "paint", "", stay("2024-04-01", "2024-04-04"), EventKind::kBlocked);
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const auto seen = file(eve).items;
  EXPECT_EQ(seen.at(0).summary, "Taken");
  EXPECT_EQ(seen.at(1).summary, "paint");
  EXPECT_EQ(text(eve).find("secret"), std::string::npos);
  EXPECT_EQ(text(eve).find("Bob"), std::string::npos);
  EXPECT_EQ(file(bob).items.at(0).summary, "Bob") << "his own";
  EXPECT_EQ(file(ada).items.at(0).summary, "Bob") << "administrators see all names";
}

TEST_F(BookingsCalendarFile, IsInTheLanguageOfTheAccount) {
  put_stay(cottage, "e1", bob, stay("2024-03-01", "2024-03-04"));
  Event closed = put_stay(cottage, "e2", "", stay("2024-04-01", "2024-04-04"), EventKind::kBlocked);
  closed.title = kBlockedTitle;
  write(to_item(closed));
  Event titled = put_stay(cottage, "e3", bob, stay("2024-05-01", "2024-05-04"));
  titled.title = "Blocked";
  write(to_item(titled));
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  must(context.users.set_language(eve, "de"));
  const auto german = file(eve, {"zh", "en"}).items;
  EXPECT_EQ(german.at(0).summary, "Belegt");
  EXPECT_EQ(german.at(0).description, "Check-in ab 16:00, Check-out bis 10:00.");
  EXPECT_EQ(german.at(1).summary, "Gesperrt");
  EXPECT_EQ(german.at(1).categories, std::vector<std::string>{"Gesperrt"});
  const auto chosen_by_program = file(bob, {"fr", "zh", "en"}).items;
  EXPECT_EQ(chosen_by_program.at(0).description, "最早 16:00 入住，最晚 10:00 退房。");
  EXPECT_EQ(chosen_by_program.at(2).summary, "Blocked") << "what a person has written stays";
  EXPECT_EQ(file(bob, {"fr"}).items.at(1).summary, "Blocked");
}

TEST_F(BookingsCalendarFile, HasWordsInEveryLanguage) {
  for (const std::string_view language : accounts::kLanguages) {
    EXPECT_NE(feed_words(language), nullptr) << language;
  }
}

TEST_F(BookingsCalendarFile, IsForMembers) {
  EXPECT_TRUE(fails(CalendarFeed::begin(context, zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(file(eve).items.empty());
}

}  // namespace
}  // namespace norn::bookings
