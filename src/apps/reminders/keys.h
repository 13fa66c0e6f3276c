#pragma once

#include <string>
#include <string_view>

// The keys of what is kept about reminders in the table `norn`, with PK = USER#<id>. No other file
// knows them; docs/data_model.md shows them.
namespace norn::reminders::keys {

// When a person wants to be reminded.
inline constexpr std::string_view kSettings = "REMINDERS";
// What a person did with a reminder.
inline constexpr std::string_view kAnswers = "REMINDER#";
inline std::string answer(std::string_view reminder_id) {
  return std::string(kAnswers).append(reminder_id);
}

}  // namespace norn::reminders::keys
