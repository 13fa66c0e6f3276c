#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>

#include "base/check.h"
#include "store/wire/text.h"
#include "store/wire/wire.h"

// Reads the canonical text that wire_writer.cc writes. It accepts nothing else: two different texts
// never give equal values, which is what lets items be compared by their bytes.
namespace norn::store {

namespace {

// The control character that a short escape stands for, or 0.
char short_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case '"':
    case '\\':
      return c;
    default:
      return 0;
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Takes one escape off the front of `text` and appends what it stands for.
bool take_escape(std::string_view& text, std::string& out) {
  constexpr size_t kLongEscape = 6;  // \u001f
  if (text.size() < 2) {
    return false;
  }
  if (const char plain = short_escape(text[1]); plain != 0) {
    out.push_back(plain);
    text.remove_prefix(2);
    return true;
  }
  if (text.size() < kLongEscape || text.substr(1, 3) != "u00") {
    return false;
  }
  const int high = hex_digit(text[4]);
  const int low = hex_digit(text[5]);
  const int code = high * 16 + low;
  const bool has_short_form = code >= 8 && code <= 13 && code != 11;
  if (high < 0 || high > 1 || low < 0 || has_short_form) {
    return false;
  }
  out.push_back(static_cast<char>(code));
  text.remove_prefix(kLongEscape);
  return true;
}

bool append_unescaped(std::string& out, std::string_view escaped) {
  while (true) {
    const size_t plain = find_escape(escaped);
    out.append(escaped.substr(0, plain));
    escaped.remove_prefix(plain);
    if (escaped.empty()) {
      return true;
    }
    if (escaped.front() != '\\' || !take_escape(escaped, out)) {
      return false;
    }
  }
}

// Every method takes what it reads off the front of the rest and returns false when that is not
// canonical; the rest then begins at the error. Contents are read into place, because a Value is
// large to move.
class CanonicalReader {
 public:
  explicit CanonicalReader(std::string_view json) : json_(json), rest_(json) {}

  Result<Value> whole_value() {
    Value value;
    if (!read_value(value, 1) || !rest_.empty()) {
      return not_canonical();
    }
    return value;
  }

  Result<Map> whole_map() {
    Map map;
    // The attributes of an item are the first level.
    if (!read_map(map, 0) || !rest_.empty()) {
      return not_canonical();
    }
    return map;
  }

 private:
  std::unexpected<Error> not_canonical() const {
    return fail(ErrorCode::kCorruption,
                fmt::format("A stored value is not canonical DynamoDB JSON at byte {} of {}",
                            json_.size() - rest_.size(), json_.size()));
  }

  bool take(std::string_view literal) {
    if (!rest_.starts_with(literal)) {
      return false;
    }
    rest_.remove_prefix(literal.size());
    return true;
  }

