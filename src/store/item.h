#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/value.h"

namespace norn::store {

struct CanonicalAttributes;  // store/wire/text.h

// One attribute inside an encoded item. Valid as long as the item's bytes are.
class AttributeView {
 public:
  AttributeView(std::string_view escaped_name, std::string_view json)
      : escaped_name_(escaped_name), json_(json) {}

  std::string name() const;                                        // As the user wrote it.
  std::string_view escaped_name() const { return escaped_name_; }  // As it stands in the JSON.
  std::string_view json() const { return json_; }                  // {"S":"..."}: the wire form.
  Type type() const;
  Value value() const;  // Decodes the tree.

  // The content of a scalar S without decoding when its JSON holds no escapes, else nullopt.
  std::optional<std::string_view> plain_string() const;

 private:
  std::string_view escaped_name_;
  std::string_view json_;
};

// An item in its encoded form: a small directory (where each attribute stands) in front of the
// item's canonical DynamoDB JSON. The same bytes are on disk, in memory and on the wire, so
// returning an item is a copy and a filter goes straight to its attribute. docs/store_format.md
// describes every byte. Canonical means: one text per value (attributes and set members sorted,
// numbers normalised, minimal escapes), so equal items have equal bytes.
//
// ItemView does not own its bytes; Item does.
class ItemView {
 public:
  ItemView() = default;
  // `bytes` must have passed Item::decode or come from an Item.
  static ItemView trusted(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  std::string_view json() const;                // {"PK":{"S":"..."},...}
  size_t size_bytes() const;                    // By DynamoDB's accounting.
  size_t count() const;                         // Attributes.
  AttributeView attribute(size_t index) const;  // Sorted by escaped name.

  std::optional<AttributeView> find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name).has_value(); }
  // The attribute's decoded value.
  std::optional<Value> value(std::string_view name) const;
  Map to_map() const;

  friend bool operator==(ItemView left, ItemView right) { return left.json() == right.json(); }

 private:
  // A view of nothing is an item without attributes: format 1, no attributes, size 0.
  std::string_view bytes_{"\x01\0\0\0\0\0\0{}", 9};
};

class Item {
 public:
  Item();  // Without attributes.

  // Encodes attributes that are known to be valid.
  static Item from_map(const Map& attributes);
  // An item of its own with the bytes of `source`.
  static Item copy_of(ItemView source) { return Item(std::string(source.bytes())); }
  // The named attributes of `source` that it has, copied without decoding.
  static Item subset(ItemView source, const std::vector<std::string>& names);
  // The same, with the size that these attributes have in `source`: items that were written before
  // numbers with fractions were counted as DynamoDB counts them keep the size that they had then,
  // and so do their entries in indexes.
  static Item part_of(ItemView source, const std::vector<std::string>& names);
  // Reads DynamoDB JSON as it arrives on the wire, validates it and makes it canonical. Errors
  // carry DynamoDB's wording.
  static Result<Item> from_json(std::string_view json);
  // The same for JSON that is canonical already.
  static Result<Item> from_canonical(const CanonicalAttributes& canonical);
  // Takes bytes that were stored, checking that header and directory fit them.
  static Result<Item> decode(std::string bytes);
  // The same for bytes that are owned elsewhere.
  static Result<ItemView> decode_view(std::string_view bytes);
  // Checks every byte: the directory, and that the JSON is canonical. For tools and fuzzing.
  static Result<void> verify(std::string_view bytes);

  ItemView view() const { return ItemView::trusted(bytes_); }
  operator ItemView() const { return view(); }  // NOLINT(google-explicit-constructor)
  const std::string& bytes() const& { return bytes_; }
  std::string bytes() && { return std::move(bytes_); }

  std::string_view json() const { return view().json(); }
  size_t size_bytes() const { return view().size_bytes(); }
  size_t count() const { return view().count(); }
  std::optional<AttributeView> find(std::string_view name) const { return view().find(name); }
  bool contains(std::string_view name) const { return view().contains(name); }
  std::optional<Value> value(std::string_view name) const { return view().value(name); }
  Map to_map() const { return view().to_map(); }

  friend bool operator==(const Item& left, const Item& right) {
    return left.bytes_ == right.bytes_;
  }

 private:
  explicit Item(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string bytes_;
};

// The items of a page, one after another in a few buffers. A full buffer is followed by another one
// instead of growing: otherwise a query would spend a quarter of its time copying.
class ItemList {
 public:
  size_t size() const { return extents_.size(); }
  bool empty() const { return extents_.empty(); }
  ItemView operator[](size_t index) const;
  void append(ItemView item);
  void clear();

  class Iterator {
   public:
    Iterator(const ItemList* list, size_t index) : list_(list), index_(index) {}
    ItemView operator*() const { return (*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const ItemList* list_;
    size_t index_;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  struct Extent {
    size_t buffer;
    size_t begin;
    size_t size;
  };
  std::vector<std::string> buffers_;
  std::vector<Extent> extents_;
};

}  // namespace norn::store
