#include "rest/reply.h"

#include <fmt/format.h>

#include <string_view>

#include "base/ascii.h"
#include "http/content_coding.h"
#include "http/entity_tag.h"
#include "http/text.h"
#include "rest/problem.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

// Scanned as text: header_lines is what handlers wrote, line by line, names as they are here.
bool has_header(const http::Response& response, std::string_view name) {
  const std::string_view lines = response.header_lines;
  for (size_t at = lines.find(name); at != std::string_view::npos; at = lines.find(name, at + 1)) {
    if (at == 0 || lines[at - 1] == '\n') return true;
  }
  return false;
}

bool is_read(const http::Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

}  // namespace

Result<void> check_body_type(const http::Request& request, std::string_view type) {
  std::string_view said = request.header("Content-Type").value_or("");
  said = http::trim(said.substr(0, said.find(';')));
  if (equals_ignoring_case(said, type)) return {};
  const bool is_json = type == "application/json";
  return refuse(415, is_json ? kBodyNotJsonType() : kBodyOfOtherType(type));
}

void add_common_headers(http::Response& response, CachePolicy policy) {
  if (!has_header(response, "Content-Security-Policy: ")) {
    response.header_lines +=
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";
  }
  if (!has_header(response, "Cache-Control: ")) {
    response.header_lines += policy == CachePolicy::kNoStore ? "Cache-Control: no-store\r\n"
                                                             : "Cache-Control: no-cache\r\n";
  }
  response.header_lines +=
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n";
}

bool has_current_state(const http::Request& request, const std::optional<std::string>& etag) {
  return etag && is_read(request) &&
         http::has_tag(request.header("If-None-Match").value_or(""), *etag);
}

void finish_head(http::Response& response, const std::optional<std::string>& etag,
                 CachePolicy policy) {
  if (etag) response.add_header("ETag", fmt::format("\"{}\"", *etag));
  add_common_headers(response, policy);
}

void finish_reply(const http::Request& request, http::Response& response,
                  const std::optional<std::string>& etag, CachePolicy policy) {
  if (response.status == 200 && has_current_state(request, etag)) {
    response.status = 304;
    response.clear_body();
  }
  finish_head(response, etag, policy);
  http::encode_body(request, response);
}

}  // namespace norn::rest
