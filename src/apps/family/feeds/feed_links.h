#pragma once

#include "apps/accounts/person_feed.h"
#include "apps/family/access.h"
#include "apps/family/keys.h"

namespace norn::family {

// The calendar feed of a person's family trees: the birthdays, death days and weddings of all their
// trees.
inline accounts::PersonFeed feed_links_of(const Context& context) {
  return {context.store,
          context.tables,
          context.clock,
          context.ids,
          {.sk = std::string(keys::kFeed),
           .address_prefix = std::string(keys::kFeedPrefix),
           .type = "TREE_FEED"}};
}

}  // namespace norn::family
