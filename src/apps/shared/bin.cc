#include "apps/shared/bin.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "apps/shared/batch.h"
#include "apps/shared/bin_items.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::apps {
namespace {

using bin_items::binned_from;
using bin_items::content_of;
using bin_items::cut;
using bin_items::delete_in;
using bin_items::is_revision;
using bin_items::items_of;
using bin_items::kBinPrefix;
using bin_items::kNamedPrefix;
using bin_items::kTimePrefix;
using bin_items::kUsageKey;
using bin_items::part_key;
using bin_items::partition_of;
using bin_items::parts_of;
using bin_items::people_in;
using bin_items::put_in;
using bin_items::put_part;
using bin_items::query_of;
using bin_items::record_of;
using bin_items::split;
using bin_items::thing_key;
using bin_items::time_key;

constexpr int64_t kDayMs = 86'400'000;
constexpr int64_t kBinMs = kBinDays * kDayMs;
// What is kept of titles and times that other programs wrote.
constexpr size_t kMaxShownBytes = 2'000;
// A transaction has room for 4 MB. More than this is deleted without a copy.
constexpr size_t kMaxCopyBytes = 3'000'000;
constexpr size_t kMaxBinActions = 100;  // Of a transaction.
constexpr int64_t kThingsPerEmptying = 40;
constexpr int64_t kItemsPerBinSweep = 100;
constexpr int kMaxEmptyings = 100'000;
// A time and an id.
constexpr size_t kMaxCursorBytes = kMaxBinIdBytes + 40;

int64_t day_of(int64_t ms) {
  return ms / kDayMs;
}
std::string day_attribute(int64_t day) {
  return fmt::format("d{}", day);
}

std::unexpected<Error> not_in_bin() {
  return not_found(kNotInBin(kBinDays));
}

}  // namespace

Result<BinPage> page_of(std::vector<Binned> all, int64_t limit, const std::string& after) {
  const auto last = std::ranges::find(all, after, &Binned::id);
  if (!after.empty() && last == all.end()) return invalid("after", kBinPageUnknown);
  if (!after.empty()) all.erase(all.begin(), last + 1);
  BinPage page;
  if (static_cast<int64_t>(all.size()) > limit) {
    all.resize(static_cast<size_t>(limit));
    page.next = all.back().id;
  }
  page.things = std::move(all);
  return page;
}

int64_t Binned::expires_ms() const {
  return deleted_ms + kBinMs;
}

