#include "store/item.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <span>

#include "base/check.h"
#include "store/errors.h"
#include "store/wire/text.h"
#include "store/wire/wire.h"

// The encoded form of an item. Integers are little-endian; W is 2 bytes in format 1 and 4 bytes in
// format 2. An item is in format 1 exactly when its JSON is shorter than 64 KiB.
//
//   1 byte             format: 1 or 2
//   W bytes            count of attributes
//   4 bytes            size of the item by DynamoDB's accounting
//   count * 2W bytes   directory, one entry per attribute in the order of the JSON:
//                        W bytes  offset in the JSON of the name's first byte, after its quote
//                        W bytes  offset in the JSON of the value's opening brace
//   the rest           the JSON: {"name":{"S":"text"},...}
//
// A name ends two bytes before its value (`":`), a value two bytes before the next name (`,"`), and
// the last value one byte before the end of the JSON. The JSON is canonical: no white space,
// attributes and the members of maps sorted by the bytes of their escaped names, sets sorted (texts
// and binaries by their bytes, numbers by value), numbers in plain digits, binaries in padded
// base64, strings in UTF-8 where only `"`, `\` and control characters are escaped, as \" \\ \b \f
// \n
// \r \t and else \u00xx in lower case.
namespace norn::store {

namespace {

static_assert(std::endian::native == std::endian::little, "the directory is read in place");

constexpr char kNarrow = 1;
constexpr char kWide = 2;
constexpr size_t kNarrowEnd = 64 * 1024;  // The JSON of narrow items is shorter than this.
constexpr size_t kSizeBytes = 4;

constexpr size_t width_of(char format) {
  return format == kNarrow ? 2 : 4;
}
constexpr size_t header_bytes(size_t width) {
  return 1 + width + kSizeBytes;
}

size_t load(const char* at, size_t width) {
  if (width == 2) {
    uint16_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }
  uint32_t value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

void append_integer(std::string& out, size_t value, size_t width) {
  char bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  out.append(bytes, width);
}

// The parts of encoded bytes. Building one reads the header only.
class Layout {
 public:
  explicit Layout(std::string_view bytes)
      : width_(width_of(bytes[0])),
        count_(load(bytes.data() + 1, width_)),
        size_(load(bytes.data() + 1 + width_, kSizeBytes)),
        directory_(bytes.data() + header_bytes(width_)),
        json_(directory_ + count_ * 2 * width_),
        json_size_(static_cast<size_t>(bytes.data() + bytes.size() - json_)) {}

  size_t count() const { return count_; }
  size_t size_bytes() const { return size_; }
  std::string_view json() const { return {json_, json_size_}; }

  // Whether the directory keeps every name and value inside the JSON, with room for the quotes,
  // colons and commas between them.
  bool directory_fits() const {
    if (count_ == 0) {
      return json() == "{}";
    }
    const size_t end = width_ == 2 ? end_of_offsets<uint16_t>() : end_of_offsets<uint32_t>();
    return end <= json_size_ && *json_ == '{' && json_[json_size_ - 1] == '}';
  }

  AttributeOffsets offsets_of(size_t index) const {
    const char* entry = directory_ + index * 2 * width_;
    return {load(entry, width_), load(entry + width_, width_)};
  }

  std::string_view name(size_t index) const {
    const AttributeOffsets at = offsets_of(index);
    return {json_ + at.name, at.value - at.name - 2};
  }

  AttributeView attribute(size_t index) const {
    const AttributeOffsets at = offsets_of(index);
    const size_t end = index + 1 < count_ ? offsets_of(index + 1).name - 2 : json_size_ - 1;
    return {{json_ + at.name, at.value - at.name - 2}, {json_ + at.value, end - at.value}};
  }

  // The position of the attribute with this escaped name, or count().
  size_t find(std::string_view escaped_name) const {
    size_t low = 0;
    size_t high = count_;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      const int order = compare(name(middle), escaped_name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return count_;
  }

  // Most names differ in their first byte, for which nothing has to be called.
  static int compare(std::string_view left, std::string_view right) {
    if (!left.empty() && !right.empty() && left.front() != right.front()) {
      return static_cast<unsigned char>(left.front()) - static_cast<unsigned char>(right.front());
    }
    return left.compare(right);
  }

  size_t find_name(std::string_view name) const {
    if (find_escape(name) == name.size()) [[likely]] {
      return find(name);
    }
    std::string escaped;
    append_escaped(escaped, name);
    return find(escaped);
  }

 private:
  // Where the JSON ends at the earliest, by a directory with offsets of this width. Every stored
  // item that is read comes through here, so faults are gathered without branches.
  template <typename Offset>
  size_t end_of_offsets() const {
    bool fits = true;
    size_t next_name = 2;
    for (size_t i = 0; i < count_; ++i) {
      Offset at[2];
      std::memcpy(at, directory_ + i * sizeof(at), sizeof(at));
      fits &= (i == 0 ? at[0] == next_name : at[0] >= next_name) && at[1] >= size_t{at[0]} + 2;
      next_name = size_t{at[1]} + kMinValueBytes + 2;
    }
    return fits ? next_name - 1 : std::string_view::npos;
  }

  size_t width_;
  size_t count_;
  size_t size_;
  const char* directory_;
  const char* json_;
  size_t json_size_;
};

std::string encode(std::string_view json, std::span<const AttributeOffsets> offsets,
                   size_t size_bytes) {
  NORN_CHECK(json.size() <= std::numeric_limits<uint32_t>::max(), "offsets have 32 bits");
  const char format = json.size() < kNarrowEnd ? kNarrow : kWide;
  const size_t width = width_of(format);
  std::string out;
  out.reserve(header_bytes(width) + offsets.size() * 2 * width + json.size());
  out.push_back(format);
  append_integer(out, offsets.size(), width);
  append_integer(out, size_bytes, kSizeBytes);
  for (const AttributeOffsets& each : offsets) {
    append_integer(out, each.name, width);
    append_integer(out, each.value, width);
  }
  out.append(json);
  return out;
}

// Bytes that numbers in the item take now and did not take once: Number::splits_pair.
size_t bytes_of_split_pairs(ItemView item) {
  size_t count = 0;
  for (size_t i = 0; i < item.count(); ++i) {
    const AttributeView attribute = item.attribute(i);
    const Type type = attribute.type();
    const bool has_numbers = type == Type::kNumber || type == Type::kNumberSet ||
                             type == Type::kMap || type == Type::kList;
    if (has_numbers && attribute.json().find('.') != std::string_view::npos) {
      count += attribute.value().split_pairs();
    }
  }
  return count;
}

// Changes the size in the header of an encoded item.
void set_size(std::string& bytes, size_t size_bytes) {
  std::string field;
  append_integer(field, size_bytes, kSizeBytes);
  bytes.replace(1 + width_of(bytes[0]), kSizeBytes, field);
}

// Appends `"name":` and notes where the name and the value that must follow stand.
void append_name(CanonicalAttributes& out, std::string_view escaped_name) {
  out.json.append(out.offsets.empty() ? "{\"" : ",\"");
  const size_t name_at = out.json.size();
  out.json.append(escaped_name).append("\":");
  out.offsets.push_back({name_at, out.json.size()});
}

void append_end(CanonicalAttributes& out) {
  out.json.append(out.offsets.empty() ? "{}" : "}");
}

std::unexpected<Error> corrupt(std::string_view why) {
  return fail(ErrorCode::kCorruption, std::string("A stored item is corrupt: ").append(why));
}

// The first buffer is small, for pages of a few items. The others, with a string's final zero, have
// the size up to which jemalloc keeps freed memory per thread.
constexpr size_t kFirstBufferBytes = 4 * 1024 - 1;
constexpr size_t kBufferBytes = 32 * 1024 - 1;

}  // namespace

std::string AttributeView::name() const {
  Result<std::string> name = unescape(escaped_name_);
  NORN_CHECK(name.has_value(), "an encoded item holds only canonical names");
  return std::move(*name);
}

Type AttributeView::type() const {
  return encoded_type(json_);
}

Value AttributeView::value() const {
  Result<Value> value = decode_value(json_);
  NORN_CHECK(value.has_value(), "an encoded item holds only canonical values");
  return std::move(*value);
}

std::optional<std::string_view> AttributeView::plain_string() const {
  if (type() != Type::kString) {
    return std::nullopt;
  }
  const std::string_view content = json_.substr(6, json_.size() - kMinValueBytes);
  if (content.find('\\') != std::string_view::npos) {
    return std::nullopt;
  }
  return content;
}

ItemView ItemView::trusted(std::string_view bytes) {
  ItemView view;
  view.bytes_ = bytes;
  return view;
}

std::string_view ItemView::json() const {
  return Layout(bytes_).json();
}

size_t ItemView::size_bytes() const {
  return Layout(bytes_).size_bytes();
}

size_t ItemView::count() const {
  return Layout(bytes_).count();
}

AttributeView ItemView::attribute(size_t index) const {
  return Layout(bytes_).attribute(index);
}

std::optional<AttributeView> ItemView::find(std::string_view name) const {
  const Layout layout(bytes_);
  const size_t index = layout.find_name(name);
  if (index == layout.count()) {
    return std::nullopt;
  }
  return layout.attribute(index);
}

std::optional<Value> ItemView::value(std::string_view name) const {
  const std::optional<AttributeView> attribute = find(name);
  if (!attribute) {
    return std::nullopt;
  }
  return attribute->value();
}

Map ItemView::to_map() const {
  const Layout layout(bytes_);
  Map map;
  for (size_t i = 0; i < layout.count(); ++i) {
    const AttributeView attribute = layout.attribute(i);
    map.emplace_hint(map.end(), attribute.name(), attribute.value());
  }
  return map;
}

Item::Item() : bytes_(ItemView().bytes()) {}

Item Item::from_map(const Map& attributes) {
  CanonicalAttributes out;
  for (const EscapedMember& member : in_escaped_order(attributes)) {
    append_name(out, member.name);
    append_json(out.json, *member.value);
  }
  append_end(out);
  return Item(encode(out.json, out.offsets, map_size_bytes(attributes)));
}

Item Item::subset(ItemView source, const std::vector<std::string>& names) {
  const Layout layout(source.bytes());
  std::vector<size_t> chosen;
  chosen.reserve(names.size());
  for (const std::string& name : names) {
    if (const size_t index = layout.find_name(name); index != layout.count()) {
      chosen.push_back(index);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  CanonicalAttributes out;
  out.offsets.reserve(chosen.size());
  for (const size_t index : chosen) {
    const AttributeView attribute = layout.attribute(index);
    append_name(out, attribute.escaped_name());
    out.json.append(attribute.json());
    out.size_bytes +=
        unescaped_size(attribute.escaped_name()) + encoded_value_size(attribute.json());
  }
  append_end(out);
  return Item(encode(out.json, out.offsets, out.size_bytes));
}

Item Item::part_of(ItemView source, const std::vector<std::string>& names) {
  Item part = subset(source, names);
  const size_t split_pairs = bytes_of_split_pairs(part);
  if (split_pairs != 0 && source.size_bytes() != map_size_bytes(source.to_map())) {
    set_size(part.bytes_, part.size_bytes() - split_pairs);
  }
  return part;
}

Result<Item> Item::from_json(std::string_view json) {
  thread_local CanonicalAttributes kept;
  CanonicalAttributes fresh;
  CanonicalAttributes& canonical = json.size() <= kMaxKeptBufferBytes ? kept : fresh;
  NORN_TRY(canonicalize_attributes(json, canonical));
  return from_canonical(canonical);
}

Result<Item> Item::from_canonical(const CanonicalAttributes& canonical) {
  if (canonical.json.size() > std::numeric_limits<uint32_t>::max()) {
    return validation("Item size has exceeded the maximum allowed size");
  }
  return Item(encode(canonical.json, canonical.offsets, canonical.size_bytes));
}

Result<Item> Item::decode(std::string bytes) {
  NORN_TRY(decode_view(bytes));
  return Item(std::move(bytes));
}

Result<ItemView> Item::decode_view(std::string_view bytes) {
  if (bytes.empty() || (bytes[0] != kNarrow && bytes[0] != kWide)) {
    return corrupt("its format is unknown");
  }
  const size_t width = width_of(bytes[0]);
  const size_t header = header_bytes(width);
  if (bytes.size() < header || (bytes.size() - header) / (2 * width) < load(&bytes[1], width)) {
    return corrupt("it is cut off");
  }
  if (!Layout(bytes).directory_fits()) {
    return corrupt("its directory does not fit its attributes");
  }
  return ItemView::trusted(bytes);
}

Result<void> Item::verify(std::string_view bytes) {
  NORN_ASSIGN(const ItemView view, decode_view(bytes));
  if (!is_utf8(view.json())) {
    return corrupt("it is not valid UTF-8");
  }
  NORN_ASSIGN(const Map attributes, decode_map(view.json()));
  // There is one encoding per item, so that encoding it again checks all the rest. Only the size
  // may be that of former times.
  Item again = from_map(attributes);
  if (again.bytes() == bytes) {
    return {};
  }
  set_size(again.bytes_, again.size_bytes() - bytes_of_split_pairs(again));
  if (again.bytes() != bytes) {
    return corrupt("its directory or size does not match its attributes");
  }
  return {};
}

ItemView ItemList::operator[](size_t index) const {
  const Extent& extent = extents_[index];
  return ItemView::trusted(
      std::string_view(buffers_[extent.buffer]).substr(extent.begin, extent.size));
}

void ItemList::append(ItemView item) {
  const std::string_view bytes = item.bytes();
  if (buffers_.empty() || buffers_.back().capacity() - buffers_.back().size() < bytes.size()) {
    const size_t capacity = buffers_.empty() ? kFirstBufferBytes : kBufferBytes;
    buffers_.emplace_back().reserve(std::max(capacity, bytes.size()));
  }
  std::string& buffer = buffers_.back();
  extents_.push_back({buffers_.size() - 1, buffer.size(), bytes.size()});
  buffer.append(bytes);
}

void ItemList::clear() {
  buffers_.clear();
  extents_.clear();
}

}  // namespace norn::store
