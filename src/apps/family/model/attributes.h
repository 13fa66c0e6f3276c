#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/item_reader.h"
#include "store/item.h"
#include "store/value.h"

// How the types of family trees read and write attributes. What is not known is left out, but for
// `DeathDate` of the living, which is null as in the design's example. Null and absent are the
// same.
namespace norn::family {

// The name of a value of an enumeration whose values are 0, 1, ..., and the value of a name.
template <typename Enum, size_t kCount>
std::string_view name_in(const std::array<std::string_view, kCount>& names, Enum value) {
  return names[static_cast<size_t>(value)];
}
template <typename Enum, size_t kCount>
std::optional<Enum> one_of(const std::array<std::string_view, kCount>& names,
                           std::string_view text) {
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

// Left out if there is nothing.
void put_text(store::Map& item, std::string_view name, const std::optional<std::string>& text);

// The id in a key; a fault if it is none.
std::string id_in(apps::ItemReader& reader, std::string_view key, std::string_view prefix);
// An id of something else. What cannot be one reads as missing.
std::optional<std::string> other_id(const apps::ItemReader& reader, std::string_view name);
// A time in milliseconds; that of the epoch for items of other programs without one.
std::string time_in(const apps::ItemReader& reader, std::string_view name);
// A text that is not empty.
std::optional<std::string> filled_text(const apps::ItemReader& reader, std::string_view name);
// The hash of an item without attributes that do not count.
std::string etag_without(store::ItemView item, const std::vector<std::string_view>& names);

// Who made and who changed a thing.
template <typename Thing>
void put_authors(store::Map& item, const Thing& thing) {
  put_text(item, "CreatedBy", thing.created_by);
  put_text(item, "UpdatedBy", thing.updated_by);
}
// These, and when.
template <typename Thing>
void read_history(const apps::ItemReader& reader, Thing& thing) {
  thing.created_at = time_in(reader, "CreatedAt");
  thing.updated_at = time_in(reader, "UpdatedAt");
  thing.created_by = other_id(reader, "CreatedBy");
  thing.updated_by = other_id(reader, "UpdatedBy");
}

}  // namespace norn::family
