#pragma once

#include <string_view>
#include <utility>

#include "base/error.h"
#include "http/message.h"
#include "http/static_files.h"

namespace norn::cli {

// Serves the web app: its files, and its page at every address that may be one of its pages. The
// web app itself knows which pages exist, and shows an error for others. The page comes in several
// copies, which differ in the files that they name (web/chunks.ts): /calendar/week gets
// /calendar.week.de.html if there is one and the page is likely to be in German, else
// /calendar.de.html, else /index.de.html. With any of them the web app does the same.
class WebApp {
 public:
  // `pack` must outlive it. Fails if it is damaged or has no page.
  static Result<WebApp> open(std::string_view pack);

  // Returns false and does nothing if the path is neither a file nor a page.
  bool serve(http::Exchange& exchange) const;

 private:
  explicit WebApp(http::StaticFiles files) : files_(std::move(files)) {}

  // The copy for the path and the language of the request.
  const http::StaticFile* find_page(const http::Request& request) const;

  http::StaticFiles files_;
};

}  // namespace norn::cli
