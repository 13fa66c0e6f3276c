#include "embedded/store_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <memory>
#include <optional>
#include <utility>

#include "embedded/catalog.h"
#include "embedded/stream_codec.h"
#include "embedded/write_group.h"
#include "store/item.h"
#include "store/key.h"
#include "store/ttl.h"

namespace norn::embedded {
namespace {

// Of a page: it takes some hundredths of a second.
constexpr uint64_t kMaxLookedAt = 5'000;
constexpr uint64_t kMaxLookedAtBytes = uint64_t{8} << 20;
// A page ends early when it has found so much.
constexpr size_t kMaxFaultsOfPage = 100;
constexpr int kHexBase = 16;

enum class Phase : uint8_t { kItems, kEntries, kRecords };

// What is looked at as a whole: the items of a table, the entries of an index, a stream.
struct Part {
  SpaceId id = 0;
  Phase phase = Phase::kItems;
  auto operator<=>(const Part&) const = default;
};

// Where a page begins: "<id>.<phase>.<items>.<bytes>.<sequence>.<key in hexadecimal>".
struct Position {
  Part part;
  Counters counted = {};   // Of this part, on earlier pages.
  uint64_t sequence = 0;   // Of the database, when the first page of the part was read.
  std::string after = {};  // The last key that was looked at; empty at the beginning of the part.
};

std::string text_of_position(const Position& position) {
  std::string text =
      fmt::format("{}.{}.{}.{}.{}.", position.part.id, static_cast<int>(position.part.phase),
                  position.counted.items, position.counted.bytes, position.sequence);
  for (const char c : position.after) text += fmt::format("{:02x}", static_cast<uint8_t>(c));
  return text;
}

std::optional<uint64_t> digits_in(std::string_view text, int base) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<Position> read_position(std::string_view text) {
  const auto refused = [&] {
    return fail(ErrorCode::kInvalid, fmt::format("'{}' is no position of a check.", text));
  };
  std::array<uint64_t, 5> numbers{};
  std::string_view rest = text;
  for (uint64_t& number : numbers) {
    const size_t dot = rest.find('.');
    if (dot == std::string_view::npos) return refused();
    const auto value = digits_in(rest.substr(0, dot), 10);
    if (!value) return refused();
    number = *value;
    rest.remove_prefix(dot + 1);
  }
  if (numbers[1] > static_cast<uint64_t>(Phase::kRecords) || rest.size() % 2 != 0) return refused();
  Position position{.part = {static_cast<SpaceId>(numbers[0]), static_cast<Phase>(numbers[1])},
                    .counted = {numbers[2], numbers[3]},
                    .sequence = numbers[4],
                    .after = {}};
  for (size_t i = 0; i < rest.size(); i += 2) {
    const auto byte = digits_in(rest.substr(i, 2), kHexBase);
    if (!byte) return refused();
    position.after.push_back(static_cast<char>(*byte));
  }
  return position;
}

// What a part is part of.
struct Subject {
  Part part;
  const Table* table = nullptr;
  size_t index = 0;  // In table->index_ids, of entries.
  const Stream* stream = nullptr;
};

// The first part at or after another one.
std::optional<Subject> subject_from(const Catalog& catalog, const Part& from) {
  std::optional<Subject> first;
  const auto consider = [&](const Subject& subject) {
    if (subject.part < from) return;
    if (!first || subject.part < first->part) first = subject;
  };
  for (const auto& [name, table] : catalog.tables) {
    consider({.part = {table->id, Phase::kItems}, .table = table.get()});
    for (size_t i = 0; i < table->index_ids.size(); ++i) {
      consider({.part = {table->index_ids[i], Phase::kEntries}, .table = table.get(), .index = i});
    }
  }
  for (const auto& [arn, stream] : catalog.streams) {
    consider({.part = {stream->id, Phase::kRecords}, .stream = stream.get()});
  }
  return first;
}

std::string text_of_value(const store::Value& value) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  if (const auto* number = value.get_if<store::Number>()) return number->to_string();
  return "(binary)";
}

// A fault as it looked on the page.
struct Suspect {
  enum class Kind : uint8_t { kUnreadable, kEntryMissing, kEntrySurplus, kExpiryMissing };
  Kind kind = Kind::kUnreadable;
  std::string table;
  size_t index = 0;
  std::string key;       // Of the item, in the items family.
  std::string entry;     // The key that its entry has, or should not have.
  std::string why = {};  // Of what cannot be read.
};

// The entry that an item has in an index, if it has one.
struct Expected {
  std::string key;
  store::Item entry;
};
std::optional<Expected> expected_entry(const Table& table, size_t index, store::ItemView item,
                                       const store::Key& key) {
  store::IndexChange change =
      store::index_change(*table.schema, table.schema->indexes[index], std::nullopt, item);
  if (!change.put) return std::nullopt;
  return Expected{index_key(table.index_ids[index], *change.put, key), std::move(change.entry)};
}

bool is_filled(const Table& table, size_t index, std::string_view item_key) {
  const auto& cursor = table.backfill_cursors[index];
  return !cursor || item_key <= *cursor;
}

// Changes the counters of an index by what a repair adds or removes.
Result<void> count_entry(WriteGroup& group, SpaceId index, int64_t entries, int64_t bytes) {
  NORN_ASSIGN(Counters counters, group.counters(index));
  counters.items += static_cast<uint64_t>(entries);
  counters.bytes += static_cast<uint64_t>(bytes);
  group.put_meta(counters_key(index), encode(counters));
  return {};
}

int64_t size_of_entry(const std::optional<std::string>& bytes) {
  if (!bytes) return 0;
  const auto entry = store::Item::decode_view(*bytes);
  return entry ? static_cast<int64_t>(entry->size_bytes()) : 0;
}

// Looks at a suspect again where nothing changes meanwhile, and repairs it if asked to. Returns
// nullopt if there is no fault.
class Settling {
 public:
  Settling(WriteGroup& group, const Suspect& suspect, StoreRepair repair)
      : group_(group), suspect_(suspect), repairs_(repair == StoreRepair::kWhatIsCertain) {}

