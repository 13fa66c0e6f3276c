#include "http/reader/head.h"

#include <charconv>
#include <cstring>

#include "base/ascii.h"
#include "http/sentences.h"
#include "http/text.h"

namespace norn::http {
namespace {

// Only programs read why their requests are no HTTP: the reasons have no sentences of their own.
std::unexpected<Refusal> refuse(int status, std::string_view reason) {
  return std::unexpected(Refusal{status, kMalformedRequest(reason)});
}

// Whether a header's value has no control characters but tabs. Eight bytes at a time, because this
// is most of a head's bytes; a word that may have one is looked at again byte by byte.
bool is_field_value(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const auto is_allowed = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7f) || c == '\t';
  };
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    const uint64_t below_space = (word - 0x20 * kOnes) & ~word;
    const uint64_t against_delete = word ^ (0x7f * kOnes);
    const uint64_t deletes = (against_delete - kOnes) & ~against_delete;
    if (((below_space | deletes) & kHighBits) == 0) continue;
    for (size_t j = i; j < i + 8; ++j) {
      if (!is_allowed(text[j])) return false;
    }
  }
  for (; i < text.size(); ++i) {
    if (!is_allowed(text[i])) return false;
  }
  return true;
}

// Splits a target into path and query. It may be a whole URL (RFC 9112, 3.2.2); an asterisk is for
// OPTIONS alone (3.2.4).
bool set_target(Request& request, std::string_view target) {
  for (const char c : target) {
    if (c < 0x21 || c > 0x7e || c == '#') return false;
  }
  request.target = target;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!equals_ignoring_case(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    const size_t authority_end = target.find_first_of("/?");
    const std::string_view authority = target.substr(0, authority_end);
    if (authority.empty() || authority.find('@') != std::string_view::npos) return false;
    target = authority_end == std::string_view::npos ? "" : target.substr(authority_end);
    if (!target.starts_with('/')) {  // The path of "http://host" and "http://host?query".
      request.path = "/";
      request.query = target.empty() ? target : target.substr(1);
      return true;
    }
    break;
  }
  const size_t question = target.find('?');
  request.path = target.substr(0, question);
  request.query = question == std::string_view::npos ? "" : target.substr(question + 1);
  return target.starts_with('/') || (target == "*" && request.method == "OPTIONS");
}

// "HTTP/1.1": the minor version, or nothing.
std::expected<int, Refusal> read_version(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() != 8 || !text.starts_with("HTTP/") || !is_digit(text[5]) || text[6] != '.' ||
      !is_digit(text[7])) {
    return refuse(400, "This is not an HTTP/1.1 request.");
  }
  if (text[5] != '1' || text[7] > '1') return refuse(505, "This server speaks HTTP/1.1.");
  return text[7] - '0';
}

// The minor version of the request line.
std::expected<int, Refusal> read_request_line(std::string_view line, Request& request) {
  const size_t method_end = line.find(' ');
  const size_t target_end = line.rfind(' ');
  if (method_end == std::string_view::npos || target_end == method_end) {
    return refuse(400, "This is not an HTTP/1.1 request.");
  }
  const auto version = read_version(line.substr(target_end + 1));
  if (!version) return version;
  request.method = line.substr(0, method_end);
  if (!is_token(request.method)) return refuse(400, "The request's method is not a name.");
  if (!set_target(request, line.substr(method_end + 1, target_end - method_end - 1))) {
    return refuse(400, "The request's target is not one of RFC 9112, 3.2.");
  }
  return version;
}

// The values of the headers that frame a message, before they are checked together.
struct Facts {
  size_t hosts = 0;
  size_t content_lengths = 0;
  size_t transfer_encodings = 0;
  size_t chunked_codings = 0;
  size_t other_codings = 0;
  size_t unknown_expectations = 0;
  bool host_is_valid = true;
  bool connection_is_valid = true;
  bool length_is_number = true;
  bool close = false;
  Head head;
};

// RFC 3986, 3.2.2 and 3.2.3, as far as a host could be mistaken for something else.
void note_host(std::string_view value, Facts& facts) {
  ++facts.hosts;
  facts.host_is_valid = value.find_first_of(" \t,/\\?#@<>\"") == std::string_view::npos;
}

void note_content_length(std::string_view value, Facts& facts) {
  ++facts.content_lengths;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, facts.head.content_length);
  facts.length_is_number = error == std::errc() && stop == end;
}

void note_transfer_encoding(std::string_view value, Facts& facts) {
  ++facts.transfer_encodings;
  std::optional<std::string_view> rest = value;
  while (const auto coding = next_element(rest, ',')) {
    ++(equals_ignoring_case(*coding, "chunked") ? facts.chunked_codings : facts.other_codings);
  }
}

void note_connection(std::string_view value, Facts& facts) {
  std::optional<std::string_view> rest = value;
  while (const auto option = next_element(rest, ',')) {
    if (equals_ignoring_case(*option, "close")) facts.close = true;
    if (!option->empty() && !is_token(*option)) facts.connection_is_valid = false;
  }
}

