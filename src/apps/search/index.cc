#include "apps/search/index.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::search {
namespace {

constexpr std::string_view kState = "INDEXED";
// Entries of each of several terms that are read at first, and at most.
constexpr size_t kFirstEntries = 100;
constexpr size_t kMostEntriesQuickly = 500;
constexpr size_t kMostEntriesThoroughly = 10'000;

using Entries = std::set<std::pair<std::string, std::string>>;  // PK and SK.

Entries entries_of(const std::string& app, const std::string& thing,
                   const std::vector<std::string>& groups, const std::vector<std::string>& words) {
  Entries entries;
  for (const std::string& group : groups) {
    std::string pk = app;
    pk.append("#").append(group);
    for (const std::string& word : words) {
      std::string sk = word;
      sk.append("#").append(thing);
      entries.emplace(pk, std::move(sk));
    }
  }
  return entries;
}

store::Value list_of(const std::vector<std::string>& texts) {
  return store::List(texts.begin(), texts.end());
}

std::vector<std::string> texts_of(const std::vector<std::string_view>& views) {
  return {views.begin(), views.end()};
}

// What the terms of a query lead to in one group. The entries of each term are read page by page, a
// page of every term at a time: the entries of one word are in the order of the things, so that
// what has several frequent words shows up long before all of their entries are read.
class TermLists {
 public:
  TermLists(store::Store& store, const std::string& table, const std::string& partition,
            const std::vector<IndexQuery::Term>& terms, size_t most_entries)
      : store_(store), most_entries_(most_entries), lists_(terms.size()) {
    for (size_t i = 0; i < terms.size(); ++i) {
      store::QueryRequest& request = lists_[i].request;
      request.table = table;
      request.key_condition = "PK = :pk AND begins_with(SK, :word)";
      request.placeholders.values = {
          {":pk", partition}, {":word", terms[i].is_whole ? terms[i].text + "#" : terms[i].text}};
    }
  }

  // Whether a term has entries that were not read.
  bool are_cut_short() const { return !std::ranges::all_of(lists_, &List::is_complete); }
  bool can_be_read_on() const {
    return std::ranges::any_of(lists_, [&](const List& list) { return can_be_read_on(list); });
  }
  Result<void> read_on(size_t term, size_t entries);

  bool is_complete(size_t term) const { return lists_[term].is_complete; }
  // Each once, in their order.
  const std::vector<std::string_view>& things(size_t term) const { return lists_[term].things; }
  size_t found_by_all() const { return found_by_all_.size(); }
  // Those that all terms have found; then those that may have the terms with too many entries.
  std::vector<std::string_view> likely() const;

 private:
  using Terms = uint32_t;  // A bit for each.
  static_assert(IndexQuery::kMaxTerms <= 32);

  struct List {
    store::QueryRequest request;
    std::vector<std::string_view> things = {};
    size_t read = 0;
    bool is_complete = false;
  };

  bool can_be_read_on(const List& list) const {
    return !list.is_complete && list.read < most_entries_;
  }
  Terms all_terms() const { return static_cast<Terms>((uint64_t{1} << lists_.size()) - 1); }
  std::string_view thing_of(store::ItemView entry);

  store::Store& store_;
  const size_t most_entries_;  // Of each term.
  std::vector<List> lists_;
  std::unordered_map<std::string_view, Terms> found_by_;
  std::vector<std::string_view> found_by_all_;
  // What the views are of.
  std::deque<store::ItemList> pages_;
  std::deque<std::string> unescaped_;
};

// Empty if another program wrote the entry.
std::string_view TermLists::thing_of(store::ItemView entry) {
  const auto attribute = entry.find("SK");
  const auto plain = attribute ? attribute->plain_string() : std::nullopt;
  const std::string_view key =
      plain ? *plain : std::string_view(unescaped_.emplace_back(apps::text_of(entry, "SK")));
  const size_t hash = key.find('#');
  return hash == std::string_view::npos ? std::string_view() : key.substr(hash + 1);
}

Result<void> TermLists::read_on(size_t term, size_t entries) {
  List& list = lists_[term];
  if (!can_be_read_on(list)) return {};
  list.request.limit = static_cast<int64_t>(std::min(entries, most_entries_ - list.read));
  NORN_ASSIGN(auto page, store_.query(list.request));
  NORN_TRY(WorkBudget::check());
  list.is_complete = !page.last_key;
  list.request.start_after = std::move(page.last_key);
  list.read += page.items.size();
  const Terms this_term = Terms{1} << term;
  for (const store::ItemView entry : pages_.emplace_back(std::move(page.items))) {
    const std::string_view thing = thing_of(entry);
    if (thing.empty()) continue;
    Terms& found_by = found_by_[thing];
    if ((found_by & this_term) != 0) continue;  // By another word that begins so.
    found_by |= this_term;
    list.things.push_back(thing);
    if (found_by == all_terms()) found_by_all_.push_back(thing);
  }
  return {};
}

std::vector<std::string_view> TermLists::likely() const {
  std::vector<std::string_view> things = found_by_all_;
  Terms complete = 0;
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (lists_[i].is_complete) complete |= Terms{1} << i;
  }
  if (complete == 0 || complete == all_terms()) return things;
  for (const std::string_view thing : std::ranges::find_if(lists_, &List::is_complete)->things) {
    const Terms found_by = found_by_.at(thing);
    if (found_by != all_terms() && (found_by & complete) == complete) things.push_back(thing);
  }
  return things;
}

}  // namespace

