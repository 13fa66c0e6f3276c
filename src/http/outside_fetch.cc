#include "http/outside_fetch.h"

#include <curl/curl.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "http/addresses.h"
#include "http/client.h"
#include "http/text.h"

namespace norn::http {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, FreeUrl>;

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return "";
  std::string copy = text;
  curl_free(text);
  return copy;
}

bool is_printable_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

// As http or https, without a fragment; nullopt if it is anything else. libcurl decodes percent
// signs in the name of a host, so that it can have any bytes.
std::optional<std::string> web_address(CURLU* url) {
  const std::string scheme = part_of(url, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return std::nullopt;
  if (part_of(url, CURLUPART_HOST).empty()) return std::nullopt;
  curl_url_set(url, CURLUPART_FRAGMENT, nullptr, 0);
  std::string text = part_of(url, CURLUPART_URL, CURLU_PUNYCODE);
  if (text.empty() || !is_printable_ascii(text)) return std::nullopt;
  return text;
}

bool is_one_line(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7f; });
}

// All headers of a reply.
constexpr size_t kMaxOutsideHeaderBytes = 64UL * 1024;

// One request: what is allowed, and what came back.
struct OutsideExchange {
  const OutsideOptions* options = nullptr;
  std::string host = {};
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  // Names in lower case.
  size_t header_bytes = 0;
  bool is_too_large = false;
  bool is_refused = false;

  bool may_connect(std::string_view address) const {
    return is_public_address(address) ||
           std::ranges::find(options->allowed_hosts, host) != options->allowed_hosts.end();
  }
  std::string header(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, [](const auto& one) { return one.first; });
    return found == headers.end() ? "" : found->second;
  }
};

// libcurl asks for a socket with the very address that it connects to.
curl_socket_t open_if_allowed(void* context, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& exchange = *static_cast<OutsideExchange*>(context);
  std::array<char, NI_MAXHOST> text{};
  const bool has_text = getnameinfo(&address->addr, address->addrlen, text.data(), text.size(),
                                    nullptr, 0, NI_NUMERICHOST) == 0;
  if (!has_text || !exchange.may_connect(text.data())) {
    exchange.is_refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// The bytes after decompression. Fewer than were given make libcurl stop.
size_t take_body(char* bytes, size_t size, size_t count, void* context) {
  auto& exchange = *static_cast<OutsideExchange*>(context);
  if (exchange.body.size() + size * count > exchange.options->max_bytes) {
    exchange.is_too_large = true;
    return 0;
  }
  exchange.body.append(bytes, size * count);
  return size * count;
}

size_t take_header(char* bytes, size_t size, size_t count, void* context) {
  auto& exchange = *static_cast<OutsideExchange*>(context);
  exchange.header_bytes += size * count;
  if (exchange.header_bytes > kMaxOutsideHeaderBytes) {
    exchange.is_too_large = true;
    return 0;
  }
  std::string_view line(bytes, size * count);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with("HTTP/")) exchange.headers.clear();
  const size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    exchange.headers.emplace_back(ascii_lower(line.substr(0, colon)),
                                  std::string(trim(line.substr(colon + 1))));
  }
  return size * count;
}

template <typename Value>
void set_option(CURL* handle, CURLoption option, Value value) {
  NORN_CHECK(curl_easy_setopt(handle, option, value) == CURLE_OK, "libcurl takes the option");
}

struct FreeHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct FreeLines {
  void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
};
using Lines = std::unique_ptr<curl_slist, FreeLines>;

void add_line(Lines& lines, const std::string& line) {
  curl_slist* const longer = curl_slist_append(lines.get(), line.c_str());
  NORN_CHECK(longer != nullptr, "there is memory for a header");
  static_cast<void>(lines.release());
  lines.reset(longer);
}

