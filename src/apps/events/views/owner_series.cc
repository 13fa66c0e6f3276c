#include "apps/events/views/owner_series.h"

#include "apps/events/keys.h"
#include "apps/shared/items.h"

namespace norn::events {
namespace {

// Another program may have stored a rule that occurs more often than a view can show.
Result<Series> shown_series(const Master& master) {
  NORN_ASSIGN(auto series, Series::of(master));
  NORN_TRY(series.check_how_often());
  return series;
}

// Whether there is USER_META, and how long the longest event is, may change with any item.
void owner_of_item(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
}

}  // namespace

const Result<Series>& ViewSeries::ready() const {
  std::call_once(once_, [this] { ready_.emplace(shown_series(item_.master())); });
  return *ready_;
}

KeptSeries::KeptSeries(store::Store& store, std::string table, size_t max_bytes)
    : kept_(store, std::move(table), max_bytes, owner_of_item) {}

std::shared_ptr<const OwnerSeries> KeptSeries::find(const std::string& owner_id) {
  return kept_.find(keys::user(owner_id), "");
}

void KeptSeries::keep(const std::string& owner_id, apps::KeptValues::Moment moment,
                      const std::shared_ptr<const OwnerSeries>& series) {
  kept_.keep(keys::user(owner_id), "", moment, series, series->bytes);
}

}  // namespace norn::events