  Result<std::optional<StoreFault>> run() {
    table_ = group_.catalog().find(suspect_.table);
    if (table_ == nullptr || suspect_.index >= std::max<size_t>(1, table_->index_ids.size())) {
      return std::nullopt;
    }
    if (suspect_.kind == Suspect::Kind::kUnreadable) {
      return StoreFault{
          .table = suspect_.table, .pk = {}, .sk = {}, .what = suspect_.why, .repair = {}};
    }
    if (suspect_.kind == Suspect::Kind::kEntrySurplus) return settle_surplus();
    NORN_ASSIGN(const auto item, group_.item(suspect_.key));
    if (!item) return std::nullopt;
    NORN_ASSIGN(key_, store::key_of_item(table_->schema->key, *item));
    return suspect_.kind == Suspect::Kind::kEntryMissing ? settle_missing(*item)
                                                         : settle_expiry(*item);
  }

 private:
  const std::string& index_name() const { return table_->schema->indexes[suspect_.index].name; }

  StoreFault fault(std::string what, std::string repair) const {
    return {.table = suspect_.table,
            .pk = text_of_value(key_.partition),
            .sk = key_.sort ? text_of_value(*key_.sort) : std::string(),
            .what = std::move(what),
            .repair = std::move(repair),
            .is_repaired = repairs_};
  }

  Result<std::optional<StoreFault>> settle_missing(store::ItemView item) {
    if (!is_filled(*table_, suspect_.index, suspect_.key)) return std::nullopt;
    const auto expected = expected_entry(*table_, suspect_.index, item, key_);
    if (!expected) return std::nullopt;
    Database& database = group_.database();
    NORN_ASSIGN(const auto stored, database.get(database.indexes(), expected->key));
    if (stored && *stored == expected->entry.bytes()) return std::nullopt;
    if (repairs_) {
      group_.batch().Put(database.indexes(), expected->key, expected->entry.bytes());
      NORN_TRY(
          count_entry(group_, table_->index_ids[suspect_.index], stored ? 0 : 1,
                      static_cast<int64_t>(expected->entry.size_bytes()) - size_of_entry(stored)));
    }
    return fault(stored ? fmt::format("The index {} shows the item as it is not.", index_name())
                        : fmt::format("The index {} lacks the entry of the item.", index_name()),
                 "writes the entry");
  }

