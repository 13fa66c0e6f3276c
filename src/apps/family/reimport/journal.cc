#include "apps/family/reimport/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/family/keys.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/ascii.h"

namespace norn::family {
namespace {

using When = JournalWrite::When;
using Kind = JournalWrite::Kind;

constexpr std::array<std::string_view, 5> kClassNames = {"new", "changed", "conflict", "refused",
                                                         "missing"};
// Of the keys of pages, and of the ids of differences.
constexpr std::array<std::string_view, 5> kClassLetters = {"n", "c", "x", "r", "m"};
constexpr std::array<std::string_view, 3> kWhens = {"taken", "kept", "always"};
constexpr std::array<std::string_view, 3> kKinds = {"put", "set", "remove"};
constexpr std::string_view kWriteList = "A";
constexpr std::string_view kUndoList = "B";

constexpr size_t kMaxShownPerPage = 50;
// Fewer than fit into one transaction, with its condition.
constexpr size_t kMaxWritesPerPage = 80;
// An item of the store has at most 400 KB, and one write may have almost as much.
constexpr size_t kMaxPageBytes = 250'000;
constexpr int64_t kPagesPerPart = 50;

std::string page_key(std::string_view list, int64_t number) {
  return keys::reimport_page(list, fmt::format("{:08}", number));
}

store::Map map_of(const JournalWrite& write) {
  store::Map map = {{"when", kWhens[static_cast<size_t>(write.when)]},
                    {"kind", kKinds[static_cast<size_t>(write.kind)]},
                    {"key", write.key}};
  if (!write.difference.empty()) map.emplace("difference", write.difference);
  if (!write.needs.empty()) {
    map.emplace("needs", store::List(write.needs.begin(), write.needs.end()));
  }
  if (!write.attributes.empty()) map.emplace("attributes", write.attributes);
  if (!write.removed.empty()) {
    map.emplace("removed", store::List(write.removed.begin(), write.removed.end()));
  }
  return map;
}

std::optional<JournalWrite> journal_write_from(const store::Map& map) {
  const store::Item item = store::Item::from_map(map);
  const apps::ItemReader reader(item);
  const auto* const when = std::ranges::find(kWhens, apps::text_of(item, "when"));
  const auto* const kind = std::ranges::find(kKinds, apps::text_of(item, "kind"));
  if (when == kWhens.end() || kind == kKinds.end()) return std::nullopt;
  JournalWrite write = {.difference = apps::text_of(item, "difference"),
                        .when = static_cast<When>(when - kWhens.begin()),
                        .needs = reader.texts("needs"),
                        .kind = static_cast<Kind>(kind - kKinds.begin()),
                        .key = apps::text_of(item, "key"),
                        .attributes = {},
                        .removed = reader.texts("removed")};
  const auto attributes = map.find("attributes");
  if (attributes != map.end()) {
    const auto* const all = attributes->second.get_if<store::Map>();
    if (all != nullptr) write.attributes = *all;
  }
  return write;
}

store::QueryRequest query_pages(const Context& context, const std::string& reimport_id,
                                const std::string& after) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND SK > :after";
  request.placeholders.values = {{":pk", keys::reimport(reimport_id)}, {":after", after}};
  request.consistent = true;
  return request;
}

Result<std::optional<JournalPage>> next_page(const Context& context, const std::string& reimport_id,
                                             std::string_view list, const std::string& after) {
  const std::string prefix = keys::reimport_page(list, "");
  store::QueryRequest request =
      query_pages(context, reimport_id, after.starts_with(prefix) ? after : prefix);
  request.limit = 1;
  NORN_ASSIGN(const auto found, context.store.query(request));
  if (found.items.empty()) return std::nullopt;
  const store::ItemView item = found.items[0];
  JournalPage page = {.key = apps::text_of(item, "SK"), .writes = {}};
  if (!page.key.starts_with(prefix)) return std::nullopt;
  const auto list_of_writes = apps::ItemReader(item).filled_list("writes");
  if (!list_of_writes) return page;
  for (const store::Value& value : *list_of_writes) {
    const auto* const map = value.get_if<store::Map>();
    auto write = map != nullptr ? journal_write_from(*map) : std::nullopt;
    if (write) page.writes.push_back(*std::move(write));
  }
  return page;
}

}  // namespace

