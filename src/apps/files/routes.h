#pragma once

#include <string_view>

#include "apps/files/files.h"
#include "rest/api.h"

namespace norn::files {

// The routes of uploads, /api/v1/uploads, with their schemas and sentences.
void add_routes(rest::Api& api, const Files& files);

// Answers with a file, for the routes of apps. It is one of a person, so a browser saves it and
// never shows it: a page or a drawing in it could run scripts as Norn.
void send_file(rest::Call& call, FileReader file, std::string_view name);

}  // namespace norn::files