void note_expect(std::string_view value, Facts& facts) {
  if (equals_ignoring_case(value, "100-continue")) {
    facts.head.expects_continue = true;
  } else {
    ++facts.unknown_expectations;
  }
}

void note_header(std::string_view name, std::string_view value, Facts& facts) {
  switch (name.size()) {
    case 4:
      if (equals_ignoring_case(name, "host")) note_host(value, facts);
      break;
    case 6:
      if (equals_ignoring_case(name, "expect")) note_expect(value, facts);
      break;
    case 10:
      if (equals_ignoring_case(name, "connection")) note_connection(value, facts);
      break;
    case 14:
      if (equals_ignoring_case(name, "content-length")) note_content_length(value, facts);
      break;
    case 17:
      if (equals_ignoring_case(name, "transfer-encoding")) note_transfer_encoding(value, facts);
      break;
    default:
      break;
  }
}

std::expected<void, Refusal> read_header(std::string_view line, Request& request, Facts& facts) {
  if (line.starts_with(' ') || line.starts_with('\t')) {
    return refuse(400, "A header that goes on in the next line is not taken (RFC 9112, 5.2).");
  }
  size_t colon = 0;
  while (colon < line.size() && is_token_character(line[colon])) ++colon;
  if (colon == 0 || colon == line.size() || line[colon] != ':') {
    return refuse(400, "A header is a name, a colon without a space before it, and a value.");
  }
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = trim(line.substr(colon + 1));
  if (!is_field_value(value)) {
    return refuse(400, "A header's value has a control character in it.");
  }
  note_header(name, value, facts);
  request.headers.emplace_back(name, value);
  return {};
}

// RFC 9112, 3.2 and 6.3.
std::expected<Head, Refusal> judge(const Facts& facts, int minor_version) {
  Head head = facts.head;
  if (minor_version == 1 && facts.hosts != 1) {
    return refuse(400, "A request names its host exactly once (RFC 9112, 3.2).");
  }
  if (facts.hosts > 1) return refuse(400, "A request names its host at most once.");
  if (!facts.host_is_valid) return refuse(400, "The host is not the name of one.");
  if (!facts.connection_is_valid) return refuse(400, "Connection is not a list of names.");
  if (facts.content_lengths > 1) return refuse(400, "Content-Length is given more than once.");
  if (!facts.length_is_number) return refuse(400, "Content-Length is not a number of bytes.");
  if (facts.transfer_encodings > 0) {
    if (facts.content_lengths > 0) {
      return refuse(400, "Content-Length and Transfer-Encoding exclude each other.");
    }
    if (minor_version == 0) return refuse(400, "HTTP/1.0 has no Transfer-Encoding.");
    if (facts.other_codings > 0) {
      return refuse(501, "The only Transfer-Encoding that is taken is chunked.");
    }
    if (facts.chunked_codings != 1) return refuse(400, "Transfer-Encoding is chunked twice.");
    head.chunked = true;
  }
  // RFC 9110, 10.1.1: the expectations of an HTTP/1.0 client are ignored.
  if (minor_version == 0) {
    head.expects_continue = false;
  } else if (facts.unknown_expectations > 0) {
    return refuse(417, "The only expectation that is known is 100-continue.");
  }
  head.keep_alive = minor_version == 1 && !facts.close;
  head.takes_chunks = minor_version == 1;
  return head;
}

}  // namespace

void HeadScanner::reset() {
  scanned_ = 0;
  line_ends_.clear();
}

std::expected<size_t, Refusal> HeadScanner::scan(std::string_view text) {
  // Not even the start of a method: a TLS client at a plain server, for instance.
  if (scanned_ == 0 && !is_token_character(text.front())) {
    return refuse(400, "This is not an HTTP/1.1 request.");
  }
  while (scanned_ < text.size()) {
    const size_t end = text.find('\n', scanned_);
    if (end == std::string_view::npos) {
      scanned_ = text.size();
      break;
    }
    scanned_ = end + 1;
    if (end == 0 || text[end - 1] != '\r') {
      return refuse(400, "A line ends with CR and LF, not with LF alone.");
    }
    const size_t line_length = end - 1 - (line_ends_.empty() ? 0 : line_ends_.back() + 1);
    if (line_length == 0) return end + 1;
    line_ends_.push_back(static_cast<uint32_t>(end));
  }
  return 0;
}

std::expected<Head, Refusal> read_head(std::string_view text,
                                       const std::vector<uint32_t>& line_ends, size_t max_headers,
                                       Request& request) {
  request.headers.clear();
  if (line_ends.size() > max_headers + 1) return std::unexpected(Refusal{431, kTooManyHeaders});
  const auto version = read_request_line(text.substr(0, line_ends.front() - 1), request);
  if (!version) return std::unexpected(version.error());
  Facts facts;
  for (size_t i = 1; i < line_ends.size(); ++i) {
    const size_t start = line_ends[i - 1] + 1;
    const auto read = read_header(text.substr(start, line_ends[i] - 1 - start), request, facts);
    if (!read) return std::unexpected(read.error());
  }
  return judge(facts, *version);
}

}  // namespace norn::http
