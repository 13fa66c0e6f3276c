#include "store/expressions/expression_lexer.h"

#include <gtest/gtest.h>

#include <string>

#include "store/expressions/reserved_words.h"

namespace norn::store {
namespace {

// One letter per kind, then the text: "N:a S:=".
std::string shown(std::string_view text) {
  constexpr std::string_view kLetters = "NPVIS?E";
  std::string out;
  for (const Token& token : tokenize(text)) {
    out += kLetters[static_cast<size_t>(token.kind)];
    out += std::string(token.text) + ' ';
  }
  return out;
}

struct LexedRow {
  std::string_view text;
  std::string_view tokens;
};

TEST(ExpressionLexer, SplitsTextIntoTokens) {
  constexpr LexedRow kRows[] = {
      {"", "E<EOF> "},
      {" \t\r\n", "E<EOF> "},
      {"a1_ A_b __c #_d :_", "Na1_ NA_b ?_ ?_ Nc P#_d V:_ E<EOF> "},
      {"#a=:b", "P#a S= V:b E<EOF> "},
      {"#1 :2", "P#1 V:2 E<EOF> "},
      {"a.b[12]", "Na S. Nb S[ I12 S] E<EOF> "},
      {"a<>b<=c>=d<e>f", "Na S<> Nb S<= Nc S>= Nd S< Ne S> Nf E<EOF> "},
      {"(a+b)-c,d", "S( Na S+ Nb S) S- Nc S, Nd E<EOF> "},
      {"09AF", "?09AF E<EOF> "},
      {"# : !", "?# ?: ?! E<EOF> "},
      {"\xC3\xA4\xE2\x82\xAC", "?\xC3\xA4 ?\xE2\x82\xAC E<EOF> "},
  };
  for (const LexedRow& row : kRows) {
    EXPECT_EQ(shown(row.text), row.tokens) << row.text;
  }
}

TEST(ReservedWords, AreKnownInAnyCase) {
  for (const std::string_view word :
       {"ABORT", "name", "Status", "size", "ZONE", "default", "year"}) {
    EXPECT_TRUE(is_reserved_word(word)) << word;
  }
  for (const std::string_view word : {"", "PK", "SK", "title", "naming", "ABORT ", "A"}) {
    EXPECT_FALSE(is_reserved_word(word)) << word;
  }
  EXPECT_FALSE(is_reserved_word(std::string(5000, 'A')));
}

}  // namespace
}  // namespace norn::store
