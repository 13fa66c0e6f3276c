#include "dynamodb/partiql/token.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <charconv>
#include <utility>

#include "store/errors.h"
#include "store/wire/wire.h"

// A token is base64 of "checksum fingerprint read key": two numbers of 16 hex digits each, a
// decimal number and the key's JSON, which may be missing.
namespace norn::dynamodb::partiql {
namespace {

constexpr size_t kHashDigits = 16;

std::string checksum(std::string_view text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

std::unexpected<Error> unreadable() {
  return store::validation("Invalid NextToken");
}

}  // namespace

uint64_t fingerprint(std::string_view statement, std::span<const store::Value> parameters) {
  std::string text(statement);
  for (const store::Value& parameter : parameters) {
    text.push_back('\0');
    store::append_json(text, parameter);
  }
  return XXH3_64bits(text.data(), text.size());
}

std::string write_token(const PageStart& start, uint64_t fingerprint) {
  const std::string content =
      fmt::format("{:016x} {} {}", fingerprint, start.read, start.after ? start.after->json() : "");
  return store::base64_encode(fmt::format("{} {}", checksum(content), content));
}

Result<PageStart> read_token(std::string_view token, uint64_t fingerprint) {
  const Result<std::string> text = store::base64_decode(token);
  if (!text || text->size() <= 2 * (kHashDigits + 1)) return unreadable();
  const std::string_view content = std::string_view(*text).substr(kHashDigits + 1);
  if (std::string_view(*text).substr(0, kHashDigits) != checksum(content)) return unreadable();
  if (content.substr(0, kHashDigits) != fmt::format("{:016x}", fingerprint)) {
    return store::validation("NextToken does not match request");
  }
  const std::string_view rest = content.substr(kHashDigits + 1);
  PageStart start;
  const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), start.read);
  if (number.ec != std::errc()) return unreadable();
  const auto digits = static_cast<size_t>(number.ptr - rest.data());
  if (digits + 1 >= rest.size()) return start;
  Result<store::Item> key = store::Item::from_json(rest.substr(digits + 1));
  if (!key) return unreadable();
  start.after = std::move(*key);
  return start;
}

}  // namespace norn::dynamodb::partiql
