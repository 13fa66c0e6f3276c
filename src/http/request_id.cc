#include "http/request_id.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/ascii.h"

namespace norn::http {
namespace {

constexpr std::string_view kIdHeader = "X-Request-Id";
constexpr size_t kMaxIdBytes = 64;

bool can_be_id(std::string_view text) {
  const auto fits = [](char c) {
    return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  return !text.empty() && text.size() <= kMaxIdBytes && std::ranges::all_of(text, fits);
}

// Ids only have to differ, so a fast generator is enough, seeded once per thread.
std::string new_id() {
  thread_local std::mt19937_64 random{(uint64_t{std::random_device{}()} << 32) |
                                      std::random_device{}()};
  return fmt::format("{:016x}", random());
}

}  // namespace

void assign_request_id(Exchange& exchange, bool trusts_header) {
  const std::string_view given =
      trusts_header ? exchange.request.header(kIdHeader).value_or("") : "";
  exchange.response.add_header(kIdHeader, can_be_id(given) ? std::string(given) : new_id());
}

std::string_view request_id_of(const Response& response) {
  // It is the first header, because it is assigned before anything else is done.
  const std::string_view lines = response.header_lines;
  if (!lines.starts_with(kIdHeader)) return {};
  const size_t begin = kIdHeader.size() + 2;
  return lines.substr(begin, lines.find('\r') - begin);
}

void start_over(Response& response) {
  const std::string id(request_id_of(response));
  response.reset();
  if (!id.empty()) response.add_header(kIdHeader, id);
}

}  // namespace norn::http
