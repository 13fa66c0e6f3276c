#include "apps/family/model/attributes.h"

#include <utility>

#include "apps/family/keys.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::family {
namespace {

constexpr std::string_view kUnknownTime = "1970-01-01T00:00:00.000Z";

}  // namespace

void put_text(store::Map& item, std::string_view name, const std::optional<std::string>& text) {
  if (text) item.emplace(name, *text);
}

std::string id_in(apps::ItemReader& reader, std::string_view key, std::string_view prefix) {
  std::string id = keys::after(prefix, reader.text(key));
  reader.require(apps::is_id(id), key);
  return id;
}

std::optional<std::string> other_id(const apps::ItemReader& reader, std::string_view name) {
  auto id = reader.optional_text(name);
  return id && apps::is_id(*id) ? std::move(id) : std::nullopt;
}

std::string time_in(const apps::ItemReader& reader, std::string_view name) {
  const auto ms = reader.optional_parsed(name, parse_timestamp_ms);
  return ms ? timestamp_ms(*ms) : std::string(kUnknownTime);
}

std::optional<std::string> filled_text(const apps::ItemReader& reader, std::string_view name) {
  auto text = reader.optional_text(name);
  return text && !text->empty() ? std::move(text) : std::nullopt;
}

std::string etag_without(store::ItemView item, const std::vector<std::string_view>& names) {
  std::vector<std::string> counted;
  for (size_t i = 0; i < item.count(); ++i) {
    std::string name = item.attribute(i).name();
    if (std::ranges::find(names, name) == names.end()) counted.push_back(std::move(name));
  }
  return apps::etag_of(store::Item::subset(item, counted).json());
}

}  // namespace norn::family
