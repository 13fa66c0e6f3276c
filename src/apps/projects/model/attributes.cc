#include "apps/projects/model/attributes.h"

#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/model/times.h"
#include "base/text.h"

namespace norn::projects {
namespace {

using apps::ItemReader;

constexpr std::string_view kDefaultColor = "#3B82F6";

}  // namespace

store::Map thing_map(const std::string& key, std::string_view entity_type, store::Map attributes) {
  attributes.merge(store::Map{
      {"PK", key}, {"SK", key}, {"GSI1PK", key}, {"GSI1SK", key}, {"entityType", entity_type}});
  return attributes;
}

void put_text(store::Map& item, std::string_view name, const std::optional<std::string>& text) {
  if (text) item.emplace(name, *text);
}

void put_texts(store::Map& item, std::string_view name, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  item.emplace(name, store::List(texts.begin(), texts.end()));
}

void put_count(store::Map& item, std::string_view name, int64_t count) {
  if (count > 0) item.emplace(name, store::Value::number(count));
}

store::Value id_or_null(const std::string& id) {
  return id.empty() ? store::Value(store::Null{}) : store::Value(id);
}

std::string id_in(ItemReader& reader, std::string_view prefix) {
  std::string id = keys::after(prefix, reader.text("PK"));
  reader.require(apps::is_id(id), "PK");
  return id;
}

std::optional<std::string> other_id(const ItemReader& reader, std::string_view name) {
  auto id = reader.optional_text(name);
  return id && apps::is_id(*id) ? std::move(id) : std::nullopt;
}

std::vector<std::string> other_ids(const ItemReader& reader, std::string_view name) {
  std::vector<std::string> ids;
  for (std::string& id : reader.texts(name)) {
    if (apps::is_id(id) && std::ranges::find(ids, id) == ids.end()) ids.push_back(std::move(id));
  }
  return ids;
}

std::string time_in(const ItemReader& reader, std::string_view name) {
  return reader.optional_parsed(name, whole_seconds).value_or(std::string(kUnknownTime));
}

std::optional<std::string> moment_in(const ItemReader& reader, std::string_view name,
                                     std::string_view time_of_day) {
  const auto text = reader.optional_text(name);
  if (!text) return std::nullopt;
  if (parse_date(*text)) return *text + std::string(time_of_day);
  return whole_seconds(*text);
}

std::string color_in(const ItemReader& reader) {
  std::string color = reader.optional_text("color").value_or("");
  return is_color(color) ? color : std::string(kDefaultColor);
}

int64_t count_in(const ItemReader& reader, std::string_view name) {
  return std::max<int64_t>(0, reader.optional_integer(name).value_or(0));
}

const std::string* text_member(const store::Map& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? nullptr : found->second.get_if<std::string>();
}

std::string etag_without(store::ItemView item, std::string_view name) {
  if (!item.contains(name)) return apps::etag_of(item.json());
  std::vector<std::string> names;
  for (size_t i = 0; i < item.count(); ++i) {
    std::string other = item.attribute(i).name();
    if (other != name) names.push_back(std::move(other));
  }
  return apps::etag_of(store::Item::subset(item, names).json());
}

std::optional<std::string> whole_seconds(std::string_view text) {
  const auto ms = parse_timestamp_ms(text);
  return ms ? std::optional(timestamp_s(*ms)) : std::nullopt;
}

}  // namespace norn::projects
