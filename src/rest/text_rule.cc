#include "rest/text_rule.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/check.h"
#include "base/faults.h"
#include "base/text.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

Said of_length(std::string_view field, const TextRule& rule) {
  if (rule.min == rule.max) return kWrongLength(field, rule.max);
  if (rule.min == 0) return kTooManyCharacters(field, rule.max);
  return kLengthOutOfRange(field, rule.min, rule.max);
}

std::string schema_of(std::string_view type, const TextRule& rule) {
  const std::string min = rule.min == 0 ? "" : fmt::format(R"("minLength":{},)", rule.min);
  return fmt::format(R"({{"type":{},{}"maxLength":{}}})", type, min, rule.max);
}

}  // namespace

Result<std::string> checked_text(std::string_view field, std::string_view text,
                                 const TextRule& rule) {
  text = trimmed(text);
  const auto characters = code_points(text);
  NORN_CHECK(characters.has_value(), "JSON is valid UTF-8");
  for (const int32_t character : *characters) {
    const bool is_line = is_line_character(character);
    if (!is_control(character) || (is_line && rule.lines)) continue;
    return invalid(field, is_line ? kNotOneLine(field) : kControlCharacter(field));
  }
  const size_t length = characters->size();
  if (length < rule.min || length > rule.max) return invalid(field, of_length(field, rule));
  return std::string(text);
}

std::string text_schema(const TextRule& rule) {
  return schema_of(R"("string")", rule);
}

std::string nullable_text_schema(const TextRule& rule) {
  return schema_of(R"(["string","null"])", rule);
}

}  // namespace norn::rest
