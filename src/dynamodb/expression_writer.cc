#include "dynamodb/expression_writer.h"

#include <fmt/format.h>

#include <utility>

namespace norn::dynamodb {

std::string ExpressionWriter::name(std::string_view attribute) {
  const auto known = by_attribute_.find(attribute);
  if (known != by_attribute_.end()) return known->second;
  std::string placeholder = fmt::format("#n{}{}", mark_, by_attribute_.size());
  placeholders_.names.emplace(placeholder, attribute);
  by_attribute_.emplace(attribute, placeholder);
  return placeholder;
}

std::string ExpressionWriter::value(store::Value value) {
  std::string placeholder = fmt::format(":v{}{}", mark_, placeholders_.values.size());
  placeholders_.values.emplace(placeholder, std::move(value));
  return placeholder;
}

}  // namespace norn::dynamodb
