#pragma once

#include <string_view>
#include <utility>

#include "base/error.h"
#include "http/message.h"
#include "http/static_files.h"

namespace norn::cli {

// Serves the web app: its files, and its page at every address that may be one of its pages. Which
// pages there are is for the app itself to know: it shows what it has not as such.
class WebApp {
 public:
  // `pack` must outlive it. Fails when it is damaged or has no page.
  static Result<WebApp> open(std::string_view pack);

  // False when the path is none of a file or a page: nothing was done.
  bool serve(http::Exchange& exchange) const;

 private:
  explicit WebApp(http::StaticFiles files) : files_(std::move(files)) {}

  const http::StaticFile* find(std::string_view path) const;

  http::StaticFiles files_;
};

}  // namespace norn::cli