  // A quoted string, still escaped.
  bool read_quoted(std::string_view& content) {
    if (!take("\"")) {
      return false;
    }
    size_t end = 0;
    while (end < rest_.size()) {
      end += find_escape(rest_.substr(end));
      if (end >= rest_.size() || rest_[end] != '\\') {
        break;
      }
      end += 2;
    }
    if (end >= rest_.size() || rest_[end] != '"') {
      return false;
    }
    content = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool read_value(Value& out, int level) {
    std::string_view name;
    if (level > kMaxCanonicalLevels || !take("{") || !read_quoted(name) || !take(":")) {
      return false;
    }
    const std::optional<Type> type = type_from_name(name);
    return type && read_content(out, *type, level) && take("}");
  }

  bool read_content(Value& out, Type type, int level) {
    switch (type) {
      case Type::kString:
        return read_member(emplace<std::string>(out));
      case Type::kNumber:
        return read_member(emplace<Number>(out));
      case Type::kBinary:
        return read_member(emplace<Binary>(out));
      case Type::kBool:
        out = Value::boolean(rest_.starts_with("true"));
        return take("true") || take("false");
      case Type::kNull:
        out = Value(Null{});
        return take("true");
      case Type::kMap:
        return read_map(emplace<Map>(out), level);
      case Type::kList:
        return read_list(emplace<List>(out), level);
      case Type::kStringSet:
        return read_set(emplace<StringSet>(out));
      case Type::kNumberSet:
        return read_set(emplace<NumberSet>(out));
      case Type::kBinarySet:
        return read_set(emplace<BinarySet>(out));
    }
    return false;
  }

  template <typename T>
  static T& emplace(Value& value) {
    value = Value(T());
    return *value.get_if<T>();
  }

  // A string, number or binary between quotes: the content of a scalar or a member of a set.
  bool read_member(std::string& out) {
    std::string_view quoted;
    return read_quoted(quoted) && append_unescaped(out, quoted);
  }

  bool read_member(Number& out) {
    std::string_view quoted;
    if (!read_quoted(quoted)) {
      return false;
    }
    const Result<Number> number = Number::parse(quoted);
    if (!number || number->to_string() != quoted) {
      return false;
    }
    out = *number;
    return true;
  }

  bool read_member(Binary& out) {
    std::string_view quoted;
    if (!read_quoted(quoted)) {
      return false;
    }
    Result<std::string> bytes = base64_decode(quoted);
    if (!bytes) {
      return false;
    }
    out.bytes = std::move(*bytes);
    return true;
  }

  bool read_map(Map& out, int level) {
    if (take("{}")) {
      return true;
    }
    if (!take("{")) {
      return false;
    }
    std::string_view previous;
    do {
      std::string_view escaped;
      std::string name;
      if (!read_quoted(escaped) || (!out.empty() && escaped <= previous) ||
          !append_unescaped(name, escaped) || !take(":")) {
        return false;
      }
      previous = escaped;
      if (!read_value(out.emplace_hint(out.end(), std::move(name), Value())->second, level + 1)) {
        return false;
      }
    } while (take(","));
    return take("}");
  }

  bool read_list(List& out, int level) {
    if (take("[]")) {
      return true;
    }
    if (!take("[")) {
      return false;
    }
    do {
      if (!read_value(out.emplace_back(), level + 1)) {
        return false;
      }
    } while (take(","));
    return take("]");
  }

  template <typename T>
  bool read_set(Set<T>& out) {
    if (!take("[")) {
      return false;
    }
    std::vector<T> members;
    do {
      T member;
      if (!read_member(member) || (!members.empty() && !(members.back() < member))) {
        return false;
      }
      members.push_back(std::move(member));
    } while (take(","));
    out = Set<T>::make(std::move(members));
    return take("]");
  }

  std::string_view json_;
  std::string_view rest_;
};

// The content between the quotes of a scalar: {"S":"content"}.
std::string_view scalar_content(std::string_view json) {
  return json.substr(6, json.size() - kMinValueBytes);
}

}  // namespace

Result<Value> value_from_canonical(std::string_view json) {
  if (!is_utf8(json)) {
    return fail(ErrorCode::kCorruption, "A stored value is not valid UTF-8");
  }
  return decode_value(json);
}

bool is_utf8(std::string_view text) {
  return simdjson::validate_utf8(text);
}

Result<Value> decode_value(std::string_view json) {
  return CanonicalReader(json).whole_value();
}

Result<Map> decode_map(std::string_view json) {
  return CanonicalReader(json).whole_map();
}

Result<std::string> unescape(std::string_view escaped) {
  std::string out;
  if (!append_unescaped(out, escaped)) {
    return fail(ErrorCode::kCorruption, "A stored name is not canonical JSON");
  }
  return out;
}

Type encoded_type(std::string_view json) {
  if (json.size() < kMinValueBytes) {
    return Type::kNull;
  }
  const char first = json[2];
  const char second = json[3];
  switch (first) {
    case 'S':
      return second == '"' ? Type::kString : Type::kStringSet;
    case 'N':
      return second == '"' ? Type::kNumber : second == 'S' ? Type::kNumberSet : Type::kNull;
    case 'B':
      return second == '"' ? Type::kBinary : second == 'S' ? Type::kBinarySet : Type::kBool;
    case 'M':
      return Type::kMap;
    case 'L':
      return Type::kList;
    default:
      return Type::kNull;
  }
}

size_t unescaped_size(std::string_view escaped) {
  size_t size = escaped.size();
  size_t at = escaped.find('\\');
  while (at != std::string_view::npos) {
    const bool is_long = at + 1 < escaped.size() && escaped[at + 1] == 'u';
    size -= std::min<size_t>(size, is_long ? 5 : 1);
    at = escaped.find('\\', at + (is_long ? 6 : 2));
  }
  return size;
}

size_t encoded_value_size(std::string_view json) {
  switch (encoded_type(json)) {
    case Type::kString:
      return unescaped_size(scalar_content(json));
    case Type::kBinary: {
      const std::string_view content = scalar_content(json);
      const auto padding =
          std::count(content.end() - std::min<long>(2, std::ssize(content)), content.end(), '=');
      return content.size() / 4 * 3 - static_cast<size_t>(padding);
    }
    case Type::kBool:
    case Type::kNull:
      return 1;
    default: {
      const Result<Value> value = decode_value(json);
      NORN_CHECK(value.has_value(), "an encoded item holds only canonical values");
      return value->size_bytes();
    }
  }
}

}  // namespace norn::store