  Result<std::optional<StoreFault>> settle_surplus() {
    Database& database = group_.database();
    NORN_ASSIGN(const auto stored, database.get(database.indexes(), suspect_.entry));
    if (!stored) return std::nullopt;
    NORN_ASSIGN(const auto entry, store::Item::decode_view(*stored));
    NORN_ASSIGN(key_, store::key_of_item(table_->schema->key, entry));
    NORN_ASSIGN(const auto item, group_.item(item_key(table_->id, key_)));
    const auto expected =
        item ? expected_entry(*table_, suspect_.index, *item, key_) : std::optional<Expected>();
    if (expected && expected->key == suspect_.entry) return std::nullopt;
    if (repairs_) {
      group_.batch().Delete(database.indexes(), suspect_.entry);
      NORN_TRY(count_entry(group_, table_->index_ids[suspect_.index], -1, -size_of_entry(stored)));
    }
    return fault(
        item
            ? fmt::format("The index {} has an entry where the item is not any more.", index_name())
            : fmt::format("The index {} has an entry of an item that is not there.", index_name()),
        "removes the entry");
  }

  Result<std::optional<StoreFault>> settle_expiry(store::ItemView item) {
    if (!table_->ttl.enabled || table_->ttl_backfilling) return std::nullopt;
    const auto at_s = store::expiry_s(item, table_->ttl.attribute);
    if (!at_s) return std::nullopt;
    Database& database = group_.database();
    const std::string entry = expiry_key(table_->id, *at_s, suspect_.key);
    NORN_ASSIGN(const auto stored, database.get(database.expiry(), entry));
    if (stored) return std::nullopt;
    if (repairs_) group_.batch().Put(database.expiry(), entry, "");
    return fault("The item would never expire: its entry of expiry is missing.",
                 "writes the entry of expiry");
  }

  WriteGroup& group_;
  const Suspect& suspect_;
  const bool repairs_;
  const Table* table_ = nullptr;
  store::Key key_;
};

// Counters that are not what was counted when the database was at `sequence`.
struct CounterFault {
  SpaceId space = 0;
  Counters counted;
  uint64_t sequence = 0;
  StoreFault fault;
};

// What a page has shown.
struct Looked {
  StoreCheckPage page;
  std::vector<Suspect> suspects;
  std::vector<CounterFault> counters;
};

// One page: everything is read in one snapshot.
class StoreCheck {
 public:
  StoreCheck(Database& database, std::shared_ptr<const Catalog> catalog, Looked& looked)
      : database_(database),
        catalog_(std::move(catalog)),
        snapshot_(database.rocks()),
        looked_(looked) {}

  Result<void> look_at(Position position) {
    while (true) {
      const auto subject = subject_from(*catalog_, position.part);
      if (!subject) return {};
      if (subject->part != position.part) position = {.part = subject->part};
      if (position.after.empty()) position.sequence = sequence();
      NORN_ASSIGN(const bool is_done, subject->stream != nullptr
                                          ? look_at_records(*subject->stream, position)
                                          : look_at_space(*subject, position));
      if (!is_done) {
        looked_.page.next = text_of_position(position);
        return {};
      }
      if (subject->table != nullptr) NORN_TRY(compare_counters(*subject, position));
      // The ids of tables, indexes and streams differ.
      position = {.part = {subject->part.id + 1, Phase::kItems}};
    }
  }

 private:
  class Snapshot {
   public:
    explicit Snapshot(rocksdb::DB& rocks) : rocks_(rocks), snapshot_(rocks.GetSnapshot()) {}
    ~Snapshot() { rocks_.ReleaseSnapshot(snapshot_); }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;
    const rocksdb::Snapshot* get() const { return snapshot_; }

   private:
    rocksdb::DB& rocks_;
    const rocksdb::Snapshot* const snapshot_;
  };

  uint64_t sequence() const { return snapshot_.get()->GetSequenceNumber(); }

  bool is_full() const {
    return looked_.page.looked_at >= kMaxLookedAt || looked_at_bytes_ >= kMaxLookedAtBytes ||
           looked_.suspects.size() + looked_.page.faults.size() >= kMaxFaultsOfPage;
  }

  std::unique_ptr<rocksdb::Iterator> walk(rocksdb::ColumnFamilyHandle* family,
                                          const rocksdb::Slice& upper) {
    rocksdb::ReadOptions read;
    read.iterate_upper_bound = &upper;
    read.snapshot = snapshot_.get();
    read.fill_cache = false;
    return std::unique_ptr<rocksdb::Iterator>(database_.rocks().NewIterator(read, family));
  }

