#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/events/context.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/model.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

namespace norn::events {

// An event or a series that a person is invited to, as they see it: without what concerns its
// owner alone, which is tags, reminders, links and what other programs keep with it, and without
// the other guests.
struct Invitation {
  std::string owner_id;
  Thing event;
  Guest guest;  // The person.
  // Whether the person is invited as a member of what owns the event alone, and not by address.
  bool is_for_member = false;
  std::string organizer_id = {};
  std::string organizer = {};  // A name; empty if the account was deleted.

  const std::string& event_id() const;
  std::string etag() const;
};

// Where an invitation is in some days.
struct InvitedOccurrence {
  size_t invitation = 0;  // An index of Invitations::Days::invitations.
  // An index of Days::exceptions: of an occurrence that differs from its series.
  std::optional<size_t> exception = {};
  std::string id;  // Of the event or the occurrence.
  When when;
};

// The events that a person is invited to. The GUEST item finds an event, and the event decides
// whether the person is its guest. Thread-safe; errors are those of base/faults.h, and kNotFound
// for everything that the person is not invited to.
class Invitations {
 public:
  Invitations(Context context, accounts::Users& users)
      : context_(std::move(context)), users_(users) {}

  // The newest kMaxInvitations, in the order of their keys.
  Result<std::vector<Invitation>> list(const std::string& user_id);
  Result<Invitation> get(const std::string& user_id, const GuestKey& key);
  // Of the event or of all occurrences of the series. The latest answer counts.
  Result<Invitation> answer(const std::string& user_id, const GuestKey& key, Answer answer);
  // The person is no guest any more.
  Result<void> remove(const std::string& user_id, const GuestKey& key);

  // What a person is invited to in some days, without descriptions, and cancelled occurrences
  // excepted. What would take more than kMaxInvitedBytes is left out.
  struct Days {
    std::vector<Invitation> invitations;
    std::vector<InvitedOccurrence> occurrences;
    std::vector<Details> exceptions;
    size_t bytes = 0;
    // Who owns what was looked at, whether it is in these days or not.
    std::vector<std::string> owner_ids;
    // Whether it changes by itself, because something that was looked at expires.
    bool can_change_otherwise = false;

    const Details& details_of(const InvitedOccurrence& occurrence) const;
  };
  Result<Days> between(const std::string& user_id, Date from, Date to, const ical::TimeZone& zone);

 private:
  Result<std::vector<GuestKey>> keys_of(const std::string& user_id);
  // Without what `drop` takes away.
  using Drop = std::function<void(Details& details)>;
  Result<std::vector<Invitation>> read(const std::string& user_id,
                                       const std::vector<GuestKey>& keys, const Drop& drop);
  Result<void> add_organizers(std::vector<Invitation>& invitations);
  Result<void> add_occurrences(size_t place, Date from, Date to, const ical::TimeZone& zone,
                               Days& days);
  // Changes the guests of an event as they are stored, with what else is written then.
  using Edit = std::function<void(store::List& guests, std::vector<apps::Action>& actions)>;
  Result<std::optional<apps::Done>> try_change(const std::string& user_id, const GuestKey& key,
                                               const Edit& edit);

  const Context context_;
  accounts::Users& users_;
};

}  // namespace norn::events
