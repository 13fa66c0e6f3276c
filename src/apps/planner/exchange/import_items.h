#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/planner/exchange/import_notes.h"
#include "apps/planner/exchange/import_zones.h"
#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"

// Single events of a calendar file, in the terms of the planner.
namespace norn::planner {

// As it is called in notes: 'Lunch'.
std::string quoted_title(const ical::CalendarItem& item);

// When a file says that it was changed last; nullopt when it does not.
std::optional<int64_t> changed_s(const ical::CalendarItem& item);

class ItemReader {
 public:
  ItemReader(ImportZones& zones, int64_t now_ms) : zones_(zones), now_ms_(now_ms) {}

  // What cannot be kept as it is (texts that are too long) is noted.
  Details details(const ical::CalendarItem& item, ImportNotes& notes) const;
  // kInvalid says why it cannot be in the planner.
  Result<When> when(const ical::CalendarItem& item, ImportNotes& notes) const;
  // Times that are missing or ahead are now.
  Stamp stamp(const ical::CalendarItem& item) const;
  ImportZones& zones() const { return zones_; }

 private:
  Result<When> timed(const ical::CalendarItem& item, ImportNotes& notes) const;
  std::string timestamp(const std::optional<int64_t>& second) const;

  ImportZones& zones_;
  int64_t now_ms_;
};

}  // namespace norn::planner
