#include "apps/attention/attention.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/sentences.h"
#include "base/sha256.h"
#include "base/time_text.h"

namespace norn::attention {
namespace {

constexpr std::string_view kPartition = "ATTENTION";
// How many entries a list has at most. The rest follows when these are repaired.
constexpr size_t kMaxListed = 100;
constexpr size_t kIdLetters = 32;
constexpr size_t kMaxActions = 100;  // Of a transaction.

std::string id_of(std::string_view table, store::ItemView item) {
  std::string text(table);
  for (const char* name : {"PK", "SK"}) text.append("\n").append(apps::text_of(item, name));
  return sha256_hex(text).substr(0, kIdLetters);
}

// SK = <kind>#<id of the owner>#<id>. An id of an owner has no '#'.
std::string prefix_of(const apps::ItemOwner& owner) {
  return owner.kind + "#" + owner.id + "#";
}

store::Item entry_key(const apps::ItemOwner& owner, const std::string& id) {
  return apps::key_of(kPartition, prefix_of(owner) + id);
}

Entry entry_from(store::ItemView item) {
  const std::string sort_key = apps::text_of(item, "SK");
  const size_t first = sort_key.find('#');
  const size_t last = sort_key.rfind('#');
  Entry entry;
  if (first == std::string::npos || first == last) return entry;
  entry.id = sort_key.substr(last + 1);
  entry.owner = {sort_key.substr(0, first), sort_key.substr(first + 1, last - first - 1)};
  entry.table = apps::text_of(item, "table");
  entry.pk = apps::text_of(item, "itemPK");
  entry.sk = apps::text_of(item, "itemSK");
  entry.reason = kOtherReason(apps::text_of(item, "reason"));
  entry.found_at = apps::text_of(item, "createdAt");
  return entry;
}

}  // namespace

// Writes an entry for each faulty item of a table, and removes it when the item is repaired.
class Attention::TableFollower final : public apps::Follower {
 public:
  TableFollower(Attention& attention, apps::Inspector& inspector)
      : attention_(attention), inspector_(inspector) {}

  std::string table() const override { return inspector_.table(); }

  Result<void> follow(const std::vector<store::StreamRecord>& records) override {
    for (const store::StreamRecord& record : records) {
      const auto before = record.old_image ? inspector_.inspect(*record.old_image) : std::nullopt;
      const auto now = record.new_image ? inspector_.inspect(*record.new_image) : std::nullopt;
      const bool has_moved = before && now && before->owner != now->owner;
      if (before && (!now || has_moved)) NORN_TRY(remove(*before, *record.old_image));
      if (now) NORN_TRY(attention_.put(table(), *now, *record.new_image));
      if (!record.new_image) continue;
      NORN_ASSIGN(const auto affected, inspector_.affected_by(*record.new_image));
      for (const apps::ItemKey& key : affected) NORN_TRY(attention_.look_again(key));
    }
    return {};
  }

  Result<void> see(store::ItemView item) override {
    const auto fault = inspector_.inspect(item);
    return fault ? attention_.put(table(), *fault, item) : Result<void>();
  }

 private:
  Result<void> remove(const apps::ItemFault& fault, store::ItemView item) {
    const apps::Context& context = attention_.context_;
    store::DeleteRequest request;
    request.table = context.tables.norn();
    request.key = entry_key(fault.owner, id_of(table(), item));
    const auto removed = context.store.remove(request);
    return removed ? Result<void>() : std::unexpected(removed.error());
  }

