#include <gtest/gtest.h>

#include "apps/events/exchange/exchange_test_world.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/owner_meta.h"
#include "apps/events/service/events.h"
#include "apps/shared/import_notes.h"

// What files have in them that is not as it should be, and what may happen while one is taken in.
namespace norn::events {
namespace {

class EngineImportCases : public ExchangeTest {
 protected:
  static std::string file(const std::string& lines) {
    return "BEGIN:VCALENDAR\n" + lines + "END:VCALENDAR\n";
  }
  static std::string event(const std::string& lines) {
    return "BEGIN:VEVENT\n" + lines + "END:VEVENT\n";
  }
  // A daily series of ten, with more lines.
  static std::string daily(const std::string& lines = "") {
    return event(
        "UID:d\nSUMMARY:Daily\nDTSTART;TZID=Europe/Berlin:20230601T090000\n"
        "DTEND;TZID=Europe/Berlin:20230601T100000\nRRULE:FREQ=DAILY;COUNT=10\n"
        "DTSTAMP:20230101T000000Z\n" +
        lines);
  }
  static std::string changed(const std::string& id, const std::string& title) {
    return event("UID:d\nRECURRENCE-ID;TZID=Europe/Berlin:" + id + "\nSUMMARY:" + title +
                 "\nDTSTART;TZID=Europe/Berlin:20230610T120000\nDTSTAMP:20230102T000000Z\n");
  }
  Texts tags() {
    Texts tags;
    for (const Instance& instance : the_series().exceptions) tags.push_back(instance.tag);
    return tags;
  }
};

TEST_P(EngineImportCases, TimesInUtcAreInTheZoneOfThePerson) {
  const std::string text =
      file(event("UID:1\nSUMMARY:A\nDTSTART:20230705T100000Z\nDTEND:20230705T110000Z\n") +
           event("UID:2\nSUMMARY:B\nDTSTART:20230705T100000Z\nRRULE:FREQ=MONTHLY\n"));
  EXPECT_EQ(counts(take_in(text)), "2 created, 0 updated, 0 unchanged, 0 skipped");
  const When when = the_event("1").when;
  EXPECT_EQ(when.start_tzid, "Europe/Berlin");
  EXPECT_EQ(when.start_s, second("2023-07-05T10:00:00Z"));
  EXPECT_EQ(when.end_s, second("2023-07-05T11:00:00Z"));
  EXPECT_FALSE(when.end_tzid);
  // In a zone it would be an hour later in winter.
  EXPECT_EQ(the_series().master.when.start_tzid, "UTC");
  EXPECT_EQ(counts(take_in(text)), "0 created, 0 updated, 2 unchanged, 0 skipped");
  // What was meant in UTC stays so.
  const std::string own =
      file(event("UID:3\nSUMMARY:C\nDTSTART:20230705T100000Z\nX-NORN-TZID:UTC\n"));
  take_in(own);
  EXPECT_EQ(the_event("3").when.start_tzid, "UTC");
}

TEST_P(EngineImportCases, LeavesOutWhatCannotBeAndSaysWhy) {
  struct Case {
    std::string lines;
    std::string note;
  };
  for (const Case& example : std::vector<Case>{
           {"DTSTART:20230105T100000Z\nDTEND:20230105T090000Z\n",
            "'X' was skipped. It ends before it starts."},
           {"DTSTART:20230105T100000Z\nDURATION:-PT1H\n",
            "'X' was skipped. It ends before it starts."},
           {"DTSTART;VALUE=DATE:20230105\nDTEND;VALUE=DATE:20230104\n",
            "'X' was skipped. It ends before it starts."},
           {"DTSTART:20230105T100000Z\nDURATION:P600W\n",
            "'X' was skipped. It takes longer than 3660 days."},
           {"DTSTART:18500105T100000Z\n",
            "'X' was skipped. It is not within the years 1900 to 9999."},
           {"DTSTART;VALUE=DATE:20230105\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\n",
            "'X' was skipped. It never occurs."},
           {"DTSTART:20230105T100000Z\nRRULE:FREQ=DAILY;UNTIL=20220101T000000Z\n",
            "'X' was skipped. It never occurs."},
           {"DTSTART:20230105T100000Z\nRDATE;VALUE=DATE:20230106\n",
            "'X' was skipped. Its further dates are not of the same kind as its start."}}) {
    const ImportReport report =
        take_in(file(event("UID:1\nDTSTAMP:20230101T000000Z\nSUMMARY:X\n" + example.lines)));
    EXPECT_EQ(counts(report), "0 created, 0 updated, 0 unchanged, 1 skipped") << example.lines;
    EXPECT_EQ(notes(report), Texts{example.note}) << example.lines;
    EXPECT_EQ(report.notes.empty() ? 0 : report.notes[0].line, 2u);
  }
  EXPECT_EQ(everything(), Texts{});
}

TEST_P(EngineImportCases, CutsWhatIsTooLong) {
  std::string categories = "CATEGORIES:a";
  for (int i = 0; i < 30; ++i) categories += fmt::format(",tag{:02}", i);
  std::string alarms;
  for (int i = 1; i <= 12; ++i) {
    alarms += fmt::format("BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT{}M\nEND:VALARM\n", i);
  }
  const ImportReport report = take_in(file(event(
      "UID:1\nDTSTART:20230105T100000Z\nSUMMARY:" + std::string(600, 'x') +
      "\nDESCRIPTION:" + std::string(20'000, 'y') + "\nLOCATION:" + std::string(600, 'z') + "\n" +
      categories + "\nATTACH;ENCODING=BASE64;VALUE=BINARY:" + std::string(50'000, 'A') +
      "\nX-KEPT:yes\n" + alarms)));
  const Event stored = the_event("1");
  EXPECT_EQ(stored.details.title.size(), 500u);
  EXPECT_EQ(stored.details.description->size(), 10'240u);
  EXPECT_EQ(stored.details.location->size(), 500u);
  EXPECT_EQ(stored.details.tags.size(), 20u);
  EXPECT_EQ(stored.details.reminder_minutes.size(), 10u);
  EXPECT_EQ(stored.details.ical_other, "X-KEPT:yes\r\n");
  EXPECT_EQ(report.notes.size(), 7u) << fmt::format("{}", fmt::join(notes(report), "\n"));
}

TEST_P(EngineImportCases, TakesInWhatHasNeitherTitleNorUid) {
  const std::string text = file(event("DTSTART;VALUE=DATE:20230105\n") +
                                event("DTSTART;VALUE=DATE:20230106\nDTEND;VALUE=DATE:20230106\n"));
  EXPECT_EQ(counts(take_in(text)), "2 created, 0 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(text)), "0 created, 0 updated, 2 unchanged, 0 skipped");
  for (const Event& stored : must(read_stored(context, ada)).events) {
    EXPECT_EQ(stored.details.title, "(No title)");
    EXPECT_EQ(stored.when.duration_s(), 86'400);
  }
}

TEST_P(EngineImportCases, TakesTheNewestOfTwoWithOneUid) {
  const ImportReport report =
      take_in(file(event("UID:1\nSUMMARY:New\nDTSTART;VALUE=DATE:20230105\nSEQUENCE:2\n") +
                   event("UID:1\nSUMMARY:Old\nDTSTART;VALUE=DATE:20230105\nSEQUENCE:1\n")));
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 1 skipped");
  EXPECT_EQ(notes(report), Texts{"'Old' is in the file more than once; the newest was imported."});
  EXPECT_EQ(the_event("1").details.title, "New");
}

TEST_P(EngineImportCases, TakesInOccurrencesWithoutTheirSeries) {
  const std::string text =
      file(changed("20230603T090000", "One") + changed("20230604T090000", "Two") +
           event("UID:d\nRECURRENCE-ID:20230605T070000Z\nSTATUS:CANCELLED\n"
                 "SUMMARY:Gone\nDTSTART:20230605T070000Z\n"));
  const ImportReport report = take_in(text);
  EXPECT_EQ(counts(report), "2 created, 0 updated, 0 unchanged, 1 skipped");
  EXPECT_EQ(report.notes[0].said.text(),
            "'One' is a changed occurrence without its series; it was imported as an event of its "
            "own.");
  EXPECT_EQ(the_event("d/20230603T070000Z").details.title, "One");
  EXPECT_EQ(counts(take_in(text)), "0 created, 0 updated, 2 unchanged, 1 skipped");
}

TEST_P(EngineImportCases, ChangesOneOccurrenceOfASeriesThatIsThere) {
  take_in(file(daily()));
  EXPECT_EQ(counts(take_in(file(changed("20230603T090000", "One")))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(file(changed("20230604T090000", "Two")))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(tags(), (Texts{"20230603", "20230604"}));
  EXPECT_EQ(the_series().master.stamp.version, 3);
  EXPECT_EQ(the_series().master.details.title, "Daily");
  EXPECT_EQ(counts(take_in(file(changed("20230604T090000", "Two")))),
            "0 created, 0 updated, 1 unchanged, 0 skipped");
}

TEST_P(EngineImportCases, ReplacesTheOccurrencesOfASeries) {
  take_in(file(daily() + changed("20230603T090000", "One") + changed("20230604T090000", "Two")));
  EXPECT_EQ(counts(take_in(file(
                daily("SEQUENCE:1\nEXDATE:20230602T070000Z\n") + changed("20230604T090000", "Two") +
                changed("20230605T090000", "Three") + changed("20230605T093000", "Odd")))),
            "1 created, 1 updated, 0 unchanged, 0 skipped")
      << "at 09:30 it has none: that one is on its own";
  EXPECT_EQ(tags(), (Texts{"20230604", "20230605"}));
  EXPECT_EQ(the_series().exceptions[0].stamp.version, 1) << "it is as it was";
  EXPECT_EQ(the_series().master.repeats.exdate, Texts{"20230602"});
}

TEST_P(EngineImportCases, SaysThatAChangeOfAllFollowingIsForOne) {
  const ImportReport report =
      take_in(file(daily() + event("UID:d\nRECURRENCE-ID;RANGE=THISANDFUTURE:20230603T070000Z\n"
                                   "SUMMARY:Late\nDTSTART:20230603T080000Z\n")));
  EXPECT_EQ(tags(), Texts{"20230603"});
  EXPECT_EQ(notes(report), Texts{"'Late': a change of this and all following occurrences was "
                                 "imported for this one only."});
}

TEST_P(EngineImportCases, TurnsAnEventIntoASeriesAndBack) {
  const std::string one = "UID:d\nSUMMARY:One\nDTSTART:20230601T090000Z\n";
  take_in(file(event(one)));
  EXPECT_EQ(counts(take_in(file(daily("SEQUENCE:1\n") + changed("20230603T090000", "Changed")))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(items(ada, "EVENT#").size(), 0u);
  EXPECT_EQ(the_series().master.stamp.version, 2);
  EXPECT_EQ(counts(take_in(file(event(one + "SEQUENCE:2\n")))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(items(ada, "MASTER#").size(), 0u);
  EXPECT_EQ(the_event("d").stamp.version, 3);
}

TEST_P(EngineImportCases, KeepsLinksAndWhenItGoes) {
  take_in(file(daily() + changed("20230603T090000", "One")));
  WholeSeries stored = the_series();
  stored.master.details.links = {{.target = "a"}, {.target = "b"}};
  stored.master.details.ttl = 2'000'000'000;
  store::PutRequest request;
  request.table = tables.planner();
  request.item = to_item(ada, stored.master);
  must(store_.put(request));
  take_in(file(daily("SEQUENCE:1\n") + changed("20230604T090000", "Two")));
  EXPECT_EQ(the_series().master.details.links, stored.master.details.links);
  EXPECT_EQ(the_series().master.details.ttl, 2'000'000'000);
  const Instance added = the_series().exceptions.front();
  EXPECT_EQ(added.details.ttl, 2'000'000'000);
  EXPECT_EQ(added.details.links, stored.master.details.links) << "as those of the series";
  EXPECT_TRUE(item(ada, keys::link(added.id(), "b")));
  // Of its own from now on.
  Instance own = added;
  own.details.links = {{.target = "c"}};
  request.item = to_item(ada, own);
  must(store_.put(request));
  take_in(file(daily("SEQUENCE:2\n") + changed("20230604T090000", "Three")));
  EXPECT_EQ(the_series().exceptions.front().details.links, own.details.links);
  EXPECT_EQ(the_series().exceptions.front().details.title, "Three");
  EXPECT_EQ(std::ranges::count(the_series().exceptions.front().modified_fields, "links"), 1);
}

TEST_P(EngineImportCases, UsesZonesWithTheSameRules) {
  const auto zone = [](const std::string& name, const std::string& rules) {
    return "BEGIN:VTIMEZONE\nTZID:" + name + "\n" + rules + "END:VTIMEZONE\n";
  };
  const auto observance = [](const std::string& kind, const std::string& start,
                             const std::string& rule, const std::string& from,
                             const std::string& to) {
    return "BEGIN:" + kind + "\nDTSTART:" + start + "\n" + rule + "TZOFFSETFROM:" + from +
           "\nTZOFFSETTO:" + to + "\nEND:" + kind + "\n";
  };
  const std::string american =
      observance("DAYLIGHT", "20070311T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\n", "-0800",
                 "-0700") +
      observance("STANDARD", "20071104T020000", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\n", "-0700",
                 "-0800");
  // Summer time in January alone: nobody has that.
  const std::string nobodys =
      observance("DAYLIGHT", "20070101T020000", "RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1\n",
                 "+0300", "+0400") +
      observance("STANDARD", "20070201T020000", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1\n",
                 "+0400", "+0300");
  const std::string odd = observance("STANDARD", "19700101T000000", "", "+0017", "+0017");
  const auto weekly = [](const std::string& uid) {
    return event("UID:" + uid + "\nDTSTART;TZID=" + uid +
                 ":20230605T010000\nRRULE:FREQ=WEEKLY;BYDAY=MO\nSUMMARY:" + uid +
                 "\nEXDATE;TZID=" + uid + ":20230612T010000\n");
  };
  const ImportReport report =
      take_in(file(zone("A", american) + zone("B", nobodys) + zone("C", odd) +
                   zone("D", observance("STANDARD", "19700101T000000", "", "+0500", "+0500")) +
                   weekly("A") + weekly("B") + weekly("C") + weekly("D")));
  EXPECT_EQ(report.created, 4);
  std::map<std::string, Master> masters;
  for (const WholeSeries& series : must(read_stored(context, ada)).series) {
    masters.emplace(series.master.ical.uid, series.master);
  }
  EXPECT_EQ(masters["A"].when.start_tzid, "America/Los_Angeles");
  EXPECT_EQ(masters["A"].when.start_s, second("2023-06-05T08:00:00Z"));
  EXPECT_EQ(masters["B"].when.start_tzid, "Etc/GMT-3");
  EXPECT_EQ(masters["B"].when.start_s, second("2023-06-04T22:00:00Z"));
  EXPECT_EQ(masters["C"].when.start_tzid, "UTC");
  EXPECT_EQ(masters["C"].when.start_s, second("2023-06-05T00:43:00Z"));
  EXPECT_EQ(masters["D"].when.start_tzid, "Etc/GMT-5");
  for (const auto& [uid, master] : masters) {
    EXPECT_EQ(master.repeats.exdate, Texts{"20230612"}) << uid;
  }
}

TEST_P(EngineImportCases, TakesInMoreOccurrencesThanATransactionHolds) {
  std::string text = event(
      "UID:d\nSUMMARY:Daily\nDTSTART;TZID=Europe/Berlin:20230101T090000\n"
      "RRULE:FREQ=DAILY;COUNT=300\nDTSTAMP:20230101T000000Z\n");
  for (int day = 0; day < 250; ++day) {
    const int64_t start = second("2023-01-01T09:00:00") + day * 86'400;
    const std::string id = ical::date_time_text({ical::TimeForm::kLocal, start});
    text += changed(id, fmt::format("Day {}", day));
  }
  const std::string whole = file(text);
  // After the lease and the first of its transactions, the second fails.
  meanwhile([&] {
    meanwhile(
        [&] { meanwhile([&] { store_.refuse(1, Error{ErrorCode::kUnavailable, "no", {}}); }); });
  });
  EXPECT_TRUE(fails(import_calendar(context, ada, whole, false), ErrorCode::kUnavailable));
  EXPECT_EQ(the_series().exceptions.size(), 95u) << "a part of it is there";
  EXPECT_EQ(counts(take_in(whole)), "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(the_series().exceptions.size(), 250u);
  EXPECT_EQ(counts(take_in(whole)), "0 created, 0 updated, 1 unchanged, 0 skipped");
}

TEST_P(EngineImportCases, GoesOnWhereItWasInterrupted) {
  std::string text;
  for (int i = 0; i < 250; ++i) {
    text += event(fmt::format("UID:{}\nSUMMARY:E{}\nDTSTART:20230105T100000Z\n", i, i));
  }
  // The lease, the first hundred, and no more.
  meanwhile([&] {
    meanwhile([&] {
      meanwhile([&] { store_.refuse(1, Error{ErrorCode::kUnavailable, "the disk is gone", {}}); });
    });
  });
  EXPECT_TRUE(fails(import_calendar(context, ada, file(text), false), ErrorCode::kUnavailable));
  const size_t before = items(ada, "EVENT#").size();
  EXPECT_GT(before, 0u);
  EXPECT_LT(before, 250u);
  const ImportReport report = take_in(file(text));
  EXPECT_EQ(report.created, static_cast<int64_t>(250 - before));
  EXPECT_EQ(report.unchanged, static_cast<int64_t>(before));
  EXPECT_EQ(items(ada, "EVENT#").size(), 250u);
}

TEST_P(EngineImportCases, DecidesAgainWhenSomethingWasChangedMeanwhile) {
  const std::string text = file(event("UID:1\nSUMMARY:A\nDTSTART:20230105T100000Z\n"));
  take_in(text);
  const std::string newer = file(event("UID:1\nSUMMARY:B\nSEQUENCE:1\nDTSTART:20230105T100000Z\n"));
  meanwhile([&] {
    meanwhile([&] {
      Event edited = the_event("1");
      edited.details.title = "Mine";
      ++edited.stamp.version;
      edited.ical.sequence = 5;
      store::PutRequest request;
      request.table = tables.planner();
      request.item = to_item(ada, edited);
      must(store_.put(request));
    });
  });
  const ImportReport report = take_in(newer);
  EXPECT_EQ(counts(report), "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(notes(report), Texts{"'B' has a newer version here, which was kept."});
  EXPECT_EQ(the_event("1").details.title, "Mine");
}

TEST_P(EngineImportCases, EndsWhenAnotherOneBegins) {
  const std::string text = file(event("UID:1\nSUMMARY:A\nDTSTART:20230105T100000Z\n"));
  meanwhile([&] { meanwhile([&] { take_in(text); }); });
  EXPECT_TRUE(fails(import_calendar(context, ada, text, false), ErrorCode::kConflict));
  EXPECT_EQ(items(ada, "EVENT#").size(), 1u) << "and not two";
}

TEST_P(EngineImportCases, TellsWhatItWouldDo) {
  take_in(file(daily()));
  const auto before = everything();
  const std::string text = file(daily("SEQUENCE:1\n") + changed("20230603T090000", "One") +
                                event("UID:1\nSUMMARY:A\nDTSTART:20230105T100000Z\n"));
  const ImportReport report = must(import_calendar(context, ada, text, true));
  EXPECT_EQ(counts(report), "1 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(everything(), before);
  const ImportReport done = take_in(text);
  EXPECT_EQ(counts(done), counts(report));
}

TEST_P(EngineImportCases, RemembersTheLongest) {
  take_in(file(event("UID:1\nDTSTART;VALUE=DATE:20230105\nDTEND;VALUE=DATE:20230112\n")));
  EXPECT_EQ(must(read_owner_meta(context, ada)).longest_event_minutes, 7 * 1440);
}

TEST_P(EngineImportCases, IsForThoseWhoAreThere) {
  const std::string nobody = "00000000-0000-4000-8000-0000000000cc";
  EXPECT_TRUE(fails(import_calendar(context, nobody, file(daily()), false), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(import_calendar(context, ada, "hello", false), ErrorCode::kInvalid, "file"));
}

TEST_P(EngineImportCases, HasBounds) {
  EXPECT_TRUE(fails(import_calendar(context, ada, std::string((10 << 20) + 1, 'x'), false),
                    ErrorCode::kInvalid, "file"));
  std::string many;
  for (int i = 0; i <= 20'000; ++i) many += event("DTSTART:20230105T100000Z\n");
  EXPECT_TRUE(fails(import_calendar(context, ada, file(many), false), ErrorCode::kInvalid, "file"));
  std::string tasks;
  for (int i = 0; i < 1'000; ++i) tasks += "BEGIN:VTODO\nUID:x\nEND:VTODO\n";
  const ImportReport report = take_in(file(tasks));
  EXPECT_EQ(report.skipped, 1'000);
  ASSERT_EQ(report.notes.size(), apps::kMaxImportNotes);
  EXPECT_EQ(report.notes.back().said.text(), "And 801 more notes of this kind.");
}

TEST_P(EngineImportCases, LeavesOutSeriesThatAreTooMany) {
  std::string text;
  for (size_t i = 0; i < kMaxSeriesPerPerson + 3; ++i) {
    text += event(fmt::format("UID:{}\nDTSTART:20230105T100000Z\nRRULE:FREQ=DAILY\n", i));
  }
  const ImportReport report = must(import_calendar(context, ada, file(text), true));
  EXPECT_EQ(counts(report), "2000 created, 0 updated, 0 unchanged, 3 skipped");
  EXPECT_EQ(report.notes.back().said.text(),
            "'(No title)' was skipped. There can be at most 2000 series.");
}

// Each of them takes as long as a rule can; together they are skipped after a few.
TEST_P(EngineImportCases, EndsSoonWithHostileRules) {
  std::string text;
  int number = 0;
  for (int i = 0; i < 1'000; ++i) {
    for (const char* const rule :
         {"FREQ=SECONDLY;COUNT=5000000", "FREQ=HOURLY;INTERVAL=7;BYDAY=MO;BYHOUR=0",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
          "FREQ=DAILY;COUNT=999999999"}) {
      text += event(fmt::format("UID:{}\nDTSTART:20230105T100000Z\nRRULE:{}\n", ++number, rule));
    }
  }
  const ImportReport report = must(import_calendar(context, ada, file(text), true));
  EXPECT_GT(report.skipped, 4'800);
}

NORN_ENGINE_FOR_EVERY_OWNER(EngineImportCases);

}  // namespace
}  // namespace norn::events
