#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/exchange/ical_stored.h"
#include "apps/planner/model.h"
#include "apps/shared/transaction.h"

namespace norn::planner {

// An event, or a series with its changed occurrences.
using Whole = std::variant<Event, StoredSeries>;

// What both say in a calendar file, but for when they were written: equal texts mean that there is
// nothing to be done.
std::string content_text(const Whole& whole);
std::string content_text(const Master& master, const Instance& instance);

const Details& details_of(const Whole& whole);
const When& when_of(const Whole& whole);
const Ical& ical_of(const Whole& whole);
int64_t version_of(const Whole& whole);

// What has to be written so that `wanted`, which has its id and its version, takes the place of
// `existing` (nullptr: of nothing).
struct Changes {
  // Each of them all or nothing, in this order. There is more than one only where a series has more
  // changed occurrences than a transaction has room for: then each raises the version of the
  // series, and the first has the series itself.
  std::vector<std::vector<apps::Action>> transactions;
  size_t bytes = 0;             // Of the first.
  int64_t longest_minutes = 0;  // Of what has a place in the index of years.
  bool begins_sweep = false;
};
// Of one transaction; there is room for two more.
constexpr size_t kMaxImportActions = 98;
constexpr size_t kMaxImportBytes = 3'000'000;

Changes changes_to(const Context& context, const std::string& user_id, const Whole* existing,
                   const Whole& wanted);

}  // namespace norn::planner
