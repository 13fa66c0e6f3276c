#include <fmt/format.h>

#include <array>
#include <random>

#include "dynamodb/api/error_reply.h"
#include "dynamodb/api/operation.h"
#include "http/content_coding.h"

namespace norn::dynamodb {
namespace {

// A client that sends plain JSON gets it back; all others speak the protocol by its name.
std::string_view content_type(const http::Request& request) {
  const bool plain = request.header("content-type").value_or("").starts_with("application/json");
  return plain ? "application/json" : "application/x-amz-json-1.0";
}

constexpr size_t kRequestIdLetters = 52;

// Ids only have to differ, so a fast generator is enough, seeded once per thread.
std::array<char, kRequestIdLetters> new_request_id() {
  thread_local std::mt19937_64 random{(uint64_t{std::random_device{}()} << 32) |
                                      std::random_device{}()};
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
  constexpr size_t kLettersPerDraw = 12;  // Of five bits each.
  std::array<char, kRequestIdLetters> id{};
  uint64_t bits = 0;
  for (size_t i = 0; i < id.size(); ++i) {
    if (i % kLettersPerDraw == 0) bits = random();
    id[i] = kLetters[bits % kLetters.size()];
    bits /= kLetters.size();
  }
  return id;
}

}  // namespace

void Answer::set_request_id() {
  const auto id = new_request_id();
  exchange_->response.add_header("x-amzn-RequestId", {id.data(), id.size()});
}

void Answer::succeed() {
  send(200, content_type(exchange_->request));
}

void Answer::fail(const Error& error) {
  body().clear();
  const int status = append_error(body(), error);
  send(status, content_type(exchange_->request));
}

void Answer::send(int status, std::string_view type) {
  http::Response& response = exchange_->response;
  response.status = status;
  response.content_type = type;
  if (compresses_) http::encode_body(exchange_->request, response);
  // Of the bytes that are sent: clients check it before they decompress.
  const fmt::format_int checksum(http::crc32(response.body));
  response.add_header("x-amz-crc32", {checksum.data(), checksum.size()});
  if (metrics_ != nullptr) metrics_->add(status, std::chrono::steady_clock::now() - begun_);
  exchange_->done();
}

}  // namespace norn::dynamodb
