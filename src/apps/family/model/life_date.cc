#include "apps/family/model/life_date.h"

#include <chrono>
#include <utility>

#include "apps/family/model/attributes.h"
#include "apps/family/sentences.h"
#include "base/faults.h"
#include "gedcom/date.h"

namespace norn::family {
namespace {

// How far from a date that is only about right the true one may be.
constexpr std::chrono::days kAboutDays{10 * 365};

std::optional<Date> day_of(const std::optional<gedcom::Day>& day) {
  return day ? std::optional(Date(std::chrono::days(*day))) : std::nullopt;
}

}  // namespace

Bounds bounds_of(const LifeDate& date) {
  if (date.day) {
    const auto day = parse_date(*date.day);
    return {day, day};
  }
  if (!date.text) return {};
  const gedcom::Date read = gedcom::read_date(*date.text);
  Bounds bounds = {day_of(read.earliest()), day_of(read.latest())};
  if (read.is_approximate()) {
    if (bounds.earliest) *bounds.earliest -= kAboutDays;
    if (bounds.latest) *bounds.latest += kAboutDays;
  }
  return bounds;
}

DayBounds day_bounds_of(const LifeDate& date) {
  const Bounds bounds = bounds_of(date);
  const auto number = [](const std::optional<Date>& day) {
    return day ? std::optional<int64_t>(day->time_since_epoch().count()) : std::nullopt;
  };
  return {number(bounds.earliest), number(bounds.latest)};
}

bool is_before(const LifeDate& first, const LifeDate& second) {
  const Bounds one = bounds_of(first);
  const Bounds other = bounds_of(second);
  return one.latest && other.earliest && *one.latest < *other.earliest;
}

Result<LifeDate> life_date_from(std::string_view field, std::string_view words) {
  if (words.empty()) return LifeDate{};
  if (parse_date(words)) return LifeDate{.day = std::string(words)};
  const gedcom::Date read = gedcom::read_date(words);
  if (read.kind == gedcom::DateKind::kNone) return invalid(field, kDateNotUnderstood(words));
  if (auto day = read.exact_day()) return LifeDate{.day = std::move(day)};
  return LifeDate{.text = read.text(gedcom::Version::k70).value};
}

LifeDate life_date_in(const apps::ItemReader& reader, const std::string& name) {
  if (auto day = filled_text(reader, name)) {
    if (parse_date(*day)) return {.day = std::move(day)};
    return {.text = std::move(day)};
  }
  return {.text = filled_text(reader, name + "Text")};
}

void put_life_date(store::Map& item, const std::string& name, const LifeDate& date) {
  if (date.day) item.emplace(name, *date.day);
  if (date.text) item.emplace(name + "Text", *date.text);
}

}  // namespace norn::family
