#include "store/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "store/errors.h"
#include "store/limits.h"
#include "store/wire/wire.h"

namespace norn::store {
namespace {

enum class KeyFault { kNone, kType, kEmpty, kTooLong };

size_t max_bytes(bool partition) {
  return partition ? kMaxPartitionKeyBytes : kMaxSortKeyBytes;
}

KeyFault length_fault(size_t bytes, bool partition) {
  if (bytes == 0) {
    return KeyFault::kEmpty;
  }
  return bytes > max_bytes(partition) ? KeyFault::kTooLong : KeyFault::kNone;
}

// Decodes the attribute into `out`, unless that is null, when it can be a key. Keys are read on
// every operation, so a string without escapes is taken as it stands.
KeyFault read_key_value(const KeyAttribute& key, const AttributeView& attribute, bool partition,
                        Value* out) {
  if (attribute.type() != key.type) {
    return KeyFault::kType;
  }
  if (key.type == Type::kString) {
    if (const std::optional<std::string_view> text = attribute.plain_string()) {
      const KeyFault fault = length_fault(text->size(), partition);
      if (fault == KeyFault::kNone && out != nullptr) {
        *out = Value(*text);
      }
      return fault;
    }
  }
  if (key.type == Type::kNumber && out == nullptr) {
    return KeyFault::kNone;
  }
  Value value = attribute.value();
  KeyFault fault = KeyFault::kNone;
  if (const auto* text = value.get_if<std::string>()) {
    fault = length_fault(text->size(), partition);
  } else if (const auto* binary = value.get_if<Binary>()) {
    fault = length_fault(binary->bytes.size(), partition);
  }
  if (out != nullptr) {
    *out = std::move(value);
  }
  return fault;
}

std::string_view empty_kind(Type type) {
  return type == Type::kBinary ? "binary" : "string";
}

std::unexpected<Error> too_long(bool partition) {
  // The missing space is DynamoDB's.
  return item_fault(
      partition ? fmt::format("One or more parameter values were invalid: Size of hashkey has "
                              "exceeded the maximum size limit of{} bytes",
                              kMaxPartitionKeyBytes)
                : fmt::format("One or more parameter values were invalid: Aggregated size of all "
                              "range keys has exceeded the size limit of {} bytes",
                              kMaxSortKeyBytes));
}

std::unexpected<Error> empty_key(const KeyAttribute& key) {
  return validation(
      fmt::format("One or more parameter values are not valid. The AttributeValue for a key "
                  "attribute cannot contain an empty {} value. Key: {}",
                  empty_kind(key.type), key.name));
}

std::unexpected<Error> key_mismatch() {
  return item_fault("The provided key element does not match the schema");
}

Result<void> read_item_part(const KeyAttribute& key, ItemView item, bool partition, Value* out) {
  const std::optional<AttributeView> attribute = item.find(key.name);
  if (!attribute) {
    return item_fault(fmt::format(
        "One or more parameter values were invalid: Missing the key {} in the item", key.name));
  }
  switch (read_key_value(key, *attribute, partition, out)) {
    case KeyFault::kNone:
      break;
    case KeyFault::kType:
      return item_fault(
          fmt::format("One or more parameter values were invalid: Type mismatch for key {} "
                      "expected: {} actual: {}",
                      key.name, type_name(key.type), type_name(attribute->type())));
    case KeyFault::kEmpty:
      return empty_key(key);
    case KeyFault::kTooLong:
      return too_long(partition);
  }
  return {};
}

Result<void> read_request_part(const KeyAttribute& key, ItemView item, bool partition, Value* out) {
  const std::optional<AttributeView> attribute = item.find(key.name);
  if (!attribute) {
    return key_mismatch();
  }
  switch (read_key_value(key, *attribute, partition, out)) {
    case KeyFault::kNone:
      break;
    case KeyFault::kType:
      return key_mismatch();
    case KeyFault::kEmpty:
      return empty_key(key);
    case KeyFault::kTooLong:
      return too_long(partition);
  }
  return {};
}

// Reads a part of a key that has several attributes as a list.
Result<void> read_request_parts(const KeyAttribute& first, const std::vector<KeyAttribute>& more,
                                ItemView item, bool partition, Value* out) {
  if (more.empty()) {
    return read_request_part(first, item, partition, out);
  }
  List values(1 + more.size());
  NORN_TRY(read_request_part(first, item, partition, &values.front()));
  for (size_t i = 0; i < more.size(); ++i) {
    NORN_TRY(read_request_part(more[i], item, partition, &values[i + 1]));
  }
  *out = Value(std::move(values));
  return {};
}

// Whether the item has the attribute as it must be in an index.
bool read_entry_value(const KeyAttribute& key, ItemView item, bool partition, Value* out) {
  const std::optional<AttributeView> attribute = item.find(key.name);
  return attribute && read_key_value(key, *attribute, partition, out) == KeyFault::kNone;
}

bool read_entry_values(const KeyAttribute& first, const std::vector<KeyAttribute>& more,
                       ItemView item, bool partition, Value* out) {
  if (more.empty()) {
    return read_entry_value(first, item, partition, out);
  }
  List values(1 + more.size());
  if (!read_entry_value(first, item, partition, &values.front())) {
    return false;
  }
  size_t bytes = values.front().size_bytes();
  for (size_t i = 0; i < more.size(); ++i) {
    if (!read_entry_value(more[i], item, partition, &values[i + 1])) {
      return false;
    }
    bytes += values[i + 1].size_bytes();
  }
  *out = Value(std::move(values));
  return bytes <= max_bytes(partition);
}

// Whether the attribute can be this part of an index's key. An absent one is fine: the item is
// then not in the index.
KeyFault index_fault(const KeyAttribute& key, ItemView item, bool partition) {
  const std::optional<AttributeView> attribute = item.find(key.name);
  if (!attribute) {
    return KeyFault::kNone;
  }
  return read_key_value(key, *attribute, partition, nullptr);
}

struct IndexKeyFault {
  const IndexSchema* index = nullptr;
  const KeyAttribute* attribute = nullptr;
  bool partition = true;
  KeyFault fault = KeyFault::kNone;
};

bool same_attribute(std::optional<ItemView> before, ItemView after, std::string_view name) {
  if (!before) {
    return false;
  }
  const std::optional<AttributeView> old_value = before->find(name);
  const std::optional<AttributeView> new_value = after.find(name);
  return old_value && new_value && old_value->json() == new_value->json();
}

// Whether the attributes of one part of an index's key are longer together than a key may be, and a
// change has made them so.
bool is_too_long_together(const KeyAttribute& first, const std::vector<KeyAttribute>& more,
                          std::optional<ItemView> before, ItemView item, bool partition) {
  size_t bytes = 0;
  bool is_changed = false;
  const auto add = [&](const KeyAttribute& attribute) {
    Value value;
    if (!read_entry_value(attribute, item, partition, &value)) return;
    bytes += value.size_bytes();
    is_changed = is_changed || !same_attribute(before, item, attribute.name);
  };
  add(first);
  std::ranges::for_each(more, add);
  return is_changed && bytes > max_bytes(partition);
}

// The fault that DynamoDB reports: types before emptiness before length, then by index name.
std::optional<IndexKeyFault> find_index_fault(const TableSchema& schema,
                                              std::optional<ItemView> before, ItemView item) {
  std::optional<IndexKeyFault> worst;
  const auto found = [&](const IndexSchema& index, const KeyAttribute& attribute, bool partition,
                         KeyFault fault) {
    if (!worst || fault < worst->fault ||
        (fault == worst->fault && index.name < worst->index->name)) {
      worst = IndexKeyFault{&index, &attribute, partition, fault};
    }
  };
  const auto consider = [&](const IndexSchema& index, const KeyAttribute& attribute,
                            bool partition) {
    const KeyFault fault = index_fault(attribute, item, partition);
    if (fault != KeyFault::kNone && !same_attribute(before, item, attribute.name)) {
      found(index, attribute, partition, fault);
    }
  };
  const auto consider_together = [&](const IndexSchema& index, const KeyAttribute& first,
                                     const std::vector<KeyAttribute>& more, bool partition) {
    if (!more.empty() && is_too_long_together(first, more, before, item, partition)) {
      found(index, first, partition, KeyFault::kTooLong);
    }
  };
  for (const IndexSchema& index : schema.indexes) {
    if (index.status == IndexStatus::kDeleting) {
      continue;
    }
    const KeySchema& key = index.key;
    key.each_partition([&](const KeyAttribute& attribute) { consider(index, attribute, true); });
    key.each_sort([&](const KeyAttribute& attribute) { consider(index, attribute, false); });
    if (key.has_several()) {
      consider_together(index, key.partition, key.more_partition, true);
      if (key.sort) {
        consider_together(index, *key.sort, key.more_sort, false);
      }
    }
  }
  return worst;
}

std::unexpected<Error> index_type_mismatch(const IndexKeyFault& fault, ItemView item) {
  return item_fault(
      fmt::format("One or more parameter values were invalid: Type mismatch for Index Key {} "
                  "Expected: {} Actual: {} IndexName: {}",
                  fault.attribute->name, type_name(fault.attribute->type),
                  type_name(item.find(fault.attribute->name)->type()), fault.index->name));
}

}  // namespace

std::strong_ordering compare_sort(const Key& left, const Key& right) {
  if (!left.sort || !right.sort) {
    return left.sort.has_value() <=> right.sort.has_value();
  }
  return compare_key_parts(*left.sort, *right.sort);
}

std::strong_ordering compare_key_parts(const Value& left, const Value& right) {
  const List* lefts = left.get_if<List>();
  const List* rights = right.get_if<List>();
  if (lefts == nullptr || rights == nullptr) {
    return compare_scalars(left, right).value_or(std::strong_ordering::equal);
  }
  for (size_t i = 0; i < std::min(lefts->size(), rights->size()); ++i) {
    const auto order = compare_scalars((*lefts)[i], (*rights)[i]);
    if (order && *order != 0) {
      return *order;
    }
  }
  return lefts->size() <=> rights->size();
}

Result<Key> key_of_item(const KeySchema& schema, ItemView item) {
  Result<Key> key(std::in_place);  // Filled where it stands: a key is dear to move.
  NORN_TRY(read_item_part(schema.partition, item, true, &key->partition));
  if (schema.sort) {
    NORN_TRY(read_item_part(*schema.sort, item, false, &key->sort.emplace()));
  }
  return key;
}

Result<Key> key_of_request(const KeySchema& schema, ItemView key_item) {
  if (key_item.count() != schema.count()) {
    return key_mismatch();
  }
  Result<Key> key(std::in_place);
  NORN_TRY(
      read_request_parts(schema.partition, schema.more_partition, key_item, true, &key->partition));
  if (schema.sort) {
    NORN_TRY(
        read_request_parts(*schema.sort, schema.more_sort, key_item, false, &key->sort.emplace()));
  }
  return key;
}

std::optional<Key> key_in_index(const IndexSchema& index, ItemView item) {
  const KeySchema& schema = index.key;
  std::optional<Key> key(std::in_place);
  if (!read_entry_values(schema.partition, schema.more_partition, item, true, &key->partition) ||
      (schema.sort &&
       !read_entry_values(*schema.sort, schema.more_sort, item, false, &key->sort.emplace()))) {
    key.reset();
  }
  return key;
}

Result<void> check_index_keys(const TableSchema& schema, ItemView item) {
  const std::optional<IndexKeyFault> fault = find_index_fault(schema, std::nullopt, item);
  if (!fault) {
    return {};
  }
  switch (fault->fault) {
    case KeyFault::kType:
      return index_type_mismatch(*fault, item);
    case KeyFault::kEmpty:
      return validation(fmt::format(
          "One or more parameter values are not valid. A value specified for a secondary index key "
          "is not supported. The AttributeValue for a key attribute cannot contain an empty {} "
          "value. IndexName: {}, IndexKey: {}",
          empty_kind(fault->attribute->type), fault->index->name, fault->attribute->name));
    case KeyFault::kTooLong:
      return too_long(fault->partition);
    case KeyFault::kNone:
      break;
  }
  return {};
}

Result<void> check_updated_index_keys(const TableSchema& schema, std::optional<ItemView> before,
                                      ItemView after) {
  const std::optional<IndexKeyFault> fault = find_index_fault(schema, before, after);
  if (!fault) {
    return {};
  }
  switch (fault->fault) {
    case KeyFault::kType:
      return index_type_mismatch(*fault, after);
    case KeyFault::kEmpty:
      return request_fault(fmt::format(
          "One or more parameter values are not valid. The update expression attempted to update a "
          "secondary index key to a value that is not supported. The AttributeValue for a key "
          "attribute cannot contain an empty {} value.",
          empty_kind(fault->attribute->type)));
    case KeyFault::kTooLong:
      return item_fault(
          "The update expression attempted to update the secondary index key beyond allowed size "
          "limits");
    case KeyFault::kNone:
      break;
  }
  return {};
}

bool is_key_attribute(const KeySchema& key, std::string_view attribute) {
  const auto is_named = [&](const KeyAttribute& other) { return other.name == attribute; };
  return is_named(key.partition) || (key.sort && is_named(*key.sort)) ||
         std::ranges::any_of(key.more_partition, is_named) ||
         std::ranges::any_of(key.more_sort, is_named);
}

std::vector<std::string> key_attribute_names(const TableSchema& schema, const IndexSchema* index) {
  std::vector<std::string> names;
  names.reserve(4);
  const auto add = [&](const KeySchema& key) {
    key.each([&](const KeyAttribute& attribute) {
      if (std::find(names.begin(), names.end(), attribute.name) == names.end()) {
        names.push_back(attribute.name);
      }
    });
  };
  add(schema.key);
  if (index != nullptr) {
    add(index->key);
  }
  return names;
}

std::string key_text(const Key& key) {
  std::string text;
  append_json(text, key.partition);
  if (key.sort) {
    append_json(text, *key.sort);
  }
  return text;
}

Item key_attributes(const TableSchema& schema, const IndexSchema* index, ItemView item) {
  return Item::subset(item, key_attribute_names(schema, index));
}

}  // namespace norn::store
