#include "http/languages.h"

#include <algorithm>
#include <optional>

#include "http/text.h"

namespace norn::http {
namespace {

constexpr size_t kMaxLanguages = 8;

}  // namespace

std::string_view primary_language(std::string_view tag) {
  const std::string_view primary = tag.substr(0, tag.find_first_of("-; "));
  const bool is_plain = primary.size() >= 2 && primary.size() <= 3 &&
                        std::ranges::all_of(primary, [](char c) { return c >= 'a' && c <= 'z'; });
  return is_plain ? primary : "";
}

std::vector<std::string_view> accepted_languages(const Request& request) {
  std::vector<std::string_view> languages;
  std::optional<std::string_view> list = request.header("Accept-Language");
  while (languages.size() < kMaxLanguages) {
    const auto tag = next_element(list, ',');
    if (!tag) break;
    const std::string_view language = primary_language(*tag);
    if (!language.empty()) languages.push_back(language);
  }
  return languages;
}

}  // namespace norn::http
