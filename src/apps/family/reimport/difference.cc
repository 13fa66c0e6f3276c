#include "apps/family/reimport/difference.h"

#include <fmt/format.h>

#include <iterator>

#include "base/json_writer.h"
#include "base/text.h"

namespace norn::family {
namespace {

constexpr size_t kMaxShownCharacters = 2'000;

void append_shown(ObjectWriter& object, std::string_view name, std::string_view text) {
  if (text.empty()) return object.null(name);
  object.text(name, first_characters(text, kMaxShownCharacters));
}

}  // namespace

std::string shown_json(DifferenceClass difference, const std::string& id,
                       const ShownDifference& shown) {
  const bool is_taken =
      difference == DifferenceClass::kNew || difference == DifferenceClass::kChanged;
  std::string json;
  ObjectWriter object(json);
  object.text("id", id);
  object.text("class", to_text(difference));
  object.text("kind", shown.kind);
  object.text("title", shown.title);
  ListWriter people(object.key("people"));
  for (const ShownDifference::Someone& one : shown.people) {
    ObjectWriter person(people.next());
    append_shown(person, "id", one.id);
    person.text("name", one.name);
    person.close();
  }
  people.close();
  ListWriter attributes(object.key("attributes"));
  for (const ShownDifference::Attribute& one : shown.attributes) {
    ObjectWriter attribute(attributes.next());
    attribute.text("name", one.name);
    append_shown(attribute, "tree", one.tree);
    append_shown(attribute, "file", one.file);
    append_shown(attribute, "last", one.last);
    attribute.close();
  }
  attributes.close();
  object.text("default", is_taken ? "take" : "keep");
  if (shown.problem) {
    ObjectWriter problem(object.key("problem"));
    problem.text("text", shown.problem->text());
    append_code(problem, *shown.problem);
    problem.close();
  } else {
    object.null("problem");
  }
  ListWriter needs(object.key("needs"));
  for (const std::string& need : shown.needs)
    fmt::format_to(std::back_inserter(needs.next()), "\"{}\"", need);
  needs.close();
  object.close();
  return json;
}

void DifferenceCounts::append(std::string& out) const {
  ObjectWriter object(out);
  for (const DifferenceClass one : kDifferenceClasses) {
    object.integer(to_text(one), by_class[static_cast<size_t>(one)]);
  }
  object.integer("same", same);
  object.close();
}

}  // namespace norn::family
