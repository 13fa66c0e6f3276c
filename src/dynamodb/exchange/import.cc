#include "dynamodb/exchange/import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "dynamodb/exchange/batch_puts.h"
#include "dynamodb/exchange/import_source.h"
#include "dynamodb/exchange/journal.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/md5.h"
#include "dynamodb/exchange/table_definition.h"
#include "dynamodb/exchange/target_table.h"
#include "store/limits.h"
#include "store/wire/wire.h"

namespace norn::exchange {
namespace {

namespace fs = std::filesystem;

// What is read before it is put, by all writers together.
constexpr size_t kMaxWindowItems = 2'000;
constexpr size_t kMaxWindowBytes = size_t{8} << 20;

std::unexpected<Error> refusal(std::string message) {
  return fail(ErrorCode::kConflict, std::move(message));
}

// The items between two positions: no two of them have the same key, so they may be put in any
// order.
class Window {
 public:
  explicit Window(std::vector<std::string> key_names) : key_names_(std::move(key_names)) {}

  // False, and nothing is changed, if there is an item of that key.
  bool add(store::Item& item, size_t line) {
    std::string key(store::Item::subset(item, key_names_).json());
    if (!keys_.insert(std::move(key)).second) return false;
    bytes_ += item.bytes().size();
    items_.push_back({.item = std::move(item), .line = line});
    return true;
  }
  bool is_full() const { return items_.size() >= kMaxWindowItems || bytes_ >= kMaxWindowBytes; }
  std::vector<NumberedItem> take() {
    keys_.clear();
    bytes_ = 0;
    return std::exchange(items_, {});
  }

 private:
  const std::vector<std::string> key_names_;
  std::vector<NumberedItem> items_;
  std::unordered_set<std::string> keys_;
  size_t bytes_ = 0;
};

std::vector<std::string> names_of_key(const store::TableDescription& table) {
  std::vector<std::string> names{table.schema.key.partition.name};
  if (table.schema.key.sort) names.push_back(table.schema.key.sort->name);
  return names;
}

Result<FileStamp> stamp_of(const fs::path& path) {
  FileStamp stamp{.path = path.string()};
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return stamp;  // A pipe.
  stamp.bytes = fs::file_size(path, error);
  if (!error) stamp.modified_ns = fs::last_write_time(path, error).time_since_epoch().count();
  if (!error) return stamp;
  return fail(ErrorCode::kUnavailable,
              fmt::format("cannot read {}: {}", path.string(), error.message()));
}

// One table, from its files into the store.
class TableImport {
 public:
  TableImport(const ImportRequest& request, const TableSource& source, std::string table,
              Journal& journal, Progress& display, const TellBadLine& tell)
      : request_(request),
        source_(source),
        table_(std::move(table)),
        journal_(journal),
        display_(display),
        tell_(tell) {}

  Result<ImportResult> run(store::Store& store) {
    NORN_ASSIGN(auto there, find_table(store, table_));
    NORN_TRY(begin_or_continue(there));
    if (!progress_.done) {
      NORN_ASSIGN(const auto description, prepare(store, std::move(there)));
      display_.begin(table_, source_.items.value_or(0), progress_.items);
      Window window(names_of_key(description));
      for (; progress_.file < source_.files.size(); next_file()) {
        NORN_TRY(read_file(store, window));
      }
      if (progress_.created && definition_) {
        NORN_TRY(turn_ttl_on(store, table_, definition_->ttl));
      }
      progress_.done = true;
      NORN_TRY(journal_.save(table_, progress_));
      display_.end(table_, progress_.items);
    }
    return ImportResult{.items = progress_.items, .skipped = progress_.skipped};
  }

 private:
  // Takes the progress from the journal, if it is that of this table and of these files.
  Result<void> begin_or_continue(const std::optional<store::TableDescription>& there) {
    std::vector<FileStamp> files;
    for (const SourceFile& file : source_.files) {
      NORN_ASSIGN(FileStamp stamp, stamp_of(file.path));
      files.push_back(std::move(stamp));
    }
    const TableProgress* const earlier = journal_.find(table_);
    if (earlier == nullptr) {
      progress_.files = std::move(files);
      return {};
    }
    NORN_TRY(check_target(journal_, table_, request_.target, there));
    NORN_TRY(check_unchanged(earlier->files, files));
    progress_ = *earlier;
    return {};
  }