Result<void> Bin::add(const Deletion& deletion, std::vector<Action>& actions) const {
  const std::string content = content_of(deletion.items);
  if (content.size() > kMaxCopyBytes) {
    if (deletion.sweep) {
      actions.push_back(sweeps_.begin(deletion.sweep->kind, deletion.sweep->subject));
    }
    return {};
  }
  Binned binned = {.owner = deletion.owner,
                   .id = deletion.id,
                   .kind = deletion.kind,
                   .title = std::string(cut(deletion.title, kMaxShownBytes)),
                   .starts_at = std::string(cut(deletion.starts_at, kMaxShownBytes)),
                   .deleted_by = deletion.deleted_by,
                   .deleted_ms = clock_.now_ms(),
                   .bytes = 0,
                   .parts = 0,
                   .revision = 0,
                   .sweep = deletion.sweep,
                   .items = {}};
  const std::vector<std::string> parts = split(content);
  binned.parts = static_cast<int64_t>(parts.size()) - 1;
  binned.bytes = static_cast<int64_t>(content.size() +
                                      2 * store::Item::from_map(record_of(binned)).size_bytes());
  // Another program may have written a thing of the same id again.
  NORN_ASSIGN(const auto before, read(deletion.owner, deletion.id));
  const std::string table = tables_.norn();
  ByteChanges bytes;
  bytes[day_of(binned.deleted_ms)] += binned.bytes;
  if (before) {
    bytes[day_of(before->deleted_ms)] -= before->bytes;
    if (before->deleted_ms != binned.deleted_ms) {
      actions.emplace_back(
          delete_in(table, before->owner, time_key(before->deleted_ms, before->id)));
    }
    for (int64_t part = binned.parts + 1; part <= before->parts; ++part) {
      actions.emplace_back(delete_in(table, before->owner, part_key(before->id, part)));
    }
    const bool is_at_another_time = before->expires_ms() != binned.expires_ms();
    if (before->sweep && (is_at_another_time || before->sweep != binned.sweep)) {
      actions.push_back(
          sweeps_.drop(before->sweep->kind, before->sweep->subject, before->expires_ms()));
    }
  }
  actions.emplace_back(
      put_in(table, record_of(binned), time_key(binned.deleted_ms, binned.id), "BIN"));
  store::Map thing = record_of(binned);
  thing.emplace("content", parts.front());
  store::PutRequest put = put_in(table, std::move(thing), thing_key(binned.id), "BINNED");
  put.condition = before ? "deletedMs = :before" : "attribute_not_exists(PK)";
  if (before) put.placeholders.values = {{":before", store::Value::number(before->deleted_ms)}};
  actions.emplace_back(std::move(put));
  for (int64_t part = 1; part <= binned.parts; ++part) {
    actions.emplace_back(put_part(table, binned, part, parts[static_cast<size_t>(part)]));
  }
  actions.push_back(change_usage(binned.owner, bytes));
  for (const std::string& person : people_in(deletion)) name_person(binned, person, actions);
  if (binned.sweep) {
    actions.push_back(
        sweeps_.begin_at(binned.sweep->kind, binned.sweep->subject, binned.expires_ms()));
  }
  return {};
}

// Both expire after everything that they were written for.
void Bin::name_person(const Binned& binned, const std::string& user_id,
                      std::vector<Action>& actions) const {
  const store::Map both = {{"owner", binned.owner},
                           {"userId", user_id},
                           {"latestMs", store::Value::number(binned.deleted_ms)},
                           {"ttl", store::Value::number(binned.expires_ms() / 1000)}};
  store::Map note = both;
  note.emplace("PK", of_person(user_id));
  actions.emplace_back(
      put_in(tables_.norn(), std::move(note), partition_of(binned.owner), "BIN_NOTE"));
  store::Map named = both;
  named.emplace("PK", partition_of(binned.owner));
  actions.emplace_back(put_in(tables_.norn(), std::move(named),
                              std::string(kNamedPrefix).append(user_id), "BIN_NAMED"));
}

// Without its content; also if it has expired.
Result<std::optional<Binned>> Bin::read(const std::string& owner, const std::string& id) const {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = key_of(partition_of(owner), thing_key(id));
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return std::nullopt;
  return binned_from(*found.item);
}

Result<Binned> Bin::find(const std::string& owner, const std::string& id) const {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = key_of(partition_of(owner), thing_key(id));
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return not_in_bin();
  Binned binned = binned_from(*found.item);
  if (clock_.now_ms() >= binned.expires_ms()) return not_in_bin();
  std::string content = text_of(*found.item, "content");
  if (binned.parts > 0) {
    NORN_ASSIGN(const auto parts,
                query_all(store_, query_of(tables_.norn(), partition_of(owner), parts_of(id))));
    for (const store::Item& part : parts) content += text_of(part, "content");
  }
  NORN_ASSIGN(binned.items, items_of(content));
  return binned;
}

Result<std::vector<Binned>> Bin::find_all(const std::vector<InBin>& places) const {
  std::vector<Binned> all;
  for (const InBin& place : places) {
    auto binned = find(place.owner, place.id);
    const bool is_gone = !binned && (binned.error().code == ErrorCode::kNotFound ||
                                     binned.error().code == ErrorCode::kUnreadable);
    if (is_gone) continue;
    if (!binned) return std::unexpected(std::move(binned).error());
    all.push_back(*std::move(binned));
  }
  std::ranges::sort(all, [](const Binned& left, const Binned& right) {
    return std::pair(left.deleted_ms, left.id) > std::pair(right.deleted_ms, right.id);
  });
  return all;
}

