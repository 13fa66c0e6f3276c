#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/model.h"

// Parts of the JSON of events. Each function appends members with a comma before each of them.
namespace norn::planner::members {

void text(std::string& out, std::string_view name, std::string_view value);
void integer(std::string& out, std::string_view name, int64_t value);
void boolean(std::string& out, std::string_view name, bool value);
// Null for nullopt.
void text_or_null(std::string& out, std::string_view name, const std::optional<std::string>& value);
void texts(std::string& out, std::string_view name, const std::vector<std::string>& values);
void integers(std::string& out, std::string_view name, const std::vector<int64_t>& values);

// Views leave out the description, links, UID and creation time, which pages do not show.
enum class Form : uint8_t { kWhole, kInView };

// "title" to "links".
void details(std::string& out, const Details& details, Form form);
// "isAllDay" to "endLocal"; "startTzid" and "endTzid".
void times(std::string& out, const When& when);
void zones(std::string& out, const When& when);
// "start" and "end": wall times in the zone of the view.
void placing(std::string& out, TimeKind kind, int64_t start_local_s, int64_t end_local_s);
// "rruleUntil" to "hasExceptions".
void repeats(std::string& out, const Repeats& repeats);
// "ttl" to "updatedAt"; for occurrences, `ical` is that of the series.
void stamps(std::string& out, const Details& details, const Ical& ical, const Stamp& stamp,
            Form form);

}  // namespace norn::planner::members
