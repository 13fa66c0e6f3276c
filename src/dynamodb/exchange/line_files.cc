#include "dynamodb/exchange/line_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

namespace norn::exchange {
namespace {

constexpr size_t kReadBytes = size_t{1} << 16;
constexpr size_t kWriteBytes = size_t{1} << 20;
constexpr mode_t kFileMode = S_IRUSR | S_IWUSR;  // What is exported may be private.
// A link of another user, in a folder of many, must not lead the writing elsewhere.
constexpr int kOldFile = O_WRONLY | O_CLOEXEC | O_NOFOLLOW;
constexpr int kNewFile = kOldFile | O_CREAT | O_EXCL;
constexpr std::string_view kStandardStream = "-";

std::unexpected<Error> file_error(std::string_view what, const std::filesystem::path& path) {
  return fail(ErrorCode::kUnavailable,
              fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

int keep_open(std::FILE* /*standard_input*/) {
  return 0;
}

}  // namespace

Result<std::unique_ptr<LineReader>> LineReader::open(const std::filesystem::path& path) {
  if (path == kStandardStream) {
    return std::unique_ptr<LineReader>(new LineReader("standard input", File(stdin, &keep_open)));
  }
  File file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) return file_error("read", path);
  return std::unique_ptr<LineReader>(new LineReader(path, std::move(file)));
}

Result<std::unique_ptr<LineReader>> LineReader::of_file(int file, const std::filesystem::path& name,
                                                        Compression compression) {
  File stream(::fdopen(file, "rb"), &std::fclose);
  if (!stream) {
    ::close(file);
    return fail(ErrorCode::kUnavailable, fmt::format("cannot read {}", name.string()));
  }
  std::unique_ptr<LineReader> reader(new LineReader(name, std::move(stream)));
  reader->decompressor_ = Decompressor::make(compression);
  return reader;
}

LineReader::LineReader(std::filesystem::path path, File file)
    : path_(std::move(path)), file_(std::move(file)) {}

std::unexpected<Error> LineReader::failed(std::string_view what) const {
  return fail(ErrorCode::kInvalid, fmt::format("{}, line {}: {}", path_.string(), line_ + 1, what));
}

Result<std::optional<std::string_view>> LineReader::next() {
  size_t searched = start_;
  while (true) {
    size_t end = text_.find('\n', searched);
    if (end == std::string::npos) {
      searched = text_.size();
      if (searched - start_ > kMaxLineBytes) {
        return failed(
            fmt::format("it is longer than {} MiB, which no item can be", kMaxLineBytes >> 20));
      }
      text_.erase(0, start_);
      searched -= std::exchange(start_, 0);
      NORN_ASSIGN(const bool has_more, fill());
      if (has_more) continue;
      if (text_.empty()) return std::nullopt;
      end = text_.size();  // The last line may lack its break.
      text_.push_back('\n');
    }
    std::string_view line = std::string_view(text_).substr(start_, end - start_);
    start_ = end + 1;
    searched = start_;
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) return line;
  }
}

Result<bool> LineReader::fill() {
  while (true) {
    if (compressed_.empty() && !(decompressor_ && decompressor_->has_pending())) {
      buffer_.resize(kReadBytes);
      const size_t count = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
      if (count == 0 && std::ferror(file_.get()) != 0) return file_error("read", path_);
      if (count == 0) {
        if (!has_bytes_ || !decompressor_ || decompressor_->is_whole()) return false;
        return failed("the file ends in the middle of its compressed data: it is not whole");
      }
      has_bytes_ = true;
      compressed_ = std::string_view(buffer_).substr(0, count);
    }
    if (!decompressor_) decompressor_ = Decompressor::make(compression_of_bytes(compressed_));
    const size_t before = text_.size();
    if (auto read = decompressor_->read(compressed_, text_); !read) {
      return failed(read.error().message);
    }
    if (text_.size() > before) return true;
  }
}

Result<std::unique_ptr<LineWriter>> LineWriter::open(const std::filesystem::path& path,
                                                     Compression compression, uint64_t length) {
  if (path == kStandardStream) {
    return std::unique_ptr<LineWriter>(
        new LineWriter("standard output", STDOUT_FILENO, compression, 0));
  }
  const int how = length == 0 ? kNewFile : kOldFile;
  const int file = ::open(path.c_str(), how, kFileMode);
  if (file < 0) return file_error("write", path);
  std::unique_ptr<LineWriter> writer(new LineWriter(path, file, compression, length));
  struct stat status{};
  if (::fstat(file, &status) != 0) return file_error("write", path);
  if (static_cast<uint64_t>(status.st_size) < length) {
    return fail(ErrorCode::kInvalid,
                fmt::format("{} has {} bytes, and the journal beside it says {}: one of them was "
                            "changed. Remove both to begin again.",
                            path.string(), status.st_size, length));
  }
  if (::ftruncate(file, static_cast<off_t>(length)) != 0 || ::lseek(file, 0, SEEK_END) < 0) {
    return file_error("continue", path);
  }
  return writer;
}

LineWriter::LineWriter(std::filesystem::path path, int file, Compression compression,
                       uint64_t length)
    : path_(std::move(path)),
      file_(file),
      compressor_(Compressor::make(compression)),
      length_(length) {}

LineWriter::~LineWriter() {
  if (file_ != STDOUT_FILENO) ::close(file_);
}

Result<void> LineWriter::add(std::string_view text) {
  compressor_->add(text, pending_);
  return pending_.size() < kWriteBytes ? Result<void>() : write_out();
}

Result<uint64_t> LineWriter::checkpoint() {
  compressor_->finish(pending_);
  NORN_TRY(write_out());
  if (file_ != STDOUT_FILENO && ::fdatasync(file_) != 0) return file_error("write", path_);
  return length_;
}

Result<void> LineWriter::write_out() {
  hash_.add(pending_);
  if (!write_all(file_, pending_)) return file_error("write", path_);
  length_ += pending_.size();
  pending_.clear();
  return {};
}

Result<void> replace_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path temporary = path;
  temporary += ".new";
  // What a process that was killed has left.
  if (::unlink(temporary.c_str()) != 0 && errno != ENOENT) return file_error("write", temporary);
  const int file = ::open(temporary.c_str(), kNewFile, kFileMode);
  if (file < 0) return file_error("write", temporary);
  const bool is_written = write_all(file, content) && ::fdatasync(file) == 0;
  const int reason = errno;
  ::close(file);
  errno = reason;
  if (!is_written || ::rename(temporary.c_str(), path.c_str()) != 0) {
    return file_error("write", path);
  }
  return {};
}

Result<std::string> read_small_file(const std::filesystem::path& path, size_t max_bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return file_error("read", path);
  std::string content(max_bytes + 1, '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (file.bad()) return file_error("read", path);
  content.resize(static_cast<size_t>(file.gcount()));
  if (content.size() <= max_bytes) return content;
  return fail(ErrorCode::kInvalid, fmt::format("{} is too large: at most {} bytes are expected",
                                               path.string(), max_bytes));
}

}  // namespace norn::exchange
