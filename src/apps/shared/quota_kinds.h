#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace norn::apps {

// What a person, or a shared thing, can have only so much of.
struct QuotaKind {
  std::string_view name;  // In the API and the items.
  int64_t allowed;        // Unless the settings of the server or of the person differ.
  int64_t highest;        // That can be set.
  std::string_view what;  // "events of the planner", for messages.
};

inline constexpr std::string_view kBytesQuota = "bytes";
inline constexpr std::string_view kEventsQuota = "events";
inline constexpr std::string_view kSeriesQuota = "series";
inline constexpr std::string_view kPlannerTasksQuota = "plannerTasks";
inline constexpr std::string_view kCalendarsQuota = "calendars";
inline constexpr std::string_view kEntriesQuota = "entries";
inline constexpr std::string_view kPlacesQuota = "places";
inline constexpr std::string_view kStaysQuota = "stays";
inline constexpr std::string_view kProjectsQuota = "projects";
inline constexpr std::string_view kTasksQuota = "tasks";
inline constexpr std::string_view kProjectEventsQuota = "projectEvents";
inline constexpr std::string_view kTreesQuota = "trees";
inline constexpr std::string_view kPeopleQuota = "people";

inline constexpr int64_t kMaxQuota = int64_t{1} << 50;

// The apps have limits of their own of series, calendars, places, projects, trees and people.
inline constexpr std::array<QuotaKind, 13> kQuotaKinds = {{
    {kBytesQuota, int64_t{1} << 30, kMaxQuota, "bytes of everything together"},
    {kEventsQuota, 100'000, kMaxQuota, "events of the planner"},
    {kSeriesQuota, 2'000, 2'000, "series of the planner"},
    {kPlannerTasksQuota, 10'000, 20'000, "tasks of the planner"},
    {kCalendarsQuota, 500, 500, "calendars that one person owns"},
    {kEntriesQuota, 100'000, kMaxQuota, "entries of one calendar"},
    {kPlacesQuota, 100, 100, "places that one person administers"},
    {kStaysQuota, 1'000, kMaxQuota, "stays ahead in one place"},
    {kProjectsQuota, 500, 500, "projects that one person owns"},
    {kTasksQuota, 10'000, 20'000, "tasks of one project"},
    {kProjectEventsQuota, 10'000, 20'000, "events of one project"},
    {kTreesQuota, 100, 100, "family trees that one person owns"},
    {kPeopleQuota, 100'000, 200'000, "people of one family tree"},
}};

// Whether it counts for a shared thing and not for a person.
constexpr bool counts_for_thing(std::string_view kind) {
  return kind == kEntriesQuota || kind == kTasksQuota || kind == kProjectEventsQuota ||
         kind == kPeopleQuota;
}

// `name` is that of a kind.
constexpr const QuotaKind& quota_kind(std::string_view name) {
  return *std::ranges::find(kQuotaKinds, name, &QuotaKind::name);
}

// By kind.
using QuotaAmounts = std::map<std::string, int64_t, std::less<>>;
// What is set for some kinds; nullopt for what is no longer set.
using QuotaChange = std::map<std::string, std::optional<int64_t>, std::less<>>;

inline void apply(const QuotaChange& change, QuotaAmounts& amounts) {
  for (const auto& [kind, allowed] : change) {
    amounts.erase(kind);
    if (allowed) amounts.emplace(kind, *allowed);
  }
}

}  // namespace norn::apps
