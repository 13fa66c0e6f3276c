#pragma once

#include <string>
#include <string_view>

namespace norn::rest {

// Appends `text` so that it stands for itself in HTML, also inside a quoted attribute.
void append_escaped(std::string& out, std::string_view text);
std::string escaped(std::string_view text);

// JSON with a line for every member and element; the text has to be JSON.
std::string indented_json(std::string_view json);

}  // namespace norn::rest
