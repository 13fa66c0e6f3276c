#pragma once

#include <functional>
#include <map>
#include <string>

#include "apps/sharing/shared_things.h"
#include "live/feed.h"

// Who hears of changes in shared things, for the live feeds of apps.
namespace norn::sharing {

// The members of things, read once in each round of a feed. For one thread.
class Audiences {
 public:
  explicit Audiences(SharedThings& things) : things_(things) {}

  void begin_round() { known_.clear(); }
  // From the table itself, after the changes of this round were read: so it is at least as new as
  // they are. The result is valid until the next call.
  Result<const Audience*> of(const std::string& thing_id);

 private:
  static constexpr size_t kMaxCachedThings = 10'000;

  SharedThings& things_;
  std::map<std::string, Audience, std::less<>> known_;
};

// How an app tells that memberships have changed.
struct MembershipEvents {
  // For the member themselves: that the thing is theirs to see now, or that it is not.
  std::function<live::Event(bool is_in_it)> of_thing;
  // For all members: that the list has changed.
  std::function<live::Event()> of_list;
  // Whether `of_list` says all that the member has to know, too, so that they need `of_thing` only
  // when the thing itself is gone.
  bool list_tells_the_member = false;
};

// What a change of the membership of `user_id` means to whom; `is_removed`: the change is that it
// is there no more. Members are removed soon after a thing that is deleted, maybe before it was
// told that the thing is gone: then they hear of that with their own membership.
live::Events membership_events(const Audience& audience, const std::string& user_id,
                               bool is_removed, const MembershipEvents& events);
// The same for a change of an invitation, which concerns those who manage.
live::Events invitation_events(const Audience& audience, const MembershipEvents& events);

}  // namespace norn::sharing
