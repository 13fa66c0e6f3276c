#pragma once

#include <string_view>

// The events and attributes of GEDCOM as kinds of facts, in the words of the page.
namespace norn::family {

struct FactKind {
  std::string_view tag;
  std::string_view kind;
  // An event happens; its value is only "Y". An attribute has a value, such as an occupation.
  bool is_event = true;
};

// nullptr for the tags and kinds of others.
const FactKind* fact_kind_of_tag(std::string_view tag);
const FactKind* fact_kind_named(std::string_view kind);

}  // namespace norn::family
