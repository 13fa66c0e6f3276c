#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/shared/inspector.h"
#include "apps/shared/table_reader.h"

// How calendars cope with items that other programs wrote.
namespace norn::calendars {

// Finds the calendars, memberships and entries that lists leave out. The owners of a calendar may
// repair them.
class CalendarInspector final : public apps::Inspector {
 public:
  explicit CalendarInspector(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.calendars(); }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;
  Result<std::vector<apps::ItemOwner>> owned_by(const std::string& user_id) override;

 private:
  Context context_;
};

// Raises `longestSpanDays` of calendars for MultiDay entries that another program wrote without it,
// and after another program replaced the calendar, so that ranges find entries on all of their
// days.
class LongestSpans final : public apps::Follower {
 public:
  explicit LongestSpans(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.calendars(); }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  Result<void> raise(const std::string& calendar_id, int64_t days);

  Context context_;
  // The longest entry that was seen, by calendar.
  std::map<std::string, int64_t> known_days_;
};

}  // namespace norn::calendars
