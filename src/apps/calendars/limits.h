#pragma once

#include <cstddef>
#include <cstdint>

// How long and how many. Routes read by these limits, services check them, and the schemas of the
// OpenAPI document are made from them.
namespace norn::calendars {

// Of a calendar. Characters are Unicode code points.
constexpr size_t kMaxNameCharacters = 100;
constexpr size_t kMaxCalendarDescriptionCharacters = 1'000;

// Of an entry.
constexpr size_t kMaxTitleCharacters = 500;
constexpr size_t kMaxEntryDescriptionCharacters = 10'000;
constexpr size_t kMaxLocationCharacters = 500;
constexpr int64_t kMaxSpanDays = 3'660;

// Of one request for a range.
constexpr int64_t kMaxRangeDays = 400;

// Counted before something is added, so concurrent requests may exceed them slightly.
constexpr int64_t kMaxCalendarsPerPerson = 500;
constexpr int64_t kMaxMembersPerCalendar = 500;  // With open invitations.
constexpr size_t kMaxInvitationsPerAddress = 50;
constexpr size_t kMaxInvitationsPerCalendar = 90;
constexpr int64_t kMaxInvitationsPerHour = 100;  // By one person.

// In a calendar feed of several.
constexpr size_t kMaxCalendarsInFeed = 100;

}  // namespace norn::calendars