store::Item Index::state_key(const std::string& thing) const {
  return apps::key_of(app_ + "#" + thing, kState);
}

Result<void> Index::update(const std::vector<IndexedThing>& things) {
  std::vector<const IndexedThing*> distinct;
  std::unordered_set<std::string_view> known;
  for (const IndexedThing& thing : things) {
    if (!known.insert(thing.thing).second) {
      NORN_TRY(update_distinct(distinct));
      distinct.clear();
      known = {thing.thing};
    }
    distinct.push_back(&thing);
  }
  return update_distinct(distinct);
}

// First the entries, then what the index says it has: so that everything which is left over by an
// interruption is known when it is repeated.
Result<void> Index::update_distinct(const std::vector<const IndexedThing*>& things) {
  std::vector<store::Item> wanted;
  for (const IndexedThing* const thing : things) wanted.push_back(state_key(thing->thing));
  NORN_ASSIGN(const auto items, apps::get_all(store_, table_, wanted));
  std::map<std::string, const store::Item*> before;
  for (const store::Item& item : items) before.emplace(apps::text_of(item, "PK"), &item);
  std::vector<apps::BatchWrite> entry_writes;
  std::vector<apps::BatchWrite> state_writes;
  for (const IndexedThing* const thing : things) {
    const store::Item key = state_key(thing->thing);
    const auto found = before.find(apps::text_of(key, "PK"));
    Entries old;
    if (found != before.end()) {
      const apps::ItemReader reader(*found->second);
      old = entries_of(app_, thing->thing, reader.texts("groups"), reader.texts("words"));
    }
    const Entries next = entries_of(app_, thing->thing, thing->groups, thing->words);
    if (old == next) continue;
    for (const auto& entry : old) {
      if (next.contains(entry)) continue;
      entry_writes.emplace_back(
          store::BatchWriteRequest::Delete{table_, apps::key_of(entry.first, entry.second)});
    }
    for (const auto& entry : next) {
      if (old.contains(entry)) continue;
      entry_writes.emplace_back(
          store::BatchWriteRequest::Put{table_, apps::key_of(entry.first, entry.second)});
    }
    if (next.empty()) {
      state_writes.emplace_back(store::BatchWriteRequest::Delete{table_, key});
      continue;
    }
    store::Map state = key.to_map();
    state.emplace("groups", list_of(thing->groups));
    state.emplace("words", list_of(thing->words));
    state_writes.emplace_back(store::BatchWriteRequest::Put{table_, store::Item::from_map(state)});
  }
  NORN_TRY(apps::write_batches(store_, std::move(entry_writes)));
  return apps::write_batches(store_, std::move(state_writes));
}

// One term that leads to few things is enough: they are compared with the whole query anyway.
// Otherwise the things have to be found by all terms, as far as their entries are read.
Result<Index::Found> Index::find(const std::string& group, const IndexQuery& query, size_t most,
                                 Effort effort) const {
  const auto& terms = query.terms();
  if (terms.empty()) return Found{};
  TermLists lists(store_, table_, app_ + "#" + group, terms,
                  effort == Effort::kQuick ? kMostEntriesQuickly : kMostEntriesThoroughly);
  // A thing can have several words that begin so.
  size_t entries = terms.size() == 1 ? 2 * most : kFirstEntries;
  for (; lists.can_be_read_on() && lists.found_by_all() < most; entries *= 2) {
    for (size_t term = 0; term < terms.size(); ++term) {
      NORN_TRY(lists.read_on(term, entries));
      if (lists.is_complete(term) && lists.things(term).size() <= most) {
        return Found{texts_of(lists.things(term))};
      }
    }
  }
  std::vector<std::string_view> things = lists.likely();
  if (things.size() > most) things.resize(most);
  return Found{texts_of(things), lists.are_cut_short() && lists.found_by_all() < most};
}

}  // namespace norn::search
