#pragma once

#include <string>
#include <string_view>

// The keys of what people did with reminders, in the table `norn`, beside everything else that
// belongs to a person: PK = USER#<id>, SK = REMINDER#<event id>.<minutes>. No other file knows
// them.
namespace norn::planner::reminder_keys {

constexpr std::string_view kPrefix = "REMINDER#";

inline std::string person(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}
inline std::string reminder(std::string_view reminder_id) {
  return std::string(kPrefix) + std::string(reminder_id);
}

}  // namespace norn::planner::reminder_keys
