#include "apps/events/views/view_gathering.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

// The days of an occurrence in its own zone and in the view's differ by up to two.
constexpr int64_t kTagSlackSeconds = 2 * kDaySeconds;

// Whether the series may occur in the window, without expanding its rule. (Each rdate may have a
// duration of its own.)
bool may_occur(const ViewItem& item, const ical::Window& window) {
  const Repeats& repeats = item.master().repeats;
  if (!repeats.rdate.empty()) return true;
  const int64_t from_s = window.from_s - item.duration_s();
  return item.start_s() < window.to_s && (!repeats.until_s || *repeats.until_s >= from_s);
}

void warn(const ViewItem& item, const Error& error) {
  log::warn("The series {} is left out of a view. {}", item.id(), error.message);
}

Date clamped_date(int64_t second) {
  return Date(std::chrono::days(std::clamp(ical::floor_div(second, kDaySeconds),
                                           int64_t{ical::kFirstDay}, int64_t{ical::kLastDay})));
}

}  // namespace

Result<std::shared_ptr<const OwnerSeries>> Gathering::find_owner() {
  if (auto kept = kept_.find(user_id_)) return kept;
  const auto moment = kept_.moment();
  NORN_ASSIGN(auto owner, reader_.read_owner());
  if (moment) kept_.keep(user_id_, *moment, owner);
  return owner;
}

Result<ViewMeta> Gathering::read_person() {
  NORN_ASSIGN(owner_, find_owner());
  items_.share(owner_);
  const int64_t now_ms = context_.clock.now_ms();
  for (const ViewSeries& one : owner_->series) {
    if (has_expired(one.item().details(), now_ms)) continue;
    masters_.push_back(static_cast<uint32_t>(items_.size()));
    ready_.push_back(&one);
    items_.add_shared(one.item());
  }
  series_.reserve(masters_.size());
  return owner_->meta;
}

Result<void> Gathering::read(const ViewWindow& window, int64_t longest_minutes) {
  window_ = &window;
  const auto first = static_cast<uint32_t>(items_.size());
  NORN_TRY(reader_.read_window(window, longest_minutes));
  for (uint32_t place = first; place < items_.size(); ++place) {
    const bool is_event = items_[place].kind() == ItemKind::kEvent;
    (is_event ? events_ : indexed_).push_back(place);
  }
  return {};
}

Result<bool> Gathering::open(uint32_t master, OpenSeries& opened) {
  NORN_TRY(WorkBudget::check());
  ReadSeries& read = series_.emplace_back();
  read.item = master;
  const ViewItem& item = items_[master];
  const ical::Window window = window_->on_scale(item.time_kind());
  if (!may_occur(item, window)) return false;
  opened.item = master;
  const Result<Series>& series = ready_[master]->ready();
  if (!series) {
    warn(item, series.error());
    read.is_broken = true;
    return false;
  }
  opened.series = &*series;
  if (item.master().repeats.has_exceptions)
    NORN_TRY(read_exceptions(read, opened.series->longest_s()));
  return true;
}

Result<void> Gathering::read_exceptions(ReadSeries& read, int64_t longest_s) {
  const ical::Window& wall = window_->wall();
  const Date first = clamped_date(wall.from_s - longest_s - kTagSlackSeconds);
  const Date last = clamped_date(wall.to_s + kTagSlackSeconds);
  read.first_tag = tag_day(first);
  read.last_tag = last_tag_of(last);
  read.first_exception = static_cast<uint32_t>(items_.size());
  NORN_TRY(reader_.read_instances(*owner_, items_[read.item].id(), read.first_tag, read.last_tag));
  read.last_exception = static_cast<uint32_t>(items_.size());
  return {};
}

bool Gathering::is_overridden(const ReadSeries& read, std::string_view tag) const {
  const auto begin = items_.all().begin() + read.first_exception;
  const auto end = items_.all().begin() + read.last_exception;
  return std::ranges::binary_search(begin, end, tag, {}, &ViewItem::tag);
}

std::vector<ical::Occurrence> Gathering::occurrences(const OpenSeries& opened,
                                                     const ical::Window& window,
                                                     size_t limit) const {
  auto found = opened.series->first_occurrences(window, limit + 1);
  if (!found) {
    warn(items_[opened.item], found.error());
    return {};
  }
  const ReadSeries* const read = series_of(items_[opened.item]);
  if (read == nullptr || read->first_exception == read->last_exception) return std::move(*found);
  std::erase_if(*found, [&](const ical::Occurrence& occurrence) {
    return is_overridden(*read, opened.series->tag_of(occurrence));
  });
  return std::move(*found);
}

// series_ is in the order of ids.
const Gathering::ReadSeries* Gathering::series_of(const ViewItem& item) const {
  const auto id_of = [this](const ReadSeries& read) -> const std::string& {
    return items_[read.item].master_id();
  };
  const auto found = std::ranges::lower_bound(series_, item.master_id(), {}, id_of);
  return found != series_.end() && id_of(*found) == item.master_id() ? &*found : nullptr;
}

std::vector<Gathering::Exception> Gathering::stored_exceptions() const {
  std::vector<Exception> exceptions;
  const auto add = [&](uint32_t place, const ReadSeries& read) {
    if (!items_[read.item].still_has(items_[place])) return;
    exceptions.push_back({.item = place, .master = read.item});
  };
  for (const ReadSeries& read : series_) {
    for (uint32_t place = read.first_exception; place < read.last_exception; ++place) {
      add(place, read);
    }
  }
  for (const uint32_t place : indexed_) {
    const ViewItem& instance = items_[place];
    const ReadSeries* const read = series_of(instance);
    if (read == nullptr || read->is_broken || !items_[read->item].master().repeats.has_exceptions)
      continue;
    const bool was_read = instance.tag() >= read->first_tag && instance.tag() <= read->last_tag;
    if (!was_read) add(place, *read);
  }
  return exceptions;
}

std::vector<Gathering::Exception> Gathering::exceptions() const {
  std::vector<Exception> exceptions = stored_exceptions();
  std::erase_if(exceptions, [&](const Exception& exception) {
    return items_[exception.item].status() == Status::kCancelled;
  });
  return exceptions;
}

}  // namespace norn::events
