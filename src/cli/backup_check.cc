#include "cli/backup_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include "apps/console/sentences.h"
#include "base/faults.h"
#include "base/log.h"

namespace norn::cli {
namespace {

// As many as there can be backups.
constexpr size_t kMaxVerified = 10'000;

// A process of this program that verifies a backup; its output goes nowhere.
Result<pid_t> spawn_check(const std::filesystem::path& folder, embedded::BackupId id) {
  std::vector<std::string> words = {"norn",   "backup",       "verify", std::to_string(id),
                                    "--from", folder.string()};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<char*, 1> environment = {nullptr};

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  // The server blocks the signals that stop it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = posix_spawn(&process, "/proc/self/exe", &files, &attributes, arguments.data(),
                                environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return process;
  return fail(ErrorCode::kUnavailable,
              fmt::format("No process could be started to verify a backup: {}.",
                          std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

Result<void> BackupCheck::start(const std::filesystem::path& folder, embedded::BackupId id) {
  const std::lock_guard lock(mutex_);
  if (state_.is_running || stopping_) return conflict(console::kBackupRunning);
  if (thread_) thread_->join();  // It has ended, or is about to.
  thread_.reset();
  NORN_ASSIGN(const pid_t process, spawn_check(folder, id));
  process_ = process;
  state_.is_running = true;
  state_.failure.clear();
  thread_.emplace([this, process, id] { wait(process, id); });
  return {};
}

void BackupCheck::wait(pid_t process, embedded::BackupId id) {
  // Without taking it off, so that `stop` never signals another process with its number.
  siginfo_t ended{};
  int waited = 0;
  do {
    waited = ::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT);
  } while (waited != 0 && errno == EINTR);
  const std::lock_guard lock(mutex_);
  process_.reset();
  int status = 0;
  const bool is_whole =
      ::waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (stopping_) {
    state_.is_running = false;
    return;
  }
  if (is_whole) {
    if (state_.verified_ms.size() == kMaxVerified) state_.verified_ms.clear();
    state_.verified_ms.insert_or_assign(id, clock_.now_ms());
    log::info("backup {} is whole", id);
  } else {
    state_.verified_ms.erase(id);
    state_.failure = fmt::format(
        "Backup {} could not be verified. `norn backup verify {}` on the server says why.", id, id);
    log::error("{}", state_.failure);
  }
  state_.is_running = false;
}

BackupCheck::State BackupCheck::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void BackupCheck::stop() {
  std::optional<std::thread> thread;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (process_) ::kill(*process_, SIGKILL);
    thread.swap(thread_);
  }
  if (thread) thread->join();
}

}  // namespace norn::cli
