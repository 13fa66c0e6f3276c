#include "http/response.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "http/request_id.h"

namespace norn::http {
namespace {

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

void append_body_end(std::string& out, size_t length, BodyEnd body_end) {
  if (body_end == BodyEnd::kLength) {
    out += "\r\nContent-Length: ";
    append_number(out, length);
  } else if (body_end == BodyEnd::kLastChunk) {
    out += "\r\nTransfer-Encoding: chunked";
  }
}

}  // namespace

void Response::add_header(std::string_view name, std::string_view value) {
  NORN_CHECK(!has_ascii_control(name) && !has_ascii_control(value), "a header is one line");
  header_lines.append(name).append(": ").append(value).append("\r\n");
}

void Response::set_kept(std::shared_ptr<const KeptBody> shared) {
  clear_body();
  kept = std::move(shared);
  kept_bytes = kept->text();
}

void Response::clear_body() {
  body.clear();
  kept_bytes = {};
  kept.reset();
}

void Response::reset() {
  status = 200;
  content_type = "application/json";
  clear_body();
  header_lines.clear();
}

std::string_view reason_phrase(int status) {
  constexpr std::pair<int, std::string_view> kPhrases[] = {
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {206, "Partial Content"},
      {301, "Moved Permanently"},
      {302, "Found"},
      {303, "See Other"},
      {304, "Not Modified"},
      {307, "Temporary Redirect"},
      {308, "Permanent Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {411, "Length Required"},
      {412, "Precondition Failed"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {415, "Unsupported Media Type"},
      {417, "Expectation Failed"},
      {421, "Misdirected Request"},
      {422, "Unprocessable Content"},
      {428, "Precondition Required"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {502, "Bad Gateway"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
      {505, "HTTP Version Not Supported"},
      {507, "Insufficient Storage"},
  };
  for (const auto& [number, phrase] : kPhrases) {
    if (number == status) return phrase;
  }
  return "Unknown";
}

void set_problem(Response& response, int status, const Said& said) {
  start_over(response);
  response.status = status;
  response.content_type = "application/problem+json";
  ObjectWriter problem(response.body);
  problem.text("type", "about:blank");
  problem.text("title", reason_phrase(status));
  problem.integer("status", status);
  problem.text("detail", said.text());
  append_code(problem, said);
  problem.close();
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
    out.append("\r\nContent-Type: ").append(response.content_type);
    append_body_end(out, response.bytes().size(), framing.body_end);
  }
  out.append("\r\n").append(response.header_lines).append("X-Content-Type-Options: nosniff\r\n");
  if (framing.strict_transport) out += "Strict-Transport-Security: max-age=31536000\r\n";
  if (!framing.keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
}

}  // namespace norn::http
