#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "store/item.h"
#include "store/value.h"

// How the types of projects read and write attributes.
namespace norn::projects {

// The name of a value of an enumeration whose values are 0, 1, ...
template <typename Enum, size_t kCount>
std::string_view name_in(const std::array<std::string_view, kCount>& names, Enum value) {
  return names[static_cast<size_t>(value)];
}
// The value of that name.
template <typename Enum, size_t kCount>
std::optional<Enum> one_of(const std::array<std::string_view, kCount>& names,
                           std::string_view text) {
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

// Writing.

// A thing with its four keys, and further attributes.
store::Map thing_map(const std::string& key, std::string_view entity_type, store::Map attributes);
// Left out if there is nothing.
void put_text(store::Map& item, std::string_view name, const std::optional<std::string>& text);
void put_texts(store::Map& item, std::string_view name, const std::vector<std::string>& texts);
void put_count(store::Map& item, std::string_view name, int64_t count);
// Who made and who changed a thing.
template <typename Thing>
void put_authors(store::Map& item, const Thing& thing) {
  put_text(item, "createdBy", thing.created_by);
  put_text(item, "updatedBy", thing.updated_by);
}
// An empty id is null.
store::Value id_or_null(const std::string& id);

// Reading.

// The id of the key of a thing.
std::string id_in(apps::ItemReader& reader, std::string_view prefix);
// An id of another thing. What cannot be one reads as missing.
std::optional<std::string> other_id(const apps::ItemReader& reader, std::string_view name);
std::vector<std::string> other_ids(const apps::ItemReader& reader, std::string_view name);
std::string time_in(const apps::ItemReader& reader, std::string_view name);
// A time, or a day, which `time_of_day` makes a time.
std::optional<std::string> moment_in(const apps::ItemReader& reader, std::string_view name,
                                     std::string_view time_of_day);
std::string color_in(const apps::ItemReader& reader);
int64_t count_in(const apps::ItemReader& reader, std::string_view name);
template <typename Thing>
void read_times(const apps::ItemReader& reader, Thing& thing) {
  thing.created_at = time_in(reader, "createdAt");
  thing.updated_at = time_in(reader, "updatedAt");
}
template <typename Thing>
void read_authors(const apps::ItemReader& reader, Thing& thing) {
  thing.created_by = other_id(reader, "createdBy");
  thing.updated_by = other_id(reader, "updatedBy");
}
// A text in a map; nullptr if there is none.
const std::string* text_member(const store::Map& map, std::string_view name);
// The hash of an item without an attribute that does not count.
std::string etag_without(store::ItemView item, std::string_view name);

}  // namespace norn::projects
