#include "embedded/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

Result<void> create_private_folder(const fs::path& directory, const FolderWords& words) {
  std::error_code error;
  if (fs::is_directory(directory, error)) {
    return {};
  }
  fs::create_directories(directory.parent_path(), error);
  if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("Cannot create the {} {}: {}. Choose another one with {}.", words.name,
                            directory.string(), std::strerror(errno), words.option));
  }
  if (!fs::is_directory(directory, error)) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("{} is not a folder. Choose another one with {}.", directory.string(),
                            words.option));
  }
  return {};
}

// The data has hashes of passwords and secrets of second factors in it.
Result<void> check_private(const fs::path& directory, const FolderWords& words) {
  struct stat status{};
  if (::stat(directory.c_str(), &status) != 0) {
    return fail(ErrorCode::kUnavailable, fmt::format("Cannot look at the {} {}: {}.", words.name,
                                                     directory.string(), std::strerror(errno)));
  }
  const unsigned mode = status.st_mode & 0777;
  if ((mode & (S_IRWXG | S_IRWXO)) == 0) {
    return {};
  }
  return fail(ErrorCode::kUnavailable,
              fmt::format("Other users of this machine may use the {2} {0} (mode {1:03o}). "
                          "Make it private first: chmod 700 {0}",
                          directory.string(), mode, words.name));
}

std::string holder_of(int fd) {
  std::array<char, 32> text{};
  const ssize_t length = ::pread(fd, text.data(), text.size() - 1, 0);
  std::string pid(text.data(), length > 0 ? static_cast<size_t>(length) : 0);
  while (!pid.empty() && pid.back() == '\n') {
    pid.pop_back();
  }
  return pid.empty() ? "" : fmt::format(" (process {})", pid);
}

}  // namespace

Result<std::unique_ptr<FolderLock>> FolderLock::take(const fs::path& given,
                                                     const FolderWords& words) {
  // A trailing slash would make the folder its own parent, and parents are not private.
  const fs::path directory = given.has_filename() ? given : given.parent_path();
  NORN_TRY(create_private_folder(directory, words));
  NORN_TRY(check_private(directory, words));
  const fs::path file = directory / "norn.lock";
  // Its content is replaced, so a link must not lead to another file.
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0 && errno == ELOOP) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("{} is a symbolic link, which Norn never makes. Find out who made it, "
                            "and remove it.",
                            file.string()));
  }
  if (fd < 0) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("Cannot write to the {} {}: {}. Check its owner, or choose another one "
                            "with {}.",
                            words.name, directory.string(), std::strerror(errno), words.option));
  }
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const std::string holder = holder_of(fd);
    ::close(fd);
    return fail(ErrorCode::kResourceInUse,
                fmt::format("{} is in use by another norn{}. Stop that one first, or choose "
                            "another folder with {}.",
                            directory.string(), holder, words.option));
  }
  const std::string pid = fmt::format("{}\n", ::getpid());
  if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.data(), pid.size(), 0) < 0) {
    // The pid only makes the refusal of a second process more helpful: a full disk must not keep
    // the store from opening for reads.
  }
  return std::unique_ptr<FolderLock>(new FolderLock(fd));
}

FolderLock::~FolderLock() {
  ::close(fd_);
}

}  // namespace norn::embedded
