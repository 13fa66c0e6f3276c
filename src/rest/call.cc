#include "rest/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/sha256.h"
#include "http/content_coding.h"
#include "http/text.h"
#include "http/url.h"
#include "rest/json_document.h"
#include "rest/problem.h"
#include "rest/reply.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

constexpr size_t kMaxIdempotencyKey = 200;

// Visible ASCII without the quote (RFC 9110, 8.8.3, and stricter: ours are made of it).
bool is_opaque_tag(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f && c != '"'; });
}

// The bytes that an address may contain; others are percent-encoded.
std::string header_safe(std::string_view location) {
  std::string safe;
  safe.reserve(location.size());
  for (const char c : location) {
    if (c > ' ' && c < 0x7f) {
      safe.push_back(c);
    } else {
      safe += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return safe;
}

}  // namespace

Call::Call(http::Exchange& exchange, const Caller& caller, Parameters path, size_t max_body_bytes)
    : exchange_(exchange),
      caller_(caller),
      path_(std::move(path)),
      query_(http::parse_query(exchange.request.query)),
      max_body_bytes_(max_body_bytes) {}

Result<std::string> Call::id(std::string_view name, const Sentence<>& missing) const {
  const std::string& text = path(name);
  if (!is_uuid(text)) return not_found(missing);
  return text;
}

const std::string& Call::path(std::string_view name) const {
  const auto found = std::ranges::find(path_, name, &Parameters::value_type::first);
  NORN_CHECK(found != path_.end(), "a route asks for the parameters of its own path");
  return found->second;
}

std::optional<std::string> Call::query(std::string_view name) const {
  const auto found = std::ranges::find(query_, name, &Parameters::value_type::first);
  if (found == query_.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Call::queries(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : query_) {
    if (key == name && !value.empty()) values.push_back(value);
  }
  return values;
}

Result<std::string> Call::required_query(std::string_view name) const {
  auto value = query(name);
  if (!value) {
    return invalid(name, kQueryMissing(name));
  }
  return *std::move(value);
}

Result<int64_t> Call::integer_query(std::string_view name, int64_t fallback, int64_t min,
                                    int64_t max) const {
  const auto text = query(name);
  if (!text) return fallback;
  int64_t value = 0;
  const char* const end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc() || rest != end || value < min || value > max) {
    return invalid(name, kQueryNotInteger(name, min, max));
  }
  return value;
}

Result<void> Call::check_query() const {
  for (const auto& [name, value] : query_) {
    if (!simdjson::validate_utf8(name) || !simdjson::validate_utf8(value)) {
      return fault(ErrorCode::kInvalid, kQueryNotUtf8);
    }
  }
  return {};
}

Result<std::string_view> Call::decoded_body() {
  auto body = http::decode_body(request(), max_body_bytes_, decoded_body_);
  if (body) return *body;
  if (body.error().code == ErrorCode::kLimitExceeded) return refuse(413, said_by(body.error()));
  return fault(ErrorCode::kInvalid, said_by(body.error()));
}

Result<JsonInput> Call::body() {
  NORN_TRY(check_body_type(request()));
  NORN_ASSIGN(const std::string_view text, decoded_body());
  NORN_ASSIGN(const simdjson::dom::object object, parse_object(parser_, text));
  return JsonInput(object, "");
}

Result<std::string_view> Call::text_body(std::string_view type) {
  NORN_TRY(check_body_type(request(), type));
  return decoded_body();
}

Result<std::optional<JsonInput>> Call::optional_body() {
  if (request().body.empty()) return std::nullopt;
  NORN_ASSIGN(JsonInput input, body());
  return std::optional(std::move(input));
}

std::string Call::body_digest() const {
  const std::string_view body = decoded_body_.empty() ? request().body : decoded_body_;
  return sha256_hex(fmt::format("{}\n{}", request().path, body));
}

Result<std::string> Call::if_match() const {
  const auto header = request().header("If-Match");
  if (!header) {
    return fault(ErrorCode::kPreconditionRequired, kIfMatchMissing);
  }
  const std::string_view tag = http::trim(*header);
  const bool is_quoted = tag.size() > 2 && tag.starts_with('"') && tag.ends_with('"');
  if (!is_quoted || !is_opaque_tag(tag.substr(1, tag.size() - 2))) {
    return invalid("If-Match", kIfMatchInvalid);
  }
  return std::string(tag.substr(1, tag.size() - 2));
}

Result<std::optional<std::string>> Call::idempotency_key() const {
  const auto header = request().header("Idempotency-Key");
  if (!header) return std::nullopt;
  const bool printable = std::ranges::all_of(*header, [](char c) { return c >= ' ' && c < 0x7f; });
  if (header->empty() || header->size() > kMaxIdempotencyKey || !printable) {
    return invalid("Idempotency-Key", kIdempotencyKeyInvalid(kMaxIdempotencyKey));
  }
  return std::optional(std::string(*header));
}

std::string& Call::json(int status) {
  return body_of("application/json", status);
}

std::string& Call::body_of(std::string_view type, int status) {
  http::Response& reply = response();
  reply.status = status;
  reply.content_type = type;
  reply.clear_body();
  return reply.body;
}

void Call::kept_json(std::shared_ptr<const KeptBody> body) {
  json();
  response().set_kept(std::move(body));
}

void Call::stream_body(std::string_view type, BodySource source) {
  body_of(type);
  source_ = std::move(source);
}

std::shared_ptr<http::BodyStream> Call::begin_body() {
  streaming_ = true;
  return exchange_.stream_body();
}

std::string& Call::created(std::string_view location) {
  response().add_header("Location", header_safe(location));
  return json(201);
}

void Call::no_content() {
  json(204);
}

void Call::redirect(std::string_view location) {
  response().add_header("Location", header_safe(location));
  json(303);
}

std::shared_ptr<http::EventStream> Call::open_stream() {
  response().status = 200;
  response().content_type = "text/event-stream";
  response().clear_body();
  add_common_headers(response(), CachePolicy::kNoStore);
  streaming_ = true;
  return exchange_.stream();
}

}  // namespace norn::rest
