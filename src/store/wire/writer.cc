#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "store/wire/text.h"
#include "store/wire/wire.h"

namespace norn::store {

namespace {

constexpr uint64_t repeat(uint8_t byte) {
  return 0x0101010101010101U * byte;
}

// The high bit of every byte of the result is set where `word` has a zero byte. Bytes above a zero
// byte may be marked falsely, so that only the lowest mark counts.
uint64_t zero_bytes(uint64_t word) {
  return (word - repeat(0x01)) & ~word & repeat(0x80);
}

bool must_escape(char c) {
  return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\';
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out.append("\\\"");
      return;
    case '\\':
      out.append("\\\\");
      return;
    case '\b':
      out.append("\\b");
      return;
    case '\f':
      out.append("\\f");
      return;
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    default:
      out.append("\\u00");
      out.push_back(kHex[static_cast<uint8_t>(c) >> 4]);
      out.push_back(kHex[static_cast<uint8_t>(c) & 15]);
  }
}

void append_content(std::string& out, const std::string& text) {
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

void append_content(std::string& out, const Number& number) {
  out.push_back('"');
  number.append_to(out);
  out.push_back('"');
}

void append_content(std::string& out, const Binary& binary) {
  out.push_back('"');
  out.append(base64_encode(binary.bytes));
  out.push_back('"');
}

void append_content(std::string& out, bool value) {
  out.append(value ? "true" : "false");
}

void append_content(std::string& out, const Null&) {
  out.append("true");
}

void append_content(std::string& out, const Map& map) {
  append_json(out, map);
}

// Lists and sets: both are arrays, of values or of bare members.
template <typename T>
void append_array(std::string& out, const std::vector<T>& elements) {
  out.push_back('[');
  for (const T& element : elements) {
    if (&element != &elements.front()) {
      out.push_back(',');
    }
    if constexpr (std::is_same_v<T, Value>) {
      append_json(out, element);
    } else {
      append_content(out, element);
    }
  }
  out.push_back(']');
}

void append_content(std::string& out, const List& list) {
  append_array(out, list);
}

template <typename T>
void append_content(std::string& out, const Set<T>& set) {
  append_array(out, set.members());
}

}  // namespace

size_t find_escape(std::string_view text) {
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    const uint64_t control = (word - repeat(0x20)) & ~word & repeat(0x80);
    const uint64_t marks =
        control | zero_bytes(word ^ repeat('"')) | zero_bytes(word ^ repeat('\\'));
    if (marks != 0) {
      break;
    }
  }
  while (i < text.size() && !must_escape(text[i])) {
    ++i;
  }
  return i;
}

void append_escaped(std::string& out, std::string_view text) {
  while (true) {
    const size_t plain = find_escape(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) {
      return;
    }
    append_escape(out, text[plain]);
    text.remove_prefix(plain + 1);
  }
}

void append_value_content(std::string& out, const Value& value) {
  value.visit([&](const auto& content) { append_content(out, content); });
}

void append_json(std::string& out, const Value& value) {
  out.append("{\"").append(type_name(value.type())).append("\":");
  append_value_content(out, value);
  out.push_back('}');
}

std::vector<EscapedMember> in_escaped_order(const Map& attributes) {
  std::vector<EscapedMember> members;
  members.reserve(attributes.size());
  bool escaped = false;
  for (const auto& [name, value] : attributes) {
    EscapedMember& member = members.emplace_back(std::string(), &value);
    append_escaped(member.name, name);
    escaped = escaped || member.name.size() != name.size();
  }
  // Without escapes, the order of the map is already the right one.
  if (escaped) {
    std::sort(members.begin(), members.end(),
              [](const auto& left, const auto& right) { return left.name < right.name; });
  }
  return members;
}

void append_json(std::string& out, const Map& attributes) {
  out.push_back('{');
  bool first = true;
  for (const EscapedMember& member : in_escaped_order(attributes)) {
    out.append(first ? "\"" : ",\"").append(member.name).append("\":");
    append_json(out, *member.value);
    first = false;
  }
  out.push_back('}');
}

std::string to_json(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

std::string to_json(const Map& attributes) {
  std::string out;
  append_json(out, attributes);
  return out;
}

}  // namespace norn::store
