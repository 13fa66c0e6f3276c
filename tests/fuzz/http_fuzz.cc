#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "http/content_coding.h"
#include "http/reader/reader_test_support.h"

// The path of a request from its bytes on. The first byte chooses how the bytes are cut into
// pieces; the rest is what a client sends. Nothing may crash or hang, the pieces must not matter,
// and whatever is taken for a request must be the same request to another reader, Beast's: what two
// readers see differently is what request smuggling is made of.
namespace norn::http {
namespace {

const Limits kLimits{.header_bytes = 4096, .headers = 20, .body_bytes = 20'000};

std::string text(boost::beast::string_view view) {
  return {view.data(), view.size()};
}

// Reads `bytes` with Beast and compares. Returns what is left behind the request.
std::string_view compare_with_beast(std::string_view bytes, const ReadRequest& ours) {
  namespace beast = boost::beast::http;
  while (bytes.starts_with("\r\n")) bytes.remove_prefix(2);
  beast::request_parser<beast::string_body> parser;
  parser.eager(true);
  parser.header_limit(1 << 20);
  parser.body_limit(1 << 20);
  boost::system::error_code error;
  const auto feed = [&] {
    const size_t used = parser.put(boost::asio::buffer(bytes), error);
    bytes.remove_prefix(used);
    return used;
  };
  while (!parser.is_done() && feed() > 0 && !error) {
  }
  // What stands in an extension changes nothing, and Beast reads more of it than we do.
  if (error == beast::error::bad_chunk_extension) return "";
  // We drop trailers, whereas Beast reads them as headers of the request.
  if (error && parser.is_header_done() && parser.chunked() && parser.get().body() == ours.body) {
    return "";
  }
  // Beast judges this header too, which says nothing to a server.
  if (error == beast::error::bad_value && parser.get().count("Proxy-Connection") > 0) return "";
  NORN_CHECK(!error && parser.is_done(), "what we take for a request is one to Beast");

  const auto& theirs = parser.get();
  NORN_CHECK(text(theirs.method_string()) == ours.method, "the methods are equal");
  NORN_CHECK(text(theirs.target()) == ours.target, "the targets are equal");
  NORN_CHECK(theirs.body() == ours.body, "the bodies are equal");
  for (const auto& [name, value] : ours.headers) {
    bool found = false;
    const auto [first, last] = theirs.equal_range(name);
    for (auto header = first; header != last; ++header) {
      found = found || text(header->value()) == value;
    }
    NORN_CHECK(found, "the headers are equal");
  }
  return bytes;
}

void decode(const ReadRequest& request) {
  Request viewed{.body = request.body};
  for (const auto& [name, value] : request.headers) viewed.headers.emplace_back(name, value);
  std::string buffer;
  const auto body = decode_body(viewed, kLimits.body_bytes, buffer);
  NORN_CHECK(!body || body->size() <= kLimits.body_bytes, "a decoded body keeps to its limit");
  Response response{.body = std::string(2000, 'x')};
  encode_body(viewed, response);
}

void run(uint8_t cut, std::string_view bytes) {
  BodyBudget budget(1 << 20);
  const ReadResult whole = read_all(bytes, bytes.size(), kLimits, budget);
  const ReadResult pieces = read_all(bytes, 1 + cut, kLimits, budget);
  NORN_CHECK(whole.requests == pieces.requests, "the pieces do not matter");
  NORN_CHECK(whole.refused == pieces.refused, "the pieces do not matter");
  NORN_CHECK(budget.take(1 << 20), "readers give their share of the budget back");
  std::string_view rest = bytes;
  for (const ReadRequest& request : whole.requests) {
    decode(request);
    if (!rest.empty()) rest = compare_with_beast(rest, request);
  }
}

}  // namespace
}  // namespace norn::http

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  norn::http::run(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