  Attention& attention_;
  apps::Inspector& inspector_;
};

Attention::Attention(apps::Context context)
    : context_(std::move(context)), redaction_(context_.tables.prefix) {}

Attention::~Attention() = default;

void Attention::add(apps::Inspector& inspector, apps::TableReaders& readers) {
  inspectors_.emplace(inspector.table(), &inspector);
  readers.add(*followers_.emplace_back(std::make_unique<TableFollower>(*this, inspector)));
}

Result<void> Attention::put(const std::string& table, const apps::ItemFault& fault,
                            store::ItemView item) {
  const std::string id = id_of(table, item);
  log::warn("An item of the table {} needs attention: {} {}. {}", table, apps::text_of(item, "PK"),
            apps::text_of(item, "SK"), fault.reason.text());
  store::PutRequest put;
  put.table = context_.tables.norn();
  put.item = store::Item::from_map({{"PK", std::string(kPartition)},
                                    {"SK", prefix_of(fault.owner) + id},
                                    {"entityType", "ATTENTION"},
                                    {"table", table},
                                    {"itemPK", apps::text_of(item, "PK")},
                                    {"itemSK", apps::text_of(item, "SK")},
                                    {"reason", fault.reason.text()},
                                    {"createdAt", timestamp_s(context_.clock.now_ms())}});
  const auto written = context_.store.put(put);
  return written ? Result<void>() : std::unexpected(written.error());
}

std::optional<apps::ItemFault> Attention::inspect(const std::string& table,
                                                  store::ItemView item) const {
  const auto [begin, end] = inspectors_.equal_range(table);
  for (auto inspector = begin; inspector != end; ++inspector) {
    if (auto fault = inspector->second->inspect(item)) return fault;
  }
  return std::nullopt;
}

Result<std::optional<store::Item>> Attention::read(const apps::ItemKey& key) {
  store::GetRequest request;
  request.table = key.table;
  request.key = apps::key_of(key.pk, key.sk);
  request.consistent = true;
  NORN_ASSIGN(store::GetResult found, context_.store.get(request));
  return std::move(found.item);
}

Result<void> Attention::look_again(const apps::ItemKey& key) {
  NORN_ASSIGN(const auto item, read(key));
  const auto fault = item ? inspect(key.table, *item) : std::nullopt;
  return fault ? put(key.table, *fault, *item) : Result<void>();
}

Result<std::vector<apps::ItemOwner>> Attention::owners_of(const std::string& user_id) {
  std::vector<apps::ItemOwner> owners = {{"user", user_id}};
  for (const auto& [table, inspector] : inspectors_) {
    NORN_ASSIGN(auto owned, inspector->owned_by(user_id));
    std::ranges::move(owned, std::back_inserter(owners));
  }
  return owners;
}

Result<std::vector<Entry>> Attention::entries(const std::string& prefix) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = prefix.empty() ? "PK = :pk" : "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", std::string(kPartition)}};
  if (!prefix.empty()) request.placeholders.values.emplace(":prefix", prefix);
  request.limit = kMaxListed;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context_.store.query(request));
  std::vector<Entry> found;
  for (const store::ItemView item : page.items) found.push_back(entry_from(item));
  return found;
}

Result<bool> Attention::confirm(Entry& entry) {
  if (!inspectors_.contains(entry.table)) return false;
  NORN_ASSIGN(auto item, read({entry.table, entry.pk, entry.sk}));
  const auto fault = item ? inspect(entry.table, *item) : std::nullopt;
  if (!fault || fault->owner != entry.owner) return false;
  entry.reason = fault->reason;
  entry.item = std::move(item);
  return true;
}

Result<std::vector<Entry>> Attention::whole_of_person(const std::string& user_id) {
  NORN_ASSIGN(const std::vector<apps::ItemOwner> owners, owners_of(user_id));
  std::vector<Entry> confirmed;
  for (const apps::ItemOwner& owner : owners) {
    NORN_ASSIGN(auto found, entries(prefix_of(owner)));
    for (Entry& entry : found) {
      NORN_ASSIGN(const bool is_faulty, confirm(entry));
      if (is_faulty) confirmed.push_back(std::move(entry));
    }
    if (confirmed.size() >= kMaxListed) break;
  }
  return confirmed;
}

