#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

// Idempotency keys: the same key with the same content creates one thing, however often a client
// sends the request. A key that comes with other content is refused (kUnprocessable). An app keeps
// that promise in one of two ways:
//
// - A record (`Idempotency`), written by the transaction that creates the thing. It takes one
// action
//   of the transaction, works for things of any design, and is kept for a day.
// - An id that follows from the key (`id_from_key`). The new thing stores the digest of its
// request;
//   a second attempt finds that the id exists, and `check_same_content` compares. It is for
//   transactions that have no action to spare: a booking of 99 nights has 100 actions, as many as a
//   transaction can have. The promise lasts as long as the thing. After it was deleted the same key
//   creates a thing with the same id, whose versions must therefore not start again with 1.
namespace norn::apps {

struct Creation {
  std::string user_id;
  std::string operation;  // "createEntry"
  std::string key;        // The Idempotency-Key of the request; empty without one.
  std::string digest;     // Of the content.
};

// Returns kUnprocessable if the thing that was created with the key of `creation` had other
// content.
Result<void> check_same_content(const Creation& creation, std::string_view digest_of_thing);

// The id of a new thing in `container_id`: the same for the same user, container and key.
std::string id_from_key(const Creation& creation, std::string_view container_id);
// A UUID (version 8, RFC 9562, 5.8) that is the same for the same text.
std::string id_from(std::string_view text);

// Records of creations.
class Idempotency {
 public:
  Idempotency(store::Store& store, TableNames tables, const Clock& clock)
      : store_(store), tables_(std::move(tables)), clock_(clock) {}

  // Returns the id of the thing that was created with that key; nullopt if there is none, or
  // without a key. Returns kUnprocessable if the key was used with other content.
  Result<std::optional<std::string>> find(const Creation& creation);
  // The action that records the creation of `id`, for the transaction that creates it; nullopt
  // without a key. If its condition fails, another request with the key was faster: `find` it.
  std::optional<store::TransactWriteRequest::Action> remember(const Creation& creation,
                                                              std::string_view id) const;

 private:
  store::Store& store_;
  TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::apps
