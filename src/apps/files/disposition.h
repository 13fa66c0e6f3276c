#pragma once

#include <string>
#include <string_view>

namespace norn::files {

// The value of Content-Disposition (RFC 6266) that makes a browser save a reply as a file of this
// name, whatever characters it has: other programs write names, too. Characters of paths and
// control characters become underscores.
std::string attachment_disposition(std::string_view name);

}  // namespace norn::files
