#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::apps {

// What a client calls a creation: the same key with the same content makes one thing, however often
// it is sent.
struct Creation {
  std::string user_id;
  std::string operation;  // "createEntry"
  std::string key;        // As the client said it; empty: it did not.
  std::string digest;     // Of the content.
};

// Remembers creations for a day, in the transaction that does them.
class Idempotency {
 public:
  Idempotency(store::Store& store, TableNames tables, const Clock& clock)
      : store_(store), tables_(std::move(tables)), clock_(clock) {}

  // The id of what was made under that key; nullopt when nothing was, or there is no key.
  // kUnprocessable when the key was used with other content.
  Result<std::optional<std::string>> find(const Creation& creation);
  // The action that remembers it, to be put into the transaction that makes `id`; nullopt without a
  // key. When its condition fails, somebody else was quicker: `find` it.
  std::optional<store::TransactWriteRequest::Action> remember(const Creation& creation,
                                                              std::string_view id) const;

 private:
  store::Store& store_;
  TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::apps
