#include "dynamodb/exchange/copy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "dynamodb/exchange/batch_puts.h"
#include "dynamodb/exchange/journal.h"
#include "dynamodb/exchange/segment_scan.h"
#include "dynamodb/exchange/table_definition.h"
#include "dynamodb/exchange/target_table.h"

namespace norn::exchange {
namespace {

constexpr std::chrono::seconds kJournalPause{1};

std::vector<NumberedItem> items_of(const store::PageResult& page) {
  std::vector<NumberedItem> items;
  items.reserve(page.items.size());
  for (const store::ItemView item : page.items) {
    items.push_back({.item = store::Item::copy_of(item)});
  }
  return items;
}

class TableCopy {
 public:
  TableCopy(const CopyRequest& request, store::TableDescription table, Journal& journal,
            Progress& display)
      : request_(request),
        table_(std::move(table)),
        name_(table_.schema.name),
        journal_(journal),
        display_(display) {}

  Result<uint64_t> run(store::Store& from, store::Store& to) {
    NORN_ASSIGN(auto there, find_table(to, name_));
    NORN_TRY(check_target(journal_, name_, request_.target, there));
    NORN_TRY(check_source(journal_, request_.source, table_));
    if (const TableProgress* const earlier = journal_.find(name_)) {
      progress_ = *earlier;
    } else {
      progress_.segments.resize(request_.segments);
      progress_.source = identity_of(table_);
    }
    if (progress_.done) return progress_.items;
    NORN_ASSIGN(const TableDefinition definition, definition_of(from, table_));
    NORN_TRY(prepare(to, std::move(there), definition));
    display_.begin(name_, table_.item_count, progress_.items);
    NORN_TRY(
        scan_segments(from, name_, progress_.segments,
                      [&](size_t segment, const store::PageResult& page, SegmentPosition position) {
                        return take(to, segment, page, std::move(position));
                      }));
    if (progress_.created) NORN_TRY(turn_ttl_on(to, name_, definition.ttl));
    progress_.done = true;
    NORN_TRY(journal_.save(name_, progress_));
    display_.end(name_, progress_.items);
    return progress_.items;
  }

 private:
  Result<void> prepare(store::Store& to, std::optional<store::TableDescription> there,
                       const TableDefinition& definition) {
    if (!there) {
      progress_.created = true;
      NORN_TRY(journal_.save(name_, progress_));
      NORN_ASSIGN(there, create_and_wait(to, definition.table));
    } else if (there->schema.key != table_.schema.key) {
      return fail(ErrorCode::kConflict,
                  fmt::format("The table {} in {} has another key than in {}.", name_,
                              request_.target, request_.source));
    }
    if (!progress_.target.empty()) return {};
    if (!request_.merge) NORN_TRY(check_target_empty(to));
    progress_.target = identity_of(*there);
    return journal_.save(name_, progress_);
  }

  Result<void> check_target_empty(store::Store& to) {
    store::ScanRequest request;
    request.table = name_;
    request.limit = 1;
    request.consistent = true;
    NORN_ASSIGN(const auto page, to.scan(request));
    if (page.items.empty()) return {};
    return fail(ErrorCode::kConflict,
                fmt::format("The table {} in {} has items already. --merge copies into it, and "
                            "replaces items of the same keys.",
                            name_, request_.target));
  }

  Result<void> take(store::Store& to, size_t segment, const store::PageResult& page,
                    SegmentPosition position) {
    const auto refuse = [this](const NumberedItem& item, const Error& why) -> Result<void> {
      return fail(why.code,
                  fmt::format("table {}: {} refuses an item: {} The item begins with {}", name_,
                              request_.target, why.message, item.item.json().substr(0, 200)));
    };
    NORN_ASSIGN(const size_t count, put_items(to, name_, items_of(page), refuse));
    const std::lock_guard lock(mutex_);
    progress_.items += count;
    progress_.segments[segment] = std::move(position);
    display_.add(count);
    const auto now = std::chrono::steady_clock::now();
    if (now - saved_ < kJournalPause) return {};
    saved_ = now;
    return journal_.save(name_, progress_);
  }

  const CopyRequest& request_;
  const store::TableDescription table_;
  const std::string& name_;
  Journal& journal_;
  Progress& display_;
  std::mutex mutex_;  // Of what follows.
  TableProgress progress_;
  std::chrono::steady_clock::time_point saved_;
};

}  // namespace

Result<uint64_t> copy_tables(store::Store& from, store::Store& to, const CopyRequest& request,
                             Progress& progress) {
  NORN_ASSIGN(
      Journal journal,
      Journal::open(request.journal, fmt::format("copy of {} from {} to {} in {} segments",
                                                 fmt::join(request.tables, ", "), request.source,
                                                 request.target, request.segments)));
  uint64_t items = 0;
  for (const std::string& name : request.tables) {
    NORN_ASSIGN(auto table, from.describe_table(name));
    TableCopy work(request, std::move(table), journal, progress);
    NORN_ASSIGN(const uint64_t count, work.run(from, to));
    items += count;
  }
  NORN_TRY(journal.remove());
  return items;
}

}  // namespace norn::exchange
