#pragma once

#include <cstddef>
#include <cstdint>

// How long and how many. Services check these limits, routes read by them, and the schemas of the
// OpenAPI document are made from them.
namespace norn::events {

// Of an event, a series or an occurrence. Characters are Unicode code points.
constexpr size_t kMaxTitleCharacters = 500;
constexpr size_t kMaxLocationCharacters = 500;
constexpr size_t kMaxDescriptionBytes = 10'240;
constexpr size_t kMaxTags = 20;
constexpr size_t kMaxTagCharacters = 50;
constexpr size_t kMaxReminders = 10;
constexpr int64_t kMaxReminderMinutes = 40'320;  // Four weeks.
constexpr size_t kMaxLinks = 10;
constexpr size_t kMaxLinkTargetCharacters = 100;
constexpr size_t kMaxLinkTitleCharacters = 200;
constexpr int64_t kMaxTtl = 253'402'300'799;  // The last second of the year 9999.
constexpr int64_t kMaxEventDays = 3'660;
// Of starts and ends, in the zone's wall time and in UTC.
constexpr int kFirstEventYear = 1900;
constexpr int kLastEventYear = 9999;

// Of the guests of an event or a series. Moving it takes three actions for each.
constexpr size_t kMaxGuests = 20;
constexpr int64_t kMaxGuestsPerHour = 100;  // Invited by one person.
// That one person sees. Inviting does not look at it, because that would tell of an account.
constexpr size_t kMaxInvitations = 1'000;
// What the invitations of one person may take in an agenda, so that those of others leave room for
// what is their own.
constexpr size_t kMaxInvitedBytes = size_t{8} << 20;

// Of a series.
constexpr size_t kMaxRuleCharacters = 8'192;
constexpr size_t kMaxListedTags = 1'000;  // Of exdate and rdate each.
// In any month: one every half an hour. A view of a year can still show it.
constexpr size_t kMaxOccurrencesPerMonth = 1'500;
// Exceptions that one edit can move from one series to another: what fits into a transaction.
constexpr size_t kMaxMovedExceptions = 45;
// Counted before a series is added, so concurrent requests may exceed it slightly.
constexpr size_t kMaxSeriesPerPerson = 2'000;

// Of a question.
constexpr int64_t kMaxViewDays = 400;
constexpr size_t kMaxViewOccurrences = 20'000;
constexpr size_t kMaxSearchBytes = 500;
constexpr size_t kMaxSearchResults = 100;
constexpr size_t kMaxListedReminders = 1'000;

// Of calendar files.
constexpr size_t kMaxImportFileBytes = size_t{10} << 20;
constexpr size_t kMaxImportedItems = 20'000;

}  // namespace norn::events
