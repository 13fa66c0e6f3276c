#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/committer.h"
#include "embedded/database.h"

// Compares what the store derives from items with the items: index entries, entries of expiry,
// counters; and looks for gaps in streams. A page at a time, while the store is in use.
namespace norn::embedded {

struct StoreFault {
  std::string table;
  std::string pk;      // Of the item, as text; empty if the fault is not one of an item.
  std::string sk;      // Empty if the table has no sort key.
  std::string what;    // "The index GSI1 lacks the entry of the item."
  std::string repair;  // What a repair does, or has done; empty if there is none.
  bool is_repaired = false;
};

struct StoreCheckPage {
  uint64_t looked_at = 0;  // Items, entries and records.
  std::vector<StoreFault> faults;
  // Whether counters could not be compared, because others wrote while they were counted.
  bool has_uncounted = false;
  std::string next;  // Where the next page begins; empty at the end.
};

enum class StoreRepair : uint8_t { kNone, kWhatIsCertain };

// Looks at the page that begins at `position`: empty, or `next` of the page before. Each page
// is read in one snapshot. What looks faulty is looked at again on the committer's thread, where
// nothing changes meanwhile; that is also where it is repaired. Returns kInvalid for another
// position.
Result<StoreCheckPage> check_store_page(Database& database, Committer& committer,
                                        std::string_view position, StoreRepair repair);

}  // namespace norn::embedded
