#include "embedded/tokens.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "embedded/meta_keys.h"
#include "store/limits.h"

namespace norn::embedded {
namespace {

constexpr int kMaxForgottenAtOnce = 1000;

std::string token_key(std::string_view token) {
  std::string key(kToken);
  key.append(token);
  return key;
}

std::string token_expiry_key(uint64_t expiry_ms, std::string_view token) {
  std::string key(kTokenExpiry);
  append_u64(key, expiry_ms);
  key.append(token);
  return key;
}

std::string digest(std::string_view fingerprint) {
  const XXH128_hash_t hash = XXH3_128bits(fingerprint.data(), fingerprint.size());
  std::string bytes;
  append_u64(bytes, hash.high64);
  append_u64(bytes, hash.low64);
  return bytes;
}

}  // namespace

Result<bool> was_done(WriteGroup& group, const std::string& token, std::string_view fingerprint) {
  NORN_ASSIGN(const auto record, group.meta(token_key(token)));
  if (!record) {
    return false;
  }
  if (record->size() < sizeof(uint64_t)) {
    return fail(ErrorCode::kCorruption, "the record of a client token has the wrong length");
  }
  if (read_u64(*record) <= static_cast<uint64_t>(group.now_ms())) {
    return false;
  }
  if (record->substr(sizeof(uint64_t)) != digest(fingerprint)) {
    return fail(ErrorCode::kIdempotentParameterMismatch,
                "The request uses the same client token as a previous, but non-identical request. "
                "Do not reuse a client token with different requests, unless the requests are "
                "identical");
  }
  return true;
}

void remember(WriteGroup& group, const std::string& token, std::string_view fingerprint) {
  const auto expiry_ms = static_cast<uint64_t>(group.now_ms() + store::kClientTokenMs);
  std::string record;
  append_u64(record, expiry_ms);
  record.append(digest(fingerprint));
  group.put_meta(token_key(token), std::move(record));
  group.put_meta(token_expiry_key(expiry_ms, token), "");
}

Result<bool> forget_old_tokens(WriteGroup& group) {
  Database& database = group.database();
  std::string end(kTokenExpiry);
  append_u64(end, static_cast<uint64_t>(group.now_ms()) + 1);
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> old(database.rocks().NewIterator(read, database.meta()));
  int forgotten = 0;
  for (old->Seek(rocksdb::Slice(kTokenExpiry.data(), kTokenExpiry.size()));
       old->Valid() && forgotten < kMaxForgottenAtOnce; old->Next(), ++forgotten) {
    const std::string key = old->key().ToString();
    const std::string token = key.substr(kTokenExpiry.size() + sizeof(uint64_t));
    group.remove_meta(key);
    // The token may have been used again after it was over: then its record is younger.
    NORN_ASSIGN(const auto record, group.meta(token_key(token)));
    if (record && read_u64(*record) <= static_cast<uint64_t>(group.now_ms())) {
      group.remove_meta(token_key(token));
    }
  }
  if (!old->status().ok()) {
    return std::unexpected(error_of(old->status()));
  }
  return forgotten == kMaxForgottenAtOnce;
}

}  // namespace norn::embedded
