#pragma once

#include <cstdint>
#include <optional>

// The kinds of people and relations of a family tree, as far as kinship depends on them.
namespace norn::family {

enum class Gender : uint8_t { kMale, kFemale, kOther, kUnknown };

// From the closest to the loosest: a line is as close as its loosest link.
enum class ParentKind : uint8_t { kBiological, kAdoptive, kStep, kFoster };

enum class CoupleStatus : uint8_t { kMarried, kSeparated, kWidowed, kDivorced, kUnknown };

// What is known of a day, as days since 1970-01-01: it is not before `earliest` and not after
// `latest`. A side that is not known is absent; of an exact day, both are the same.
struct DayBounds {
  std::optional<int64_t> earliest = {};
  std::optional<int64_t> latest = {};
};

}  // namespace norn::family