  // The number of a line means nothing in another file.
  Result<void> check_unchanged(const std::vector<FileStamp>& before,
                               const std::vector<FileStamp>& now) const {
    const auto [old, present] = std::ranges::mismatch(before, now);
    if (old == before.end() && present == now.end()) return {};
    return refusal(fmt::format(
        "{}: the file changed since the journal {} was begun; remove the journal to begin again, "
        "with --merge if the table {} has items.",
        present == now.end() ? old->path : present->path, journal_.path().string(), table_));
  }

  // Makes sure that the table is there and may be written to.
  Result<store::TableDescription> prepare(store::Store& store,
                                          std::optional<store::TableDescription> there) {
    const fs::path& path = request_.definition.empty() ? source_.definition : request_.definition;
    if (!path.empty()) {
      NORN_ASSIGN(definition_, read_definition(path));
      definition_->table.table = table_;
    }
    if (!there) {
      NORN_ASSIGN(there, create(store));
    } else if (definition_ && !has_same_key(*there)) {
      return refusal(fmt::format(
          "The table {} has another key than {} says. Import into another table with --table.",
          table_, path.string()));
    }
    if (progress_.target.empty()) {
      NORN_TRY(check_empty(store));
      progress_.target = identity_of(*there);
      NORN_TRY(journal_.save(table_, progress_));
    }
    return *std::move(there);
  }

  Result<store::TableDescription> create(store::Store& store) {
    if (!request_.create) {
      return refusal(
          fmt::format("There is no table {} in {}. --create creates it.", table_, request_.target));
    }
    if (!definition_) {
      return refusal(fmt::format(
          "There is no table {} in {}, and no {} beside the items. Say what it is like with "
          "--definition FILE (what `aws dynamodb describe-table` prints will do).",
          table_, request_.target, kDefinitionFile));
    }
    progress_.created = true;
    // Noted before: if this is interrupted, the next run knows that the table is its own.
    NORN_TRY(journal_.save(table_, progress_));
    return create_and_wait(store, definition_->table);
  }

  bool has_same_key(const store::TableDescription& there) const {
    const auto& key = definition_->table.key;
    const auto names = names_of_key(there);
    return std::ranges::equal(key, names, {}, &store::KeyElement::name);
  }

  Result<void> check_empty(store::Store& store) {
    if (request_.merge) return {};
    store::ScanRequest request;
    request.table = table_;
    request.limit = 1;
    request.consistent = true;
    NORN_ASSIGN(const auto page, store.scan(request));
    if (page.items.empty()) return {};
    return refusal(fmt::format(
        "The table {} in {} has items already. --merge imports into it, and replaces items of the "
        "same keys.",
        table_, request_.target));
  }

  const SourceFile& file() const { return source_.files[progress_.file]; }
  void next_file() {
    ++progress_.file;
    progress_.line = 0;
  }

  // Reads what is left of the present file.
  Result<void> read_file(store::Store& store, Window& window) {
    NORN_TRY(check_digest());
    NORN_ASSIGN(const auto lines, LineReader::open(file().path));
    LineParser parser(request_.form);
    uint64_t count = 0;
    while (true) {
      NORN_ASSIGN(const auto line, lines->next());
      if (!line) break;
      ++count;
      if (lines->line() <= progress_.line) continue;
      auto item = checked(parser.parse(*line));
      if (!item) {
        NORN_TRY(refuse(lines->line(), item.error().message));
        continue;
      }
      if (!window.add(*item, lines->line())) {
        // The items before it, of which one has the same key, are put first.
        NORN_TRY(put(store, window.take(), lines->line() - 1));
        window.add(*item, lines->line());
      }
      if (!window.is_full()) continue;
      NORN_TRY(put(store, window.take(), lines->line()));
      NORN_TRY(journal_.save(table_, progress_));
    }
    NORN_TRY(put(store, window.take(), lines->line()));
    if (file().items && count != *file().items) {
      return fail(ErrorCode::kInvalid, fmt::format("{}: it has {} items, and the manifest says {}",
                                                   file().path.string(), count, *file().items));
    }
    TableProgress done = progress_;
    ++done.file;
    done.line = 0;
    return journal_.save(table_, std::move(done));
  }

  // Before anything of a damaged file is in the store.
  Result<void> check_digest() {
    if (!file().digest) return {};
    NORN_ASSIGN(const std::string digest, md5_of_file(file().path));
    if (digest == *file().digest) return {};
    return fail(ErrorCode::kInvalid,
                fmt::format("{}: its MD5 is {}, and the manifest says {}: the file is damaged",
                            file().path.string(), store::base64_encode(digest),
                            store::base64_encode(*file().digest)));
  }

