#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/exchange/import_zones.h"
#include "apps/events/model.h"
#include "apps/shared/import_notes.h"
#include "base/error.h"
#include "ical/calendar_file.h"

// Converts single events of a calendar file.
namespace norn::events {

using apps::ImportNotes;

// The title, or what stands for it, for notes.
std::string shown_title(const ical::CalendarItem& item);

// The time of the last change according to the file; nullopt if there is none.
std::optional<int64_t> changed_s(const ical::CalendarItem& item);

class ItemReader {
 public:
  ItemReader(ImportZones& zones, int64_t now_ms) : zones_(zones), now_ms_(now_ms) {}

  // Adds a note if something cannot be kept as it is (texts that are too long).
  Details details(const ical::CalendarItem& item, ImportNotes& notes) const;
  // Returns kInvalid, with the reason, if the engine cannot have such times.
  Result<When> when(const ical::CalendarItem& item, ImportNotes& notes) const;
  // Missing times and times in the future become the current time.
  Stamp stamp(const ical::CalendarItem& item) const;
  ImportZones& zones() const { return zones_; }

 private:
  Result<When> timed(const ical::CalendarItem& item, ImportNotes& notes) const;
  std::string timestamp(const std::optional<int64_t>& second) const;

  ImportZones& zones_;
  int64_t now_ms_;
};

}  // namespace norn::events
