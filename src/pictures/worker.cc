#include "pictures/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/thread_priority.h"
#include "pictures/re_encode.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NORN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NORN_SANITIZED 1
#endif
#endif

namespace norn::pictures {
namespace {

// 50 million pixels take 200 MB decoded, and up to three times that on the way there.
[[maybe_unused]] constexpr rlim_t kMemoryBytes = rlim_t{1} << 30;  // Not with sanitizers.
constexpr rlim_t kProcessorSeconds = 20;
constexpr rlim_t kOpenFiles = 3;  // Those that it has: input, output and errors.
// Of two pictures of 1600 by 1600 pixels.
constexpr size_t kMaxReplyBytes = size_t{16} << 20;
constexpr size_t kBufferBytes = size_t{64} << 10;

// Exit codes that no crash has.
constexpr int kExitDone = 0;
constexpr int kExitUnheard = 1;
constexpr int kExitRefused = 40;  // And the number of the refusal.
constexpr int kLastRefusal = static_cast<int>(Refusal::kTooMuchWork);

// In front of the two pictures. Both ends are the same program on the same machine.
struct ReplyHead {
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t large_bytes = 0;
  uint32_t thumbnail_bytes = 0;
};

void limit(__rlimit_resource_t resource, rlim_t most) {
  rlimit both = {};
  // Without its limits, a worker must not read anything.
  if (getrlimit(resource, &both) != 0) _exit(kExitRefused + kLastRefusal);
  // Who started Norn may have allowed less.
  both.rlim_max = std::min(both.rlim_max, most);
  both.rlim_cur = both.rlim_max;
  if (setrlimit(resource, &both) != 0) _exit(kExitRefused + kLastRefusal);
}

void limit_this_process() {
#if !defined(NORN_SANITIZED)
  // The sanitizers reserve terabytes of addresses for themselves.
  limit(RLIMIT_AS, kMemoryBytes);
#endif
  limit(RLIMIT_CPU, kProcessorSeconds);
  limit(RLIMIT_NOFILE, kOpenFiles);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
}

std::string read_input() {
  std::string input;
  std::string buffer(kBufferBytes, '\0');
  while (input.size() <= kMaxPictureBytes) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    input.append(buffer, 0, static_cast<size_t>(count));
  }
  return input;
}

bool write_output(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::string reply_of(const Picture& picture) {
  const ReplyHead head = {.width = static_cast<uint32_t>(picture.width),
                          .height = static_cast<uint32_t>(picture.height),
                          .large_bytes = static_cast<uint32_t>(picture.large.size()),
                          .thumbnail_bytes = static_cast<uint32_t>(picture.thumbnail.size())};
  std::string reply(sizeof(head), '\0');
  std::memcpy(reply.data(), &head, sizeof(head));
  return reply + picture.large + picture.thumbnail;
}

bool is_jpeg(std::string_view bytes) {
  return bytes.starts_with("\xFF\xD8\xFF");
}

// A picture that has taken over its worker can reply anything, but nothing else than two JPEGs of a
// sensible size counts.
std::optional<Picture> picture_in(std::string_view reply) {
  ReplyHead head;
  if (reply.size() < sizeof(head)) return std::nullopt;
  std::memcpy(&head, reply.data(), sizeof(head));
  reply.remove_prefix(sizeof(head));
  const bool has_sides = head.width >= 1 && head.width <= kLargePixels && head.height >= 1 &&
                         head.height <= kLargePixels;
  if (!has_sides || uint64_t{head.large_bytes} + head.thumbnail_bytes != reply.size()) {
    return std::nullopt;
  }
  Picture picture = {.large = std::string(reply.substr(0, head.large_bytes)),
                     .thumbnail = std::string(reply.substr(head.large_bytes)),
                     .width = static_cast<int>(head.width),
                     .height = static_cast<int>(head.height)};
  if (!is_jpeg(picture.large) || !is_jpeg(picture.thumbnail)) return std::nullopt;
  return picture;
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }
  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// The worker's end of the socket is its input and its output; it gets no other open file, no
// environment (which may hold the keys of a store), and no signal that this process ignores.
Result<pid_t> start(const std::vector<std::string>& command, int socket) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  char* environment[] = {nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t id = 0;
  const int error =
      posix_spawn(&id, arguments[0], &files, &attributes, arguments.data(), environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    return fail(ErrorCode::kInternal,
                fmt::format("Cannot start {}: {}", command[0], std::strerror(error)));
  }
  return id;
}

using Moment = std::chrono::steady_clock::time_point;

int milliseconds_until(Moment end) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<int64_t>(0, left.count()));
}

