#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/series/when.h"

// What a request changes of an event, a series or an occurrence.
namespace norn::events {

// Absent members stay as they are. The route that read a change has checked the lengths of its
// texts; the functions that apply it check everything else.
struct DetailsChange {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::optional<std::string>> location = {};
  std::optional<std::optional<std::string>> color = {};
  std::optional<Status> status = {};
  std::optional<std::vector<std::string>> tags = {};
  std::optional<std::vector<int64_t>> reminder_minutes = {};
  std::optional<std::vector<Link>> links = {};
  std::optional<std::optional<int64_t>> ttl = {};
};

struct RepeatsChange {
  std::optional<std::optional<std::string>> rrule = {};
  std::optional<std::optional<int64_t>> until_s = {};
  std::optional<std::vector<std::string>> exdate = {};
  std::optional<std::vector<std::string>> rdate = {};

  bool is_empty() const { return !rrule && !until_s && !exdate && !rdate; }
};

struct EventChange {
  DetailsChange details = {};
  WhenChange when = {};
  RepeatsChange repeats = {};
};

}  // namespace norn::events
