#include "store/value.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "store/errors.h"
#include "store/limits.h"

namespace norn::store {

namespace {

constexpr std::array<std::string_view, 10> kTypeNames = {"S", "N", "B",  "BOOL", "NULL",
                                                         "M", "L", "SS", "NS",   "BS"};

size_t size_of(const std::string& text) {
  return text.size();
}
size_t size_of(const Number& number) {
  return number.size_bytes();
}
size_t size_of(const Binary& binary) {
  return binary.bytes.size();
}
size_t size_of(bool) {
  return 1;
}
size_t size_of(const Null&) {
  return 1;
}

size_t size_of(const Map& map) {
  return kContainerBytes + map.size() * kElementBytes + map_size_bytes(map);
}

size_t size_of(const List& list) {
  size_t size = kContainerBytes;
  for (const Value& element : list) {
    size += kElementBytes + element.size_bytes();
  }
  return size;
}

template <typename T>
size_t size_of(const Set<T>& set) {
  size_t size = 0;
  for (const T& member : set.members()) {
    size += size_of(member);
  }
  return size;
}

}  // namespace

std::string_view type_name(Type type) {
  return kTypeNames[static_cast<size_t>(type)];
}

std::optional<Type> type_from_name(std::string_view name) {
  const auto found = std::find(kTypeNames.begin(), kTypeNames.end(), name);
  if (found == kTypeNames.end()) {
    return std::nullopt;
  }
  return static_cast<Type>(found - kTypeNames.begin());
}

template <typename T>
Set<T> Set<T>::make(std::vector<T> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  Set set;
  set.members_ = std::move(members);
  return set;
}

template <typename T>
bool Set<T>::contains(const T& member) const {
  return std::binary_search(members_.begin(), members_.end(), member);
}

template <typename T>
Set<T> Set<T>::united(const Set& other) const {
  Set result;
  std::set_union(members_.begin(), members_.end(), other.members_.begin(), other.members_.end(),
                 std::back_inserter(result.members_));
  return result;
}

template <typename T>
Set<T> Set<T>::without(const Set& other) const {
  Set result;
  std::set_difference(members_.begin(), members_.end(), other.members_.begin(),
                      other.members_.end(), std::back_inserter(result.members_));
  return result;
}

template class Set<std::string>;
template class Set<Number>;
template class Set<Binary>;

Value Value::boolean(bool value) {
  Value result;
  result.data_ = value;
  return result;
}

size_t Value::size_bytes() const {
  return visit([](const auto& content) { return size_of(content); });
}

size_t Value::split_pairs() const {
  if (const auto* number = get_if<Number>()) {
    return number->splits_pair() ? 1 : 0;
  }
  size_t count = 0;
  if (const auto* numbers = get_if<NumberSet>()) {
    count = static_cast<size_t>(std::ranges::count_if(
        numbers->members(), [](const Number& number) { return number.splits_pair(); }));
  } else if (const auto* map = get_if<Map>()) {
    for (const auto& [name, value] : *map) {
      count += value.split_pairs();
    }
  } else if (const auto* list = get_if<List>()) {
    for (const Value& value : *list) {
      count += value.split_pairs();
    }
  }
  return count;
}

int Value::depth() const {
  int deepest = 0;
  if (const auto* map = get_if<Map>()) {
    for (const auto& [name, value] : *map) {
      deepest = std::max(deepest, 1 + value.depth());
    }
  } else if (const auto* list = get_if<List>()) {
    for (const Value& value : *list) {
      deepest = std::max(deepest, 1 + value.depth());
    }
  }
  return deepest;
}

Result<void> check_nesting(const Value& value) {
  if (value.depth() >= kMaxNesting) {
    return validation(std::string(kNestingMessage));
  }
  return {};
}

Result<void> check_nesting(const Map& attributes) {
  for (const auto& [name, value] : attributes) {
    NORN_TRY(check_nesting(value));
  }
  return {};
}

std::optional<std::strong_ordering> compare_scalars(const Value& left, const Value& right) {
  if (left.type() != right.type()) {
    return std::nullopt;
  }
  switch (left.type()) {
    case Type::kString:
      return left.as<std::string>() <=> right.as<std::string>();
    case Type::kNumber:
      return left.as<Number>() <=> right.as<Number>();
    case Type::kBinary:
      return left.as<Binary>() <=> right.as<Binary>();
    default:
      return std::nullopt;
  }
}

size_t map_size_bytes(const Map& attributes) {
  size_t size = 0;
  for (const auto& [name, value] : attributes) {
    size += name.size() + value.size_bytes();
  }
  return size;
}

}  // namespace norn::store