  static Result<store::Item> checked(Result<store::Item> item) {
    if (item && item->size_bytes() > store::kMaxItemBytes) {
      return fail(ErrorCode::kInvalid,
                  fmt::format("the item has {} bytes, and {} are the most that an item may have",
                              item->size_bytes(), store::kMaxItemBytes));
    }
    return item;
  }

  Result<void> put(store::Store& store, std::vector<NumberedItem> items, uint64_t line) {
    const auto refuse_item = [this](const NumberedItem& item, const Error& why) {
      return refuse(item.line, why.message);
    };
    NORN_ASSIGN(const size_t count, put_items_in_parallel(store, table_, std::move(items),
                                                          request_.writers, refuse_item));
    progress_.items += count;
    progress_.line = line;
    display_.add(count);
    return {};
  }

  Result<void> refuse(uint64_t line, std::string_view why) {
    const std::string text = fmt::format("{}, line {}: {}", file().path.string(), line, why);
    if (!request_.skip_bad) {
      return fail(ErrorCode::kInvalid,
                  text + "\nNothing after it was imported. --on-error skip leaves such lines out.");
    }
    tell_(text);
    const std::lock_guard lock(mutex_);
    ++progress_.skipped;
    return {};
  }

  const ImportRequest& request_;
  const TableSource& source_;
  const std::string table_;
  Journal& journal_;
  Progress& display_;
  const TellBadLine& tell_;
  std::optional<TableDefinition> definition_;
  std::mutex mutex_;  // Of the number of skipped lines.
  TableProgress progress_;
};

// The sources that were asked for, with the tables that they go into.
Result<std::vector<std::pair<std::string, TableSource>>> chosen(const ImportRequest& request,
                                                                std::vector<TableSource> sources) {
  std::vector<std::pair<std::string, TableSource>> out;
  if (sources.size() == 1) {
    if (request.tables.size() > 1) {
      return fail(
          ErrorCode::kInvalid,
          fmt::format("{} has the items of one table: give one --table.", request.from.string()));
    }
    std::string table = request.tables.empty() ? sources.front().table : request.tables.front();
    if (table.empty()) {
      return fail(ErrorCode::kInvalid,
                  fmt::format("{} does not say which table its items belong to: name it with "
                              "--table.",
                              request.from.string()));
    }
    out.emplace_back(std::move(table), std::move(sources.front()));
    return out;
  }
  if (!request.definition.empty()) {
    return fail(ErrorCode::kInvalid, "--definition is for the import of one table.");
  }
  for (const std::string& table : request.tables) {
    if (std::ranges::find(sources, table, &TableSource::table) == sources.end()) {
      return fail(ErrorCode::kInvalid,
                  fmt::format("{} has no table {}.", request.from.string(), table));
    }
  }
  for (TableSource& source : sources) {
    const bool is_wanted = request.tables.empty() ||
                           std::ranges::find(request.tables, source.table) != request.tables.end();
    std::string table = source.table;
    if (is_wanted) out.emplace_back(std::move(table), std::move(source));
  }
  return out;
}

fs::path import_journal(const ImportRequest& request) {
  if (!request.journal.empty()) return request.journal;
  std::error_code error;
  if (fs::is_directory(request.from, error)) return request.from / ".norn-import.journal";
  // What comes through a pipe cannot be read again.
  if (!fs::is_regular_file(request.from, error)) return {};
  fs::path path = request.from;
  path += ".import-journal";
  return path;
}

}  // namespace

Result<ImportResult> import_tables(store::Store& store, const ImportRequest& request,
                                   Progress& progress, const TellBadLine& tell) {
  NORN_ASSIGN(auto sources, find_sources(request.from));
  NORN_ASSIGN(const auto wanted, chosen(request, std::move(sources)));
  auto opened = Journal::open(import_journal(request),
                              fmt::format("import of {} into {}, tables {}", request.from.string(),
                                          request.target, fmt::join(request.tables, ", ")));
  NORN_ASSIGN(Journal journal, std::move(opened));
  ImportResult sum;
  for (const auto& [table, source] : wanted) {
    TableImport work(request, source, table, journal, progress, tell);
    NORN_ASSIGN(const ImportResult result, work.run(store));
    sum.items += result.items;
    sum.skipped += result.skipped;
  }
  NORN_TRY(journal.remove());
  return sum;
}

}  // namespace norn::exchange
