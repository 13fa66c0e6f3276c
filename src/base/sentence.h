#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Sentences for people, as data. Each is declared once, with a code that names it in the API and
// its English text with named parameters. A client that knows the code says the sentence in the
// person's language; to all others it is said in English.
//
//   inline constexpr Sentence<2> kTitleLength{
//       "titleLength", "The title has {length} characters; at most {most} are possible."};
//   return invalid("title", kTitleLength(length, kMaxTitleCharacters));
//
// A `sentences.h` in the folder of the code that says them declares them, and lists them in
// `kSentences` for the API's description. A code is a promise to clients: it stays when the text
// changes.
namespace norn {

class ObjectWriter;
struct Said;

// The value of a parameter: a number, a text that is the same in all languages (a name, a date, a
// word of a small set, such as "calendar"), or a sentence within the sentence.
using SentenceValue = std::variant<int64_t, std::string, std::shared_ptr<const Said>>;

struct SentenceText {
  std::string_view code;     // "titleLength"
  std::string_view english;  // "The title has {length} characters; ..."
};

// A sentence with the values of its parameters. The texts are those of a constant Sentence.
struct Said {
  Said() = default;
  explicit Said(SentenceText the_sentence) : sentence(the_sentence) {}

  SentenceText sentence;
  // In the order in which the sentence has them.
  std::vector<std::pair<std::string_view, SentenceValue>> parameters;

  std::string_view code() const { return sentence.code; }
  // In English.
  std::string text() const;
};

// Writes the members `code` and, if there are any, `params`.
void append_code(ObjectWriter& object, const Said& said);

// The names of the parameters, each once, in the order of their first places.
std::vector<std::string_view> parameters_of(std::string_view english);

// The parameter at or after `from`: its braces are at `begin` and `end` - 1. Both are npos behind
// the last one.
struct Placeholder {
  size_t begin = std::string_view::npos;
  size_t end = std::string_view::npos;
  constexpr std::string_view name_in(std::string_view text) const {
    return text.substr(begin + 1, end - begin - 2);
  }
};
constexpr Placeholder next_placeholder(std::string_view text, size_t from) {
  const size_t begin = text.find('{', from);
  if (begin == std::string_view::npos) return {};
  return {begin, text.find('}', begin) + 1};
}

// How many different parameters a text has.
constexpr size_t count_parameters(std::string_view text) {
  size_t count = 0;
  for (Placeholder one = next_placeholder(text, 0); one.begin != std::string_view::npos;
       one = next_placeholder(text, one.end)) {
    bool is_new = true;
    for (Placeholder other = next_placeholder(text, 0); other.begin < one.begin;
         other = next_placeholder(text, other.end)) {
      if (other.name_in(text) == one.name_in(text)) is_new = false;
    }
    if (is_new) ++count;
  }
  return count;
}

namespace sentences_internal {

Said filled_in(SentenceText sentence, std::initializer_list<SentenceValue> values);

template <std::integral T>
SentenceValue value_of(T number) {
  static_assert(!std::same_as<T, bool>, "a truth is no parameter: write two sentences");
  return static_cast<int64_t>(number);
}
inline SentenceValue value_of(std::string_view text) {
  return std::string(text);
}
inline SentenceValue value_of(Said said) {
  return std::make_shared<const Said>(std::move(said));
}

}  // namespace sentences_internal

// A sentence with kParameters parameters.
template <size_t kParameters = 0>
struct Sentence : SentenceText {
  // It does not compile when the text has another number of parameters.
  consteval Sentence(std::string_view the_code, std::string_view the_english)
      : SentenceText{the_code, the_english} {
    if (count_parameters(the_english) != kParameters) throw "another number of parameters";
  }

  // The values are in the order in which the text first has their parameters.
  template <typename... Values>
  Said operator()(const Values&... values) const {
    static_assert(sizeof...(Values) == kParameters, "a value for each parameter of the sentence");
    return sentences_internal::filled_in(*this, {sentences_internal::value_of(values)...});
  }

  // One without parameters says itself.
  operator Said() const  // NOLINT(google-explicit-constructor)
    requires(kParameters == 0)
  {
    return Said(static_cast<const SentenceText&>(*this));
  }
};

using Sentences = std::span<const SentenceText>;

}  // namespace norn
