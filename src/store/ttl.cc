#include "store/ttl.h"

#include "store/limits.h"

namespace norn::store {

std::optional<int64_t> expiry_s(ItemView item, std::string_view ttl_attribute) {
  const std::optional<AttributeView> attribute = item.find(ttl_attribute);
  if (!attribute || attribute->type() != Type::kNumber) {
    return std::nullopt;
  }
  const Value value = attribute->value();
  int64_t seconds = 0;
  if (!value.as<Number>().to_int64(seconds) || seconds < 0) {
    return std::nullopt;
  }
  return seconds;
}

bool is_expired(int64_t expiry_s, int64_t now_s) {
  return expiry_s < now_s && now_s - expiry_s <= kTtlIgnoredAfterS;
}

}  // namespace norn::store
