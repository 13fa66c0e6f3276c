#pragma once

#include <string_view>

namespace norn::cli {

// The built web app, as web/pack.mjs packed it (http/static_files.h describes the format).
std::string_view web_pack();

}  // namespace norn::cli
