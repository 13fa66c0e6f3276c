#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/shared/meter.h"

namespace norn::calendars {

// A calendar counts for its owners. An entry counts for its calendar: it does not say who made it.
class CalendarMeter final : public apps::Meter {
 public:
  explicit CalendarMeter(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.calendars(); }
  std::optional<apps::Use> use_of(store::ItemView item) const override;
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override;
  Result<apps::QuotaAmounts> in_bin(const std::string& user_id) const override;
  Result<std::vector<std::string>> owners_of(const std::string& thing) const override;

 private:
  const apps::Context context_;
};

// An event counts for its calendar, too.
class CalendarEventMeter final : public apps::Meter {
 public:
  explicit CalendarEventMeter(apps::Context context)
      : context_(context), calendars_(std::move(context)) {}

  std::string table() const override { return context_.tables.planner(); }
  std::string counts() const override { return table() + "/calendars"; }
  std::optional<apps::Use> use_of(store::ItemView item) const override;
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override {
    return calendars_.owned_by(user_id);
  }

 private:
  const apps::Context context_;
  const CalendarMeter calendars_;
};

}  // namespace norn::calendars
