#include "embedded/key_codec.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"

namespace norn::embedded {
namespace {

using store::Key;
using store::SortCondition;
using store::Value;

// A sort value is escaped (00 becomes 00 FF) and ended by 00 00, so that a value sorts before its
// own extensions and what follows it in the key does not disturb the order.
constexpr char kEscape = '\x00';
constexpr char kEscapedZero = '\xff';
constexpr std::string_view kEnd("\x00\x00", 2);
constexpr std::string_view kPastEnd("\x00\x01", 2);

// The sign byte of an encoded number.
constexpr char kNegative = '\x01';
constexpr char kZero = '\x02';
constexpr char kPositive = '\x03';

void append_escaped(std::string& out, std::string_view bytes) {
  size_t start = 0;
  for (size_t zero = bytes.find(kEscape); zero != bytes.npos; zero = bytes.find(kEscape, start)) {
    out.append(bytes, start, zero + 1 - start);
    out.push_back(kEscapedZero);
    start = zero + 1;
  }
  out.append(bytes, start);
}

// Sign, exponent of the leading digit, then two digits per byte. A negative number has all bytes
// after the sign inverted and ends in FF, so that greater magnitudes come first.
void append_number(std::string& out, const store::Number& number) {
  if (number.is_zero()) {
    out.push_back(kZero);
    return;
  }
  std::array<uint8_t, store::Number::kMaxDigits + 1> digits{};
  const int count = number.digit_count();
  auto rest = number.coefficient();
  for (int i = count - 1; i >= 0; --i) {
    digits[static_cast<size_t>(i)] = static_cast<uint8_t>(rest % 10);
    rest /= 10;
  }
  const uint8_t flip = number.is_negative() ? 0xff : 0x00;
  out.push_back(number.is_negative() ? kNegative : kPositive);
  const int biased = number.leading_exponent() - store::Number::kMinExponent;
  out.push_back(static_cast<char>(static_cast<uint8_t>(biased) ^ flip));
  for (size_t i = 0; i < static_cast<size_t>(count); i += 2) {
    const auto pair = static_cast<uint8_t>(digits[i] * 10 + digits[i + 1] + 1);
    out.push_back(static_cast<char>(pair ^ flip));
  }
  if (number.is_negative()) {
    out.push_back('\xff');
  }
}

// The bytes of a partition's value, without a copy when they are the value's own text. Of several
// values, each is escaped and ended, so that no two lists have the same bytes.
std::string_view comparable(const Value& value, std::string& scratch) {
  if (const auto* text = value.get_if<std::string>()) {
    return *text;
  }
  if (const auto* binary = value.get_if<store::Binary>()) {
    return binary->bytes;
  }
  scratch.clear();
  if (const auto* values = value.get_if<store::List>()) {
    std::string inner;
    for (const Value& each : *values) {
      append_escaped(scratch, comparable(each, inner));
      scratch.append(kEnd);
    }
    return scratch;
  }
  append_comparable(scratch, value);
  return scratch;
}

void append_partition(std::string& out, const Value& partition) {
  std::string scratch;
  const std::string_view bytes = comparable(partition, scratch);
  append_u32(out, static_cast<uint32_t>(XXH3_64bits(bytes.data(), bytes.size()) >> 32));
  out.push_back(static_cast<char>(bytes.size() >> 8));
  out.push_back(static_cast<char>(bytes.size() & 0xff));
  out.append(bytes);
}

// Without its ending.
void append_sort(std::string& out, const Value& sort) {
  std::string scratch;
  append_escaped(out, comparable(sort, scratch));
}

void append_key(std::string& out, const Key& key) {
  append_partition(out, key.partition);
  const store::List* const values = key.sort ? key.sort->get_if<store::List>() : nullptr;
  if (values != nullptr) {
    for (const Value& value : *values) {
      append_sort(out, value);
      out.append(kEnd);
    }
    return;
  }
  if (key.sort) {
    append_sort(out, *key.sort);
  }
  out.append(kEnd);
}

std::string sort_bound(const std::string& prefix, const Value& sort, std::string_view ending) {
  std::string bound = prefix;
  append_sort(bound, sort);
  bound.append(ending);
  return bound;
}

KeyRange query_range(const std::string& prefix, const SortCondition& sort) {
  const std::string end = after_prefix(prefix);
  switch (sort.kind) {
    case SortCondition::Kind::kEqual:
      return {sort_bound(prefix, sort.low, kEnd), sort_bound(prefix, sort.low, kPastEnd)};
    case SortCondition::Kind::kLess:
      return {prefix, sort_bound(prefix, sort.low, kEnd)};
    case SortCondition::Kind::kLessOrEqual:
      return {prefix, sort_bound(prefix, sort.low, kPastEnd)};
    case SortCondition::Kind::kGreater:
      return {sort_bound(prefix, sort.low, kPastEnd), end};
    case SortCondition::Kind::kGreaterOrEqual:
      return {sort_bound(prefix, sort.low, kEnd), end};
    case SortCondition::Kind::kBetween:
      return {sort_bound(prefix, sort.low, kEnd), sort_bound(prefix, sort.high, kPastEnd)};
    case SortCondition::Kind::kBeginsWith: {
      const std::string start = sort_bound(prefix, sort.low, "");
      return {start, after_prefix(start)};
    }
  }
  NORN_CHECK(false, "every kind of sort condition has a range");
  std::unreachable();
}

// Segment s of n holds the partitions whose hash is in [s * 2^32 / n, (s + 1) * 2^32 / n).
KeyRange segment_range(SpaceId space, uint32_t segment, uint32_t total) {
  const auto bound = [&](uint64_t index) -> std::string {
    const uint64_t hash = (index << 32) / total;
    if (hash >> 32 != 0) {
      return space_range(space).end;
    }
    std::string key;
    append_u32(key, space);
    append_u32(key, static_cast<uint32_t>(hash));
    return key;
  };
  return {bound(segment), bound(uint64_t{segment} + 1)};
}

}  // namespace

void append_comparable(std::string& out, const Value& value) {
  switch (value.type()) {
    case store::Type::kString:
      out.append(value.as<std::string>());
      return;
    case store::Type::kBinary:
      out.append(value.as<store::Binary>().bytes);
      return;
    case store::Type::kNumber:
      append_number(out, value.as<store::Number>());
      return;
    default:
      NORN_CHECK(false, "a key value is a string, a number or binary");
  }
}

std::string item_key(SpaceId table, const Key& key) {
  std::string bytes;
  bytes.reserve(128);
  append_u32(bytes, table);
  append_key(bytes, key);
  return bytes;
}

std::string index_key(SpaceId index, const Key& key, const Key& table_key) {
  std::string bytes = item_key(index, key);
  append_key(bytes, table_key);
  return bytes;
}

std::string partition_prefix(SpaceId space, const Value& partition) {
  std::string prefix;
  append_u32(prefix, space);
  append_partition(prefix, partition);
  return prefix;
}

KeyRange space_range(SpaceId space) {
  KeyRange range;
  append_u32(range.begin, space);
  append_u32(range.end, space + 1);
  return range;
}

std::string fence_key(SpaceId space) {
  return space_range(space).begin;
}

KeyRange entries_range(SpaceId space) {
  return segment_range(space, 0, 1);
}

KeyRange range_of(SpaceId space, const store::ReadPlan& plan) {
  if (!plan.key_condition) {
    return segment_range(space, plan.segment, plan.total_segments);
  }
  std::string prefix = partition_prefix(space, plan.key_condition->partition);
  for (const Value& value : plan.key_condition->sort_prefix) {
    append_sort(prefix, value);
    prefix.append(kEnd);
  }
  if (!plan.key_condition->sort) {
    return {prefix, after_prefix(prefix)};
  }
  return query_range(prefix, *plan.key_condition->sort);
}

std::string position_key(SpaceId space, const store::ReadPlan& plan) {
  const store::PagePosition& position = *plan.start_after;
  return plan.index == nullptr ? item_key(space, position.key)
                               : index_key(space, position.key, position.table_key);
}

std::string after_prefix(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') {
    prefix.pop_back();
  }
  NORN_CHECK(!prefix.empty(), "a key starts with a number that is not the greatest");
  prefix.back() = static_cast<char>(prefix.back() + 1);
  return prefix;
}

void append_u32(std::string& out, uint32_t value) {
  const char bytes[] = {static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                        static_cast<char>(value >> 8), static_cast<char>(value)};
  out.append(bytes, sizeof(bytes));
}

void append_u64(std::string& out, uint64_t value) {
  append_u32(out, static_cast<uint32_t>(value >> 32));
  append_u32(out, static_cast<uint32_t>(value));
}

uint32_t read_u32(std::string_view bytes) {
  NORN_CHECK(bytes.size() >= 4, "four bytes are there to be read");
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<uint8_t>(bytes[i]);
  }
  return value;
}

uint64_t read_u64(std::string_view bytes) {
  return uint64_t{read_u32(bytes)} << 32 | read_u32(bytes.substr(4));
}

}  // namespace norn::embedded
