#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/sentences.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::apps {

// Whether a text can be an id: 1 to 128 characters without '#', '/' and control characters, and not
// "." or "..". Norn's own ids are UUIDs, but items of other programs have any id.
bool is_id(std::string_view text);

// Reads the attributes of an item that another program may have written. Required attributes that
// are missing or have another type are faults; the reader remembers the first one and goes on, so
// that callers check once, at the end. Optional attributes that are null or have another type read
// as missing: the item is shown without them. A set may be written as a list.
//
// Texts, integers and booleans are read from the item's JSON without a store::Value, because views
// read thousands of items.
class ItemReader {
 public:
  explicit ItemReader(store::ItemView item) : item_(item) {}

  bool is_sound() const { return fault_ == nullptr; }
  // The error of the first fault; `thing` is "event": "The event cannot be read: `version` is
  // missing." Of an item in which the reader has found no fault, that it cannot be read.
  std::unexpected<Error> error(std::string_view thing) const;
  // Records that the attribute is faulty unless the condition is true.
  void require(bool condition, std::string_view attribute,
               const Sentence<2>& fault = kAttributeInvalid) {
    if (!condition) add_fault(attribute, fault);
  }

  // Required attributes.
  std::string text(std::string_view name);
  int64_t integer(std::string_view name);

  // Optional attributes.
  std::optional<std::string> optional_text(std::string_view name) const;
  std::optional<int64_t> optional_integer(std::string_view name) const;
  std::optional<bool> optional_boolean(std::string_view name) const;
  // The texts and the integers of a set or a list, without its other members; empty if missing.
  std::vector<std::string> texts(std::string_view name) const;
  std::vector<int64_t> integers(std::string_view name) const;
  // Nullopt if it is empty or missing.
  std::optional<store::List> filled_list(std::string_view name) const;

  // A required text that `parse` understands.
  template <typename Parse>
  auto parsed(std::string_view name, const Parse& parse) {
    const auto value = parse(text(name));
    if (!value) add_fault(name, kAttributeInvalid);
    return value.value_or(typename decltype(parse(""))::value_type{});
  }
  // An optional text; nullopt if `parse` does not understand it.
  template <typename Parse>
  auto optional_parsed(std::string_view name, const Parse& parse) const {
    const auto found = optional_text(name);
    return found ? parse(*found) : std::nullopt;
  }

 private:
  std::optional<store::AttributeView> find_filled(std::string_view name) const;
  void add_fault(std::string_view attribute, const Sentence<2>& fault);

  store::ItemView item_;
  const Sentence<2>* fault_ = nullptr;  // The first one: what is wrong with that attribute.
  std::string faulty_attribute_;
};

// The things of a list of items. Leaves out those that cannot be read: no item makes a list fail.
// The table's stream reader lists them under "needs attention" (apps/attention).
template <typename T, typename Items>
std::vector<T> readable(const Items& items, Result<T> (*from)(store::ItemView)) {
  std::vector<T> things;
  things.reserve(items.size());
  for (const store::ItemView item : items) {
    if (auto thing = from(item)) things.push_back(*std::move(thing));
  }
  return things;
}

}  // namespace norn::apps
