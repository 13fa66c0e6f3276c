#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

namespace norn::exchange {

// How far a part of a parallel scan is.
struct SegmentPosition {
  std::optional<store::Item> after;  // The last key that was read; nullopt: it has not begun.
  bool done = false;
};

// A file as it was when an import of it began.
struct FileStamp {
  std::string path;
  uint64_t bytes = 0;
  int64_t modified_ns = 0;  // Since an epoch that is always the same.

  bool operator==(const FileStamp&) const = default;
};

// How far a table is. Each of export, import and copy uses some of it.
struct TableProgress {
  bool done = false;
  uint64_t items = 0;
  uint64_t bytes = 0;    // Of the items, by DynamoDB's accounting.
  uint64_t skipped = 0;  // Lines that were no items.
  std::vector<SegmentPosition> segments = {};
  // Of an export: how long its file and its list of files are, what it is called, when it began.
  uint64_t file_length = 0;
  uint64_t manifest_length = 0;
  std::string export_id = {};
  int64_t started_ms = 0;
  // Of an export and a copy: the identity of the table that is read. Older journals have none.
  std::string source = {};
  // Of an import: its files, the one that is being read, by its number, and the last line of that
  // which is in the store.
  std::vector<FileStamp> files = {};
  uint64_t file = 0;
  uint64_t line = 0;
  // Of an import and a copy: whether the table was created for it, and the identity of the table,
  // which is empty until it may be put into.
  bool created = false;
  std::string target = {};
};

// A small file beside a long work, from which it can be continued after it was interrupted. It is
// rewritten as a whole, after what it speaks of is on the disk.
class Journal {
 public:
  // Reads the journal if there is one. `what` describes the work: a journal of another one is
  // refused. Without a path nothing is kept.
  static Result<Journal> open(std::filesystem::path path, std::string what);

  bool is_continued() const { return is_continued_; }
  const std::filesystem::path& path() const { return path_; }

  // nullptr: the table has not begun.
  const TableProgress* find(std::string_view table) const;
  Result<void> save(const std::string& table, TableProgress progress);
  // The work is done.
  Result<void> remove();

 private:
  std::filesystem::path path_;
  std::string what_;
  bool is_continued_ = false;
  std::map<std::string, TableProgress, std::less<>> tables_;
};

}  // namespace norn::exchange
