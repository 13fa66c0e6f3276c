#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/exchange/ical_stored.h"
#include "apps/events/model.h"
#include "apps/shared/transaction.h"

namespace norn::events {

// An event, or a series with its changed occurrences.
using Whole = std::variant<Event, WholeSeries>;

// The text in a calendar file without its timestamps. If both texts are equal, there is nothing to
// update.
std::string content_text(const Whole& whole);
std::string content_text(const Master& master, const Instance& instance);

const Details& details_of(const Whole& whole);
const When& when_of(const Whole& whole);
const Guests& guests_of(const Whole& whole);
const Ical& ical_of(const Whole& whole);
const Stamp& stamp_of(const Whole& whole);

// The writes that replace `existing` (nullptr: nothing) by `wanted`, which has its id and version.
struct Changes {
  // In this order. There is more than one only if a series has more changed occurrences than fit
  // into a transaction: then each raises the version of the series, and the first one writes the
  // series.
  std::vector<std::vector<apps::Action>> transactions;
  size_t bytes = 0;             // Of the first transaction.
  int64_t longest_minutes = 0;  // Of the items in the index of years.
  bool begins_sweep = false;
};
// Of one transaction, which has room for the lease, USER_META and the two conditions of a calendar.
constexpr size_t kMaxImportActions = 96;
constexpr size_t kMaxImportBytes = 3'000'000;

Changes changes_to(const Context& context, const std::string& user_id, const Whole* existing,
                   const Whole& wanted);
// The writes that remove `existing`. A sweep removes the changed occurrences of a series.
Changes removal_of(const Context& context, const std::string& user_id, const Whole& existing);

}  // namespace norn::events
