#include "http/response.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/beast/http/status.hpp>
#include <iterator>

#include "base/check.h"
#include "base/json_text.h"

namespace norn::http {
namespace {

bool is_header_text(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return false;
  }
  return true;
}

// The date changes once a second, and writing it takes longer than the rest of a head.
std::string_view date_text(int64_t now_s) {
  thread_local int64_t second = -1;
  thread_local std::string text;
  if (second != now_s) {
    text = http_date(now_s);
    second = now_s;
  }
  return text;
}

void append_number(std::string& out, size_t number) {
  const fmt::format_int text(number);
  out.append(text.data(), text.size());
}

}  // namespace

void Response::add_header(std::string_view name, std::string_view value) {
  NORN_CHECK(is_header_text(name) && is_header_text(value), "a header is one line");
  header_lines.append(name).append(": ").append(value).append("\r\n");
}

void Response::reset() {
  status = 200;
  content_type = "application/json";
  body.clear();
  header_lines.clear();
}

std::string_view reason_phrase(int status) {
  const auto phrase =
      boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(unsigned(status)));
  return {phrase.data(), phrase.size()};
}

void set_problem(Response& response, int status, std::string_view detail) {
  response.reset();
  response.status = status;
  response.content_type = "application/problem+json";
  fmt::format_to(std::back_inserter(response.body),
                 R"({{"type":"about:blank","title":"{}",)"
                 R"("status":{},"detail":)",
                 reason_phrase(status), status);
  append_json_string(response.body, detail);
  response.body += '}';
}

std::string http_date(int64_t seconds_since_1970) {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT",
                     fmt::gmtime(static_cast<std::time_t>(seconds_since_1970)));
}

void append_head(std::string& out, const Response& response, const Framing& framing) {
  // RFC 9110, 8.6: these have no body, and say nothing of its length.
  const bool bodiless = response.status == 204 || response.status == 304;
  if (response.status == 200) {
    out += "HTTP/1.1 200 OK\r\nDate: ";
  } else {
    out += "HTTP/1.1 ";
    append_number(out, static_cast<size_t>(response.status));
    out.append(" ").append(reason_phrase(response.status)).append("\r\nDate: ");
  }
  out += date_text(framing.now_s);
  if (!bodiless) {
    out.append("\r\nContent-Type: ").append(response.content_type).append("\r\nContent-Length: ");
    append_number(out, response.body.size());
  }
  out.append("\r\n").append(response.header_lines).append("X-Content-Type-Options: nosniff\r\n");
  if (!framing.keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
}

}  // namespace norn::http
