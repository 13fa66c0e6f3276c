#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace norn::apps {

// Partitions of events that are no person's have ids that begin so: of a shared calendar, and of a
// calendar that is subscribed to.
inline constexpr std::string_view kCalendarPartition = "cal_";
inline constexpr std::string_view kSubscriptionPartition = "sub_";

// Whether no person can have this id.
constexpr bool is_reserved_id(std::string_view id) {
  return id.starts_with(kCalendarPartition) || id.starts_with(kSubscriptionPartition);
}

// The item, with PK = SK, that a shared thing has in its own table for as long as it is there, for
// those who follow something into its partition without being its members; nullopt if it has none.
inline std::optional<std::string> item_of_shared(std::string_view id) {
  if (!id.starts_with(kCalendarPartition)) return std::nullopt;
  return "CAL#" + std::string(id.substr(kCalendarPartition.size()));
}
// The sort key, beside that item, of a member of it.
inline std::string member_of_shared(std::string_view user_id) {
  return "MEMBER#" + std::string(user_id);
}

}  // namespace norn::apps