std::string_view to_text(DifferenceClass difference) {
  return kClassNames[static_cast<size_t>(difference)];
}

std::optional<DifferenceClass> difference_class_from(std::string_view text) {
  for (const DifferenceClass one : kDifferenceClasses) {
    if (to_text(one) == text) return one;
  }
  return std::nullopt;
}

bool is_choosable(std::string_view difference) {
  constexpr size_t kMaxIdBytes = 16;
  if (difference.size() > kMaxIdBytes) return false;
  const bool has_class =
      difference.starts_with('n') || difference.starts_with('c') || difference.starts_with('x');
  const size_t dash = difference.find('-');
  if (!has_class || dash == std::string_view::npos) return false;
  const auto is_number = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_digit);
  };
  return is_number(difference.substr(1, dash - 1)) && is_number(difference.substr(dash + 1));
}

bool ReimportChoices::takes(std::string_view difference) const {
  const auto found = items.find(difference);
  if (difference.starts_with('n')) return found != items.end() ? found->second : adds_new;
  if (difference.starts_with('c')) return found != items.end() ? found->second : takes_changed;
  if (difference.starts_with('x')) return found != items.end() ? found->second : takes_conflicts;
  return false;
}

bool ReimportChoices::may_add() const {
  return adds_new || std::ranges::any_of(items, [](const auto& item) {
           return item.second && item.first.starts_with('n');
         });
}

bool JournalWrite::is_chosen(const ReimportChoices& choices) const {
  switch (when) {
    case When::kTaken:
      return choices.takes(difference) && std::ranges::all_of(needs, [&](const std::string& need) {
               return choices.takes(need);
             });
    case When::kKept:
      return !choices.takes(difference);
    case When::kAlways:
      break;
  }
  return true;
}

JournalWriter::JournalWriter(const Context& context, std::string reimport_id,
                             std::vector<Action> conditions)
    : context_(context), id_(std::move(reimport_id)), conditions_(std::move(conditions)) {}

Result<void> JournalWriter::begin() {
  store::ConditionCheck has_no_head;
  has_no_head.table = context_.tables.norn();
  has_no_head.key = apps::key_of(keys::reimport(id_), keys::kReimportHead);
  has_no_head.condition = "attribute_not_exists(PK) OR #ttl <= :now";
  has_no_head.placeholders.names = {{"#ttl", "ttl"}};
  has_no_head.placeholders.values = {{":now", store::Value::number(context_.clock.now_s())}};
  std::string last = " ";
  while (true) {
    store::QueryRequest request = query_pages(context_, id_, last);
    request.limit = kPagesPerPart;
    request.projection = "PK, SK";
    NORN_ASSIGN(const auto pages, context_.store.query(request));
    std::vector<Action> actions;
    for (const store::ItemView item : pages.items) {
      last = apps::text_of(item, "SK");
      if (last == keys::kReimportHead) continue;  // It is replaced at the end.
      store::DeleteRequest gone;
      gone.table = context_.tables.norn();
      gone.key = store::Item::subset(item, {"PK", "SK"});
      actions.emplace_back(std::move(gone));
    }
    if (!actions.empty()) {
      actions.insert(actions.end(), conditions_.begin(), conditions_.end());
      actions.emplace_back(has_no_head);
      NORN_TRY(apps::transact(context_.store, std::move(actions)));
    }
    if (!pages.last_key) return {};
  }
}

std::string JournalWriter::next_id(DifferenceClass difference) const {
  const auto index = static_cast<size_t>(difference);
  const Page& page = shown_[index];
  return fmt::format("{}{}-{}", kClassLetters[index], page.number, page.count);
}

Result<void> JournalWriter::add(DifferenceClass difference, const std::string& json) {
  const auto index = static_cast<size_t>(difference);
  Page& page = shown_[index];
  page.bytes += json.size();
  ++page.count;
  page.json.append(page.json.empty() ? "[" : ",").append(json);
  if (page.count < kMaxShownPerPage && page.bytes < kMaxPageBytes) return {};
  return flush(kClassLetters[index], page);
}

Result<void> JournalWriter::add(const JournalWrite& write, const JournalWrite& undo) {
  NORN_TRY(add_write(kWriteList, writes_, write));
  return add_write(kUndoList, undo_, undo);
}

