#include "apps/sharing/audience.h"

#include <algorithm>
#include <utility>

namespace norn::sharing {
namespace {

live::Event for_users(live::Event event, std::vector<std::string> users) {
  event.users = std::move(users);
  return event;
}

}  // namespace

Result<const Audience*> Audiences::of(const std::string& thing_id) {
  const auto known = known_.find(thing_id);
  if (known != known_.end()) return &known->second;
  NORN_ASSIGN(Audience audience, things_.audience_of(thing_id));
  if (known_.size() >= kMaxCachedThings) known_.clear();
  return &known_.emplace(thing_id, std::move(audience)).first->second;
}

live::Events membership_events(const Audience& audience, const std::string& user_id,
                               bool is_removed, const MembershipEvents& events) {
  live::Events told;
  const bool went_with_thing = is_removed && !audience.thing_exists;
  if (!events.list_tells_the_member || went_with_thing) {
    const bool is_in_it = audience.thing_exists && audience.has(user_id, Right::kRead);
    told.push_back(for_users(events.of_thing(is_in_it), {user_id}));
  }
  std::vector<std::string> users;
  if (audience.thing_exists) users = audience.with(Right::kRead);
  const bool hears_list = std::ranges::find(users, user_id) != users.end();
  if (events.list_tells_the_member && !hears_list) users.push_back(user_id);
  if (!users.empty()) told.push_back(for_users(events.of_list(), std::move(users)));
  return told;
}

live::Events invitation_events(const Audience& audience, const MembershipEvents& events) {
  if (!audience.thing_exists) return {};
  return {for_users(events.of_list(), audience.with(Right::kManage))};
}

}  // namespace norn::sharing
