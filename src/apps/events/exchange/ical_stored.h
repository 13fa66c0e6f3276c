#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "base/error.h"

namespace norn::events {

// The exception with a tag; nullptr if there is none.
const Instance* find_exception(const std::vector<Instance>& exceptions, std::string_view tag);

// All events and series of a person.
struct StoredEvents {
  std::vector<Event> events;
  std::vector<WholeSeries> series;
  size_t series_count = 0;
};

// A consistent read of the table, including expired items. Keeps only those whose UID is wanted;
// `series_count` is that of all series.
Result<StoredEvents> read_stored(
    const Context& context, const std::string& user_id,
    const std::function<bool(const std::string& uid)>& is_wanted = [](const auto&) {
      return true;
    });

}  // namespace norn::events
