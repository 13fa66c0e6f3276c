#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/exchange/import.h"
#include "apps/events/exchange/import_changes.h"
#include "apps/events/exchange/import_groups.h"
#include "apps/events/exchange/import_series.h"
#include "apps/events/exchange/import_zones.h"
#include "base/error.h"

namespace norn::events {

// The events and series of a person by UID, without expired ones.
class KnownEvents {
 public:
  // Reads those that `groups` may be about.
  static Result<KnownEvents> read(const Context& context, const std::string& user_id,
                                  const std::vector<ImportGroup>& groups);

  const Whole* find(const std::string& uid) const;
  size_t series_count() const { return series_count_; }

 private:
  std::unordered_map<std::string, Whole> events_;
  size_t series_count_ = 0;
};

// How many more the person may have.
struct QuotaRoom {
  int64_t events = 0;
  int64_t series = 0;
};

// What to do with a group. Usually it is one event or series; changed occurrences without their
// series become further events.
struct Decision {
  int64_t created = 0;
  int64_t updated = 0;
  int64_t unchanged = 0;
  int64_t skipped = 0;
  size_t new_series = 0;
  size_t new_events = 0;
  ImportNotes notes;
  std::vector<ImportedEvent> events;  // Created or updated.
  std::vector<Changes> changes;
};

enum class ImportMode : uint8_t {
  kMerge,    // What is here and newer stays.
  kReplace,  // The file always is newer.
};

class Decider {
 public:
  // The context and the owner outlive it.
  Decider(const Context& context, const Owner& owner, std::string default_tzid, ImportMode mode)
      : context_(context), owner_(owner), zones_(std::move(default_tzid)), mode_(mode) {}

  // `new_series` were created since `known` was read.
  Decision decide(const ImportGroup& group, const KnownEvents& known, size_t new_series,
                  const QuotaRoom& room);

 private:
  struct Version {
    int64_t sequence = 0;
    std::optional<int64_t> changed_s;
  };

  void decide_main(const ImportGroup& group, const KnownEvents& known, Decision& decision);
  void decide_orphan(const ical::CalendarItem& item, const std::string& uid,
                     const KnownEvents& known, Decision& decision);
  void decide_whole(Whole wanted, const std::string& uid, const Version& version,
                    const KnownEvents& known, const ical::CalendarItem& item, Decision& decision);
  // The id of the existing series, or a new one.
  std::string series_id(const Whole* existing);
  // Gives `wanted` the id, the next version, and what a file does not contain. Who imports it has
  // changed it.
  void continue_existing(Whole& wanted, const Whole* existing);

  const Context& context_;
  const Owner& owner_;
  ImportZones zones_;
  const ImportMode mode_;
  RuleBudget budget_;
  size_t new_series_ = 0;
  QuotaRoom room_;
};

}  // namespace norn::events
