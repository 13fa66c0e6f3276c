#pragma once

#include <string>
#include <string_view>

// The keys of the table `ProductivityData`. No other file knows them.
namespace norn::planner::keys {

inline std::string user(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}
inline std::string user_meta(std::string_view user_id) {
  return "USER_META#" + std::string(user_id);
}

}  // namespace norn::planner::keys
