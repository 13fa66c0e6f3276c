#include "http/client.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>

#include "base/ascii.h"
#include "base/check.h"
#include "base/sha256.h"
#include "http/text.h"

namespace norn::http {
namespace {

// libcurl has to be initialised once, before the first handle; there is nothing to undo at the end.
void initialize_libcurl() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  NORN_CHECK(code == CURLE_OK, "libcurl starts");
}

struct HeaderList {
  curl_slist* first = nullptr;
  ~HeaderList() { curl_slist_free_all(first); }
  void add(const char* line) {
    curl_slist* longer = curl_slist_append(first, line);
    NORN_CHECK(longer != nullptr, "there is memory for a header");
    first = longer;
  }
};

// All headers of a reply, those of its interim replies included.
constexpr size_t kMaxHeaderBytes = 64UL * 1024;

struct Receiver {
  HttpReply reply;
  size_t max_bytes = 0;
  size_t header_bytes = 0;
};

size_t on_body(char* bytes, size_t size, size_t count, void* context) {
  auto& receiver = *static_cast<Receiver*>(context);
  // Fewer bytes than were given make libcurl stop with CURLE_WRITE_ERROR.
  if (receiver.reply.body.size() + size * count > receiver.max_bytes) return 0;
  receiver.reply.body.append(bytes, size * count);
  return size * count;
}

size_t on_header(char* bytes, size_t size, size_t count, void* context) {
  auto& receiver = *static_cast<Receiver*>(context);
  receiver.header_bytes += size * count;
  if (receiver.header_bytes > kMaxHeaderBytes) return 0;
  HttpReply& reply = receiver.reply;
  std::string_view line(bytes, size * count);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with("HTTP/")) {
    reply.headers.clear();  // The headers before belong to an interim reply.
    return size * count;
  }
  const size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    reply.headers.emplace_back(ascii_lower(line.substr(0, colon)),
                               std::string(trim(line.substr(colon + 1))));
  }
  return size * count;
}

// Failures before a byte of the request can have left.
bool failed_before_sending(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return true;
    default:
      return false;
  }
}

// A line break would make two headers of one, and values come from files and from other services.
bool are_single_lines(const std::vector<std::string>& headers) {
  return std::ranges::none_of(headers, [](const std::string& header) {
    return header.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos;
  });
}

std::unexpected<Error> refuse(std::string message) {
  return std::unexpected(
      Error{ErrorCode::kUnavailable, std::move(message), std::make_shared<TransportFailure>()});
}

template <typename Value>
void set(CURL* handle, CURLoption option, Value value) {
  NORN_CHECK(curl_easy_setopt(handle, option, value) == CURLE_OK, "libcurl takes the option");
}

// A body that is read once. libcurl sends a request again by itself when a kept connection was
// closed meanwhile, but not one whose body it cannot rewind.
size_t read_body(char* buffer, size_t size, size_t count, void* context) {
  auto& rest = *static_cast<std::string_view*>(context);
  const size_t taken = rest.copy(buffer, size * count);
  rest.remove_prefix(taken);
  return taken;
}

// `body` is the unread rest of the request's.
void set_request(CURL* handle, const HttpRequest& request, std::string_view& body,
                 HeaderList& headers) {
  set(handle, CURLOPT_URL, request.url.c_str());
  if (request.method == "GET") {
    set(handle, CURLOPT_HTTPGET, 1L);
  } else if (request.at_most_once) {
    set(handle, CURLOPT_POST, 1L);
    set(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    set(handle, CURLOPT_READFUNCTION, &read_body);
    set(handle, CURLOPT_READDATA, &body);
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    // libcurl can hash only a body that it gets at once.
    headers.add(("x-amz-content-sha256: " + sha256_hex(request.body)).c_str());
  } else {
    set(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    set(handle, CURLOPT_POSTFIELDS, request.body.data() == nullptr ? "" : request.body.data());
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
  for (const std::string& header : request.headers) headers.add(header.c_str());
  headers.add("Expect:");  // No round trip to ask whether a body is welcome.
  set(handle, CURLOPT_HTTPHEADER, headers.first);
  if (request.signing) {
    const HttpSigning& signing = *request.signing;
    const std::string provider = "aws:amz:" + signing.region + ":" + signing.service;
    set(handle, CURLOPT_AWS_SIGV4, provider.c_str());
    set(handle, CURLOPT_USERNAME, signing.access_key_id.c_str());
    set(handle, CURLOPT_PASSWORD, signing.secret.c_str());
  }
}

void set_limits(CURL* handle, const HttpClientOptions& options, const std::string& host) {
  set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  set(handle, CURLOPT_FOLLOWLOCATION, 0L);
  set(handle, CURLOPT_NOSIGNAL, 1L);
  set(handle, CURLOPT_TCP_NODELAY, 1L);
  set(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout_ms));
  set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(options.total_timeout_ms));
  set(handle, CURLOPT_SSL_VERIFYPEER, options.verifies_certificates ? 1L : 0L);
  set(handle, CURLOPT_SSL_VERIFYHOST, options.verifies_certificates ? 2L : 0L);
  if (!options.ca_file.empty()) set(handle, CURLOPT_CAINFO, options.ca_file.c_str());
  // A proxy cannot reach this machine's own addresses.
  if (is_local_host(host)) set(handle, CURLOPT_PROXY, "");
}

}  // namespace