// The condition, on the item by which it was found, says that it is the same deletion. The other
// one may have expired a moment earlier.
void Bin::remove_items(const Binned& binned, std::vector<Action>& actions, Found found) const {
  const std::string table = tables_.norn();
  store::DeleteRequest thing = delete_in(table, binned.owner, thing_key(binned.id));
  store::DeleteRequest in_list =
      delete_in(table, binned.owner, time_key(binned.deleted_ms, binned.id));
  store::DeleteRequest& read = found == Found::kById ? thing : in_list;
  read.condition = "deletedMs = :deleted";
  read.placeholders.values = {{":deleted", store::Value::number(binned.deleted_ms)}};
  if (found == Found::kById) is_revision(binned, thing);
  actions.emplace_back(std::move(thing));
  actions.emplace_back(std::move(in_list));
  for (int64_t part = 1; part <= binned.parts; ++part) {
    actions.emplace_back(delete_in(table, binned.owner, part_key(binned.id, part)));
  }
}

void Bin::take(const Binned& binned, std::vector<Action>& actions) const {
  remove_items(binned, actions, Found::kById);
  actions.push_back(change_usage(binned.owner, {{day_of(binned.deleted_ms), -binned.bytes}}));
  if (binned.sweep) {
    actions.push_back(
        sweeps_.cancel(binned.sweep->kind, binned.sweep->subject, binned.expires_ms()));
  }
}

Result<BinPage> Bin::list(const std::string& owner, int64_t limit, const std::string& after) const {
  if (after.size() > kMaxCursorBytes) return invalid("after", kBinPageUnknown);
  store::QueryRequest request = query_of(tables_.norn(), partition_of(owner), kTimePrefix);
  request.forward = false;
  request.limit = limit + 1;
  if (!after.empty()) {
    request.start_after = key_of(partition_of(owner), std::string(kTimePrefix).append(after));
  }
  NORN_ASSIGN(const auto page, store_.query(request));
  BinPage result;
  for (const store::ItemView item : page.items) {
    Binned binned = binned_from(item);
    // The rest has expired, too.
    if (clock_.now_ms() >= binned.expires_ms()) break;
    if (static_cast<int64_t>(result.things.size()) == limit) {
      const Binned& last = result.things.back();
      result.next = time_key(last.deleted_ms, last.id).substr(kTimePrefix.size());
      break;
    }
    result.things.push_back(std::move(binned));
  }
  return result;
}

Result<void> Bin::remove(const std::string& owner, const std::string& id) const {
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const auto found, read(owner, id));
    if (!found || clock_.now_ms() >= found->expires_ms()) return not_in_bin();
    std::vector<Action> actions;
    take(*found, actions);
    if (found->sweep) actions.push_back(sweeps_.begin(found->sweep->kind, found->sweep->subject));
    NORN_ASSIGN(const bool written, write_all(store_, std::move(actions)));
    if (!written) return std::nullopt;
    return Done{};
  };
  NORN_TRY(decide_and_write(attempt));
  sweeps_.wake();
  return {};
}

Result<void> Bin::empty(const std::string& owner) const {
  for (int part = 0; part < kMaxEmptyings; ++part) {
    const auto attempt = [&]() -> Result<std::optional<bool>> {
      const auto more = empty_part(owner);
      if (more) return std::optional<bool>(*more);
      // Somebody restored or deleted one of them meanwhile.
      if (Refusals(more.error()).by_conditions()) return std::nullopt;
      return std::unexpected(more.error());
    };
    NORN_ASSIGN(const bool more, decide_and_write(attempt));
    if (!more) break;
  }
  sweeps_.wake();
  return {};
}

