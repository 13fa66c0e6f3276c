#include <utility>

#include "base/check.h"
#include "store/limits.h"
#include "store/requests/read_plan.h"

namespace norn::store {

// A page may hold one entry of any size, and else 1 MB.
bool PageBuilder::fits(size_t page_bytes) const {
  return page_.scanned_count == 0 || page_bytes_ + page_bytes <= kMaxPageBytes;
}

bool PageBuilder::offer(ItemView entry, std::optional<ItemView> whole) {
  NORN_CHECK(whole.has_value() == plan_.fetch_whole_items,
             "the engine fetches whole items exactly when the plan asks");
  const ItemView item = whole ? *whole : entry;
  const size_t item_bytes = item.size_bytes();
  if (full_ || !fits(item_bytes)) {
    full_ = true;
    return false;
  }
  page_bytes_ += item_bytes;
  entry_bytes_ += entry.size_bytes();
  if (whole) {
    fetch_units_ += read_units(item_bytes, plan_.consistency);
  }
  ++page_.scanned_count;

  last_is_listed_ = false;
  if (!plan_.filter || plan_.filter->holds(item)) {
    take(item);
  }
  if (!last_is_listed_) {
    last_entry_ = item.bytes();
  }
  // DynamoDB stops at Limit without looking whether there is more.
  full_ = plan_.limit && page_.scanned_count >= *plan_.limit;
  return !full_;
}

void PageBuilder::take(ItemView item) {
  ++page_.count;
  if (plan_.count_only) {
    return;
  }
  if (plan_.projection) {
    list(plan_.projection->apply(item));
    return;
  }
  list(item);
  last_is_listed_ = true;
}

void PageBuilder::list(ItemView item) {
  if (plan_.json_items == nullptr) {
    page_.items.append(item);
    return;
  }
  if (page_.count > 1) {
    plan_.json_items->push_back(',');
  }
  last_json_at_ = plan_.json_items->size();
  plan_.json_items->append(item.json());
}

Item PageBuilder::last_key() const {
  if (!last_is_listed_) {
    return key_attributes(*plan_.schema, plan_.index, ItemView::trusted(last_entry_));
  }
  if (plan_.json_items == nullptr) {
    return key_attributes(*plan_.schema, plan_.index, page_.items[page_.items.size() - 1]);
  }
  // Reading it once per page is cheaper than keeping every entry's directory.
  const auto last = Item::from_json(std::string_view(*plan_.json_items).substr(last_json_at_));
  NORN_CHECK(last.has_value(), "the JSON of a stored item can be read");
  return key_attributes(*plan_.schema, plan_.index, *last);
}

PageResult PageBuilder::finish(bool exhausted) && {
  if ((full_ || !exhausted) && page_.scanned_count > 0) {
    page_.last_key = last_key();
  }
  page_.capacity = capacity();
  return std::move(page_);
}

ConsumedCapacity PageBuilder::capacity() const {
  ConsumedCapacity capacity;
  capacity.table = plan_.schema->name;
  const double units = read_units(entry_bytes_, plan_.consistency);
  if (plan_.index == nullptr) {
    capacity.table_read_units = units;
  } else {
    capacity.table_read_units = fetch_units_;
    capacity.indexes[plan_.index->name] = {.read = units, .local = !plan_.index->global};
  }
  return capacity;
}

}  // namespace norn::store
