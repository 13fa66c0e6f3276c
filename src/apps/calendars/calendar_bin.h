#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/shared/bin.h"

// The bin of calendars. Deleted entries and events are in the bin of their calendar, which its
// writers see and its owners empty. A deleted calendar is in its own bin; its owners find it by
// their memberships, which stay while it is there.
namespace norn::calendars {

// Kinds of things in the bin.
constexpr std::string_view kBinnedEntry = "entry";
constexpr std::string_view kBinnedCalendar = "calendar";

apps::Bin bin_of(const Context& context);

// The item of a calendar that is in the bin; nullopt if it is not, or cannot be read.
Result<std::optional<store::Item>> find_in_bin(const Context& context,
                                               const std::string& calendar_id);

// The membership of an owner of a calendar that is not there. Returns kNotFound for people who were
// not in it, and kForbidden for members who are no owners.
Result<Membership> owner_of_deleted(const Context& context, const std::string& user_id,
                                    const std::string& calendar_id);

// Looks into the bin and deletes for good; Entries and Calendars restore. Errors are those of
// `authorize`, and kNotFound if something is not in the bin (any more).
class CalendarBin {
 public:
  explicit CalendarBin(Context context) : context_(std::move(context)) {}

  struct Entries {
    apps::BinPage page;
    bool may_delete = false;  // For good: whether the caller is an owner.
  };
  // For writers.
  Result<Entries> entries(const std::string& user_id, const std::string& calendar_id, int64_t limit,
                          const std::string& after);
  // Whether something in the bin of the calendar is an entry, and not an event. For writers.
  Result<bool> is_entry(const std::string& user_id, const std::string& calendar_id,
                        const std::string& id);
  // For owners: only they may take from others what could still be restored.
  Result<void> remove_entry(const std::string& user_id, const std::string& calendar_id,
                            const std::string& entry_id);
  Result<void> remove_entries(const std::string& user_id, const std::string& calendar_id);

  // The deleted calendars that the user owned. Found by an index, so one may appear a moment later.
  Result<apps::BinPage> calendars(const std::string& user_id, int64_t limit,
                                  const std::string& after);
  Result<void> remove_calendar(const std::string& user_id, const std::string& calendar_id);
  Result<void> remove_calendars(const std::string& user_id);

 private:
  Result<std::vector<apps::Binned>> all_calendars(const std::string& user_id);

  Context context_;
};

}  // namespace norn::calendars
