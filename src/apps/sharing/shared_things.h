#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/shared/transaction.h"
#include "apps/sharing/rights.h"
#include "base/error.h"
#include "store/store.h"

// The app's side of sharing: how its design stores a membership, its ladder of roles, and what else
// happens when people join and leave. On top of it, `Members` implements the rules, `add_routes`
// the HTTP routes, and `Audiences` the recipients of live events.
namespace norn::sharing {

using apps::Action;

// A person's membership of a thing.
struct Membership {
  std::string thing_id;
  std::string user_id;
  std::string role;  // One of the ladder.
  Rights rights;     // Those of the role, or fewer if the app's item limits them.
  std::string created_at;
  std::string updated_at;

  bool owns() const { return rights.has(Right::kOwn); }
};

// A thing and the caller's membership of it.
struct Access {
  std::string name;  // The thing's name.
  Membership membership;
};

// A change of who is in a thing, and as what.
struct MemberChange {
  std::string thing_id;
  std::string actor_id;                   // Who makes it: the member, or somebody who manages.
  std::optional<Membership> before = {};  // Nullopt for a person who joins.
  std::optional<Membership> after = {};   // Nullopt for a person who leaves.
};

// The members of a thing, for a live feed.
struct Audience {
  bool thing_exists = false;
  // By user id. Members outlive a deleted thing by a moment.
  std::map<std::string, Membership> members;

  std::vector<std::string> with(Right right) const;
  bool has(const std::string& user_id, Right right) const;
};

enum class Owners : uint8_t {
  kAtLeastOne,  // Any number of members may be owners; the last one cannot step down.
  kExactlyOne,  // The owner is part of the thing's keys, so no change of role changes the owner.
                // Handing over is an operation of the app.
};

// Checked before an item is added; concurrent additions may overshoot a little.
struct Limits {
  size_t things_per_person = 100;
  size_t members_per_thing = 200;  // Invitations included.
  size_t invitations_per_address = 100;
  size_t invitations_per_thing = 200;
  int64_t invitations_per_hour = 100;  // By one person.
};

// The keys of the two items of an open invitation: one under the address, one under the thing.
//   PK = <invitee><address>, SK = <thing><id>      PK = <thing><id>, SK = <invited><address>
// Both have the attributes entityType, <thing>Id, email, role, invitedBy and createdAt.
struct InvitationItems {
  std::string table;
  std::string entity_type;      // "INVITATION"
  std::string thing_attribute;  // "placeId"
  std::string thing_prefix;     // "PLACE#"
  std::string invitee_prefix;   // "INVITEE#"
  std::string invited_prefix;   // "INVITED#"
};
// The form for new apps: in the table `norn`, for the thing "project"
// PK = INVITEE#project#<address>, SK = INVITED_TO#project#<id>, and the same the other way round.
InvitationItems default_invitation_items(std::string norn_table, std::string_view thing);

// The properties that all things of an app share.
struct Description {
  std::string thing;         // "calendar"; with an "s", many of them.
  std::vector<Role> ladder;  // From the least rights to the most. The last one owns.
  Owners owners = Owners::kAtLeastOne;
  Limits limits;
  InvitationItems invitations;
  // Lists members with more rights first; otherwise by name.
  bool lists_by_role = false;
  // Whether all members see the e-mail addresses of others, or only managers.
  bool shows_addresses = false;
  // Whether members see whose address is proved.
  bool shows_proof = false;
  // The rights that an item can take away from its role, and their names. Members are shown with
  // those that they have, as `permissions`; empty if the app has no such limits.
  std::vector<std::pair<Right, std::string>> limitable;
  // When the last owner's account is deleted, the earliest member becomes an owner. If this is set,
  // members who may only read come after all others.
  bool writers_inherit = false;

  // Nullptr for an unknown role.
  const Role* role(std::string_view name) const;
  const Role& owner() const { return ladder.back(); }
};

// How much of a deleted account the app cleared.
enum class Cleared : uint8_t { kNothing, kAll, kMore };

// Implemented by each app. Thread-safe. Functions with `actions` append to a transaction; those
// that return an Action return a condition for one. Reads are consistent unless noted. Errors are
// those of base/faults.h; an unreadable item is kUnreadable.
class SharedThings {
 public:
  virtual ~SharedThings() = default;

  // The same object every time, which lives as long as this one.
  virtual const Description& description() const = 0;

