#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/users/users.h"
#include "apps/calendars/access.h"
#include "apps/events/context.h"
#include "apps/events/exchange/export.h"

namespace norn::calendars {

// Calendar feeds: the secret addresses at which other programs read calendars as one of their
// members sees them. A person has at most one address for each calendar, and one for several
// calendars that they choose. What a feed shows is decided whenever it is read: a calendar that the
// person may no longer see is in none.
class CalendarFeeds final : public accounts::UserHook {
 public:
  explicit CalendarFeeds(const Context& context)
      : context_(context),
        events_(events::context_of(context)),
        addresses_(context_.store, context_.tables, context_.clock, context_.ids) {}

  using State = accounts::FeedAddresses::State;
  // Of one calendar, for all members. Return kNotFound if the user is none. An address ends with
  // the membership, and stays invalid if the person joins again.
  Result<std::optional<State>> state(const std::string& user_id, const std::string& calendar_id);
  // Returns a new secret. The previous one becomes invalid at once. `session_epoch` is that of the
  // caller.
  Result<std::string> create(const std::string& user_id, const std::string& calendar_id,
                             const std::optional<int64_t>& session_epoch = {});
  Result<void> revoke(const std::string& user_id, const std::string& calendar_id);

  // Of several calendars. One that the person has left is chosen no more, even if they join again.
  struct Several {
    State state;
    std::vector<std::string> calendar_ids;  // Those that the person may see now.
  };
  Result<std::optional<Several>> several(const std::string& user_id);
  // Returns kInvalid of "calendarIds" if there are none, and kNotFound if the user may not see one.
  Result<std::string> create_several(const std::string& user_id,
                                     std::vector<std::string> calendar_ids,
                                     const std::optional<int64_t>& session_epoch = {});
  // Chooses other calendars, and keeps the address. Returns kNotFound if there is none.
  Result<Several> choose(const std::string& user_id, std::vector<std::string> calendar_ids);
  Result<void> revoke_several(const std::string& user_id);

  // The file at an address of one calendar, and of several; nullopt if the secret is not valid. The
  // feeds must outlive the file.
  Result<std::optional<events::CalendarExport>> read(const std::string& secret);
  Result<std::optional<events::CalendarExport>> read_several(const std::string& secret);

  // Removes the addresses of a deleted account, which may be too many for the transaction that
  // deletes it. They are invalid from then on.
  Result<bool> forget(const std::string& user_id) override;
  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;

 private:
  // The addresses of a person.
  Result<std::vector<accounts::FeedLink>> links_of(const std::string& user_id);
  Result<std::vector<std::string>> checked_choice(const std::string& user_id,
                                                  std::vector<std::string> calendar_ids);
  // Leaves out those that the user may not see (any more).
  Result<std::vector<Access>> visible(const std::string& user_id,
                                      const std::vector<std::string>& calendar_ids);
  // Those that were chosen in the link, in memberships that are as old as the choice.
  Result<std::vector<Access>> chosen(const std::string& user_id, store::ItemView link);
  Result<events::CalendarExport> file_of(const std::vector<Access>& calendars,
                                         std::string name) const;

  const Context context_;
  const events::Context events_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::calendars