Result<bool> Attention::is_nobodys(const apps::ItemOwner& owner) {
  if (owner.kind.empty()) return true;
  if (owner.kind != "user") return false;
  NORN_ASSIGN(const auto account, context_.users.find_account(owner.id));
  return !account.has_value();
}

Result<std::vector<Entry>> Attention::whole_of_all() {
  NORN_ASSIGN(auto found, entries(""));
  std::vector<Entry> confirmed;
  for (Entry& entry : found) {
    NORN_ASSIGN(const bool is_faulty, confirm(entry));
    if (!is_faulty) continue;
    NORN_ASSIGN(const bool is_visible, is_nobodys(entry.owner));
    if (!is_visible) entry.item.reset();
    confirmed.push_back(std::move(entry));
  }
  return confirmed;
}

// Other programs keep hashes of passwords in their items.
std::vector<Entry> Attention::without_secrets(std::vector<Entry> entries) const {
  for (Entry& entry : entries) {
    if (!entry.item) continue;
    apps::Shown shown = apps::Redaction::shown(redaction_.kind_of(entry.table), *entry.item);
    entry.item = std::move(shown.item);
    entry.hidden = std::move(shown.hidden);
  }
  return entries;
}

Result<std::vector<Entry>> Attention::of_person(const std::string& user_id) {
  NORN_ASSIGN(auto found, whole_of_person(user_id));
  return without_secrets(std::move(found));
}

Result<std::vector<Entry>> Attention::of_all() {
  NORN_ASSIGN(auto found, whole_of_all());
  return without_secrets(std::move(found));
}

Result<void> Attention::remove(const std::string& user_id, const std::string& id) {
  NORN_ASSIGN(const auto candidates, whole_of_person(user_id));
  NORN_ASSIGN([[maybe_unused]] const Entry removed, remove_one(candidates, id));
  return {};
}

Result<Entry> Attention::remove_nobodys(const std::string& id) {
  NORN_ASSIGN(const auto candidates, whole_of_all());
  return remove_one(candidates, id);
}

Result<Entry> Attention::remove_one(const std::vector<Entry>& candidates, const std::string& id) {
  const auto found = std::ranges::find_if(
      candidates, [&](const Entry& entry) { return entry.id == id && entry.item.has_value(); });
  if (found == candidates.end()) return not_found(apps::kItemNotFound);
  // Only what was shown: an item that was changed meanwhile stays.
  const std::vector<std::string> names = apps::compared_attributes(*found->item);
  store::DeleteRequest request;
  request.table = found->table;
  request.key = apps::key_of(found->pk, found->sk);
  if (!names.empty()) {
    apps::Unchanged unchanged = apps::unchanged(*found->item, names);
    request.condition = std::move(unchanged.condition);
    request.placeholders = std::move(unchanged.placeholders);
  }
  std::vector<apps::Action> actions = {std::move(request)};
  const auto [begin, end] = inspectors_.equal_range(found->table);
  for (auto inspector = begin; inspector != end; ++inspector) {
    NORN_ASSIGN(auto more, inspector->second->remove_with(*found->item));
    std::ranges::move(more, std::back_inserter(actions));
  }
  NORN_TRY(remove_all(actions));
  return *found;
}

// Almost always in one transaction. The item goes last, so that what is left of an interrupted
// deletion can be deleted again.
Result<void> Attention::remove_all(const std::vector<apps::Action>& actions) {
  for (size_t end = actions.size(); end > 0;) {
    const size_t begin = end > kMaxActions ? end - kMaxActions : 0;
    const auto removed =
        apps::transact(context_.store, {actions.begin() + static_cast<ptrdiff_t>(begin),
                                        actions.begin() + static_cast<ptrdiff_t>(end)});
    if (!removed && !apps::Refusals(removed.error()).by_conditions()) {
      return std::unexpected(removed.error());
    }
    if (!removed) return conflict(apps::kItemChanged);
    end = begin;
  }
  return {};
}

}  // namespace norn::attention
