#include "store/expressions/condition.h"

#include <set>

#include "store/expressions/condition_eval.h"
#include "store/expressions/condition_tree.h"

namespace norn::store {
namespace {

void collect(const ConditionNode& node, std::set<std::string>& attributes) {
  for (const auto& child : node.children) {
    collect(*child, attributes);
  }
  for (const ConditionOperand& operand : node.operands) {
    if (const auto* path = std::get_if<Path>(&operand.source)) {
      attributes.insert(path->attribute);
    }
  }
}

}  // namespace

Result<Condition> Condition::parse(std::string_view text, std::string_view parameter,
                                   PlaceholderUse& placeholders) {
  NORN_ASSIGN(std::shared_ptr<const ConditionNode> root,
              parse_condition(text, parameter, placeholders));
  return Condition(std::move(root));
}

bool Condition::holds(std::optional<ItemView> item) const {
  return ConditionEvaluation(item).holds(*root_);
}

std::vector<std::string> Condition::attributes() const {
  std::set<std::string> attributes;
  collect(*root_, attributes);
  return {attributes.begin(), attributes.end()};
}

}  // namespace norn::store
