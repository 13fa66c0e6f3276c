#include "store/expressions/projection.h"

#include <algorithm>
#include <optional>
#include <span>

#include "store/expressions/expression_parser.h"

namespace norn::store {
namespace {

// The part of `source` that the paths keep. They are sorted, and equal in their first `depth`
// steps, which led to `source`.
std::optional<Value> keep(const Value& source, std::span<const Path> paths, size_t depth) {
  if (paths.front().steps.size() == depth) {
    return source;
  }
  Map map;
  List list;
  while (!paths.empty()) {
    const Path::Step step = paths.front().steps[depth];
    const auto last =
        std::ranges::find_if(paths, [&](const Path& path) { return path.steps[depth] != step; });
    const auto count = static_cast<size_t>(last - paths.begin());
    if (const Value* inner = follow(source, {step})) {
      std::optional<Value> kept = keep(*inner, paths.first(count), depth + 1);
      const auto* name = std::get_if<std::string>(&step);
      if (kept && name != nullptr) {
        map.emplace(*name, std::move(*kept));
      } else if (kept) {
        list.push_back(std::move(*kept));
      }
    }
    paths = paths.subspan(count);
  }
  if (!map.empty()) {
    return map;
  }
  return list.empty() ? std::nullopt : std::optional<Value>(std::move(list));
}

}  // namespace

Result<Projection> Projection::parse(std::string_view text, PlaceholderUse& placeholders) {
  NORN_ASSIGN(ExpressionParser parser,
              ExpressionParser::open(text, "ProjectionExpression", placeholders));
  std::vector<Path> paths;
  do {
    NORN_ASSIGN(Path path, parser.path());
    paths.push_back(std::move(path));
  } while (parser.take_symbol(","));
  if (!parser.at_end()) {
    return parser.syntax_error();
  }
  NORN_TRY(parser.check({Fault::kReservedWord, Fault::kUndefinedName}));
  parser.note_relations(paths);
  NORN_TRY(parser.check({Fault::kOverlap, Fault::kConflict}));
  return Projection(std::move(paths));
}

Projection::Projection(std::vector<Path> paths) : paths_(std::move(paths)) {
  std::ranges::sort(paths_);
  if (std::ranges::all_of(paths_, [](const Path& path) { return path.steps.empty(); })) {
    for (const Path& path : paths_) {
      whole_attributes_.push_back(path.attribute);
    }
  }
}

Item Projection::apply(ItemView item) const {
  if (!whole_attributes_.empty() || paths_.empty()) {
    return Item::subset(item, whole_attributes_);
  }
  Map kept;
  std::span<const Path> rest = paths_;
  while (!rest.empty()) {
    const std::string& attribute = rest.front().attribute;
    const auto last =
        std::ranges::find_if(rest, [&](const Path& path) { return path.attribute != attribute; });
    const auto count = static_cast<size_t>(last - rest.begin());
    if (const std::optional<Value> source = item.value(attribute)) {
      if (std::optional<Value> value = keep(*source, rest.first(count), 0)) {
        kept.emplace(attribute, std::move(*value));
      }
    }
    rest = rest.subspan(count);
  }
  return Item::from_map(kept);
}

}  // namespace norn::store
