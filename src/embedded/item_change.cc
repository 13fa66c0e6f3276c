#include <algorithm>

#include "embedded/write_group.h"

namespace norn::embedded {

ItemChange make_change(const Table& table, std::string item_key, store::Key key,
                       std::optional<store::ItemView> before, std::optional<store::Item> after) {
  ItemChange change;
  change.table = &table;
  change.item_key = std::move(item_key);
  change.key = std::move(key);
  change.before = before;
  change.after = std::move(after);
  change.indexes.reserve(table.schema->indexes.size());
  const auto after_view =
      change.after ? std::optional<store::ItemView>(change.after->view()) : std::nullopt;
  for (size_t i = 0; i < table.schema->indexes.size(); ++i) {
    const auto& cursor = table.backfill_cursors[i];
    const bool not_yet_indexed = cursor && change.item_key > *cursor;
    change.indexes.push_back(
        not_yet_indexed
            ? store::IndexChange{}
            : store::index_change(*table.schema, table.schema->indexes[i], before, after_view));
  }
  return change;
}

int64_t ItemChange::size_delta() const {
  const auto size = [](const auto& item) {
    return item ? static_cast<int64_t>(item->size_bytes()) : 0;
  };
  return size(after) - size(before);
}

int64_t ItemChange::collection_delta() const {
  int64_t delta = size_delta();
  for (size_t i = 0; i < indexes.size(); ++i) {
    if (!table->schema->indexes[i].global) {
      delta += indexes[i].bytes_delta;
    }
  }
  return delta;
}

store::ConsumedCapacity ItemChange::capacity(bool transactional) const {
  store::ConsumedCapacity capacity;
  capacity.table = table->schema->name;
  const size_t bytes = std::max(before ? before->size_bytes() : 0, after ? after->size_bytes() : 0);
  capacity.table_write_units = store::write_units(bytes, transactional);
  for (size_t i = 0; i < indexes.size(); ++i) {
    if (indexes[i].write_units > 0) {
      capacity.indexes[table->schema->indexes[i].name].write =
          indexes[i].write_units * (transactional ? 2 : 1);
    }
  }
  return capacity;
}

}  // namespace norn::embedded