// What is written without waiting. False if the other side does not read any more.
bool send_some(int socket, std::string_view& bytes) {
  const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  bytes.remove_prefix(static_cast<size_t>(count));
  return true;
}

// What there is to read. False at the end, and when it is too much.
bool receive_some(int socket, std::string& reply) {
  std::string buffer(kBufferBytes, '\0');
  const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  reply.append(buffer, 0, static_cast<size_t>(count));
  return count > 0 && reply.size() <= kMaxReplyBytes;
}

// Sends the picture and receives the reply; nullopt when the time is over.
std::optional<std::string> converse(int socket, std::string_view bytes, Moment end) {
  std::string reply;
  bool is_sending = true;
  while (true) {
    if (is_sending && bytes.empty()) {
      ::shutdown(socket, SHUT_WR);
      is_sending = false;
    }
    pollfd ready = {.fd = socket, .events = POLLIN, .revents = 0};
    if (is_sending) ready.events |= POLLOUT;
    const int wait_ms = milliseconds_until(end);
    if (wait_ms == 0) return std::nullopt;
    const int count = ::poll(&ready, 1, wait_ms);
    if (count <= 0) continue;  // The time is looked at again.
    const bool may_send = is_sending && (ready.revents & POLLOUT) != 0;
    // A worker that refuses a picture may do so before it has read all of it.
    if (may_send && !send_some(socket, bytes)) is_sending = false;
    if ((ready.revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !receive_some(socket, reply)) {
      return reply;
    }
  }
}

// Ends the worker, and returns its exit code; -1 after a signal. One that has exited keeps its code
// when it is killed, and one that has only closed its output has nothing more to say.
int end_worker(pid_t id) {
  ::kill(id, SIGKILL);
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Outcome outcome_of(int exit_code, std::string_view reply) {
  if (exit_code >= kExitRefused && exit_code <= kExitRefused + kLastRefusal) {
    return static_cast<Refusal>(exit_code - kExitRefused);
  }
  if (exit_code != kExitDone) return Refusal::kTooMuchWork;
  auto picture = picture_in(reply);
  if (!picture) return Refusal::kDamaged;
  return *std::move(picture);
}

Result<Outcome> re_encode_in_worker(const PictureWorkers::Options& options,
                                    std::string_view bytes) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(ErrorCode::kInternal,
                fmt::format("Cannot make a socket: {}", std::strerror(errno)));
  }
  const FileDescriptor ours(ends[0]);
  FileDescriptor theirs(ends[1]);
  const Moment until = std::chrono::steady_clock::now() + options.time_limit;
  NORN_ASSIGN(const pid_t id, start(options.command, theirs.get()));
  theirs.close();
  const auto reply = converse(ours.get(), bytes, until);
  const int exit_code = end_worker(id);
  if (!reply || reply->size() > kMaxReplyBytes) return Refusal::kTooMuchWork;
  return outcome_of(exit_code, *reply);
}

}  // namespace

// Nothing is tidied up: it would only be a chance for what has gone wrong, and the sanitizers' look
// for leaks needs files.
void run_worker() {
  limit_this_process();
  set_thread_priority(ThreadPriority::kBackground);
  const Outcome outcome = re_encode(read_input());
  if (const auto* const refusal = std::get_if<Refusal>(&outcome)) {
    _exit(kExitRefused + static_cast<int>(*refusal));
  }
  _exit(write_output(reply_of(std::get<Picture>(outcome))) ? kExitDone : kExitUnheard);
}

Result<Outcome> PictureWorkers::re_encode(std::string_view bytes) {
  if (!permits_.try_acquire_for(options_.patience)) return Refusal::kBusy;
  struct Permit {
    std::counting_semaphore<kMostAtOnce>& permits;
    ~Permit() { permits.release(); }
  };
  const Permit permit{permits_};
  return re_encode_in_worker(options_, bytes);
}

}  // namespace norn::pictures
