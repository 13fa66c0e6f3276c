#pragma once

#include <array>

#include "dynamodb/shapes/shape.h"

// Shapes that several operations share.
namespace norn::dynamodb {

inline constexpr Shape kStringShape{.kind = Kind::kString};
inline constexpr Shape kBooleanShape{.kind = Kind::kBoolean};
inline constexpr Shape kAttributeValueShape{.kind = Kind::kAttributeValue,
                                            .class_name = "AttributeValue"};
inline constexpr Shape kAttributeMapShape{.kind = Kind::kMap, .element = &kAttributeValueShape};
inline constexpr Shape kAttributeListShape{.kind = Kind::kList, .element = &kAttributeValueShape};
inline constexpr Shape kStringMapShape{.kind = Kind::kMap, .element = &kStringShape};

// A table or index by name (or ARN, where the operation takes one).
inline constexpr Shape kNameShape{
    .kind = Kind::kString, .length = {3, 255}, .pattern = "[a-zA-Z0-9_.-]+"};
// A table in the operations that have the newer words.
inline constexpr Shape kTableNameShape{
    .kind = Kind::kString, .length = {3, 255}, .pattern = "[a-zA-Z0-9_.-]+", .empty_alone = true};
inline constexpr Shape kPositiveShape{.kind = Kind::kInteger, .value = {.min = 1}};

inline constexpr Shape kPageSizeShape{.kind = Kind::kInteger, .value = {1, 100}};

inline constexpr std::array<std::string_view, 3> kCapacityValues{"INDEXES", "TOTAL", "NONE"};
inline constexpr Shape kReturnCapacityShape{.kind = Kind::kString, .one_of = kCapacityValues};
inline constexpr std::array<std::string_view, 2> kMetricsValues{"SIZE", "NONE"};
inline constexpr Shape kReturnMetricsShape{.kind = Kind::kString, .one_of = kMetricsValues};
inline constexpr std::array<std::string_view, 2> kOnFailureValues{"ALL_OLD", "NONE"};
inline constexpr Shape kOnFailureShape{.kind = Kind::kString, .one_of = kOnFailureValues};
inline constexpr Shape kClientTokenShape{.kind = Kind::kString, .length = {1, 36}};

// Of all parameters of an operation.
constexpr Shape input_shape(std::string_view class_name, std::span<const Member> members) {
  return {.kind = Kind::kStructure, .class_name = class_name, .members = members};
}

}  // namespace norn::dynamodb
