#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::console {

// Where the next page of a table begins, as text for the page. It is the key of an item, which may
// have a hash of a secret in it: so it is encrypted, with a key that all processes on one store
// share. Safe from any thread.
class Cursors {
 public:
  Cursors(store::Store& store, apps::TableNames tables, Ids& ids);

  // `about` is what the position belongs to. It cannot be opened about anything else.
  Result<std::string> seal(std::string_view about, store::ItemView key);
  // Returns nullopt for a text that was not sealed here.
  Result<std::optional<store::Item>> open(std::string_view about, std::string_view text);

 private:
  // Makes it if there is none.
  Result<std::string> secret_key();
  Result<std::optional<std::string>> stored_key();

  store::Store& store_;
  const apps::TableNames tables_;
  Ids& ids_;

  std::mutex mutex_;
  std::optional<std::string> key_;  // Guarded by mutex_.
};

}  // namespace norn::console
