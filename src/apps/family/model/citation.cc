#include "apps/family/model/citation.h"

#include <algorithm>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/model/attributes.h"

namespace norn::family {
namespace {

std::optional<int64_t> quality_in(const apps::ItemReader& citation) {
  const auto quality = citation.optional_integer("Quality");
  const bool is_known = quality && *quality >= 0 && *quality <= Citation::kBestQuality;
  return is_known ? quality : std::nullopt;
}

}  // namespace

void put_citations(store::Map& item, std::string_view name,
                   const std::vector<Citation>& citations) {
  if (citations.empty()) return;
  store::List list;
  for (const Citation& citation : citations) {
    store::Map one = {{"SourceId", citation.source_id}};
    put_text(one, "Page", citation.page);
    put_text(one, "Text", citation.text);
    if (citation.quality) one.emplace("Quality", store::Value::number(*citation.quality));
    list.emplace_back(std::move(one));
  }
  item.emplace(name, std::move(list));
}

std::vector<Citation> citations_in(const apps::ItemReader& reader, std::string_view name) {
  std::vector<Citation> citations;
  const auto list = reader.filled_list(name);
  if (!list) return citations;
  for (const store::Value& value : *list) {
    const auto* const map = value.get_if<store::Map>();
    if (map == nullptr || citations.size() == kMaxCitations) continue;
    const store::Item item = store::Item::from_map(*map);
    const apps::ItemReader one(item);
    auto source_id = other_id(one, "SourceId");
    if (!source_id) continue;
    citations.push_back({.source_id = *std::move(source_id),
                         .page = filled_text(one, "Page"),
                         .text = filled_text(one, "Text"),
                         .quality = quality_in(one)});
  }
  return citations;
}

size_t cited_bytes(const std::vector<Citation>& citations) {
  size_t bytes = 0;
  for (const Citation& one : citations) {
    bytes += one.page.value_or("").size() + one.text.value_or("").size();
  }
  return bytes;
}

std::vector<Citation> all_citations(std::vector<Citation> first,
                                    const std::vector<Citation>& more) {
  for (const Citation& one : more) {
    const bool is_new = std::ranges::find(first, one) == first.end();
    if (is_new && first.size() < kMaxCitations) first.push_back(one);
  }
  return first;
}

}  // namespace norn::family
