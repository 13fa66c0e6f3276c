#pragma once

#include <string>
#include <string_view>

// The keys of what the exchange of calendar files keeps in the table `norn`. No other file knows
// them; docs/data_model.md shows them.
namespace norn::planner::keys {

// The secret address of a feed, by the digest of its secret: PK = SK.
inline std::string feed(std::string_view secret_hash) {
  return std::string("FEED#").append(secret_hash);
}
// Whose it is: PK = USER#<id>, SK = FEED.
constexpr std::string_view kFeed = "FEED";

// The import that is under way: PK = USER#<id>, SK = IMPORT.
constexpr std::string_view kImport = "IMPORT";

}  // namespace norn::planner::keys
