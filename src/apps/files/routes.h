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

// Answers with a JPEG that Norn has made itself, which a page may show. Browsers keep it, and ask
// each time whether it is still theirs to see. `etag` is the same for the same bytes.
void send_picture(rest::Call& call, FileReader file, std::string_view etag);

}  // namespace norn::files