  // Returns whether it came to the end.
  Result<bool> look_at_space(const Subject& subject, Position& position) {
    const bool has_items = subject.part.phase == Phase::kItems;
    const KeyRange range = entries_range(subject.part.id);
    const rocksdb::Slice upper(range.end);
    const auto entries = walk(has_items ? database_.items() : database_.indexes(), upper);
    // The smallest key after another one is that one and a zero byte.
    entries->Seek(position.after.empty() ? range.begin : position.after + '\0');
    for (; entries->Valid(); entries->Next()) {
      if (is_full()) return false;
      position.after = entries->key().ToString();
      const std::string_view bytes = entries->value().ToStringView();
      ++looked_.page.looked_at;
      looked_at_bytes_ += bytes.size();
      if (const auto verified = store::Item::verify(bytes); !verified) {
        looked_.suspects.push_back(
            {.kind = Suspect::Kind::kUnreadable,
             .table = subject.table->schema->name,
             .key = {},
             .entry = {},
             .why = fmt::format("{} cannot be read: {}",
                                has_items ? "An item" : "An entry of an index",
                                verified.error().message)});
        continue;
      }
      NORN_ASSIGN(const auto item, store::Item::decode_view(bytes));
      ++position.counted.items;
      position.counted.bytes += item.size_bytes();
      NORN_TRY(has_items ? look_at_item(*subject.table, position.after, item)
                         : look_at_entry(subject, position.after, item));
    }
    if (!entries->status().ok()) return std::unexpected(error_of(entries->status()));
    return true;
  }

  Result<void> look_at_item(const Table& table, const std::string& item_key, store::ItemView item) {
    const auto key = store::key_of_item(table.schema->key, item);
    if (!key || embedded::item_key(table.id, *key) != item_key) {
      looked_.suspects.push_back({.kind = Suspect::Kind::kUnreadable,
                                  .table = table.schema->name,
                                  .key = {},
                                  .entry = {},
                                  .why = "An item is stored under a key that is not its own."});
      return {};
    }
    for (size_t i = 0; i < table.index_ids.size(); ++i) {
      if (!is_filled(table, i, item_key)) continue;
      const auto expected = expected_entry(table, i, item, *key);
      if (!expected) continue;
      NORN_ASSIGN(const auto stored,
                  database_.get(database_.indexes(), expected->key, snapshot_.get()));
      if (stored && *stored == expected->entry.bytes()) continue;
      looked_.suspects.push_back({.kind = Suspect::Kind::kEntryMissing,
                                  .table = table.schema->name,
                                  .index = i,
                                  .key = item_key,
                                  .entry = expected->key});
    }
    if (!table.ttl.enabled || table.ttl_backfilling) return {};
    const auto at_s = store::expiry_s(item, table.ttl.attribute);
    if (!at_s) return {};
    NORN_ASSIGN(
        const auto stored,
        database_.get(database_.expiry(), expiry_key(table.id, *at_s, item_key), snapshot_.get()));
    if (!stored) {
      looked_.suspects.push_back({.kind = Suspect::Kind::kExpiryMissing,
                                  .table = table.schema->name,
                                  .key = item_key,
                                  .entry = {}});
    }
    return {};
  }

  Result<void> look_at_entry(const Subject& subject, const std::string& entry_key,
                             store::ItemView entry) {
    const Table& table = *subject.table;
    const auto surplus = [&] {
      looked_.suspects.push_back({.kind = Suspect::Kind::kEntrySurplus,
                                  .table = table.schema->name,
                                  .index = subject.index,
                                  .key = {},
                                  .entry = entry_key});
      return Result<void>();
    };
    NORN_ASSIGN(const store::Key key, store::key_of_item(table.schema->key, entry));
    NORN_ASSIGN(const auto bytes,
                database_.get(database_.items(), item_key(table.id, key), snapshot_.get()));
    if (!bytes) return surplus();
    NORN_ASSIGN(const auto item, store::Item::decode_view(*bytes));
    const auto expected = expected_entry(table, subject.index, item, key);
    return expected && expected->key == entry_key ? Result<void>() : surplus();
  }

  // If nothing was written since the part was begun.
  Result<void> compare_counters(const Subject& subject, const Position& position) {
    if (position.sequence != sequence()) {
      looked_.page.has_uncounted = true;
      return {};
    }
    NORN_ASSIGN(const auto stored,
                database_.get(database_.meta(), counters_key(subject.part.id), snapshot_.get()));
    NORN_ASSIGN(const Counters expected, decode_counters(stored));
    if (position.counted.items == expected.items && position.counted.bytes == expected.bytes) {
      return {};
    }
    const bool has_items = subject.part.phase == Phase::kItems;
    looked_.counters.push_back(
        {.space = subject.part.id,
         .counted = position.counted,
         .sequence = position.sequence,
         .fault = {
             .table = subject.table->schema->name,
             .pk = {},
             .sk = {},
             .what = fmt::format(
                 "{} has {} items of {} bytes, but its counters say {} of {} bytes.",
                 has_items ? "The table"
                           : fmt::format("The index {}",
                                         subject.table->schema->indexes[subject.index].name),
                 position.counted.items, position.counted.bytes, expected.items, expected.bytes),
             .repair = "corrects the counters"}});
    return {};
  }

