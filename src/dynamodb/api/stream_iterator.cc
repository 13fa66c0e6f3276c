#include "dynamodb/api/stream_iterator.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "dynamodb/api/stream_hash.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/wire/wire.h"

namespace norn::dynamodb {
namespace {

using store::StreamPosition;

constexpr int64_t kLifetimeMs = int64_t{15} * 60 * 1000;
constexpr std::string_view kSeparator = "|1|";  // After the ARN, as in DynamoDB's own iterators.
constexpr auto kLastKind = StreamPosition::Kind::kAfterSequence;

std::string checksum(std::string_view arn, std::string_view content) {
  return fmt::format("{:016x}", stream_hash(content, stream_hash(arn)));
}

// Takes the text before the next '|', and the '|', off the front.
std::optional<std::string_view> take_field(std::string_view& text) {
  const size_t end = text.find('|');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end + 1);
  return field;
}

std::optional<int64_t> take_number(std::string_view& text) {
  const auto field = take_field(text);
  if (!field) return std::nullopt;
  int64_t number = 0;
  const auto [end, error] = std::from_chars(field->data(), field->data() + field->size(), number);
  if (error != std::errc() || end != field->data() + field->size()) return std::nullopt;
  return number;
}

// TIME|KIND|SEQUENCE|SHARD|CHECKSUM, base64.
std::optional<ShardIterator> decode(std::string_view arn, std::string_view encoded) {
  const auto content = store::base64_decode(encoded);
  if (!content) return std::nullopt;
  const size_t last = content->rfind('|');
  if (last == std::string::npos) return std::nullopt;
  std::string_view rest = std::string_view(*content).substr(0, last + 1);
  if (content->substr(last + 1) != checksum(arn, rest)) return std::nullopt;

  const auto made_ms = take_number(rest);
  const auto kind = take_number(rest);
  const auto sequence = take_field(rest);
  const auto shard = take_field(rest);
  if (!made_ms || !kind || !sequence || !shard || !rest.empty()) return std::nullopt;
  if (*kind < 0 || *kind > static_cast<int64_t>(kLastKind)) return std::nullopt;
  return ShardIterator{std::string(arn),
                       std::string(*shard),
                       {static_cast<StreamPosition::Kind>(*kind), std::string(*sequence)},
                       *made_ms};
}

}  // namespace

std::string to_text(const ShardIterator& iterator) {
  std::string content =
      fmt::format("{}|{}|{}|{}|", iterator.made_ms, static_cast<int>(iterator.position.kind),
                  iterator.position.sequence, iterator.shard);
  content += checksum(iterator.arn, content);
  return fmt::format("{}{}{}", iterator.arn, kSeparator, store::base64_encode(content));
}

Result<ShardIterator> iterator_from_text(std::string_view text, int64_t now_ms) {
  const size_t separator = text.find(kSeparator);
  if (separator == std::string_view::npos) return store::validation("Invalid ShardIterator");
  auto iterator = decode(text.substr(0, separator), text.substr(separator + kSeparator.size()));
  if (!iterator) return store::validation("Invalid ShardIterator");
  // The time may be any number, because clients can forge the checksum.
  if (iterator->made_ms < now_ms - kLifetimeMs) {
    return fail(ErrorCode::kExpiredIterator,
                "The shard iterator has expired and can no longer be used to retrieve stream "
                "records. A shard iterator expires 15 minutes after it is retrieved using the "
                "GetShardIterator action.");
  }
  return *std::move(iterator);
}

bool is_stream_arn(std::string_view text) {
  const size_t stream = text.find("/stream/");
  return is_arn(text) && stream != std::string_view::npos &&
         table_name(text.substr(0, stream)).has_value();
}

}  // namespace norn::dynamodb
