#include "embedded/backup/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> file_failure(std::string_view what, const fs::path& file) {
  const ErrorCode code = errno == ENOSPC ? ErrorCode::kStorageFull : ErrorCode::kUnavailable;
  return fail(code, fmt::format("Cannot {} {}: {}.", what, file.string(), std::strerror(errno)));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

bool sync_path(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_synced = ::fsync(fd) == 0;
  const int reason = errno;
  ::close(fd);
  errno = reason;
  return is_synced;
}

Result<void> write_file_durably(const fs::path& file, std::string_view text) {
  const fs::path part = file.string() + ".part";
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                        S_IRUSR | S_IWUSR);
  if (fd < 0) return file_failure("write", part);
  const bool is_written = write_all(fd, text) && ::fsync(fd) == 0;
  const int reason = errno;
  ::close(fd);
  if (is_written && ::rename(part.c_str(), file.c_str()) == 0 && sync_path(file.parent_path())) {
    return {};
  }
  if (!is_written) errno = reason;
  const auto failure = file_failure("write", file);
  ::unlink(part.c_str());
  return failure;
}

Result<void> remove_file(const fs::path& file) {
  if (::unlink(file.c_str()) == 0 || errno == ENOENT) return {};
  return file_failure("remove", file);
}

Result<void> copy_file_durably(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::exists(from, error)) return {};
  const fs::path part = to.string() + ".part";
  fs::copy_file(from, part, fs::copy_options::overwrite_existing, error);
  if (!error && sync_path(part) && ::rename(part.c_str(), to.c_str()) == 0 &&
      sync_path(to.parent_path())) {
    return {};
  }
  if (!error) return file_failure("write", to);
  return fail(ErrorCode::kUnavailable, fmt::format("Cannot copy {} to {}: {}.", from.string(),
                                                   to.parent_path().string(), error.message()));
}

}  // namespace norn::embedded
