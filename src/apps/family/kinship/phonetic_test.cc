#include "apps/family/kinship/phonetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace norn::family {
namespace {

std::string keys_text(std::string_view name) {
  std::string text;
  for (const std::string& key : phonetic_keys(name)) {
    if (!text.empty()) text += ' ';
    text += key;
  }
  return text;
}

// Those of the description of the algorithm and of Wikipedia.
TEST(PhoneticKeys, AreThePublishedOnes) {
  struct Case {
    std::string_view name;
    std::string_view keys;
  };
  for (const Case& each : std::vector<Case>{
           {"Augsburg", "054795"},
           {"Breuer", "791900"},
           {"Halberstadt", "587433 587943"},
           {"Mannheim", "665600"},
           {"Chernowitz", "496740 596740"},
           {"Cherkassy", "495400 595400"},
           {"Kleinman", "586660"},
           {"Golden", "583600"},
           {"Alpert", "087930"},
           {"Haber", "579000"},
           {"Mintz", "664000"},
           {"Topf", "370000"},
           {"Lipshitz", "874400"},
           {"Lippszyc", "874400 874500"},
           {"Lewinsky", "876450"},
           {"Levinski", "876450"},
           {"Szlamawicz", "486740"},
           {"Shlamovitz", "486740"},
           {"Ceniow", "467000 567000"},
           {"Tsenyuv", "467000"},
           {"Holubica", "587400 587500"},
           {"Golubitsa", "587400"},
           {"Przemysl", "746480 794648"},
           {"Pshemeshil", "746480"},
           {"Rosochowaciec", "944744 944745 944754 944755 945744 945745 945754 945755"},
           {"Rosokhovatsets", "945744"},
           {"Peters", "734000 739400"},
           {"Peterson", "734600 739460"},
           {"Moskowitz", "645740"},
           {"Moskovitz", "645740"},
           {"Auerbach", "097400 097500"},
           {"Uhrbach", "097400 097500"},
           {"Jackson", "145460 154600 445460 454600"},
           {"Gerschfeld", "545783 547830 594578 594783"},
           {"ţamas", "364000 464000"},
           {"țamas", "364000 464000"},
       }) {
    EXPECT_EQ(keys_text(each.name), each.keys) << each.name;
  }
}

TEST(PhoneticKeys, AreInCommonForSpellingsOfOneName) {
  struct Case {
    std::string_view left;
    std::string_view right;
    bool is_same;
  };
  for (const Case& each : std::vector<Case>{{"Müller", "Mueller", true},
                                            {"MÜLLER", "Muller", true},
                                            {"Meyer", "Maier", true},
                                            {"Schmidt", "Schmitt", true},
                                            {"Schwartz", "Szwarc", true},
                                            {"Weiß", "Weiss", true},
                                            {"Kowalski", "Kovalsky", true},
                                            {"O'Brien", "OBrien", true},
                                            {"Philipp", "Filip", true},
                                            {"Łukasz", "Lukasz", true},
                                            {"Sørensen", "Sorensen", true},
                                            {"Müller", "Meier", false},
                                            {"Schmidt", "Schulz", false},
                                            {"Anna", "Emma", true},
                                            {"Anna", "Maria", false}}) {
    const auto left = phonetic_keys(each.left);
    const auto right = phonetic_keys(each.right);
    const bool is_same = std::ranges::find_first_of(left, right) != left.end();
    EXPECT_EQ(is_same, each.is_same) << each.left << " " << each.right;
  }
}

TEST(PhoneticKeys, AreNoneWithoutLatinLetters) {
  EXPECT_EQ(keys_text(""), "");
  EXPECT_EQ(keys_text("王小明"), "");
  EXPECT_EQ(keys_text("42 ?"), "");
  EXPECT_EQ(keys_text("\xff\xfe"), "") << "not UTF-8";
}

TEST(PhoneticKeys, AreBounded) {
  std::string name;
  for (int i = 0; i < 10'000; ++i) name += "jacker";
  const auto keys = phonetic_keys(name);
  EXPECT_FALSE(keys.empty());
  EXPECT_LE(keys.size(), kMaxPhoneticKeys);
  for (const std::string& key : keys) EXPECT_EQ(key.size(), kPhoneticDigits);
}

}  // namespace
}  // namespace norn::family
