#include "apps/family/facts.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "base/faults.h"

namespace norn::family {
namespace {

// The facts and notes of a person, from the table.
Result<std::vector<Fact>> facts_of(const Context& context, const Tree& tree,
                                   const std::string& person_id) {
  std::vector<Fact> facts;
  for (const std::string& prefix : {keys::fact(person_id, ""), keys::note(person_id, "")}) {
    store::QueryRequest request;
    request.table = context.tables.family();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", keys::user(tree.owner_id)}, {":prefix", prefix}};
    request.consistent = true;
    NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
      auto fact = fact_from(item);
      if (fact && fact->tree_id == tree.id && facts.size() < 2 * kMaxFactsPerPerson) {
        facts.push_back(*std::move(fact));
      }
      return {};
    }));
  }
  return facts;
}

Result<store::Item> find_fact(const Context& context, const Tree& tree,
                              const std::string& person_id, const std::string& fact_id) {
  if (apps::is_id(fact_id)) {
    for (const std::string& key :
         {keys::fact(person_id, fact_id), keys::note(person_id, fact_id)}) {
      NORN_ASSIGN(auto item, find_item(context, apps::key_of(keys::user(tree.owner_id), key)));
      if (item && apps::text_of(*item, "TreeId") == tree.id) return *std::move(item);
    }
  }
  return not_found(kFactNotFound);
}

Result<store::Item> find_source(const Context& context, const Tree& tree,
                                const std::string& source_id) {
  if (!apps::is_id(source_id)) return not_found(kSourceNotFound);
  NORN_ASSIGN(auto item, find_item(context, apps::key_of(keys::user(tree.owner_id),
                                                         keys::source(tree.id, source_id))));
  if (!item) return not_found(kSourceNotFound);
  return *std::move(item);
}

void set_input(Fact& fact, const FactInput& input) {
  fact.kind = input.kind;
  fact.date = input.date;
  fact.place = input.place;
  fact.value = input.value;
  fact.notes = input.notes;
  fact.citations = input.citations;
}

void set_input(Source& source, const SourceInput& input) {
  source.title = input.title;
  source.author = input.author;
  source.publication = input.publication;
  source.url = input.url;
  source.notes = input.notes;
}

template <typename T>
void begin_history(const Context& context, const TreeAccess& access, const std::string& user_id,
                   T& thing) {
  thing.id = context.ids.uuid();
  thing.tree_id = access.tree.id;
  thing.owner_id = access.tree.owner_id;
  thing.created_at = thing.updated_at = now_text(context);
  thing.created_by = thing.updated_by = user_id;
}

template <typename T>
std::unexpected<Error> stale_detail(std::string_view what, const T& thing) {
  std::string current;
  append_json(current, thing);
  return stale(what, std::move(current), thing.etag);
}

Action person_stays(const Context& context, const Tree& tree, const std::string& person_id) {
  store::ConditionCheck check;
  check.table = context.tables.family();
  check.key = person_key(tree.owner_id, person_id);
  check.condition = "attribute_exists(PK)";
  return check;
}

// Adds a new fact or source, and remembers its creation.
template <typename T>
Result<std::optional<T>> write_new(const Context& context, const TreeAccess& access, const T& thing,
                                   const apps::Creation& creation, TreeChange change,
                                   Result<T> (*from)(store::ItemView)) {
  NORN_TRY(context.quotas.check_change_in(keys::tree(access.tree.id)));
  const store::Item item = to_item(thing);
  change.add(put_new(context, item));
  if (auto remembered = context.idempotency.remember(creation, thing.id)) {
    change.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return from(item);
}

Result<std::optional<Fact>> try_create_fact(const Context& context, const std::string& user_id,
                                            const std::string& tree_id,
                                            const std::string& person_id, const FactInput& input,
                                            const apps::Creation& creation) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_TRY(find_person(context, access.tree, person_id));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(const auto item, find_fact(context, access.tree, person_id, *made));
    return fact_from(item);
  }
  NORN_ASSIGN(const auto facts, facts_of(context, access.tree, person_id));
  if (facts.size() >= kMaxFactsPerPerson) return conflict(kTooManyFacts(kMaxFactsPerPerson));
  NORN_TRY(check_citations(context, access.tree, "citations", input.citations, {}));
  Fact fact;
  begin_history(context, access, user_id, fact);
  fact.person_id = person_id;
  set_input(fact, input);
  TreeChange change(context, access, user_id);
  change.add(person_stays(context, access.tree, person_id));
  return write_new(context, access, fact, creation, std::move(change), fact_from);
}

Result<std::optional<Fact>> try_change_fact(const Context& context, const std::string& user_id,
                                            const std::string& tree_id,
                                            const std::string& person_id,
                                            const std::string& fact_id, const FactInput& input,
                                            const std::string& etag) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto item, find_fact(context, access.tree, person_id, fact_id));
  NORN_ASSIGN(Fact now, fact_from(item));
  if (now.etag != etag) return stale_detail("fact", now);
  if (now.is_note() != (input.kind == kNoteKind)) return conflict("kind", kNoteStaysNote);
  NORN_TRY(check_citations(context, access.tree, "citations", input.citations, now.citations));
  Fact next = now;
  set_input(next, input);
  if (next == now) return now;
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit whole = edit(context, item, to_item(next), fact_attributes());
  TreeChange change(context, access, user_id);
  change.add(std::move(whole.action));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(now, fact_from(whole.item));
  return now;
}

