#include "rest/openapi/api_page.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <iterator>
#include <string_view>

#include "base/sha256.h"
#include "http/response.h"
#include "rest/openapi/html_text.h"
#include "rest/router.h"

namespace norn::rest {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #d8d8d2; --quiet: #5c5c56; --soft: #f4f4f0;
  --paper: #fdfdfb; --ink: #22221f; --accent: #1d5b8f; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a3a37; --quiet: #a8a8a0; --soft: #262624; --paper: #1b1b1a; --ink: #e8e8e3;
    --accent: #8fc1ea; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { font-weight: 600; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; text-transform: capitalize; }
a { color: var(--accent); }
p, td, dd { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; }
summary:hover, details[open] > summary { background: var(--soft); }
summary b { display: inline-block; min-width: 4.5rem; font: 600 .85rem ui-monospace, monospace; }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem; }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); margin: 0; }
details > div { padding: .25rem .75rem .75rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; padding-top: .75rem; }
td { vertical-align: top; padding: .15rem 1rem .15rem 0; }
td:first-child { width: 12rem; }
)";

std::string style_hash() {
  const std::string digest = sha256(kStyle);
  unsigned char text[64] = {};
  const int length = EVP_EncodeBlock(text, reinterpret_cast<const unsigned char*>(digest.data()),
                                     static_cast<int>(digest.size()));
  return {reinterpret_cast<const char*>(text), static_cast<size_t>(length)};
}

// The page as it is written: every text that is put in is escaped.
class Page {
 public:
  void raw(std::string_view html) { out_ += html; }

  template <typename... Texts>
  void add(fmt::format_string<const Texts&...> format, const Texts&... texts) {
    fmt::format_to(std::back_inserter(out_), format, texts...);
  }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

std::string schema_link(std::string_view name) {
  return fmt::format(R"(<a href="#schema-{0}">{0}</a>)", escaped(name));
}

void add_heading(Page& page, std::string_view text) {
  page.add("<tr><th colspan=\"2\">{}</th></tr>\n", escaped(text));
}

void add_row(Page& page, std::string_view name, std::string_view html) {
  page.add("<tr><td><code>{}</code></td><td>{}</td></tr>\n", escaped(name), std::string(html));
}

void add_inputs(Page& page, const Route& route) {
  const auto path_names = parameter_names(route.path);
  if (!path_names.empty() || !route.query.empty() || route.needs_if_match ||
      route.takes_idempotency_key) {
    add_heading(page, "Parameters");
  }
  for (const std::string_view name : path_names) add_row(page, name, "In the path.");
  for (const Parameter& parameter : route.query) {
    add_row(page, parameter.name,
            fmt::format("{} In the query{}.", escaped(parameter.description),
                        parameter.required ? ", required" : ""));
  }
  if (route.needs_if_match) {
    add_row(page, "If-Match", "The ETag of the state that the change is based on. Required.");
  }
  if (route.takes_idempotency_key) {
    add_row(page, "Idempotency-Key", "What you call this creation: sent twice, it is done once.");
  }
  if (route.request.empty()) return;
  add_heading(page, route.request_optional ? "Body (may be missing)" : "Body");
  add_row(page, route.request_type, schema_link(route.request));
}

void add_replies(Page& page, const Route& route) {
  add_heading(page, "Replies");
  for (const Reply& reply : route.replies) {
    std::string text = escaped(reply.description);
    if (!reply.schema.empty()) text += " " + schema_link(reply.schema);
    add_row(page, fmt::format("{}", reply.status), text);
  }
  std::string problems;
  for (const int status : problem_statuses(route)) {
    fmt::format_to(std::back_inserter(problems), "{}{} {}", problems.empty() ? "" : ", ", status,
                   http::reason_phrase(status));
  }
  add_row(page, "problems", escaped(problems));
}

void add_operation(Page& page, const Route& route) {
  page.add("<details id=\"{}\"><summary><b>{}</b><code>{}</code><br>{}</summary><div><table>\n",
           escaped(route.operation), escaped(route.method), escaped(route.path),
           escaped(route.summary));
  add_heading(page, "Who may call it");
  add_row(page, route.operation, escaped(access_text(route)));
  add_inputs(page, route);
  add_replies(page, route);
  page.raw("</table></div></details>\n");
}

void add_head(Page& page, const Description& description) {
  page.raw(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Norn API</title>\n<style>");
  page.raw(kStyle);
  page.add(
      "</style></head>\n<body>\n<h1>Norn API</h1>\n"
      "<p class=\"quiet\">Version {}. The same as OpenAPI 3.1: "
      "<a href=\"/api/openapi.json\">/api/openapi.json</a></p>\n"
      "<p>JSON in and out. A program authorizes itself with an API token, "
      "<code>Authorization: Bearer norn_&hellip;</code>, a page with the cookie of its session. "
      "Times are RFC 3339 in UTC, dates are YYYY-MM-DD. Errors are <a "
      "href=\"#schema-Problem\">problem details</a> (RFC 9457).</p>\n",
      escaped(description.version));
}

}  // namespace

ApiPage make_api_page(const Description& description) {
  Page page;
  add_head(page, description);
  for (const std::string& tag : tags_of(description.routes)) {
    page.add("<h2>{}</h2>\n", escaped(tag));
    for (const Route& route : description.routes) {
      if (route.tag == tag) add_operation(page, route);
    }
  }
  page.raw("<h2>Schemas</h2>\n");
  for (const auto& [name, schema] : description.schemas) {
    page.add(
        "<details id=\"schema-{0}\"><summary><code>{0}</code></summary><pre>{1}</pre></details>\n",
        escaped(name), escaped(indented_json(schema)));
  }
  page.raw("</body></html>\n");
  return {page.take(),
          fmt::format("default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action "
                      "'none'; frame-ancestors 'none'",
                      style_hash())};
}

}  // namespace norn::rest
