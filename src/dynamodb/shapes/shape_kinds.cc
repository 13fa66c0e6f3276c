#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "dynamodb/shapes/shape.h"
#include "store/value.h"
#include "store/wire/wire.h"

// DynamoDB reads requests into Java objects, and its errors about JSON of the wrong kind say so.
// SDKs never make such requests; people with curl do, and compare the texts.
namespace norn::dynamodb {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

constexpr std::string_view kPackage = "com.amazonaws.dynamodb.v20120810.";
// Deeper than any item that passes, and shallow enough for the stack.
constexpr int kMaxLevels = 200;

std::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::kSerialization, std::move(message));
}

bool is_number(element json) {
  return json.is_int64() || json.is_uint64() || json.is_double();
}

std::string_view token_of(element json) {
  switch (json.type()) {
    case element_type::BOOL:
      return json.get_bool().value_unsafe() ? "TRUE_VALUE" : "FALSE_VALUE";
    case element_type::STRING:
      return "STRING_VALUE";
    case element_type::DOUBLE:
      return "DECIMAL_VALUE";
    default:
      return "NUMBER_VALUE";
  }
}

std::string java_class(const Shape& shape) {
  switch (shape.kind) {
    case Kind::kString:
      return "java.lang.String";
    case Kind::kBlob:
      return "java.nio.ByteBuffer";
    case Kind::kBoolean:
      return "java.lang.Boolean";
    case Kind::kInteger:
      return "java.lang.Integer";
    case Kind::kLong:
      return "java.lang.Long";
    case Kind::kDouble:
      return "java.lang.Double";
    case Kind::kList:
      return fmt::format("java.util.List<{}>", java_class(*shape.element));
    case Kind::kMap:
      return fmt::format("java.util.Map<java.lang.String, {}>", java_class(*shape.element));
    case Kind::kAttributeValue:
      return fmt::format("{}AttributeValue", kPackage);
    case Kind::kStructure:
      break;
  }
  return fmt::format("{}{}", kPackage, shape.class_name);
}

std::unexpected<Error> unexpected_object() {
  return refuse("Start of structure or map found where not expected");
}

std::unexpected<Error> unexpected_array(const Shape& shape) {
  const bool generic = shape.kind == Kind::kMap || shape.kind == Kind::kList;
  return refuse(
      fmt::format("Unrecognized collection type {}{}", generic ? "" : "class ", java_class(shape)));
}

Result<void> check_scalar(element json, const Shape& shape) {
  const std::string name = java_class(shape);
  const auto not_convertible = [&] {
    return refuse(fmt::format("{} cannot be converted to {}", token_of(json),
                              name.substr(name.rfind('.') + 1)));
  };
  if (json.is_array()) return unexpected_array(shape);
  if (json.is_object()) return unexpected_object();
  switch (shape.kind) {
    case Kind::kString:
      return json.is_string() ? Result<void>() : not_convertible();
    case Kind::kBoolean: {
      if (json.is_bool()) return {};
      std::string_view text;
      if (json.get(text) != simdjson::SUCCESS) return not_convertible();
      const std::string lower = ascii_lower(text);
      if (lower == "true" || lower == "false") return {};
      return refuse("Unexpected token received from parser");
    }
    case Kind::kBlob: {
      std::string_view text;
      if (json.get(text) != simdjson::SUCCESS) {
        return refuse("only base-64-encoded strings are convertible to bytes");
      }
      if (text.size() % 4 != 0) {
        return refuse(fmt::format(
            "Base64 encoded length is expected a multiple of 4 bytes but found: {}", text.size()));
      }
      if (!store::base64_decode(text)) {
        return refuse("Invalid last non-pad Base64 character dectected");
      }
      return {};
    }
    default:
      return is_number(json) ? Result<void>() : not_convertible();
  }
}

// Shapes of what stands inside an attribute value.
constexpr Shape kMemberText{.kind = Kind::kString};
constexpr Shape kBytes{.kind = Kind::kBlob};
constexpr Shape kTruth{.kind = Kind::kBoolean};
constexpr Shape kAttribute{.kind = Kind::kAttributeValue, .class_name = "AttributeValue"};
constexpr Shape kTexts{.kind = Kind::kList, .element = &kMemberText};
constexpr Shape kAllBytes{.kind = Kind::kList, .element = &kBytes};
constexpr Shape kAttributes{.kind = Kind::kList, .element = &kAttribute};
constexpr Shape kAttributeMap{.kind = Kind::kMap, .element = &kAttribute};

