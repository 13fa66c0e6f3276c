#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "http/event_stream.h"
#include "http/message.h"
#include "rest/body_source.h"
#include "rest/caller.h"
#include "rest/json_input.h"

namespace norn::rest {

// One request as a route sees it: parse with it, call the service, render into it.
class Call {
 public:
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  static constexpr size_t kMaxBodyBytes = 1 << 20;  // Unless a route allows more.

  Call(http::Exchange& exchange, const Caller& caller, Parameters path,
       size_t max_body_bytes = kMaxBodyBytes);

  const Caller& caller() const { return caller_; }
  const http::Request& request() const { return exchange_.request; }
  http::Response& response() { return exchange_.response; }

  // A part of the path that is an id (a UUID in lower case). Any other text is kNotFound with
  // `missing`, "calendar".
  Result<std::string> id(std::string_view name, const Sentence<>& missing) const;
  // A part of the path as it is, decoded.
  const std::string& path(std::string_view name) const;

  // A parameter of the query, decoded; empty text counts as absent.
  std::optional<std::string> query(std::string_view name) const;
  // All values of a parameter that may occur several times.
  std::vector<std::string> queries(std::string_view name) const;
  Result<std::string> required_query(std::string_view name) const;
  Result<int64_t> integer_query(std::string_view name, int64_t fallback, int64_t min,
                                int64_t max) const;

  // The body, which has to be a JSON object with a JSON Content-Type (415 otherwise).
  Result<JsonInput> body();
  // A body of another Content-Type (415 otherwise).
  Result<std::string_view> text_body(std::string_view type);
  // A body that may be missing.
  Result<std::optional<JsonInput>> optional_body();
  // SHA-256 of the path and the body: the same for the same request.
  std::string body_digest() const;

  // The ETag on which a change is based, without its quotes; kPreconditionRequired without one.
  Result<std::string> if_match() const;
  // The client's idempotency key: a creation that is sent twice happens once. 1 to 200 printable
  // ASCII characters.
  Result<std::optional<std::string>> idempotency_key() const;

  // Replies. The caller appends the JSON to the returned string.
  std::string& json(int status = 200);
  // The same for a body that is not JSON.
  std::string& body_of(std::string_view type, int status = 200);
  // JSON that is kept for later requests, too.
  void kept_json(std::shared_ptr<const KeptBody> body);
  // A body that is produced while it is sent. A small one becomes an ordinary reply; a large one is
  // not compressed.
  void stream_body(std::string_view type, BodySource source);
  // Of stream_body; nullptr without.
  BodySource take_source() { return std::exchange(source_, nullptr); }
  // Sends the head. The call must not be used afterwards.
  std::shared_ptr<http::BodyStream> begin_body();
  // 201 with the address of the new thing.
  std::string& created(std::string_view location);
  void no_content();
  void redirect(std::string_view location);  // 303
  // A strong ETag; `etag` is without quotes. A GET with the same one in If-None-Match becomes 304.
  void set_etag(std::string_view etag) { etag_ = etag; }
  const std::optional<std::string>& etag() const { return etag_; }

  // Instead of a reply: sends the head (text/event-stream) and keeps the reply open. The call must
  // not be used afterwards.
  std::shared_ptr<http::EventStream> open_stream();
  bool is_streaming() const { return streaming_; }

  // kInvalid when the query is not text.
  Result<void> check_query() const;

 private:
  // The body without its compression.
  Result<std::string_view> decoded_body();

  http::Exchange& exchange_;
  const Caller& caller_;
  Parameters path_;
  Parameters query_;
  const size_t max_body_bytes_;
  bool streaming_ = false;
  BodySource source_;
  std::optional<std::string> etag_;
  std::string decoded_body_;
  simdjson::dom::parser parser_;
};

}  // namespace norn::rest
