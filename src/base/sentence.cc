#include "base/sentence.h"

#include <algorithm>

#include "base/check.h"
#include "base/json_writer.h"

namespace norn {
namespace {

void append_text(std::string& out, const SentenceValue& value) {
  if (const auto* const number = std::get_if<int64_t>(&value)) {
    out += std::to_string(*number);
  } else if (const auto* const text = std::get_if<std::string>(&value)) {
    out += *text;
  } else {
    out += std::get<std::shared_ptr<const Said>>(value)->text();
  }
}

void append_member(ObjectWriter& object, std::string_view name, const SentenceValue& value) {
  if (const auto* const number = std::get_if<int64_t>(&value)) return object.integer(name, *number);
  if (const auto* const text = std::get_if<std::string>(&value)) return object.text(name, *text);
  const Said& said = *std::get<std::shared_ptr<const Said>>(value);
  ObjectWriter inner(object.key(name));
  inner.text("detail", said.text());
  append_code(inner, said);
  inner.close();
}

}  // namespace

std::vector<std::string_view> parameters_of(std::string_view english) {
  std::vector<std::string_view> names;
  for (Placeholder one = next_placeholder(english, 0); one.begin != std::string_view::npos;
       one = next_placeholder(english, one.end)) {
    const std::string_view name = one.name_in(english);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string Said::text() const {
  std::string text;
  size_t copied = 0;
  for (Placeholder one = next_placeholder(sentence.english, 0); one.begin != std::string_view::npos;
       one = next_placeholder(sentence.english, one.end)) {
    text += sentence.english.substr(copied, one.begin - copied);
    copied = one.end;
    using Parameter = std::pair<std::string_view, SentenceValue>;
    const auto found =
        std::ranges::find(parameters, one.name_in(sentence.english), &Parameter::first);
    NORN_CHECK(found != parameters.end(), "a sentence has a value for each parameter");
    append_text(text, found->second);
  }
  text += sentence.english.substr(copied);
  return text;
}

void append_code(ObjectWriter& object, const Said& said) {
  object.text("code", said.code());
  if (said.parameters.empty()) return;
  ObjectWriter params(object.key("params"));
  for (const auto& [name, value] : said.parameters) append_member(params, name, value);
  params.close();
}

namespace sentences_internal {

Said filled_in(SentenceText sentence, std::initializer_list<SentenceValue> values) {
  Said said(sentence);
  const auto names = parameters_of(sentence.english);
  const auto* value = values.begin();
  for (const std::string_view name : names) said.parameters.emplace_back(name, *value++);
  return said;
}

}  // namespace sentences_internal
}  // namespace norn