// Sends one request. Returns its status; 0 if there was no complete reply, and `failure` says why.
int send_once(const std::string& url, const OutsideRequest& request, int64_t timeout_ms,
              OutsideExchange& exchange, OutsideFailure& failure) {
  constexpr long kConnectTimeoutMs = 10'000;
  const std::unique_ptr<CURL, FreeHandle> owned(curl_easy_init());
  CURL* const handle = owned.get();
  NORN_CHECK(handle != nullptr, "libcurl gives a handle");
  Lines lines;
  add_line(lines, "Accept: text/calendar, */*;q=0.1");
  if (!request.etag.empty()) add_line(lines, "If-None-Match: " + request.etag);
  if (!request.last_modified.empty()) {
    add_line(lines, "If-Modified-Since: " + request.last_modified);
  }
  set_option(handle, CURLOPT_URL, url.c_str());
  set_option(handle, CURLOPT_HTTPHEADER, lines.get());
  set_option(handle, CURLOPT_USERAGENT, "Norn");
  set_option(handle, CURLOPT_ACCEPT_ENCODING, "gzip");
  set_option(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  set_option(handle, CURLOPT_FOLLOWLOCATION, 0L);
  set_option(handle, CURLOPT_NOSIGNAL, 1L);
  set_option(handle, CURLOPT_PROXY, "");
  set_option(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set_option(handle, CURLOPT_CONNECTTIMEOUT_MS, kConnectTimeoutMs);
  set_option(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(timeout_ms));
  set_option(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  set_option(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  set_option(handle, CURLOPT_OPENSOCKETFUNCTION, &open_if_allowed);
  set_option(handle, CURLOPT_OPENSOCKETDATA, &exchange);
  set_option(handle, CURLOPT_WRITEFUNCTION, &take_body);
  set_option(handle, CURLOPT_WRITEDATA, &exchange);
  set_option(handle, CURLOPT_HEADERFUNCTION, &take_header);
  set_option(handle, CURLOPT_HEADERDATA, &exchange);
  const CURLcode code = curl_easy_perform(handle);
  if (code == CURLE_OK) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }
  failure = OutsideFailure::kNotReached;
  if (code == CURLE_OPERATION_TIMEDOUT) failure = OutsideFailure::kTimedOut;
  if (exchange.is_refused) failure = OutsideFailure::kAddressRefused;
  if (exchange.is_too_large) failure = OutsideFailure::kTooLarge;
  return 0;
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Bytes outside of ASCII in a path or query are written with percent signs.
bool set_url(CURLU* url, const std::string& text) {
  return curl_url_set(url, CURLUPART_URL, text.c_str(), CURLU_URLENCODE) == CURLUE_OK;
}

}  // namespace

std::string validator(std::string_view value) {
  constexpr size_t kMaxValidatorBytes = 500;
  if (value.size() > kMaxValidatorBytes || !is_printable_ascii(value)) return "";
  return std::string(value);
}

std::optional<std::string> file_address(std::string_view text, size_t max_bytes) {
  std::string wanted(text);
  if (wanted.size() > max_bytes || !is_one_line(wanted)) return std::nullopt;
  const std::string lower = ascii_lower(wanted);
  for (const std::string_view scheme : {"webcal://", "webcals://"}) {
    if (lower.starts_with(scheme)) wanted = "https://" + wanted.substr(scheme.size());
  }
  const Url url(curl_url());
  if (!url || !set_url(url.get(), wanted)) return std::nullopt;
  auto address = web_address(url.get());
  if (address && address->size() > max_bytes) return std::nullopt;
  return address;
}

std::optional<std::string> redirected(const std::string& from, std::string_view location) {
  const std::string to(location);
  if (!is_one_line(to)) return std::nullopt;
  const Url url(curl_url());
  if (!url || !set_url(url.get(), from) || !set_url(url.get(), to)) return std::nullopt;
  return web_address(url.get());
}

OutsideReply fetch_outside(const OutsideOptions& options, const OutsideRequest& request) {
  using SteadyClock = std::chrono::steady_clock;
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  NORN_CHECK(started == CURLE_OK, "libcurl starts");
  const auto end = SteadyClock::now() + std::chrono::milliseconds(options.timeout_ms);
  std::string address = request.url;
  for (int redirects = 0; redirects <= options.max_redirects; ++redirects) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - SteadyClock::now()).count();
    OutsideReply reply;
    if (left <= 0) {
      reply.failure = OutsideFailure::kTimedOut;
      return reply;
    }
    OutsideExchange exchange{.options = &options, .host = url_host(address)};
    reply.status = send_once(address, request, left, exchange, reply.failure);
    if (reply.failure != OutsideFailure::kNone) return reply;
    if (!is_redirect(reply.status)) {
      if (reply.status != 200 && reply.status != 304) {
        reply.failure = OutsideFailure::kBadStatus;
        return reply;
      }
      reply.body = std::move(exchange.body);
      reply.etag = validator(exchange.header("etag"));
      reply.last_modified = validator(exchange.header("last-modified"));
      return reply;
    }
    auto next = redirected(address, exchange.header("location"));
    if (!next) {
      reply.failure = OutsideFailure::kBadRedirect;
      return reply;
    }
    address = *std::move(next);
  }
  OutsideReply reply;
  reply.failure = OutsideFailure::kTooManyRedirects;
  return reply;
}

}  // namespace norn::http
