#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/owner.h"
#include "base/error.h"
#include "store/item.h"

// What a partition of events has beside them: the item USER_META of the design.
namespace norn::events {

struct OwnerMeta {
  std::string default_tzid = "UTC";
  std::vector<int64_t> default_reminder_minutes = {15};  // Sorted.
  int64_t longest_event_minutes = 0;
  bool exists = true;  // The partition of a shared thing gets its item with its first event.
};

// `stats` of a partition without events.
store::Map no_statistics();
// The item of a new partition, without `preferences`.
store::Map new_owner_meta(const std::string& owner_id, const std::string& tzid,
                          const std::string& now);

// Members that are missing or invalid in the item get their defaults.
OwnerMeta owner_meta_from(store::ItemView item);
// The zone in which a person is; UTC if it is not known.
Result<std::string> zone_of_person(const Context& context, const std::string& user_id);
// Returns kNotFound if there is no such person. A shared thing without events has the zone of the
// acting person.
Result<OwnerMeta> read_owner_meta(const Context& context, const Owner& owner);

// Returns kInvalid of `field` if there are too many, one is out of range, or one is there twice.
Result<void> check_default_reminders(std::string_view field, std::vector<int64_t> minutes);

// The action that raises longestEventMinutes, for a transaction that writes an event of this
// duration: views look back that far. It creates the item if there is none. Nullopt if it is there
// and high enough.
std::optional<store::TransactWriteRequest::Action> raise_longest(const Context& context,
                                                                 const Owner& owner,
                                                                 const OwnerMeta& meta,
                                                                 int64_t minutes);

}  // namespace norn::events
