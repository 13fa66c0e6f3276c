#include "store/expressions/path.h"

#include <fmt/format.h>

#include <algorithm>

namespace norn::store {

const Value* follow(const Value& root, const std::vector<Path::Step>& steps) {
  const Value* at = &root;
  for (const Path::Step& step : steps) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      const Map* map = at->get_if<Map>();
      if (map == nullptr) {
        return nullptr;
      }
      const auto found = map->find(*name);
      if (found == map->end()) {
        return nullptr;
      }
      at = &found->second;
    } else {
      const size_t index = std::get<size_t>(step);
      const List* list = at->get_if<List>();
      if (list == nullptr || index >= list->size()) {
        return nullptr;
      }
      at = &(*list)[index];
    }
  }
  return at;
}

PathRelation relation(const Path& one, const Path& two) {
  if (one.attribute != two.attribute) {
    return PathRelation::kApart;
  }
  const size_t common = std::min(one.steps.size(), two.steps.size());
  for (size_t i = 0; i < common; ++i) {
    if (one.steps[i].index() != two.steps[i].index()) {
      return PathRelation::kConflict;
    }
    if (one.steps[i] != two.steps[i]) {
      return PathRelation::kApart;
    }
  }
  return PathRelation::kOverlap;
}

std::string to_text(const Path& path) {
  std::string text = "[" + path.attribute;
  for (const Path::Step& step : path.steps) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      text += ", " + *name;
    } else {
      text += fmt::format(", [{}]", std::get<size_t>(step));
    }
  }
  return text + "]";
}

}  // namespace norn::store
