#pragma once

#include <simdjson.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "base/error.h"

// The parameters of an operation as data: the one place of the checks that DynamoDB makes of single
// members before it looks at their meaning. The tables are in shapes_*.cc, in the order in which
// DynamoDB reports violations.
namespace norn::dynamodb {

struct Shape;

struct Member {
  std::string_view name;
  const Shape* shape;
  bool required = false;
};

enum class Kind : uint8_t {
  kString,
  kBlob,
  kBoolean,
  kInteger,
  kLong,
  kDouble,
  kStructure,
  kList,
  kMap,
  kAttributeValue,
};

// How DynamoDB words a violation. Since 2026 some operations have newer words for some members, but
// where a required member is missing all violations are in the older ones.
enum class Wording : uint8_t {
  kOlder,    // "Value '0' at 'limit' failed to satisfy constraint: ..."
  kNewer,    // "Value at 'Limit' failed to satisfy constraint: ..."
  kNameless  // "Failed to satisfy constraint: ..."
};

struct Range {
  int64_t min = 0;
  int64_t max = std::numeric_limits<int64_t>::max();
};

struct Shape {
  Kind kind = Kind::kString;
  // The Java class that DynamoDB names in errors: "AttributeValue", "KeySchemaElement", ...
  std::string_view class_name = {};
  std::span<const Member> members = {};  // Of a structure.
  const Shape* element = nullptr;        // Of a list, or the values of a map.
  Range length = {};                     // Of a string, list or map.
  Range value = {};                      // Of a number.
  std::string_view pattern = {};         // "[a-zA-Z0-9_.-]+", shown; the only one there is.
  std::span<const std::string_view> one_of = {};
  bool table_keys = false;  // The keys of a map are names of tables.
  Range value_length = {};  // Of every list in a map.
  // Of a string: the table's name in operations on tables, at which DynamoDB looks before
  // everything else and with words of its own.
  bool names_table = false;
  // In operations on items: an empty name of a table is reported alone.
  bool empty_alone = false;
  Wording wording = Wording::kOlder;
  std::span<const std::string_view> one_of_newer = {};  // As the newer words list them.
  // Of all parameters: only the first violation is reported, in newer words.
  bool reports_first = false;
};

// Refuses JSON of the wrong kind with SerializationException, in DynamoDB's words. It does not
// check attribute values, because their decoder does. With `thorough` it does, for requests that
// are known to be faulty: an error of this kind takes precedence.
Result<void> check_kinds(simdjson::dom::element json, const Shape& shape, bool thorough = false);

// "2 validation errors detected: ...", for JSON of the right kind.
Result<void> check_constraints(simdjson::dom::element json, const Shape& shape);

}  // namespace norn::dynamodb
