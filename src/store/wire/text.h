#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/value.h"

// The pieces of canonical JSON, shared by the wire's readers and writers and the item's encoding.
namespace norn::store {

// The offsets of an attribute in the JSON of its item: the first byte of its name (after the quote)
// and the first byte of its value (the brace). Names and values end where the next one starts, less
// the two bytes `":` or `,"` between them.
struct AttributeOffsets {
  size_t name;
  size_t value;
};

// An item's JSON and the content of its directory.
struct CanonicalAttributes {
  std::string json;
  std::vector<AttributeOffsets> offsets;
  size_t size_bytes = 0;  // By DynamoDB's accounting.
};

// Reads an item from the wire, validates it and writes it canonically, replacing the content of
// `out`.
Result<void> canonicalize_attributes(std::string_view wire, CanonicalAttributes& out);
// The same for one value, appended to `out`.
Result<void> canonicalize_value(std::string_view wire, std::string& out);

// The size up to which a thread keeps the memory that it has read a request with.
inline constexpr size_t kMaxKeptBufferBytes = 1024 * 1024;

// The position of the first character that JSON must escape, or the text's size.
size_t find_escape(std::string_view text);

// Appends the part after the type's name: "text" for {"S":"text"}.
void append_value_content(std::string& out, const Value& value);

// The members of a map by their escaped names, which is the canonical order.
struct EscapedMember {
  std::string name;
  const Value* value;
};
std::vector<EscapedMember> in_escaped_order(const Map& attributes);

bool is_utf8(std::string_view text);

// Levels that canonical text may have. It is more than kMaxNesting, so that a document that was
// nested too deeply by mistake can still be read.
inline constexpr int kMaxCanonicalLevels = 100;

// Reads canonical text, as value_from_canonical does, but leaves UTF-8 unchecked.
Result<Value> decode_value(std::string_view json);
Result<Map> decode_map(std::string_view json);
// The text that `escaped` stands for. Any other spelling than append_escaped's is an error.
Result<std::string> unescape(std::string_view escaped);

// The type of a value by its canonical text; of other text, any type.
Type encoded_type(std::string_view json);
// The shortest value: {"S":""}.
inline constexpr size_t kMinValueBytes = 8;

// The sizes of a name and of a value by DynamoDB's accounting, taken from their canonical text.
size_t unescaped_size(std::string_view escaped);
size_t encoded_value_size(std::string_view json);

}  // namespace norn::store
