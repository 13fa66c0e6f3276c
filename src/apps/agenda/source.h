#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/agenda/item.h"
#include "apps/shared/recent_changes.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

// How an app tells what a person has on some days, for everything that shows all apps together.
namespace norn::agenda {

// The owner of everything in a table: a change of it concerns all parts that were read from there.
constexpr const char* kEverything = "*";

struct Query {
  Date from;  // The first and the last day,
  Date to;
  std::string tzid;  // in this zone.
  ical::TimeZone zone = ical::TimeZone::utc();
  Date today = {};  // In this zone.
  Kinds kinds = Kinds::all();
  // For words of an app where the account names no language; empty: English.
  std::string language = {};

  bool has(Date day) const { return from <= day && day <= to; }
  // Whether something overlaps the days. Without a duration it does if its start is in them.
  bool overlaps(const Times& times) const;
  // Times of something with a time, of instants; and of whole days, of which the last is included.
  Times timed(int64_t start_utc_s, std::optional<int64_t> end_utc_s) const;
  static Times days(Date first, Date last);
};

// Something whose items are missing in a part, and why.
struct FailedOwner {
  Owner owner;
  Error error;  // A fault.
};

// What a person has in an app, and whose items it was read from, in the words of `watched`.
struct Part {
  std::vector<Item> items;
  std::vector<std::string> owners = {};
  bool can_be_kept = true;  // False if something in it ends without a change of a table.
  std::vector<FailedOwner> failed = {};

  // Adds an item, of which an app may have many. Returns kInvalid beyond the memory of the request
  // (WorkBudget).
  Result<void> add(Item item);
};

// The zone in which a person's days are.
struct OwnZone {
  std::string tzid;
  std::vector<std::string> owners = {};
};

// A table that the app reads, and whose items a change of it concerns.
struct Watched {
  std::string table;
  apps::RecentChanges::OwnersOf owners_of;
};

// How an app takes part in the agenda, over its own service, so that who may see what is decided
// where it always is. May block; safe from any thread.
class AgendaSource {
 public:
  virtual ~AgendaSource() = default;

  virtual std::string app() const = 0;    // "projects"
  virtual std::string scope() const = 0;  // That a token needs: "projects:read".
  virtual Kinds kinds() const = 0;        // That it can have.
  // Everything of these kinds that overlaps the days, in any order.
  virtual Result<Part> items(const std::string& user_id, const Query& query) = 0;
  // Tasks that are neither done, planned nor due, at most `limit`. Their times mean nothing.
  virtual Result<std::vector<Item>> unscheduled(const std::string& /*user_id*/, size_t /*limit*/) {
    return std::vector<Item>();
  }
  // Nullopt if the app does not know one.
  virtual Result<std::optional<OwnZone>> own_zone(const std::string& /*user_id*/) {
    return std::nullopt;
  }
  virtual std::vector<Watched> watched() const = 0;
};

}  // namespace norn::agenda