  // THE access check: kNotFound if the user is not a member or the thing does not exist, kForbidden
  // if the member lacks the right.
  virtual Result<Access> authorize(const std::string& user_id, const std::string& thing_id,
                                   Right needed) = 0;
  virtual Result<bool> exists(const std::string& thing_id) = 0;
  // Whether a thing that does not exist is in the bin, from which it would come back with its
  // members.
  virtual Result<bool> is_in_bin(const std::string& /*thing_id*/) { return false; }
  virtual Result<std::optional<Membership>> find(const std::string& thing_id,
                                                 const std::string& user_id) = 0;
  // Leaves out members whose items cannot be read.
  virtual Result<std::vector<Membership>> members_of(const std::string& thing_id) = 0;
  // Whether the thing has another member. Judged by the keys alone, so that a member whose item
  // cannot be read counts.
  virtual Result<bool> has_members_besides(const std::string& user_id,
                                           const std::string& thing_id) = 0;
  // Whether the user has reached the limit of things per person. May be stale.
  virtual Result<bool> is_in_most(const std::string& user_id) = 0;
  // Visits the ids of a person's things until `visit` returns false. `visit` may remove the
  // membership. Reads an index, which may lag: it may name former things and miss new ones.
  using Visit = std::function<Result<bool>(const std::string& thing_id)>;
  virtual Result<void> visit_things_of(const std::string& user_id, const Visit& visit) = 0;
  // Leaves out members whose items cannot be read.
  virtual Result<Audience> audience_of(const std::string& thing_id) = 0;

  // The ETag of a membership.
  virtual std::string etag_of(const Membership& membership) const = 0;
  // The error for a change based on an old state; `current` is the present state as JSON.
  virtual std::unexpected<Error> stale(std::string current, std::string etag) const = 0;

  // Conditions: the thing exists; the user has this right.
  virtual Result<Action> is_there(const std::string& thing_id) const = 0;
  virtual Result<Action> still_may(const std::string& user_id, const std::string& thing_id,
                                   Right right) const = 0;

  // Write the items of a membership: add a new one; replace or remove one on the condition that it
  // is as it was read.
  virtual Result<void> add(const Membership& membership, std::vector<Action>& actions) const = 0;
  virtual Result<void> replace(const Membership& old, const Membership& next,
                               std::vector<Action>& actions) const = 0;
  virtual Result<void> remove(const Membership& old, std::vector<Action>& actions) const = 0;

  // Further actions of the transaction that makes a change, such as a log of it.
  virtual void record(const MemberChange& /*change*/, std::vector<Action>& /*actions*/) const {}
  // The condition that the thing exists, for a transaction after which `former` does not own it
  // any more and `owner` does. An app whose things name an owner changes that name with it.
  virtual Result<Action> is_there_without(const std::string& thing_id,
                                          const std::string& /*former*/,
                                          const std::string& /*owner*/) const {
    return is_there(thing_id);
  }

  // Of an app whose things have exactly one owner, when the owner's account is deleted. The
  // condition that the owner is alone in the thing; whether a member can become its owner; and what
  // begins to hand the thing over to them, which `clear` of the former owner finishes.
  virtual Result<Action> is_unshared(const std::string& thing_id) const {
    return is_there(thing_id);
  }
  virtual Result<bool> can_inherit(const std::string& /*thing_id*/,
                                   const std::string& /*user_id*/) const {
    return true;
  }
  virtual Result<void> hand_over(const std::string& /*thing_id*/, const std::string& /*heir_id*/,
                                 std::vector<Action>& /*actions*/) const {
    return {};
  }

  // Makes a thing invisible and begins the sweep of its content.
  virtual Result<void> remove_thing(const std::string& thing_id,
                                    std::vector<Action>& actions) const = 0;

  // Further actions of the transaction that removes a member, and what follows it. A failure of
  // `after_removal` is logged and reverts nothing.
  virtual void add_to_removal(const Membership& /*old*/, std::vector<Action>& /*actions*/) const {}
  virtual Result<void> after_removal(const std::string& /*thing_id*/,
                                     const std::string& /*user_id*/) {
    return {};
  }

  // When an account is deleted, `step_out` first removes the person from each thing. Unlike
  // `remove`, it may keep the item that leads from the person to the thing. Then `clear` removes a
  // part of what the person left in the thing, and finally what `step_out` kept, or the remains of
  // a membership of a deleted thing. At the end `forget_former` removes a part of what the person
  // left in former things, and returns whether there may be more. All three are idempotent.
  virtual Result<void> step_out(const Membership& old, std::vector<Action>& actions) const {
    return remove(old, actions);
  }
  virtual Result<Cleared> clear(const std::string& /*thing_id*/, const std::string& /*user_id*/) {
    return Cleared::kNothing;
  }
  virtual Result<bool> forget_former(const std::string& /*user_id*/) { return false; }
};

}  // namespace norn::sharing