Result<void> JournalWriter::add_write(std::string_view list, Page& page,
                                      const JournalWrite& write) {
  store::Map map = map_of(write);
  const size_t bytes = store::Item::from_map(map).size_bytes();
  const bool is_full = page.count == kMaxWritesPerPage || page.bytes + bytes > kMaxPageBytes;
  if (page.count > 0 && is_full) NORN_TRY(flush(list, page));
  page.bytes += bytes;
  ++page.count;
  page.writes.emplace_back(std::move(map));
  return {};
}

Result<void> JournalWriter::flush() {
  for (size_t i = 0; i < shown_.size(); ++i) NORN_TRY(flush(kClassLetters[i], shown_[i]));
  NORN_TRY(flush(kWriteList, writes_));
  return flush(kUndoList, undo_);
}

Result<void> JournalWriter::flush(std::string_view list, Page& page) {
  if (page.count == 0) return {};
  const int64_t number = page.number;
  Page full = std::exchange(page, {.number = number + 1});
  if (!full.writes.empty()) return put(list, number, "writes", std::move(full.writes));
  return put(list, number, "list", full.json + "]");
}

Result<void> JournalWriter::put(std::string_view list, int64_t number, std::string name,
                                store::Value value) {
  store::Map map = {{"PK", keys::reimport(id_)},
                    {"SK", page_key(list, number)},
                    {"entityType", "TREE_REIMPORT_PAGE"},
                    {"ttl", store::Value::number(context_.clock.now_s() + 2 * kComparisonLifeS)}};
  map.emplace(std::move(name), std::move(value));
  std::vector<Action> actions = conditions_;
  actions.push_back(apps::put_any(context_.tables.norn(), store::Item::from_map(map)));
  return apps::transact(context_.store, std::move(actions));
}

Result<std::optional<JournalPage>> next_writes(const Context& context,
                                               const std::string& reimport_id,
                                               const std::string& after) {
  return next_page(context, reimport_id, kWriteList, after);
}

Result<std::optional<JournalPage>> next_undo(const Context& context, const std::string& reimport_id,
                                             const std::string& after) {
  return next_page(context, reimport_id, kUndoList, after);
}

Result<std::optional<std::string>> shown_page(const Context& context,
                                              const std::string& reimport_id,
                                              DifferenceClass difference, int64_t number) {
  store::GetRequest get;
  get.table = context.tables.norn();
  get.key = apps::key_of(keys::reimport(reimport_id),
                         page_key(kClassLetters[static_cast<size_t>(difference)], number));
  get.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(get));
  if (!found.item) return std::nullopt;
  return apps::text_of(*found.item, "list");
}

Result<std::string> keep_pages(const Context& context, const std::string& reimport_id,
                               const std::string& after, int64_t until_s) {
  store::QueryRequest request = query_pages(context, reimport_id, after.empty() ? " " : after);
  request.limit = kPagesPerPart;
  request.projection = "PK, SK";
  NORN_ASSIGN(const auto pages, context.store.query(request));
  std::string last;
  for (const store::ItemView item : pages.items) {
    last = apps::text_of(item, "SK");
    if (last == keys::kReimportHead) continue;
    store::UpdateRequest update;
    update.table = context.tables.norn();
    update.key = store::Item::subset(item, {"PK", "SK"});
    update.update = "SET #ttl = :until";
    update.condition = "attribute_exists(PK)";
    update.placeholders.names = {{"#ttl", "ttl"}};
    update.placeholders.values = {{":until", store::Value::number(until_s)}};
    NORN_TRY(apps::write_all(context.store, {std::move(update)}));
  }
  return pages.last_key ? last : std::string();
}

Result<bool> remove_journal(const Context& context, const std::string& reimport_id) {
  store::QueryRequest request = query_pages(context, reimport_id, " ");
  request.limit = kPagesPerPart;
  request.projection = "PK, SK";
  NORN_ASSIGN(const auto pages, context.store.query(request));
  std::vector<store::Item> gone;
  for (const store::ItemView item : pages.items) {
    gone.push_back(store::Item::subset(item, {"PK", "SK"}));
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.norn(), gone));
  return pages.last_key.has_value();
}

}  // namespace norn::family
