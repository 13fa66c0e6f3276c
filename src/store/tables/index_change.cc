#include <algorithm>
#include <utility>

#include "store/key.h"
#include "store/requests/capacity.h"

namespace norn::store {

bool index_carries(const TableSchema& schema, const IndexSchema& index,
                   std::string_view attribute) {
  const std::vector<std::string>& others = index.projection.non_key_attributes;
  return index.projection.kind == ProjectionKind::kAll || is_key_attribute(schema.key, attribute) ||
         is_key_attribute(index.key, attribute) ||
         std::find(others.begin(), others.end(), attribute) != others.end();
}

Item project_to_index(const TableSchema& schema, const IndexSchema& index, ItemView item) {
  if (index.projection.kind == ProjectionKind::kAll) {
    return Item::copy_of(item);
  }
  std::vector<std::string> names = key_attribute_names(schema, &index);
  for (const std::string& name : index.projection.non_key_attributes) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return Item::part_of(item, names);
}

IndexChange index_change(const TableSchema& schema, const IndexSchema& index,
                         std::optional<ItemView> before, std::optional<ItemView> after) {
  IndexChange change;
  if (index.status == IndexStatus::kDeleting || (before && after && *before == *after)) {
    return change;
  }
  std::optional<Key> old_key = before ? key_in_index(index, *before) : std::nullopt;
  std::optional<Key> new_key = after ? key_in_index(index, *after) : std::nullopt;

  Item old_projected;
  ItemView old_entry;
  if (old_key) {
    if (index.projection.kind == ProjectionKind::kAll) {
      old_entry = *before;
    } else {
      old_projected = project_to_index(schema, index, *before);
      old_entry = old_projected;
    }
    change.entries_delta -= 1;
    change.bytes_delta -= static_cast<int64_t>(old_entry.size_bytes());
  }
  if (new_key) {
    change.entry = project_to_index(schema, index, *after);
    change.entries_delta += 1;
    change.bytes_delta += static_cast<int64_t>(change.entry.size_bytes());
  }

  if (old_key && new_key && *old_key == *new_key) {
    const bool is_same = old_entry == change.entry.view();
    if (is_same && change.bytes_delta == 0) {
      return IndexChange{};
    }
    // The same attributes may have another size: see Item::part_of.
    if (!is_same) {
      change.write_units =
          write_units(std::max(old_entry.size_bytes(), change.entry.size_bytes()), false);
    }
    change.put = std::move(new_key);
    return change;
  }
  // An entry that moves is a deletion and a put, and both are charged.
  if (old_key) {
    change.write_units += write_units(old_entry.size_bytes(), false);
    change.remove = std::move(old_key);
  }
  if (new_key) {
    change.write_units += write_units(change.entry.size_bytes(), false);
    change.put = std::move(new_key);
  }
  return change;
}

}  // namespace norn::store
