#pragma once

#include <string>
#include <string_view>

namespace norn::cli {

// Text from data, for a terminal: control characters other than line breaks and tabs are escaped as
// JSON does it, and so are the bytes of text that is not UTF-8, so that data cannot write to the
// terminal.
std::string printable(std::string_view text);

}  // namespace norn::cli
