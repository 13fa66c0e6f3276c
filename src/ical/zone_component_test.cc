#include "ical/zone_component.h"

#include <gtest/gtest.h>

#include "ical/date_time.h"
#include "ical/zone_names.h"

namespace norn::ical {
namespace {

int64_t second_of(const char* text) {
  return parse_date_time(text)->second;
}

Component component(const std::string& text) {
  return read_components(text)->components[0];
}

TEST(ZoneNames, AreThoseOfAllPrograms) {
  const struct {
    const char* name;
    const char* iana;
  } rows[] = {
      {"Europe/Berlin", "Europe/Berlin"},
      {"W. Europe Standard Time", "Europe/Berlin"},
      {"Eastern Standard Time", "America/New_York"},
      {"/mozilla.org/20070129_1/Europe/Berlin", "Europe/Berlin"},
      {"/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires",
       "America/Argentina/Buenos_Aires"},
  };
  for (const auto& row : rows) {
    const auto zone = find_zone_by_any_name(row.name);
    ASSERT_TRUE(zone) << row.name;
    EXPECT_EQ(zone->name(), row.iana);
  }
  for (const char* name : {"", "Home", "/", "//", "/x/y", "Standard Time", "/../etc/passwd"}) {
    EXPECT_FALSE(find_zone_by_any_name(name)) << name;
  }
}

TEST(Zone, IsReadFromItsRules) {
  // As Outlook writes them, with a name of its own and rules since 1601.
  const auto zone =
      read_zone(component("BEGIN:VTIMEZONE\nTZID:Customized Time Zone\n"
                          "BEGIN:STANDARD\nDTSTART:16010101T030000\n"
                          "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n"
                          "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\n"
                          "END:STANDARD\n"
                          "BEGIN:DAYLIGHT\nDTSTART:16010101T020000\n"
                          "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
                          "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3\n"
                          "END:DAYLIGHT\nEND:VTIMEZONE\n"));
  ASSERT_TRUE(zone) << zone.error().message;
  EXPECT_EQ(zone->name(), "Customized Time Zone");
  EXPECT_FALSE(zone->is_known());
  const auto berlin = *TimeZone::find("Europe/Berlin");
  ZoneCursor cursor(*zone);
  for (int64_t local = second_of("20000101T000000"); local < second_of("20400101T000000");
       local += 1800) {
    ASSERT_EQ(zone->utc_of(local), berlin.utc_of(local)) << local;
    ASSERT_EQ(cursor.utc_of(local), berlin.utc_of(local)) << local;
    ASSERT_EQ(zone->offset_at(local), berlin.offset_at(local)) << local;
  }
}

TEST(Zone, MayHaveOneOffset) {
  const auto zone =
      read_zone(component("BEGIN:VTIMEZONE\nTZID:Ship\nBEGIN:STANDARD\n"
                          "DTSTART:19700101T000000\nTZOFFSETFROM:-0330\n"
                          "TZOFFSETTO:-0330\nEND:STANDARD\nEND:VTIMEZONE\n"));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->utc_of(second_of("20250106T100000")), second_of("20250106T133000Z"));
  EXPECT_EQ(zone->utc_of(second_of("19000106T100000")), second_of("19000106T133000Z"));
}

TEST(Zone, SaysWhatIsWrong) {
  const std::string head = "BEGIN:VTIMEZONE\nTZID:X\n";
  const std::string standard = head + "BEGIN:STANDARD\n";
  const struct {
    std::string text;
    const char* message;
  } rows[] = {
      {"BEGIN:VTIMEZONE\n", "The time zone cannot be read: TZID is missing."},
      {head, "The time zone cannot be read: it has neither STANDARD nor DAYLIGHT."},
      {standard, "The time zone cannot be read: TZOFFSETFROM is missing."},
      {standard + "TZOFFSETFROM:1\n",
       "The time zone cannot be read: TZOFFSETFROM is '1'; it must be like +0100."},
      {standard + "TZOFFSETFROM:+9900\n",
       "The time zone cannot be read: TZOFFSETFROM is more than a day."},
      {standard + "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n",
       "The time zone cannot be read: DTSTART is missing."},
  };
  for (const auto& row : rows) {
    const auto zone = read_zone(component(row.text));
    ASSERT_FALSE(zone) << row.text;
    EXPECT_EQ(zone.error().message, row.message);
  }
}

// What is written about a zone of the database says the same as the database.
TEST(Zone, IsWrittenWithItsRules) {
  for (const char* name :
       {"America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "America/Sao_Paulo", "Asia/Jerusalem", "Africa/Casablanca", "America/Santiago",
        "Asia/Tehran", "Europe/Dublin", "Antarctica/Troll", "Asia/Gaza", "America/Nuuk"}) {
    const auto zone = TimeZone::find(name);
    ASSERT_TRUE(zone) << name;
    const Component written = zone_component(*zone, 2005);
    const auto read = read_zone(written);
    ASSERT_TRUE(read) << name << ": " << read.error().message;
    for (int64_t utc = second_of("20050101T120000"); utc < second_of("20600101T000000");
         utc += 3600 * 3) {
      ASSERT_EQ(read->offset_at(utc), zone->offset_at(utc)) << name << " " << utc;
    }
  }
  const std::string text = component_text(zone_component(*TimeZone::find("Europe/London"), 2020));
  EXPECT_NE(text.find("DTSTART:20200329T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n"
                      "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\n"),
            std::string::npos)
      << text;
  EXPECT_LT(text.size(), 600u);
}

}  // namespace
}  // namespace norn::ical
