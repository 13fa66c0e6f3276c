#include "dynamodb/transfers/bucket.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "store/backups.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMinBucketName = 3;
constexpr size_t kMaxBucketName = 63;
constexpr size_t kMaxKeyBytes = 1024;
constexpr size_t kMaxKeyPartBytes = 255;  // Of a name in a Linux file system.
constexpr size_t kMaxListedFolders = 100'000;
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// Without O_NONBLOCK, a FIFO would keep the reader waiting.
constexpr int kFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

bool is_bucket_character(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || c == '.' || c == '-';
}

bool is_alphanumeric(char c) {
  return is_bucket_character(c) && c != '.' && c != '-';
}

bool is_like_an_address(std::string_view name) {
  return std::ranges::count(name, '.') == 3 &&
         std::ranges::all_of(name, [](char c) { return is_digit(c) || c == '.'; });
}

// The first part of "a/b/c"; the rest stays in `key`.
std::string_view take_part(std::string_view& key) {
  const size_t end = key.find('/');
  const std::string_view part = key.substr(0, end);
  key = end == std::string_view::npos ? std::string_view() : key.substr(end + 1);
  return part;
}

}  // namespace

Result<void> check_bucket_name(std::string_view name) {
  const bool is_valid = name.size() >= kMinBucketName && name.size() <= kMaxBucketName &&
                        std::ranges::all_of(name, is_bucket_character) &&
                        is_alphanumeric(name.front()) && is_alphanumeric(name.back()) &&
                        name.find("..") == std::string_view::npos && !is_like_an_address(name);
  if (is_valid) return {};
  return store::validation(
      fmt::format("Invalid S3 bucket name: '{}'. A bucket has 3 to 63 of the characters a-z, 0-9, "
                  "'.' and '-', begins and ends with a letter or digit, has no two points in a "
                  "row, and is no IP address.",
                  name));
}

