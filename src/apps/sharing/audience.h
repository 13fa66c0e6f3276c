#pragma once

#include <functional>
#include <map>
#include <string>

#include "apps/sharing/shared_things.h"
#include "live/feed.h"

// Who receives the live events of shared things.
namespace norn::sharing {

// The members of things, read once in each round of a feed. For one thread.
class Audiences {
 public:
  explicit Audiences(SharedThings& things) : things_(things) {}

  void begin_round() { known_.clear(); }
  // Reads the table after the changes of this round, so the result is at least as new as they are.
  // The result is valid until the next call.
  Result<const Audience*> of(const std::string& thing_id);

 private:
  static constexpr size_t kMaxCachedThings = 10'000;

  SharedThings& things_;
  std::map<std::string, Audience, std::less<>> known_;
};

// An app's live events for changed memberships.
struct MembershipEvents {
  // For the member: the thing became visible to them, or is no longer.
  std::function<live::Event(bool is_in_it)> of_thing;
  // For all members: the list of members changed.
  std::function<live::Event()> of_list;
  // Whether `of_list` is enough for the member too, so that they get `of_thing` only when the thing
  // itself is deleted.
  bool list_tells_the_member = false;
};

// The events of a change of the membership of `user_id`; `is_removed` if the membership was
// deleted. The members of a deleted thing are removed soon after it, possibly before the event of
// the thing was sent: then this event announces the deletion.
live::Events membership_events(const Audience& audience, const std::string& user_id,
                               bool is_removed, const MembershipEvents& events);
// The same for a change of an invitation, for members who manage the thing.
live::Events invitation_events(const Audience& audience, const MembershipEvents& events);

}  // namespace norn::sharing