Result<std::optional<Source>> try_create_source(const Context& context, const std::string& user_id,
                                                const std::string& tree_id,
                                                const SourceInput& input,
                                                const apps::Creation& creation) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(const auto item, find_source(context, access.tree, *made));
    return source_from(item);
  }
  Source source;
  begin_history(context, access, user_id, source);
  set_input(source, input);
  return write_new(context, access, source, creation, TreeChange(context, access, user_id),
                   source_from);
}

Result<std::optional<Source>> try_change_source(const Context& context, const std::string& user_id,
                                                const std::string& tree_id,
                                                const std::string& source_id,
                                                const SourceInput& input, const std::string& etag) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const auto item, find_source(context, access.tree, source_id));
  NORN_ASSIGN(Source now, source_from(item));
  if (now.etag != etag) return stale_detail("source", now);
  Source next = now;
  set_input(next, input);
  if (next == now) return now;
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit whole = edit(context, item, to_item(next), source_attributes());
  TreeChange change(context, access, user_id);
  change.add(std::move(whole.action));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(now, source_from(whole.item));
  return now;
}

// Removes the item of a fact or source if it has this tag.
template <typename T>
Result<std::optional<Done>> remove_detail(const Context& context, const TreeAccess& access,
                                          const std::string& user_id, const store::Item& item,
                                          const Result<T>& now, std::string_view what,
                                          const std::string& etag) {
  if (!now) return std::unexpected(now.error());
  if (now->etag != etag) return stale_detail(what, *now);
  TreeChange change(context, access, user_id);
  change.add(remove_unchanged(context, item));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

Result<void> check_citations(const Context& context, const Tree& tree, std::string_view field,
                             const std::vector<Citation>& citations,
                             const std::vector<Citation>& before) {
  std::set<std::string> known;
  for (const Citation& one : before) known.insert(one.source_id);
  for (const Citation& one : citations) {
    if (known.contains(one.source_id)) continue;
    const auto found = find_source(context, tree, one.source_id);
    if (found) continue;
    if (found.error().code != ErrorCode::kNotFound) return std::unexpected(found.error());
    return conflict(field, kSourceNotFound);
  }
  return {};
}

Result<void> check_cited_bytes(size_t bytes, size_t before) {
  // After a merge it may be more.
  if (bytes <= kMaxCitedBytes || bytes <= before) return {};
  return conflict(kCitedTooMuch(kMaxCitedBytes));
}

Result<std::vector<Fact>> Facts::list(const std::string& user_id, const std::string& tree_id,
                                      const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(const Person person, find_person(context_, access.tree, person_id));
  if (access.is_stranger() && person.is_living(today(context_))) return std::vector<Fact>();
  NORN_ASSIGN(auto facts, facts_of(context_, access.tree, person_id));
  std::ranges::sort(facts, {}, [](const Fact& fact) {
    const Bounds bounds = bounds_of(fact.date);
    const auto when = bounds.earliest ? bounds.earliest : bounds.latest;
    return std::tuple(fact.is_note(), !when, when.value_or(Date()), fact.created_at, fact.id);
  });
  if (access.is_stranger()) {
    for (Fact& fact : facts) {
      fact.created_by.reset();
      fact.updated_by.reset();
    }
  }
  return facts;
}

Result<Fact> Facts::create(const std::string& user_id, const std::string& tree_id,
                           const std::string& person_id, const FactInput& input,
                           const apps::Creation& creation) {
  return decide_and_write(
      [&] { return try_create_fact(context_, user_id, tree_id, person_id, input, creation); });
}

Result<Fact> Facts::change(const std::string& user_id, const std::string& tree_id,
                           const std::string& person_id, const std::string& fact_id,
                           const FactInput& input, const std::string& etag) {
  return decide_and_write(
      [&] { return try_change_fact(context_, user_id, tree_id, person_id, fact_id, input, etag); });
}

Result<void> Facts::remove(const std::string& user_id, const std::string& tree_id,
                           const std::string& person_id, const std::string& fact_id,
                           const std::string& etag) {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const auto access, authorize_change(context_, user_id, tree_id));
    NORN_ASSIGN(const auto item, find_fact(context_, access.tree, person_id, fact_id));
    return remove_detail(context_, access, user_id, item, fact_from(item), "fact", etag);
  };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

Result<std::vector<Source>> Facts::sources(const std::string& user_id, const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  // They may say something of the living.
  if (access.is_stranger()) return std::vector<Source>();
  store::QueryRequest request;
  request.table = context_.tables.family();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(access.tree.owner_id)},
                                 {":prefix", keys::source(tree_id, "")}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context_.store, request));
  auto sources = apps::readable<Source>(items, source_from);
  std::ranges::sort(sources, [](const Source& left, const Source& right) {
    const auto titles = apps::compare_names(left.title, right.title);
    return titles != 0 ? titles < 0 : left.id < right.id;
  });
  return sources;
}

Result<Source> Facts::create_source(const std::string& user_id, const std::string& tree_id,
                                    const SourceInput& input, const apps::Creation& creation) {
  return decide_and_write(
      [&] { return try_create_source(context_, user_id, tree_id, input, creation); });
}

Result<Source> Facts::change_source(const std::string& user_id, const std::string& tree_id,
                                    const std::string& source_id, const SourceInput& input,
                                    const std::string& etag) {
  return decide_and_write(
      [&] { return try_change_source(context_, user_id, tree_id, source_id, input, etag); });
}

Result<void> Facts::remove_source(const std::string& user_id, const std::string& tree_id,
                                  const std::string& source_id, const std::string& etag) {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const auto access, authorize_change(context_, user_id, tree_id));
    NORN_ASSIGN(const auto item, find_source(context_, access.tree, source_id));
    return remove_detail(context_, access, user_id, item, source_from(item), "source", etag);
  };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

}  // namespace norn::family