Result<void> check_key_prefix(std::string_view member, std::string_view prefix) {
  const auto wrong = [&](std::string_view why) {
    return store::validation(fmt::format("Invalid {}: '{}'. {}", member, prefix, why));
  };
  if (prefix.size() > kMaxKeyBytes) return wrong("It is longer than 1024 bytes.");
  const bool has_controls = std::ranges::any_of(
      prefix, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
  if (has_controls) return wrong("It has control characters.");
  std::string_view rest = prefix;
  while (!rest.empty()) {
    const std::string_view part = take_part(rest);
    if (part.empty()) return wrong("Between two slashes, and before the first one, is a name.");
    if (part == "." || part == "..") return wrong("'.' and '..' are no names here.");
    if (part.size() > kMaxKeyPartBytes) return wrong("A name in it is longer than 255 bytes.");
  }
  return {};
}

FileHandle::FileHandle(FileHandle&& other) noexcept : file_(other.release()) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileHandle::~FileHandle() {
  if (file_ >= 0) ::close(file_);
}

int FileHandle::release() {
  return std::exchange(file_, -1);
}

fs::path FileHandle::path() const {
  return fmt::format("/proc/self/fd/{}", file_);
}

std::unexpected<Error> Bucket::failed(std::string_view what, std::string_view key) const {
  // What O_NOFOLLOW says of a link, and with O_DIRECTORY.
  const bool is_link = errno == ELOOP || errno == ENOTDIR;
  return store::wire_error(
      ErrorCode::kUnavailable, "S3AccessDenied",
      fmt::format("Cannot {} {}/{}: {}", what, name_, key,
                  is_link ? "a part of it is a symbolic link, which is not followed, or no folder"
                          : std::strerror(errno)));
}

Result<Bucket> Bucket::open(const fs::path& folder, std::string_view name) {
  NORN_TRY(check_bucket_name(name));
  // The operator's own folder may be behind a link.
  FileHandle all(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (all.get() < 0) {
    return store::wire_error(ErrorCode::kUnavailable, "S3AccessDenied",
                             fmt::format("Cannot open the folder of --export-folder, {}: {}",
                                         folder.string(), std::strerror(errno)));
  }
  FileHandle root(::openat(all.get(), std::string(name).c_str(), kFolder));
  if (root.get() >= 0) return Bucket(std::move(root), name);
  if (errno == ENOENT) {
    return store::wire_error(
        ErrorCode::kResourceNotFound, "S3NoSuchBucket",
        fmt::format("The specified bucket does not exist: there is no folder {} in the folder of "
                    "--export-folder. Make it first.",
                    name));
  }
  const bool is_no_folder = errno == ENOTDIR || errno == ELOOP;
  return store::wire_error(
      ErrorCode::kUnavailable, "S3AccessDenied",
      fmt::format("Cannot open the bucket {}: {}", name,
                  is_no_folder ? "it is no folder, or a symbolic link, which is not followed"
                               : std::strerror(errno)));
}

Result<FileHandle> Bucket::open_folder(std::string_view key, bool makes) const {
  FileHandle folder(::openat(root_.get(), ".", kFolder));
  if (folder.get() < 0) return failed("open", "");
  std::string_view rest = key;
  while (!rest.empty()) {
    const std::string part(take_part(rest));
    if (makes && ::mkdirat(folder.get(), part.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
      return failed("make", key);
    }
    folder = FileHandle(::openat(folder.get(), part.c_str(), kFolder));
    if (folder.get() < 0) return failed("open", key);
  }
  return folder;
}

Result<FileHandle> Bucket::make_folder(std::string_view key) const {
  NORN_TRY(check_key_prefix("S3Prefix", key));
  return open_folder(key, true);
}

Result<std::vector<std::string>> Bucket::keys(std::string_view prefix, size_t max_files) const {
  std::vector<std::string> found;
  std::vector<std::string> folders{""};  // To be read: "" or "a/b/".
  size_t read = 0;
  while (!folders.empty()) {
    const std::string in = std::move(folders.back());
    folders.pop_back();
    NORN_ASSIGN(FileHandle folder, open_folder(in, false));
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(folder.get()), &::closedir);
    if (!entries) return failed("read", in);
    folder.release();  // Closed with the entries.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): only threads that share the stream race.
    while (const dirent* const entry = ::readdir(entries.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string key = fmt::format("{}{}", in, name);
      const bool is_wanted = key.starts_with(prefix);
      const bool is_on_the_way = prefix.starts_with(key + "/");
      if (!is_wanted && !is_on_the_way) continue;
      struct stat status{};
      if (::fstatat(::dirfd(entries.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return failed("read", key);
      }
      if (S_ISDIR(status.st_mode)) {
        folders.push_back(key + "/");
      } else if (S_ISREG(status.st_mode)) {
        if (is_wanted) found.push_back(std::move(key));
      } else {
        return store::wire_error(
            ErrorCode::kUnavailable, "S3AccessDenied",
            fmt::format("{}/{} is no file and no folder: symbolic links are not followed.", name_,
                        key));
      }
      if (found.size() > max_files || ++read + folders.size() > max_files + kMaxListedFolders) {
        return store::wire_error(
            ErrorCode::kLimitExceeded, "LimitExceededException",
            fmt::format("There are more than {} files whose keys begin with '{}'. Import them in "
                        "parts.",
                        max_files, prefix));
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

Result<FileHandle> Bucket::open_file(std::string_view key) const {
  const size_t slash = key.rfind('/');
  const std::string_view in = slash == std::string_view::npos ? "" : key.substr(0, slash);
  const std::string name(slash == std::string_view::npos ? key : key.substr(slash + 1));
  NORN_ASSIGN(const FileHandle folder, open_folder(in, false));
  FileHandle file(::openat(folder.get(), name.c_str(), kFile));
  if (file.get() < 0) return failed("read", key);
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failed("read", key);
  if (S_ISREG(status.st_mode)) return file;
  return store::wire_error(ErrorCode::kUnavailable, "S3AccessDenied",
                           fmt::format("{}/{} is no file.", name_, key));
}

}  // namespace norn::dynamodb
