#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/meter.h"
#include "apps/shared/quota_kinds.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

// Quotas: how much of each kind a person may have, and of entries a calendar. The readers of the
// tables count what there is (a USAGE item of the table `norn` for each table and owner); services
// ask before they write. Nothing is reserved, so writes under way may overshoot.
//
// The bytes of a shared thing count for each of its owners, and there is room in it while one of
// them has room. What is in the bin (apps/shared/bin.h) counts by its bytes, and as nothing else.
namespace norn::quotas {

struct Quota {
  std::string_view kind;
  // Nullopt for what counts in each calendar (entries) or place (stays).
  std::optional<int64_t> used;
  int64_t allowed = 0;
  bool is_own = false;  // Whether it was set for this person.
};

// Thread-safe.
class Quotas {
 public:
  Quotas(store::Store& store, apps::TableNames tables, const Clock& clock);
  ~Quotas();

  // Before the readers start. The meter has to outlive them.
  void add(const apps::Meter& meter, apps::TableReaders& readers);

  // Return kForbidden with the code "quotaReached" if the person has, or would have, too much.
  // For `more` new things of a kind.
  Result<void> check_new(const std::string& user_id, std::string_view kind, int64_t more = 1);
  // How many more things of a kind the person may have.
  Result<int64_t> room(const std::string& user_id, std::string_view kind);
  // For a change that may need more bytes. How many is mostly not known before, so there has to be
  // room for one.
  Result<void> check_change(const std::string& user_id, int64_t more_bytes = 1);
  // The same for what counts for a shared thing, by its key: "CAL#<id>".
  Result<void> check_new_in(const std::string& thing, std::string_view kind, int64_t more = 1);
  Result<void> check_change_in(const std::string& thing, int64_t more_bytes = 1);
  Result<int64_t> room_in(const std::string& thing, std::string_view kind);
  // For a thing that comes back from the bin, whose bytes are counted already. The count of things
  // may still have it, so that one more than allowed may come back.
  Result<void> check_restored(const std::string& user_id, std::string_view kind);
  Result<void> check_restored_in(const std::string& thing, std::string_view kind);
  // For a new stay. `count` returns the person's stays ahead in its place. It is called only for
  // people with as many stays in all places, past ones included, as they may have ahead in one.
  Result<void> check_new_stay(const std::string& user_id,
                              const std::function<Result<int64_t>()>& count);

  // Returns the quotas of all kinds, or kNotFound if there is no such person.
  Result<std::vector<Quota>> of(const std::string& user_id);
  // Sets quotas of one person; nullopt restores that of the server. Returns kNotFound
  // if there is no such person, and kInvalid for a kind that does not count for people.
  Result<void> change(const std::string& user_id, const apps::QuotaChange& change);

 private:
  class TableCounter;

  // What is known of an owner, for a moment.
  struct Known {
    int64_t read_ms = 0;
    bool has_account = false;
    apps::QuotaAmounts used;
    apps::QuotaAmounts own;           // Set for this person.
    apps::QuotaAmounts allowed;       // Of all kinds.
    std::vector<std::string> owners;  // The people who own this thing.
  };
  Result<Known> read(const std::string& owner);
  // May be a few seconds old.
  Result<Known> known(const std::string& owner);

  static Result<void> check_kind(const Known& known, std::string_view kind, int64_t more);
  static Result<void> check_bytes(const Known& known, int64_t more = 1);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  std::vector<std::unique_ptr<TableCounter>> counters_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, Known> known_;  // By owner.
};

}  // namespace norn::quotas
