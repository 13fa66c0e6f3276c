#pragma once

#include <string>
#include <string_view>
#include <vector>

// Tags that differ only in case, or in the way in which the same characters are written, are one
// tag.
namespace norn::events {

// The same for all spellings of a tag.
std::string tag_key(std::string_view tag);

// Each tag once, in the first of its spellings, and sorted.
std::vector<std::string> each_tag_once(std::vector<std::string> tags);

}  // namespace norn::events
