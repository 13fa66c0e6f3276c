#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/events/series/series.h"
#include "apps/events/views/view_item.h"
#include "apps/shared/kept_values.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::events {

// The attributes of USER_META that views need.
struct ViewMeta {
  std::string default_tzid;
  int64_t longest_event_minutes = 0;
  bool has_events = true;  // False if the partition has no item at all.
};

// A series, made ready to be expanded when a view first needs it.
class ViewSeries {
 public:
  explicit ViewSeries(ViewItem item) : item_(std::move(item)) {}

  const ViewItem& item() const { return item_; }
  // Returns kInvalid if it is not a series that views can show. Thread-safe.
  const Result<Series>& ready() const;

 private:
  const ViewItem item_;
  mutable std::once_flag once_;
  mutable std::optional<Result<Series>> ready_;
};

// What views need of an owner besides the events of their days. Several views share it.
struct OwnerSeries {
  struct Exception {
    std::string sort_key;
    ViewItem item;
  };

  ViewMeta meta;
  std::deque<ViewSeries> series;  // In the order of their ids.
  // If there are few, all exceptions of all series, in the order of their keys.
  std::optional<std::vector<Exception>> exceptions;
  size_t bytes = 0;  // In memory, about.
};

// The series of owners that views have read, as long as they are as they were.
class KeptSeries {
 public:
  KeptSeries(store::Store& store, std::string table, size_t max_bytes);

  // Nullptr if they have to be read.
  std::shared_ptr<const OwnerSeries> find(const std::string& owner_id);
  std::optional<apps::KeptValues::Moment> moment() { return kept_.moment(); }
  void keep(const std::string& owner_id, apps::KeptValues::Moment moment,
            const std::shared_ptr<const OwnerSeries>& series);

 private:
  apps::Kept<OwnerSeries> kept_;
};

// The items of a view: those that were read for it, and those of the owner's series.
class ViewItems {
 public:
  ViewItems() = default;
  ViewItems(ViewItems&&) noexcept = default;
  ViewItems& operator=(ViewItems&&) noexcept = default;

  void add(ViewItem item) { all_.push_back(&own_.emplace_back(std::move(item))); }
  // `item` is one of the series that are given to `share`.
  void add_shared(const ViewItem& item) { all_.push_back(&item); }
  void share(std::shared_ptr<const OwnerSeries> series) { series_ = std::move(series); }

  size_t size() const { return all_.size(); }
  const ViewItem& operator[](size_t index) const { return *all_[index]; }
  const std::vector<const ViewItem*>& all() const { return all_; }

 private:
  std::vector<const ViewItem*> all_;
  std::deque<ViewItem> own_;  // References to its items stay valid.
  std::shared_ptr<const OwnerSeries> series_;
};

}  // namespace norn::events
