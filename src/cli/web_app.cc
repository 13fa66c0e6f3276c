#include "cli/web_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "http/cookie.h"
#include "http/languages.h"
#include "http/sentences.h"
#include "http/text.h"

namespace norn::cli {
namespace {

constexpr std::string_view kPagePath = "/index.html";
// Kept by web/src/lib/locale.ts when a person has chosen a language.
constexpr std::string_view kLanguageCookie = "norn-language";
// What the web app speaks when it has none of the browser's languages.
constexpr std::string_view kOtherLanguage = "en";

// No address below these is a page: a request for a missing one is a mistake, and a program must
// get a 404.
constexpr std::array<std::string_view, 6> kNotPages = {"api",     "assets",  "auth",
                                                       "healthz", "metrics", "readyz"};

// Everything comes from here, nothing is inline, and text that becomes part of a page by way of a
// parser is Svelte's own templates alone (trusted types). Frames, plug-ins and everything that a
// calendar does not need are turned off.
constexpr std::string_view kPageHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()\r\n"
    // A page is for people who have its address, also that of a public family tree.
    "X-Robots-Tag: noindex, nofollow\r\n";
constexpr std::string_view kFileHeaders =
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n";

// Scripts and styles are parts of a page, whose policies hold for them. A page has two dozen, and
// half a kilobyte of headers in each delays it by a quarter of a second on a slow line.
bool is_part_of_page(const http::StaticFile& file) {
  return file.media_type.starts_with("text/javascript") || file.media_type.starts_with("text/css");
}

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

// The languages that the page may turn out to be in, the likeliest first: the one chosen on this
// device, then the browser's.
std::vector<std::string_view> likely_languages(const http::Request& request) {
  std::vector<std::string_view> languages = http::accepted_languages(request);
  languages.push_back(kOtherLanguage);
  const auto chosen = http::cookie(request, kLanguageCookie);
  languages.insert(languages.begin(), http::primary_language(chosen.value_or("")));
  return languages;
}

}  // namespace

Result<WebApp> WebApp::open(std::string_view pack) {
  NORN_ASSIGN(auto files, http::StaticFiles::read(pack));
  if (files.find(kPagePath) == nullptr) {
    return fail(ErrorCode::kCorruption, "The web app has no page. Build the program again.");
  }
  return WebApp(std::move(files));
}

const http::StaticFile* WebApp::find_page(const http::Request& request) const {
  std::optional<std::string_view> parts = request.path.substr(1);
  const std::string_view name = http::next_element(parts, '/').value_or("");
  const std::string_view view = http::next_element(parts, '/').value_or("");
  for (const std::string_view language : likely_languages(request)) {
    for (const std::string& page :
         {fmt::format("/{}.{}.{}.html", name, view, language),
          fmt::format("/{}.{}.html", name, language), fmt::format("/index.{}.html", language)}) {
      if (const http::StaticFile* const file = files_.find(page); file != nullptr) return file;
    }
  }
  return files_.find(kPagePath);
}

bool WebApp::serve(http::Exchange& exchange) const {
  const http::Request& request = exchange.request;
  const http::StaticFile* file = files_.find(request.path);
  const bool is_page = file == nullptr && may_be_page(request.path);
  if (is_page) file = find_page(request);
  if (file == nullptr) return false;
  if (request.method == "GET" || request.method == "HEAD") {
    http::send_file(*file, request, exchange.response);
    if (is_page) exchange.response.add_header("Vary", "Accept-Language, Cookie");
    exchange.response.header_lines += kFileHeaders;
    if (!is_part_of_page(*file)) exchange.response.header_lines += kPageHeaders;
  } else {
    http::set_problem(exchange.response, 405, http::kMethodNotAllowed("GET, HEAD"));
    exchange.response.add_header("Allow", "GET, HEAD");
  }
  exchange.done();
  return true;
}

}  // namespace norn::cli
