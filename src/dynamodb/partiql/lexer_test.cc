#include "dynamodb/partiql/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace norn::dynamodb::partiql {
namespace {

// The tokens with a letter each for their kind: "w:SELECT s:*".
std::string shown(std::string_view statement) {
  const Result<std::vector<Token>> tokens = tokenize(statement);
  if (!tokens) return tokens.error().message;
  std::string text;
  for (const Token& token : *tokens) {
    if (token.kind == TokenKind::kEnd) break;
    if (!text.empty()) text += " ";
    text += "ewqtn?s"[static_cast<size_t>(token.kind)];
    text += ":" + token.text;
  }
  return text;
}

TEST(PartiqlLexer, TellsTokensApart) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"", ""},
      {"SELECT * FROM t1", "w:SELECT s:* w:FROM w:t1"},
      {"\"a-b\".\"c\"\"d\"", "q:a-b s:. q:c\"d"},
      {"'it''s' ''", "t:it's t:"},
      {"a<=b<>c!=d>=e", "w:a s:<= w:b s:<> w:c s:!= w:d s:>= w:e"},
      {"<<1,2>>", "s:<< n:1 s:, n:2 s:>>"},
      {"n-1", "w:n s:- n:1"},
      {"1 2.5 1e3 1.5E-7 1e5x", "n:1 n:2.5 n:1e3 n:1.5E-7 n:1e5 w:x"},
      {".5 -.73e1 [.1,.2] a=.3", "n:.5 s:- n:.73e1 s:[ n:.1 s:, n:.2 s:] w:a s:= n:.3"},
      {"a.5 \"b\".5 c[1].5 1.5.5", "w:a s:. n:5 q:b s:. n:5 w:c s:[ n:1 s:] s:. n:5 n:1.5 n:.5"},
      {"?[{:}]", "?:? s:[ s:{ s:: s:} s:]"},
      {"a -- b\n/* c\n */d", "w:a w:d"},
      {"'--' '/*'", "t:-- t:/*"},
  };
  for (const auto& [statement, expected] : rows) EXPECT_EQ(shown(statement), expected) << statement;
}

TEST(PartiqlLexer, RefusesWhatIsNoToken) {
  for (const std::string_view statement :
       {"'open", "\"open", "'open''", "/* open", "a # b", "`ion`", "1e", "1e+", "a ! b", "a @ b"}) {
    EXPECT_EQ(shown(statement), "Statement wasn't well formed, can't be processed: ") << statement;
  }
}

TEST(PartiqlLexer, CountsPlacesInCharacters) {
  const Result<std::vector<Token>> tokens = tokenize("'äöü' a\n  \"ß\" bc");
  ASSERT_TRUE(tokens.has_value());
  const std::vector<std::string> expected = {"1:1:5", "1:7:1", "2:3:3", "2:7:2", "2:9:0"};
  ASSERT_EQ(tokens->size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(to_text((*tokens)[i].at), expected[i]);
}

TEST(PartiqlLexer, KnowsKeywords) {
  for (const std::string_view word : {"select", "SELECT", "Inner", "key", "zone", "absolute"}) {
    EXPECT_TRUE(is_keyword(word)) << word;
  }
  for (const std::string_view word : {"data", "name", "pk", "begins_with", "", "selects"}) {
    EXPECT_FALSE(is_keyword(word)) << word;
  }
}

}  // namespace
}  // namespace norn::dynamodb::partiql
