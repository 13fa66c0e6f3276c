#include "apps/shared/idempotency.h"

#include <fmt/format.h>

#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/sha256.h"
#include "base/time_text.h"

namespace norn::apps {

namespace {

constexpr int64_t kRememberedS = int64_t{24} * 60 * 60;

// Hashed, because a client may choose any text.
std::string key_text(const Creation& creation) {
  return "IDEMPOTENCY#" + creation.user_id + "#" + creation.operation + "#" +
         sha256_hex(creation.key);
}

}  // namespace

Result<void> check_same_content(const Creation& creation, std::string_view digest_of_thing) {
  if (digest_of_thing == creation.digest) return {};
  return fault(ErrorCode::kUnprocessable, kIdempotencyKeyUsed);
}

std::string id_from_key(const Creation& creation, std::string_view container_id) {
  return id_from(fmt::format("{}#{}#{}", container_id, creation.user_id, creation.key));
}

std::string id_from(std::string_view text) {
  const std::string hex = sha256_hex(text);
  const std::string_view view = hex;
  return fmt::format("{}-{}-8{}-8{}-{}", view.substr(0, 8), view.substr(8, 4), view.substr(12, 3),
                     view.substr(15, 3), view.substr(18, 12));
}

Result<std::optional<std::string>> Idempotency::find(const Creation& creation) {
  if (creation.key.empty()) return std::nullopt;
  const std::string key = key_text(creation);
  store::GetRequest get;
  get.table = tables_.norn();
  get.key = key_of(key, key);
  get.consistent = true;
  NORN_ASSIGN(const store::GetResult found, store_.get(get));
  if (!found.item || integer_of(*found.item, "ttl") <= clock_.now_s()) return std::nullopt;
  NORN_TRY(check_same_content(creation, text_of(*found.item, "digest")));
  return text_of(*found.item, "resultId");
}

std::optional<store::TransactWriteRequest::Action> Idempotency::remember(
    const Creation& creation, std::string_view id) const {
  if (creation.key.empty()) return std::nullopt;
  const std::string key = key_text(creation);
  const int64_t now_ms = clock_.now_ms();
  const int64_t now_s = clock_.now_s();
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map({{"PK", key},
                                    {"SK", key},
                                    {"entityType", "IDEMPOTENCY"},
                                    {"userId", creation.user_id},
                                    {"operation", creation.operation},
                                    {"digest", creation.digest},
                                    {"resultId", id},
                                    {"createdAt", timestamp_ms(now_ms)},
                                    {"ttl", store::Value::number(now_s + kRememberedS)}});
  // An expired record may still be there: TTL deletes late.
  put.condition = "attribute_not_exists(PK) OR #ttl <= :now";
  put.placeholders.names.emplace("#ttl", "ttl");
  put.placeholders.values.emplace(":now", store::Value::number(now_s));
  return put;
}

}  // namespace norn::apps
