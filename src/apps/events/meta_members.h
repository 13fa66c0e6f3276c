#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/item.h"

namespace norn::events {

// Reads members of a map of USER_META; other tools may have omitted them or written other types.
class MetaMembers {
 public:
  MetaMembers(store::ItemView item, std::string_view name) {
    auto value = item.value(name);
    auto* const map = value ? value->get_if<store::Map>() : nullptr;
    if (map != nullptr) members_ = std::move(*map);
  }

  void read(std::string_view name, std::string& out) const {
    if (const auto* const text = find<std::string>(name)) out = *text;
  }
  void read(std::string_view name, std::optional<std::string>& out) const {
    if (const auto* const text = find<std::string>(name)) out = *text;
  }
  void read(std::string_view name, bool& out) const {
    if (const auto* const truth = find<bool>(name)) out = *truth;
  }
  void read(std::string_view name, int64_t& out) const {
    if (const auto* const number = find<store::Number>(name)) number->to_int64(out);
  }
  // A list; a set of numbers, as in the design's examples of events, is accepted too.
  void read(std::string_view name, std::vector<int64_t>& out) const {
    std::vector<int64_t> integers;
    if (const auto* const list = find<store::List>(name)) {
      for (const store::Value& value : *list) {
        const auto* const number = value.get_if<store::Number>();
        if (number == nullptr || !number->to_int64(integers.emplace_back())) return;
      }
    } else if (const auto* const set = find<store::NumberSet>(name)) {
      for (const store::Number& number : set->members()) {
        if (!number.to_int64(integers.emplace_back())) return;
      }
    } else {
      return;
    }
    out = std::move(integers);
  }

 private:
  template <typename T>
  const T* find(std::string_view name) const {
    const auto found = members_.find(name);
    return found != members_.end() ? found->second.get_if<T>() : nullptr;
  }

  store::Map members_;
};

}  // namespace norn::events