const Shape& content_of(store::Type type) {
  switch (type) {
    case store::Type::kString:
    case store::Type::kNumber:
      return kMemberText;
    case store::Type::kBinary:
      return kBytes;
    case store::Type::kBool:
    case store::Type::kNull:
      return kTruth;
    case store::Type::kMap:
      return kAttributeMap;
    case store::Type::kList:
      return kAttributes;
    case store::Type::kStringSet:
    case store::Type::kNumberSet:
      return kTexts;
    case store::Type::kBinarySet:
      return kAllBytes;
  }
  return kMemberText;
}

class KindCheck {
 public:
  explicit KindCheck(bool thorough) : thorough_(thorough) {}

  // `nested`: inside a list or map, where DynamoDB words some errors differently.
  Result<void> check(element json, const Shape& shape, bool nested, int level) const {
    if (json.is_null() || level > kMaxLevels) return {};
    switch (shape.kind) {
      case Kind::kStructure:
        return structure(json, shape, nested, level);
      case Kind::kAttributeValue:
        return thorough_ ? attribute(json, nested, level) : Result<void>();
      case Kind::kList:
        return list(json, shape, nested, level);
      case Kind::kMap:
        return map(json, shape, nested, level);
      default:
        return check_scalar(json, shape);
    }
  }

 private:
  static Result<void> expect_object(element json, const Shape& shape, bool nested) {
    if (json.is_object()) return {};
    if (json.is_array()) return unexpected_array(shape);
    return refuse(nested ? "Unexpected value type in payload" : "Unexpected field type");
  }

  static std::unexpected<Error> scalar_for_collection(bool nested) {
    return refuse(nested ? "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl "
                           "cannot be cast to class java.lang.Class "
                           "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
                           "java.lang.Class are in module java.base of loader 'bootstrap')"
                         : "Unexpected field type");
  }

  Result<void> structure(element json, const Shape& shape, bool nested, int level) const {
    NORN_TRY(expect_object(json, shape, nested));
    for (const auto& field : simdjson::dom::object(json.get_object().value_unsafe())) {
      const auto member = std::find_if(shape.members.begin(), shape.members.end(),
                                       [&](const Member& m) { return m.name == field.key; });
      if (member == shape.members.end()) continue;  // DynamoDB takes no notice of others.
      NORN_TRY(check(field.value, *member->shape, false, level + 1));
    }
    return {};
  }

  Result<void> attribute(element json, bool nested, int level) const {
    NORN_TRY(expect_object(json, kAttribute, nested));
    for (const auto& field : simdjson::dom::object(json.get_object().value_unsafe())) {
      const auto type = store::type_from_name(field.key);
      if (!type) continue;
      NORN_TRY(check(field.value, content_of(*type), false, level + 1));
    }
    return {};
  }

  Result<void> list(element json, const Shape& shape, bool nested, int level) const {
    if (json.is_object()) return unexpected_object();
    if (!json.is_array()) return scalar_for_collection(nested);
    for (const element item : simdjson::dom::array(json.get_array().value_unsafe())) {
      NORN_TRY(check(item, *shape.element, true, level + 1));
    }
    return {};
  }

  Result<void> map(element json, const Shape& shape, bool nested, int level) const {
    if (json.is_array()) return unexpected_array(shape);
    if (!json.is_object()) return scalar_for_collection(nested);
    if (!thorough_ && shape.element->kind == Kind::kAttributeValue) return {};
    for (const auto& field : simdjson::dom::object(json.get_object().value_unsafe())) {
      NORN_TRY(check(field.value, *shape.element, true, level + 1));
    }
    return {};
  }

  const bool thorough_;
};

}  // namespace

Result<void> check_kinds(element json, const Shape& shape, bool thorough) {
  return KindCheck(thorough).check(json, shape, false, 0);
}

}  // namespace norn::dynamodb
