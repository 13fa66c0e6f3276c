#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/source.h"
#include "base/time_text.h"

// An app that has what a test says.
namespace norn::agenda {

inline Date date(std::string_view text) {
  return parse_date(text).value();
}

// On "2026-11-17", or at "2026-11-17T09:00:00".
inline Item thing(Kind kind, const std::string& title, const std::string& start) {
  Item item;
  item.kind = kind;
  item.id = item.title = title;
  item.times.all_day = start.size() == 10;
  const std::string time = item.times.all_day ? start + "T00:00:00Z" : start + "Z";
  item.times.start_s = parse_timestamp_ms(time).value() / 1000;
  if (!item.times.all_day) item.times.start_utc_s = item.times.start_s;
  return item;
}

class TestSource final : public AgendaSource {
 public:
  TestSource(std::string app, Kinds kinds) : app_(std::move(app)), kinds_(kinds) {}

  std::string app() const override { return app_; }
  std::string scope() const override { return app_ + ":read"; }
  Kinds kinds() const override { return kinds_; }
  Result<Part> items(const std::string& user_id, const Query& /*query*/) override {
    ++asked;
    if (on_asked) on_asked();
    if (error) return *error;
    return Part{.items = named(things), .owners = {user_id}, .failed = failed};
  }
  Result<std::vector<Item>> unscheduled(const std::string& /*user_id*/, size_t /*limit*/) override {
    if (error) return *error;
    return named(without_time);
  }
  Result<std::optional<OwnZone>> own_zone(const std::string& user_id) override {
    if (zone_error) return *zone_error;
    if (zone.empty()) return std::nullopt;
    return OwnZone{.tzid = zone, .owners = {"zone of " + user_id}};
  }
  std::vector<Watched> watched() const override { return tables; }

  std::vector<Item> things = {};
  std::vector<Item> without_time = {};
  std::vector<FailedOwner> failed = {};
  std::string zone = {};
  std::optional<std::unexpected<Error>> error = {};
  std::optional<std::unexpected<Error>> zone_error = {};
  std::vector<Watched> tables = {};
  std::atomic<int> asked = 0;
  std::function<void()> on_asked = {};

 private:
  std::vector<Item> named(std::vector<Item> items) const {
    for (Item& item : items) item.app = app_;
    return items;
  }

  const std::string app_;
  const Kinds kinds_;
};

}  // namespace norn::agenda
