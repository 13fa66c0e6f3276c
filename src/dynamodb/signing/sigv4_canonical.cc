#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "dynamodb/signing/sigv4.h"
#include "dynamodb/signing/sigv4_text.h"

// The signature itself: the request in its canonical form, and the chain of HMACs over it.
namespace norn::dynamodb {
namespace {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

std::string hex(const Digest& digest) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string_view as_text(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Digest hmac(std::string_view key, std::string_view text) {
  Digest digest;
  unsigned int size = 0;
  const auto* done =
      HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
  NORN_CHECK(done != nullptr && size == digest.size(), "OpenSSL has HMAC-SHA256");
  return digest;
}

void append_encoded(std::string& out, std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (is_ascii_letter(letter) || is_digit(letter) || std::string_view("-._~").contains(letter)) {
      out.push_back(letter);
    } else {
      out.push_back('%');
      out.push_back(kDigits[byte >> 4]);
      out.push_back(kDigits[byte & 15]);
    }
  }
}

// The path without "." and ".." and empty segments, and encoded as if it had not been: all services
// but S3 encode what was sent once more.
std::string canonical_path(std::string_view path) {
  std::vector<std::string_view> segments;
  for (const std::string_view segment : split(path, '/')) {
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      segments.push_back(segment);
    } else if (!segments.empty()) {
      segments.pop_back();
    }
  }
  std::string canonical = "/";
  for (const std::string_view segment : segments) {
    append_encoded(canonical, segment);
    canonical.push_back('/');
  }
  const bool is_folder = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
  if (!segments.empty() && !is_folder) canonical.pop_back();
  return canonical;
}

std::string canonical_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const auto& [name, value] : query_parameters(query)) {
    auto& [encoded_name, encoded_value] = parameters.emplace_back();
    append_encoded(encoded_name, name);
    append_encoded(encoded_value, value);
  }
  std::ranges::sort(parameters);
  std::string canonical;
  for (const auto& [name, value] : parameters) {
    if (!canonical.empty()) canonical.push_back('&');
    canonical += name;
    canonical.push_back('=');
    canonical += value;
  }
  return canonical;
}

// The value without white space around it and with single spaces inside.
void append_trimmed(std::string& out, std::string_view value) {
  bool gap = false;
  bool first = true;
  for (const char letter : value) {
    if (letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r') {
      gap = true;
      continue;
    }
    if (gap && !first) out.push_back(' ');
    gap = false;
    first = false;
    out.push_back(letter);
  }
}

}  // namespace

std::string canonical_request(const http::Request& request,
                              const std::vector<std::string>& signed_headers,
                              std::string_view payload_hash) {
  std::string canonical(request.method);
  canonical += '\n' + canonical_path(request.path) + '\n' + canonical_query(request.query) + '\n';
  std::string names;
  for (const std::string& name : signed_headers) {
    names += (names.empty() ? "" : ";") + name;
    canonical += name + ':';
    bool first = true;
    for (const auto& [header, value] : request.headers) {
      if (!equals_ignoring_case(header, name)) continue;
      if (!first) canonical.push_back(',');
      first = false;
      append_trimmed(canonical, value);
    }
    canonical.push_back('\n');
  }
  canonical += '\n' + names + '\n';
  canonical += payload_hash;
  return canonical;
}

std::string Scope::text() const {
  return date + '/' + region + '/' + service + "/aws4_request";
}

std::string string_to_sign(std::string_view timestamp, const Scope& scope,
                           std::string_view canonical) {
  std::string text = "AWS4-HMAC-SHA256\n";
  text += timestamp;
  text += '\n' + scope.text() + '\n' + sha256_hex(canonical);
  return text;
}

std::string signature(std::string_view secret, const Scope& scope, std::string_view text) {
  const Digest date = hmac("AWS4" + std::string(secret), scope.date);
  const Digest region = hmac(as_text(date), scope.region);
  const Digest service = hmac(as_text(region), scope.service);
  const Digest key = hmac(as_text(service), "aws4_request");
  return hex(hmac(as_text(key), text));
}

}  // namespace norn::dynamodb