// Deletes the things that were deleted first, and returns false if there are none.
Result<bool> Bin::empty_part(const std::string& owner) const {
  store::QueryRequest request = query_of(tables_.norn(), partition_of(owner), kTimePrefix);
  request.limit = kThingsPerEmptying;
  NORN_ASSIGN(const auto page, store_.query(request));
  std::vector<Action> actions;
  ByteChanges bytes;
  for (const store::ItemView item : page.items) {
    const Binned binned = binned_from(item);
    std::vector<Action> removal;
    remove_items(binned, removal, Found::kByTime);
    // The sweep of what has expired begins by itself.
    if (binned.sweep && clock_.now_ms() < binned.expires_ms()) {
      removal.push_back(
          sweeps_.cancel(binned.sweep->kind, binned.sweep->subject, binned.expires_ms()));
      removal.push_back(sweeps_.begin(binned.sweep->kind, binned.sweep->subject));
    }
    if (!actions.empty() && actions.size() + removal.size() + 1 > kMaxBinActions) break;
    std::ranges::move(removal, std::back_inserter(actions));
    bytes[day_of(binned.deleted_ms)] -= binned.bytes;
  }
  if (actions.empty()) return false;
  actions.push_back(change_usage(owner, bytes));
  NORN_TRY(transact(store_, std::move(actions)));
  return true;
}

Result<bool> Bin::sweep(const std::string& owner) const {
  store::QueryRequest request;
  request.table = tables_.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", partition_of(owner)}};
  request.projection = "PK, SK";
  request.limit = kItemsPerBinSweep;
  request.consistent = true;
  NORN_ASSIGN(const auto page, store_.query(request));
  std::vector<store::Item> keys;
  std::vector<store::Item> notes;
  for (const store::ItemView item : page.items) {
    keys.push_back(store::Item::copy_of(item));
    const std::string sort_key = text_of(item, "SK");
    if (!sort_key.starts_with(kNamedPrefix)) continue;
    notes.push_back(key_of(of_person(sort_key.substr(kNamedPrefix.size())), partition_of(owner)));
  }
  // Notes first: what leads to them goes last.
  NORN_TRY(remove_all(store_, tables_.norn(), notes));
  NORN_TRY(remove_all(store_, tables_.norn(), keys));
  return !keys.empty();
}

Action Bin::change_usage(const std::string& owner, const ByteChanges& changes) const {
  const int64_t today = day_of(clock_.now_ms());
  store::UpdateRequest update;
  update.table = tables_.norn();
  update.key = usage_key(owner);
  // Expires after everything that it counts.
  update.update = "SET entityType = :type, #ttl = :ttl";
  update.placeholders.names.emplace("#ttl", "ttl");
  update.placeholders.values = {
      {":type", "BIN_USAGE"},
      {":ttl", store::Value::number((clock_.now_ms() + kBinMs + kDayMs) / 1000)}};
  std::string_view separator = " ADD ";
  for (const auto& [day, bytes] : changes) {
    const std::string name = day_attribute(day);
    update.update += fmt::format("{0}{1} :{1}", separator, name);
    update.placeholders.values.emplace(":" + name, store::Value::number(bytes));
    separator = ", ";
  }
  // Days whose deletions have expired.
  separator = " REMOVE ";
  for (int64_t day = today - 2 * kBinDays; day < today - kBinDays; ++day) {
    if (changes.contains(day)) continue;
    update.update += fmt::format("{}{}", separator, day_attribute(day));
    separator = ", ";
  }
  return update;
}

store::Item Bin::usage_key(const std::string& owner) {
  return key_of(partition_of(owner), kUsageKey);
}

bool Bin::is_usage(store::ItemView item) {
  return text_of(item, "SK") == kUsageKey && text_of(item, "PK").starts_with(kBinPrefix);
}

int64_t Bin::bytes_in(store::ItemView usage, int64_t now_ms) {
  int64_t bytes = 0;
  for (int64_t day = day_of(now_ms - kBinMs); day <= day_of(now_ms); ++day) {
    bytes += std::max<int64_t>(0, integer_of(usage, day_attribute(day)));
  }
  return bytes;
}

}  // namespace norn::apps
