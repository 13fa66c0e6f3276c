#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/transaction.h"
#include "apps/sharing/rights.h"
#include "base/error.h"
#include "store/store.h"

// What an app tells about the things that its people share: how a membership is an item of the
// app's design, which roles there are, what else happens when people come and go. Over this,
// `Members` keeps the rules, `add_routes` their HTTP face, and `Audiences` who hears of changes.
namespace norn::sharing {

using apps::Action;

// How somebody is in a thing.
struct Membership {
  std::string thing_id;
  std::string user_id;
  std::string role;  // One of the ladder.
  Rights rights;     // Those of the role, or fewer where the item of the app says so.
  std::string created_at;
  std::string updated_at;

  bool owns() const { return rights.has(Right::kOwn); }
};

// A thing and how the caller is in it.
struct Access {
  std::string name;  // Of the thing, as people call it.
  Membership membership;
};

// Who is in a thing, for a live feed.
struct Audience {
  bool thing_exists = false;
  // By user id. They are there a little longer than a thing that goes.
  std::map<std::string, Membership> members;

  std::vector<std::string> with(Right right) const;
  bool has(const std::string& user_id, Right right) const;
};

enum class Owners : uint8_t {
  kAtLeastOne,  // Any number of members may be owners; the last one stays one.
  kExactlyOne,  // The owner is part of the thing's keys: nobody becomes or ceases to be the owner
                // by a change of role. Handing over is an operation of the app.
};

// Bounds are counted before something is added, so those who add at the same moment may come to a
// little more.
struct Limits {
  size_t things_per_person = 100;
  size_t members_per_thing = 200;  // With those who are invited.
  size_t invitations_per_address = 100;
  size_t invitations_per_thing = 200;
  int64_t invitations_per_hour = 100;  // Of one person.
};

// Where the two items of an open invitation are: one found by the address, and one by the thing.
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
// The form that an app uses unless it had one before: in the table `norn`, for the thing "project"
// PK = INVITEE#project#<address>, SK = INVITED_TO#project#<id>, and the same the other way round.
InvitationItems default_invitation_items(std::string norn_table, std::string_view thing);

// What is the same for all things of an app.
struct Description {
  std::string thing;         // "calendar"; with an "s", many of them.
  std::vector<Role> ladder;  // From the least rights to the most. The last one owns.
  Owners owners = Owners::kAtLeastOne;
  Limits limits;
  InvitationItems invitations;
  // Members are listed by name; if this is set, those with more rights come first.
  bool lists_by_role = false;
  // Whether all members see the addresses of the others, or only those who manage.
  bool shows_addresses = false;
  // Whether members are told whose address is proved.
  bool shows_proof = false;
  // Who becomes an owner when the last one is gone: the member who came first. If this is set,
  // members who may only read come after all others.
  bool writers_inherit = false;

  // Nullptr for what is none of the ladder.
  const Role* role(std::string_view name) const;
  const Role& owner() const { return ladder.back(); }
};

// How much of a deleted account the app had to clear.
enum class Cleared : uint8_t { kNothing, kAll, kMore };

// The app's part. Every function may be called from any thread. Functions with `actions` add to a
// transaction; those that return an Action return a condition for one. Reads are consistent unless
// it is said otherwise. Errors are those of base/faults.h; an item that is not what the app writes
// is kCorruption.
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
  virtual Result<std::optional<Membership>> find(const std::string& thing_id,
                                                 const std::string& user_id) = 0;
  virtual Result<std::vector<Membership>> members_of(const std::string& thing_id) = 0;
  // Whether the user has reached the limit of things. May be stale.
  virtual Result<bool> is_in_most(const std::string& user_id) = 0;
  // The ids of the things that somebody is in, until `visit` returns false, which may take them out
  // of it. Behind the table, it may also name things that they are in no more, and miss others.
  using Visit = std::function<Result<bool>(const std::string& thing_id)>;
  virtual Result<void> visit_things_of(const std::string& user_id, const Visit& visit) = 0;
  // Leaves out members whose items cannot be read.
  virtual Result<Audience> audience_of(const std::string& thing_id) = 0;

  // The tag of a membership's state.
  virtual std::string etag_of(const Membership& membership) const = 0;
  // The error for a change that is based on an old state; `current` is the JSON of the present one.
  virtual std::unexpected<Error> stale(std::string current, std::string etag) const = 0;

  // Conditions: that the thing is there, and that somebody has this right in it.
  virtual Action is_there(const std::string& thing_id) const = 0;
  virtual Action still_may(const std::string& user_id, const std::string& thing_id,
                           Right right) const = 0;

  // The items of a membership: a new one; the next state of one that is as it was read; nothing
  // instead of one that is as it was read.
  virtual void add(const Membership& membership, std::vector<Action>& actions) const = 0;
  virtual void replace(const Membership& old, const Membership& next,
                       std::vector<Action>& actions) const = 0;
  virtual void remove(const Membership& old, std::vector<Action>& actions) const = 0;

  // Takes a thing out of sight, and begins to sweep what belongs to it.
  virtual void remove_thing(const std::string& thing_id, std::vector<Action>& actions) const = 0;

  // What else belongs to the transaction by which a member leaves or is removed, and what may
  // follow it; a failure of the latter is logged, and takes nothing back.
  virtual void add_to_removal(const Membership& /*old*/, std::vector<Action>& /*actions*/) const {}
  virtual Result<void> after_removal(const std::string& /*thing_id*/,
                                     const std::string& /*user_id*/) {
    return {};
  }

  // When an account is deleted. First `step_out` takes the person out of each thing: like `remove`,
  // except that what finds the thing by the person may stay. Then `clear` removes a part of what
  // they have left in it, and at last what `step_out` has left, or what is left of a membership in
  // a thing that is gone. When they are in nothing any more, `forget_former` removes a part of what
  // they left in things before; true when there may be more. All of it is repeatable.
  virtual void step_out(const Membership& old, std::vector<Action>& actions) const {
    remove(old, actions);
  }
  virtual Result<Cleared> clear(const std::string& /*thing_id*/, const std::string& /*user_id*/) {
    return Cleared::kNothing;
  }
  virtual Result<bool> forget_former(const std::string& /*user_id*/) { return false; }
};

// Helpers for designs in which a membership has an attribute `role`.
// The condition that the item of this key has a role with that right.
Action has_role_with(std::string table, store::Item member_key, const Description& description,
                     Right right);

// Helpers for designs in which a thing and its members are one partition: everything that `request`
// finds, where `kind_of` says what an item is and `membership_of` reads a member.
enum class PartKind : uint8_t { kThing, kMember, kOther };
Result<Audience> audience_in(store::Store& store, store::QueryRequest request,
                             const std::function<PartKind(store::ItemView)>& kind_of,
                             const std::function<Result<Membership>(store::ItemView)>& member_of);

// "an owner", "a member".
std::string with_article(std::string_view noun);

}  // namespace norn::sharing
