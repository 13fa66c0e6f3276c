#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/exchange/compression.h"
#include "dynamodb/exchange/md5.h"

namespace norn::exchange {

// An item of 400 KB has at most a few megabytes of JSON.
inline constexpr size_t kMaxLineBytes = size_t{16} << 20;

// Reads a file line by line; "-" is standard input. It keeps a line and a buffer in memory.
class LineReader {
 public:
  // The compression is seen from the first bytes.
  static Result<std::unique_ptr<LineReader>> open(const std::filesystem::path& path);
  // A file that is open already and at its beginning, and called `name`; the reader closes it. It
  // has to be of that compression.
  static Result<std::unique_ptr<LineReader>> of_file(int file, const std::filesystem::path& name,
                                                     Compression compression);

  // Without the line break, valid until the next call; nullopt at the end of the file. Empty lines
  // are skipped. The error names the file and the line.
  Result<std::optional<std::string_view>> next();
  uint64_t line() const { return line_; }  // The number of the line that was read last, from 1.

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  LineReader(std::filesystem::path path, File file);

  // Appends to text_; false at the end of the file.
  Result<bool> fill();
  std::unexpected<Error> failed(std::string_view what) const;

  const std::filesystem::path path_;
  File file_;
  std::unique_ptr<Decompressor> decompressor_;
  std::string buffer_;
  std::string_view compressed_;  // What is left of the buffer.
  bool has_bytes_ = false;       // Of any kind: an empty file has no lines, however compressed.
  std::string text_;
  size_t start_ = 0;  // Of the next line in text_.
  uint64_t line_ = 0;
};

// Writes a file that can be continued from where it was last known to be on the disk.
class LineWriter {
 public:
  // Truncates the file to `length` and continues there. With 0 it makes a new one, and fails if
  // there is one already. Symbolic links are not followed. "-" is standard output, which cannot be
  // continued.
  static Result<std::unique_ptr<LineWriter>> open(const std::filesystem::path& path,
                                                  Compression compression, uint64_t length);
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  Result<void> add(std::string_view text);
  // Brings everything to the disk, and returns the length from which the file can be continued.
  Result<uint64_t> checkpoint();
  // The MD5 of all bytes since it was opened, after the last checkpoint.
  std::string md5() { return hash_.digest(); }

 private:
  LineWriter(std::filesystem::path path, int file, Compression compression, uint64_t length);
  Result<void> write_out();

  const std::filesystem::path path_;
  const int file_;
  std::unique_ptr<Compressor> compressor_;
  std::string pending_;
  uint64_t length_;
  Md5 hash_;
};

// Writes a small file as a whole: it has its old or its new content, whatever happens.
Result<void> replace_file(const std::filesystem::path& path, std::string_view content);
// Reads a file of at most `max_bytes`.
Result<std::string> read_small_file(const std::filesystem::path& path, size_t max_bytes);

}  // namespace norn::exchange
