#include "cli/web_app.h"

#include <algorithm>
#include <array>
#include <utility>

namespace norn::cli {
namespace {

constexpr std::string_view kPagePath = "/index.html";

// No address below these is a page: a request for a missing one is a mistake, and a program must
// get a 404.
constexpr std::array<std::string_view, 6> kNotPages = {"api",     "assets",  "auth",
                                                       "healthz", "metrics", "readyz"};

// Everything comes from here, nothing is inline, and text that becomes part of a page by way of a
// parser is Svelte's own templates alone (trusted types). Frames, plug-ins and everything that a
// calendar does not need are turned off.
constexpr std::string_view kSecurityHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()\r\n"
    "Referrer-Policy: no-referrer\r\n";

bool is_page_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '~' || c == '/';
}

// Pages are named by words, dates and ids: no dots (a name with one is that of a file), and nothing
// that has to be escaped.
bool may_be_page(std::string_view path) {
  if (!path.starts_with('/') || path.find("//") != std::string_view::npos ||
      !std::ranges::all_of(path, is_page_letter)) {
    return false;
  }
  path.remove_prefix(1);
  return std::ranges::find(kNotPages, path.substr(0, path.find('/'))) == kNotPages.end();
}

}  // namespace

Result<WebApp> WebApp::open(std::string_view pack) {
  NORN_ASSIGN(auto files, http::StaticFiles::read(pack));
  if (files.find(kPagePath) == nullptr) {
    return fail(ErrorCode::kCorruption, "The web app has no page. Build the program again.");
  }
  return WebApp(std::move(files));
}

const http::StaticFile* WebApp::find(std::string_view path) const {
  const http::StaticFile* const file = files_.find(path);
  return file == nullptr && may_be_page(path) ? files_.find(kPagePath) : file;
}

bool WebApp::serve(http::Exchange& exchange) const {
  const http::Request& request = exchange.request;
  const http::StaticFile* const file = find(request.path);
  if (file == nullptr) return false;
  if (request.method == "GET" || request.method == "HEAD") {
    http::send_file(*file, request, exchange.response);
    exchange.response.header_lines += kSecurityHeaders;
  } else {
    http::set_problem(exchange.response, 405, "This address answers GET and HEAD only.");
    exchange.response.add_header("Allow", "GET, HEAD");
  }
  exchange.done();
  return true;
}

}  // namespace norn::cli
