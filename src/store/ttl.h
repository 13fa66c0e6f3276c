#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/item.h"

namespace norn::store {

// When `item` expires (seconds since 1970): the value of its TTL attribute, when that is a number
// in a range that can be a time. Otherwise the item lives on.
std::optional<int64_t> expiry_s(ItemView item, std::string_view ttl_attribute);

// Whether an item with this expiry is to be deleted now: it has passed, but not more than five
// years ago (DynamoDB's protection against nonsense).
bool is_expired(int64_t expiry_s, int64_t now_s);

}  // namespace norn::store
