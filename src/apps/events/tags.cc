#include "apps/events/tags.h"

#include <algorithm>
#include <unordered_set>

#include "base/text.h"

namespace norn::events {

std::string tag_key(std::string_view tag) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  // Most tags, of every item that a view reads.
  if (!std::ranges::all_of(tag, is_ascii)) return to_folded_nfkc(tag);
  std::string key(tag);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

std::vector<std::string> each_tag_once(std::vector<std::string> tags) {
  std::unordered_set<std::string> known;
  std::erase_if(tags, [&](const std::string& tag) { return !known.insert(tag_key(tag)).second; });
  std::ranges::sort(tags);
  return tags;
}

}  // namespace norn::events
