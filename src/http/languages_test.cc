#include "http/languages.h"

#include <gtest/gtest.h>

namespace norn::http {
namespace {

TEST(AcceptedLanguages, AreInTheOrderOfTheClient) {
  using Languages = std::vector<std::string_view>;
  const struct {
    std::string_view header;
    Languages languages;
  } rows[] = {
      {"de", {"de"}},
      {"de-CH,de;q=0.9,en;q=0.8", {"de", "de", "en"}},
      {"fr-FR, zh-Hans-CN ;q=0.5", {"fr", "zh"}},
      {"gsw-CH", {"gsw"}},
      {"a,b,c,en,en,en,en,en,en,en,en,de", {"en", "en", "en", "en", "en", "en", "en", "en"}},
      {"", {}},
      {"*", {}},
      {",;q=1, -, ../de, week.de, d\xc3\xa9, deutsch", {}},
  };
  for (const auto& row : rows) {
    Request request;
    request.headers = {{"Accept-Language", row.header}};
    EXPECT_EQ(accepted_languages(request), row.languages) << row.header;
  }
  EXPECT_TRUE(accepted_languages(Request()).empty());
}

}  // namespace
}  // namespace norn::http
