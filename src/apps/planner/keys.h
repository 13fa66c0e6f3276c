#pragma once

#include <string>
#include <string_view>

#include "apps/events/keys.h"

// The keys of the items that the planner keeps in the table `norn` beside those of the engine, with
// PK = USER#<id> unless another one is named here. No other file knows them; docs/data_model.md
// shows them.
namespace norn::planner::keys {

using namespace events::keys;

// The secret address of the calendar feed, by the digest of its secret: PK = SK; and the item that
// leads to it from its person.
inline std::string feed(std::string_view secret_hash) {
  return joined("FEED#", secret_hash);
}
constexpr std::string_view kFeed = "FEED";

}  // namespace norn::planner::keys
