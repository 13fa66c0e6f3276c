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
  const auto after_view = change.after_view();
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

std::optional<store::ItemView> ItemChange::after_view() const {
  return after ? std::optional(after->view()) : std::nullopt;
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

}  // namespace norn::embedded
