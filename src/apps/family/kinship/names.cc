#include "apps/family/kinship/names.h"

#include "apps/family/kinship/line_segments.h"

namespace norn::family {

std::string relation_name(const FamilyGraph& graph, const Line& line, std::string_view language) {
  if (line.steps.empty()) {
    if (language == "de") return "dieselbe Person";
    if (language == "zh") return "本人";
    return "same person";
  }
  const NamedLine named = named_line(graph, line);
  if (language == "de") return german_name(named);
  if (language == "zh") return chinese_name(named);
  return english_name(named);
}

}  // namespace norn::family
