#include "http/response.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/beast/http/status.hpp>
#include <iterator>

#include "base/json_text.h"

namespace norn::http {

std::string_view reason_phrase(int status) {
  const auto phrase =
      boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(unsigned(status)));
  return {phrase.data(), phrase.size()};
}

Response problem(int status, std::string_view detail) {
  Response response{.status = status, .content_type = "application/problem+json"};
  fmt::format_to(std::back_inserter(response.body),
                 R"({{"type":"about:blank","title":"{}",)"
                 R"("status":{},"detail":)",
                 reason_phrase(status), status);
  append_json_string(response.body, detail);
  response.body += '}';
  return response;
}

std::string http_date(int64_t seconds_since_1970) {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT",
                     fmt::gmtime(static_cast<std::time_t>(seconds_since_1970)));
}

void append_response(std::string& out, const Response& response, const Framing& framing) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "HTTP/1.1 {} {}\r\nDate: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n",
                 response.status, reason_phrase(response.status), http_date(framing.now_s),
                 response.content_type, response.body.size());
  for (const auto& [name, value] : response.headers) fmt::format_to(to, "{}: {}\r\n", name, value);
  out += "X-Content-Type-Options: nosniff\r\n";
  if (!framing.keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
  if (!framing.body_omitted) out += response.body;
}

}  // namespace norn::http
