#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/number.h"

namespace norn::store {

// The ten attribute types, in the order in which `Value` holds them.
enum class Type : uint8_t {
  kString,
  kNumber,
  kBinary,
  kBool,
  kNull,
  kMap,
  kList,
  kStringSet,
  kNumberSet,
  kBinarySet,
};

// "S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS".
std::string_view type_name(Type type);
std::optional<Type> type_from_name(std::string_view name);

struct Binary {
  std::string bytes;
  friend auto operator<=>(const Binary&, const Binary&) = default;
};

struct Null {
  friend auto operator<=>(const Null&, const Null&) = default;
};

class Value;
using List = std::vector<Value>;
using Map = std::map<std::string, Value, std::less<>>;

// A set keeps its members sorted and distinct, so that equal sets are equal member by member.
// `make` is the only way in. Sets are never empty in a valid item; a Set may be while it is worked
// on.
template <typename T>
class Set {
 public:
  Set() = default;
  // Sorts and drops duplicates.
  static Set make(std::vector<T> members);

  const std::vector<T>& members() const { return members_; }
  bool empty() const { return members_.empty(); }
  bool contains(const T& member) const;
  Set united(const Set& other) const;
  Set without(const Set& other) const;

  friend bool operator==(const Set&, const Set&) = default;

 private:
  std::vector<T> members_;
};

using StringSet = Set<std::string>;
using NumberSet = Set<Number>;
using BinarySet = Set<Binary>;

// What a map or list takes beside its contents, and each element of it, by DynamoDB's accounting.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
inline constexpr size_t kContainerBytes = 3;
inline constexpr size_t kElementBytes = 1;

// One attribute value as a tree in memory: what expressions compute with. Stored and returned
// items are `Item`s (store/item.h), which keep the wire form and make Values only on demand.
class Value {
 public:
  Value() : data_(Null{}) {}
  Value(std::string text) : data_(std::move(text)) {}         // NOLINT(google-explicit-constructor)
  Value(std::string_view text) : data_(std::string(text)) {}  // NOLINT
  Value(const char* text) : data_(std::string(text)) {}       // NOLINT
  Value(Number number) : data_(number) {}                     // NOLINT
  Value(Binary binary) : data_(std::move(binary)) {}          // NOLINT
  Value(Null) : data_(Null{}) {}                              // NOLINT
  Value(Map map) : data_(std::move(map)) {}                   // NOLINT
  Value(List list) : data_(std::move(list)) {}                // NOLINT
  Value(StringSet set) : data_(std::move(set)) {}             // NOLINT
  Value(NumberSet set) : data_(std::move(set)) {}             // NOLINT
  Value(BinarySet set) : data_(std::move(set)) {}             // NOLINT
  // Named, because a pointer or an int would convert to bool silently.
  static Value boolean(bool value);
  static Value number(int64_t value) { return Value(Number(value)); }

  Type type() const { return static_cast<Type>(data_.index()); }
  template <typename T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }
  template <typename T>
  T* get_if() {
    return std::get_if<T>(&data_);
  }
  template <typename T>
  const T& as() const {
    return std::get<T>(data_);
  }

  // Calls `visitor` with the content, whichever of the ten types it has.
  template <typename Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), data_);
  }

  // Bytes by DynamoDB's accounting (without the attribute's name).
  size_t size_bytes() const;
  // How many of its numbers split a pair of digits (Number::splits_pair).
  size_t split_pairs() const;
  // Levels of nesting below this value: 0 for a scalar or set, 1 for a list of scalars.
  int depth() const;

  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::string, Number, Binary, bool, Null, Map, List, StringSet, NumberSet, BinarySet>
      data_;
};

inline constexpr std::string_view kNestingMessage =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

// Refuses values that are nested too deeply. The value itself is the first of the 32 levels. Values
// from the wire have passed; values that were computed (a SET deep inside a map) have not, and must
// before they are encoded.
Result<void> check_nesting(const Value& value);
Result<void> check_nesting(const Map& attributes);

// The order of two scalars of one type (S, N, B), as keys sort and comparisons compare.
// nullopt when the types differ or have no order.
std::optional<std::strong_ordering> compare_scalars(const Value& left, const Value& right);

// The size of a whole item by DynamoDB's accounting: names and values.
size_t map_size_bytes(const Map& attributes);

}  // namespace norn::store
