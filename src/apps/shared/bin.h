#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "apps/shared/transaction.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

// The bin: what people delete can be restored for 30 days.
//
// The transaction that deletes a thing also puts a copy of its items into the table `norn`
// (`Bin::add`), and the transaction that restores it takes the copy out again (`Bin::take`). The
// app's own table has only what is there, so that no query of a design finds what was deleted.
//
// Something large, like a calendar, loses only the item that makes it visible. The sweep that
// removes the rest begins when its time in the bin is over, or when it is deleted from the bin.
//
// A thing is in the bin of an owner: of a person, or of the shared thing that it belonged to. The
// owner is a key as quotas have it (apps/shared/meter.h): "USER#<id>", "CAL#<id>". The bytes of a
// bin count for the quota of its owner.
namespace norn::apps {

inline constexpr int64_t kBinDays = 30;
// Of an id in a bin: ids of things have up to 128 characters (item_reader.h) of up to four bytes,
// and apps put something in front of them, or a tag behind.
inline constexpr size_t kMaxBinIdBytes = 4 * 128 + 88;

// An item that was deleted.
struct BinnedItem {
  std::string table;
  store::Item item;
};

// The sweep of what a deletion leaves behind.
struct BinSweep {
  std::string kind;
  std::string subject;
  friend bool operator==(const BinSweep&, const BinSweep&) = default;
};

// What is deleted, and comes back, together.
struct Deletion {
  std::string owner;
  std::string id;               // Of the thing. A later deletion of the same id replaces this one.
  std::string kind;             // "entry": what the app restores it as.
  std::string title = {};       // For the list.
  std::string starts_at = {};   // The same: a day or a time, as the app writes it.
  std::string deleted_by = {};  // A user id; empty if it is not known.
  std::vector<BinnedItem> items = {};
  std::optional<BinSweep> sweep = {};
};

// A thing in the bin.
struct Binned {
  std::string owner;
  std::string id;
  std::string kind;
  std::string title;
  std::string starts_at;
  std::string deleted_by;
  int64_t deleted_ms = 0;
  int64_t bytes = 0;     // What it uses in the bin.
  int64_t parts = 0;     // Further items that its content takes.
  int64_t revision = 0;  // How often its content was rewritten, without people who are gone.
  std::optional<BinSweep> sweep;
  std::vector<BinnedItem> items;  // Only of `find`.

  int64_t expires_ms() const;
};

// Things, the one that was deleted last first.
struct BinPage {
  std::vector<Binned> things;
  std::string next;  // For `list`; empty at the end.
};

// Where something is in a bin.
struct InBin {
  std::string owner;
  std::string id;
};

// A page of a list that is known as a whole. `after` is the `next` of the page before. Returns
// kInvalid of "after".
Result<BinPage> page_of(std::vector<Binned> all, int64_t limit, const std::string& after);

// Knows no rights: the services check them. Safe from any thread.
class Bin {
 public:
  Bin(store::Store& store, TableNames tables, const Clock& clock, Sweeps& sweeps)
      : store_(store), tables_(std::move(tables)), clock_(clock), sweeps_(sweeps) {}

  // Adds what puts a thing into the bin to the transaction that deletes it. The items have to be as
  // that transaction finds them.
  Result<void> add(const Deletion& deletion, std::vector<Action>& actions) const;

  // Returns kNotFound if the thing is not in the bin (any more).
  Result<Binned> find(const std::string& owner, const std::string& id) const;
  // Of these, those that are in the bin, the one that was deleted last first.
  Result<std::vector<Binned>> find_all(const std::vector<InBin>& places) const;
  // Adds what takes a thing out of the bin to the transaction that restores it. A condition fails
  // if it is not there any more, or its sweep has begun.
  void take(const Binned& binned, std::vector<Action>& actions) const;

  // `after` is the `next` of the page before. Returns kInvalid of "after".
  Result<BinPage> list(const std::string& owner, int64_t limit, const std::string& after) const;

  // Deletes a thing for good; what it left behind goes at once. Returns kNotFound.
  Result<void> remove(const std::string& owner, const std::string& id) const;
  Result<void> empty(const std::string& owner) const;
  // Removes a part of the bin of an owner that is gone, and returns true if there may be more.
  Result<bool> sweep(const std::string& owner) const;
  // Removes a part of what the bins have of a deleted user, and returns true if there is more: the
  // user's own bin, and the name in the bins of others.
  Result<bool> forget(const std::string& user_id) const;

  // The item that counts the bytes of an owner's bin, and the bytes that it counts.
  static store::Item usage_key(const std::string& owner);
  static bool is_usage(store::ItemView item);
  static int64_t bytes_in(store::ItemView usage, int64_t now_ms);

 private:
  // By the day of deletion.
  using ByteChanges = std::map<int64_t, int64_t>;

  Result<std::optional<Binned>> read(const std::string& owner, const std::string& id) const;
  void name_person(const Binned& binned, const std::string& user_id,
                   std::vector<Action>& actions) const;
  Action change_usage(const std::string& owner, const ByteChanges& changes) const;
  enum class Found : uint8_t { kById, kByTime };
  void remove_items(const Binned& binned, std::vector<Action>& actions, Found found) const;
  Result<bool> empty_part(const std::string& owner) const;
  Result<void> forget_in(const std::string& owner, const std::string& user_id) const;
  Result<std::optional<Done>> try_rewrite(const Binned& listed, const std::string& user_id) const;

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  Sweeps& sweeps_;
};

}  // namespace norn::apps
