#include "http/entity_tag.h"

#include <optional>

#include "http/text.h"

namespace norn::http {

bool has_tag(std::string_view if_none_match, std::string_view tag) {
  std::optional<std::string_view> list = if_none_match;
  while (auto element = next_element(list, ',')) {
    if (*element == "*") return true;
    if (element->starts_with("W/")) element->remove_prefix(2);
    if (element->size() == tag.size() + 2 && element->starts_with('"') && element->ends_with('"') &&
        element->substr(1, tag.size()) == tag) {
      return true;
    }
  }
  return false;
}

}  // namespace norn::http
