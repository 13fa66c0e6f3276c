#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Fetches files whose addresses people have typed. The server must not become a way into its own
// network: only public addresses are connected to, whatever a name resolves to and wherever a
// redirect leads, unless the administrator has listed the host.
namespace norn::http {

// The address of a file as http or https, without a fragment, in ASCII; "webcal" is https. Nullopt
// if it is none of these, has no valid host, or is longer than `max_bytes`.
std::optional<std::string> file_address(std::string_view text, size_t max_bytes);
// The address that a redirect leads to; nullopt if it is none of http or https.
std::optional<std::string> redirected(const std::string& from, std::string_view location);

// The value of ETag or Last-Modified for the next conditional request; empty if it is longer than
// any real one, or has other characters than those of ASCII that can be printed.
std::string validator(std::string_view value);

struct OutsideOptions {
  size_t max_bytes = size_t{5} << 20;  // Of a file, after decompression.
  int64_t timeout_ms = 30'000;         // Of all requests for a file together.
  int max_redirects = 5;
  std::vector<std::string> allowed_hosts = {};  // In lower case. Any address is allowed for them.
};

struct OutsideRequest {
  std::string url;
  // Of the copy that is there; empty: none.
  std::string etag = {};
  std::string last_modified = {};
};

enum class OutsideFailure : uint8_t {
  kNone,
  kAddressRefused,  // Not a public address, and not listed.
  kNotReached,      // No such host, no answer, no valid certificate.
  kTimedOut,
  kTooLarge,
  kTooManyRedirects,
  kBadRedirect,  // To something else than http and https.
  kBadStatus,    // Neither 200 nor 304.
};

struct OutsideReply {
  OutsideFailure failure = OutsideFailure::kNone;
  int status = 0;
  std::string body = {};
  std::string etag = {};
  std::string last_modified = {};
  bool is_unchanged() const { return status == 304; }
};

// May block for as long as the options allow. Safe to call from any thread. Every request has a
// connection of its own, to an address that was checked, without a proxy: what a name resolves to
// at another moment does not matter. Certificates are verified.
OutsideReply fetch_outside(const OutsideOptions& options, const OutsideRequest& request);

}  // namespace norn::http
