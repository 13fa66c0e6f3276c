#include "apps/family/live_feed.h"

#include <utility>

#include "apps/family/keys.h"
#include "apps/family/people.h"
#include "apps/family/render.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::family {
namespace {

constexpr std::string_view kFeedScope = "family:read";

live::Event event_named(std::string_view name, std::vector<std::string> users) {
  return {std::string(name), "", std::move(users), std::string(kFeedScope)};
}

live::Event tree_event(const std::string& id, const TreeAccess* access,
                       std::vector<std::string> users) {
  live::Event event = event_named("tree", std::move(users));
  ObjectWriter object(event.data);
  object.text("treeId", id);
  if (access != nullptr) {
    append_json(object.key("tree"), *access);
  } else {
    object.null("tree");
  }
  object.close();
  return event;
}

live::Event member_event(const Share& share, bool is_there) {
  live::Event event = event_named("tree-member", {});
  ObjectWriter object(event.data);
  object.text("treeId", share.tree_id);
  object.text("userId", share.user_id);
  if (is_there) {
    object.text("role", to_text(share.access));
  } else {
    object.null("role");
  }
  object.close();
  return event;
}

template <typename T>
live::Event relationship_event(const T& named, const T* now, std::string_view first_name,
                               const std::string& first, std::string_view second_name,
                               const std::string& second, std::vector<std::string> users) {
  live::Event event = event_named("tree-relationship", std::move(users));
  ObjectWriter object(event.data);
  object.text("treeId", named.tree_id);
  object.text("relationshipType", std::is_same_v<T, Couple> ? "Spousal" : "ParentChild");
  object.text(first_name, first);
  object.text(second_name, second);
  if (now != nullptr) {
    append_json(object.key("relationship"), *now);
  } else {
    object.null("relationship");
  }
  object.close();
  return event;
}

// The last member of an event: how the thing is now; null if it was deleted.
template <typename T>
void write_state(ObjectWriter& object, std::string_view name, const std::optional<T>& now) {
  if (now) {
    append_json(object.key(name), *now);
  } else {
    object.null(name);
  }
  object.close();
}

}  // namespace

Result<live::Events> FamilyChanges::events_of(const store::StreamRecord& record) {
  return apps::events_of_change(apps::change_of(record),
                                [this](const Change& change) { return events_of(change); });
}

Result<std::vector<live::Events>> FamilyChanges::catch_up(
    const std::vector<store::StreamRecord>& records) {
  return apps::catch_up(context_.store, table(), records,
                        [this](const Change& change) { return events_of(change); });
}

Result<live::Events> FamilyChanges::events_of(const Change& change) {
  if (change.sk.starts_with(keys::kTreePrefix)) return of_tree(change);
  if (change.sk.starts_with(keys::kSharedPrefix)) return of_share(change);
  if (keys::child_in(change.sk)) return of_parent(change);
  if (keys::spouse_in(change.sk)) return of_couple(change);
  if (keys::fact_in(change.sk) || keys::note_in(change.sk)) return of_fact(change);
  if (keys::source_in(change.sk)) return of_source(change);
  if (!keys::person_in(change.sk).empty()) return of_person(change);
  return live::Events();
}

Result<std::vector<std::string>> FamilyChanges::readers_of(const std::string& owner_id,
                                                           const std::string& tree_id) {
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(tree_id));
  if (!audience->thing_exists || !audience->has(owner_id, Right::kOwn)) {
    return std::vector<std::string>();
  }
  return audience->with(Right::kRead);
}

Result<live::Events> FamilyChanges::of_tree(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Tree>(change.before, tree_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Tree>(change.now, tree_from));
  live::Events events;
  const Tree& named = now ? *now : *before;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(named.id));
  if (!now) {
    // It was handed over, or it is gone with its members.
    if (audience->thing_exists) return events;
    std::vector<std::string> users = before->shared_with;
    users.push_back(before->owner_id);
    events.push_back(tree_event(named.id, nullptr, std::move(users)));
    return events;
  }
  if (!audience->has(now->owner_id, Right::kOwn)) return events;
  // Each member sees their own role in it.
  for (const auto& [user_id, member] : audience->members) {
    NORN_ASSIGN(const auto share, find_share(context_, user_id, now->id));
    const auto role = role_in(*now, user_id, share);
    if (!role) continue;
    const TreeAccess access = {.tree = *now, .role = *role};
    events.push_back(tree_event(now->id, &access, {user_id}));
  }
  return events;
}

Result<live::Events> FamilyChanges::of_share(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Share>(change.before, share_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Share>(change.now, share_from));
  const Share& share = now ? *now : *before;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(share.tree_id));
  // The heir of a tree loses a share and is in it all the same.
  if (!now && audience->has(share.user_id, Right::kOwn)) return live::Events();
  const sharing::MembershipEvents events = {
      .of_thing = [&](bool /*is_in_it*/) { return tree_event(share.tree_id, nullptr, {}); },
      .of_list = [&] { return member_event(share, now.has_value()); },
      .list_tells_the_member = true};
  return sharing::membership_events(*audience, share.user_id, !now, events);
}

Result<live::Events> FamilyChanges::of_person(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Person>(change.before, person_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Person>(change.now, person_from));
  const Person& named = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(named.owner_id, named.tree_id));
  if (users.empty()) return live::Events();
  live::Event event = event_named("tree-person", std::move(users));
  ObjectWriter object(event.data);
  object.text("treeId", named.tree_id);
  object.text("personId", named.id);
  if (now) {
    const SeenPerson seen = {.person = *now, .is_living = now->is_living(today(context_))};
    append_json(object.key("person"), seen);
  } else {
    object.null("person");
  }
  object.close();
  return live::Events{std::move(event)};
}

Result<live::Events> FamilyChanges::of_parent(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<ParentChild>(change.before, parent_child_from));
  NORN_ASSIGN(const auto now, apps::read_changed<ParentChild>(change.now, parent_child_from));
  const ParentChild& named = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(named.owner_id, named.tree_id));
  if (users.empty()) return live::Events();
  return live::Events{relationship_event(named, now ? &*now : nullptr, "parentId", named.parent_id,
                                         "childId", named.child_id, std::move(users))};
}

Result<live::Events> FamilyChanges::of_couple(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Couple>(change.before, couple_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Couple>(change.now, couple_from));
  const Couple& named = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(named.owner_id, named.tree_id));
  if (users.empty()) return live::Events();
  return live::Events{relationship_event(named, now ? &*now : nullptr, "person1Id",
                                         named.person1_id, "person2Id", named.person2_id,
                                         std::move(users))};
}

Result<live::Events> FamilyChanges::of_fact(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Fact>(change.before, fact_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Fact>(change.now, fact_from));
  const Fact& named = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(named.owner_id, named.tree_id));
  if (users.empty()) return live::Events();
  live::Event event = event_named("tree-fact", std::move(users));
  ObjectWriter object(event.data);
  object.text("treeId", named.tree_id);
  object.text("personId", named.person_id);
  object.text("factId", named.id);
  write_state(object, "fact", now);
  return live::Events{std::move(event)};
}

Result<live::Events> FamilyChanges::of_source(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Source>(change.before, source_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Source>(change.now, source_from));
  const Source& named = now ? *now : *before;
  NORN_ASSIGN(auto users, readers_of(named.owner_id, named.tree_id));
  if (users.empty()) return live::Events();
  live::Event event = event_named("tree-source", std::move(users));
  ObjectWriter object(event.data);
  object.text("treeId", named.tree_id);
  object.text("sourceId", named.id);
  write_state(object, "source", now);
  return live::Events{std::move(event)};
}

}  // namespace norn::family