  Result<bool> look_at_records(const Stream& stream, Position& position) {
    NORN_ASSIGN(const auto stored,
                database_.get(database_.meta(), stream_ends_key(stream.id), snapshot_.get()));
    NORN_ASSIGN(const StreamEnds ends, decode_stream_ends(stored));
    const std::string end = stream_key(stream.id, ends.next);
    const rocksdb::Slice upper(end);
    const auto records = walk(database_.streams(), upper);
    uint64_t next = ends.first_kept;
    if (!position.after.empty()) next = std::max(next, sequence_of(position.after) + 1);
    for (records->Seek(stream_key(stream.id, next)); records->Valid(); records->Next()) {
      if (is_full()) return false;
      position.after = records->key().ToString();
      ++looked_.page.looked_at;
      looked_at_bytes_ += records->value().size();
      const uint64_t found = sequence_of(position.after);
      if (found != next) report_gap(stream, next, found);
      next = found + 1;
      if (const auto record =
              decode_stream_record(records->key().ToStringView(), records->value().ToStringView());
          !record) {
        report(stream, fmt::format("The record {} of the stream {} cannot be read: {}", found,
                                   stream.label, record.error().message));
      }
    }
    if (!records->status().ok()) return std::unexpected(error_of(records->status()));
    if (next != ends.next) report_gap(stream, next, ends.next);
    return true;
  }

  void report_gap(const Stream& stream, uint64_t from, uint64_t to) {
    report(stream,
           fmt::format("The stream {} lacks the records {} to {}.", stream.label, from, to - 1));
  }

  void report(const Stream& stream, std::string what) {
    looked_.page.faults.push_back(
        {.table = stream.table, .pk = {}, .sk = {}, .what = std::move(what), .repair = {}});
  }

  Database& database_;
  const std::shared_ptr<const Catalog> catalog_;
  const Snapshot snapshot_;
  Looked& looked_;
  uint64_t looked_at_bytes_ = 0;
};

// Lets go of the database before the committer is asked for anything: it may have to reopen it.
Result<Looked> look_at_page(Database& database, std::shared_ptr<const Catalog> catalog,
                            Position position) {
  NORN_ASSIGN(const auto held, database.hold());
  Looked looked;
  NORN_TRY(StoreCheck(database, std::move(catalog), looked).look_at(std::move(position)));
  return looked;
}

// Writes the counters that were counted, unless anything was written since.
Result<bool> correct_counters(WriteGroup& group, const std::vector<CounterFault>& counters) {
  const uint64_t sequence = group.database().rocks().GetLatestSequenceNumber();
  const auto is_current = [&](const CounterFault& found) { return found.sequence == sequence; };
  if (!std::ranges::all_of(counters, is_current)) return false;
  for (const CounterFault& found : counters) {
    group.put_meta(counters_key(found.space), encode(found.counted));
  }
  return true;
}

}  // namespace

Result<StoreCheckPage> check_store_page(Database& database, Committer& committer,
                                        std::string_view position, StoreRepair repair) {
  Position begin;
  if (!position.empty()) {
    NORN_ASSIGN(begin, read_position(position));
  }
  NORN_ASSIGN(Looked looked, look_at_page(database, committer.catalog(), std::move(begin)));
  bool are_corrected = false;
  if (repair == StoreRepair::kWhatIsCertain && !looked.counters.empty()) {
    NORN_ASSIGN(are_corrected,
                committer.run<bool>(
                    [&](WriteGroup& group) { return correct_counters(group, looked.counters); },
                    {.starts_group = true}));
  }
  for (CounterFault& found : looked.counters) {
    found.fault.is_repaired = are_corrected;
    looked.page.faults.push_back(std::move(found.fault));
  }
  for (const Suspect& suspect : looked.suspects) {
    // It reads the database itself, and so comes first in its group.
    NORN_ASSIGN(auto fault,
                committer.run<std::optional<StoreFault>>(
                    [&](WriteGroup& group) { return Settling(group, suspect, repair).run(); },
                    {.starts_group = true}));
    if (fault) looked.page.faults.push_back(*std::move(fault));
  }
  return std::move(looked.page);
}

}  // namespace norn::embedded
