#pragma once

#include <string>
#include <string_view>

namespace norn {

// Appends `text` (UTF-8) as a JSON string, quotes included, with the fewest escapes JSON allows.
void append_json_string(std::string& out, std::string_view text);

}  // namespace norn