// Idle handles, each with its open connection, and a count of all that exist.
class HttpClient::Pool {
 public:
  explicit Pool(size_t max) : max_(std::max<size_t>(max, 1)) {}
  ~Pool() {
    for (CURL* handle : idle_) curl_easy_cleanup(handle);
  }

  CURL* take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !idle_.empty() || count_ < max_; });
    if (!idle_.empty()) {
      CURL* handle = idle_.back();  // The one used last is the likeliest to be still connected.
      idle_.pop_back();
      return handle;
    }
    ++count_;
    lock.unlock();
    CURL* handle = curl_easy_init();
    NORN_CHECK(handle != nullptr, "libcurl gives a handle");
    return handle;
  }

  void give_back(CURL* handle) {
    curl_easy_reset(handle);  // Forgets the secrets; keeps the connection.
    {
      const std::lock_guard lock(mutex_);
      idle_.push_back(handle);
    }
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<CURL*> idle_;  // Guarded by mutex_, as is count_.
  size_t count_ = 0;
  const size_t max_;
};

HttpClient::HttpClient(const HttpClientOptions& options) : options_(options) {
  initialize_libcurl();
  pool_ = std::make_unique<Pool>(options.max_connections);
}

HttpClient::~HttpClient() = default;

Result<HttpReply> HttpClient::send(const HttpRequest& request) {
  const std::string host = url_host(request.url);
  if (host.empty()) return refuse(fmt::format("'{}' is not an http or https URL.", request.url));
  if (!are_single_lines(request.headers)) {
    return refuse(fmt::format("A header for {} has a line break in it.", request.url));
  }
  CURL* handle = pool_->take();
  HeaderList headers;
  Receiver receiver;
  receiver.max_bytes = options_.max_reply_bytes;
  std::array<char, CURL_ERROR_SIZE> reason{};
  set_limits(handle, options_, host);
  std::string_view body = request.body;
  set_request(handle, request, body, headers);
  set(handle, CURLOPT_WRITEFUNCTION, &on_body);
  set(handle, CURLOPT_WRITEDATA, &receiver);
  set(handle, CURLOPT_HEADERFUNCTION, &on_header);
  set(handle, CURLOPT_HEADERDATA, &receiver);
  set(handle, CURLOPT_ERRORBUFFER, reason.data());
  const CURLcode code = curl_easy_perform(handle);
  long status = 0;
  curl_off_t connect_time_us = 0;
  long new_connections = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &connect_time_us);
  curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &new_connections);
  pool_->give_back(handle);
  if (code == CURLE_OK) {
    receiver.reply.status = static_cast<int>(status);
    return std::move(receiver.reply);
  }
  auto failure = std::make_shared<TransportFailure>();
  // The connect time is zero until a new connection stands, and always for one that was kept.
  const bool timed_out_connecting =
      code == CURLE_OPERATION_TIMEDOUT && new_connections == 1 && connect_time_us == 0;
  failure->maybe_sent = !failed_before_sending(code) && !timed_out_connecting;
  const std::string_view why = reason[0] != '\0' ? reason.data() : curl_easy_strerror(code);
  return std::unexpected(Error{ErrorCode::kUnavailable,
                               fmt::format("{} gave no answer: {}.", request.url, why),
                               std::move(failure)});
}

std::optional<std::string_view> HttpReply::header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers) {
    if (name == lower_case_name) return value;
  }
  return std::nullopt;
}

bool maybe_sent(const Error& error) {
  const auto* failure = dynamic_cast<const TransportFailure*>(error.detail.get());
  return failure != nullptr && failure->maybe_sent;
}

std::string url_host(std::string_view url) {
  const std::string lower = ascii_lower(url);
  std::string_view rest = lower;
  if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else {
    return "";
  }
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (const size_t at = rest.rfind('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  if (rest.starts_with('[')) return std::string(rest.substr(1, rest.find(']') - 1));
  return std::string(rest.substr(0, rest.find(':')));
}

bool is_local_host(std::string_view host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.") ||
         host.starts_with("169.254.") || host.starts_with("fd00:ec2:");
}

}  // namespace norn::http
