#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "live/feed.h"
#include "store/store.h"

// Changes of a table, for the live feeds of apps (live::Feed).
namespace norn::apps {

// An item before and after a change; null if it was or is not there.
struct Change {
  std::string pk;
  std::string sk;
  const store::Item* before = nullptr;
  const store::Item* now = nullptr;
};
// Points into the record.
Change change_of(const store::StreamRecord& record);

// An item of a change as the type that it stands for; nullopt without an item.
template <typename T>
Result<std::optional<T>> read_changed(const store::Item* item, Result<T> (*from)(store::ItemView)) {
  if (item == nullptr) return std::nullopt;
  NORN_ASSIGN(T thing, from(*item));
  return thing;
}

using EventsOfChange = std::function<Result<live::Events>(const Change&)>;

// The events of a change. If its items cannot be read, which other programs may have written, there
// are none and a warning is logged.
Result<live::Events> events_of_change(const Change& change, const EventsOfChange& events_of);

// Implements live::Feed::catch_up. `events_of` gets each change with the item's present state as
// `now`, so that past states stay hidden. Of equal events, the last one remains.
Result<std::vector<live::Events>> catch_up(store::Store& store, const std::string& table,
                                           const std::vector<store::StreamRecord>& records,
                                           const EventsOfChange& events_of);

// The same in a table most of whose changes are of other things, which are not read.
Result<std::vector<live::Events>> catch_up_some(
    store::Store& store, const std::string& table, const std::vector<store::StreamRecord>& records,
    const std::function<bool(const store::StreamRecord&)>& is_concerned,
    const EventsOfChange& events_of);

}  // namespace norn::apps
