#include "cli/control.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "cli/exit_code.h"
#include "rest/json_document.h"

namespace norn::cli {
namespace {

constexpr std::string_view kSocketName = "norn.sock";
constexpr int kMaxWaiting = 8;
// An item has at most 400 KB, and its JSON is many times as long if everything in it is escaped.
constexpr size_t kMaxLineBytes = size_t{16} << 20;
// A client that says nothing must not keep others waiting. Hashing a password takes much less.
constexpr int kClientTimeoutS = 5;
constexpr int kServerTimeoutS = 60;
// Between two attempts to accept a client, while there are too many open files.
constexpr std::chrono::milliseconds kAcceptPause{100};

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

std::unexpected<Error> failed(std::string_view what, const std::filesystem::path& path) {
  return fail(ErrorCode::kUnavailable,
              fmt::format("{} {}: {}", what, path.string(), std::strerror(errno)));
}

// A path to a socket has at most 107 bytes, and folders may have longer ones: it goes by the number
// of the open folder.
sockaddr_un address_in(int folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = fmt::format("/proc/self/fd/{}/{}", folder, kSocketName);
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return address;
}

const sockaddr* generic(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

void set_timeout(int socket, int seconds) {
  const timeval timeout{.tv_sec = seconds, .tv_usec = 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
}

// The folder and the socket are for their owner alone; this holds whatever became of their modes.
bool is_ours(int socket) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  return peer.uid == 0 || peer.uid == ::geteuid();
}

// The lines that come from a socket.
class SocketLines {
 public:
  explicit SocketLines(int socket) : socket_(socket) {}

  // Without the line break; nullopt if it does not end in time, or is too long.
  std::optional<std::string> next() {
    size_t searched = 0;
    while (true) {
      const size_t end = received_.find('\n', searched);
      if (end != std::string::npos) {
        std::string line = received_.substr(0, end);
        received_.erase(0, end + 1);
        return line;
      }
      searched = received_.size();
      if (searched > kMaxLineBytes || !receive()) return std::nullopt;
    }
  }

 private:
  bool receive() {
    char buffer[16'384];
    while (true) {
      const ssize_t count = ::recv(socket_, buffer, sizeof(buffer), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      received_.append(buffer, static_cast<size_t>(count));
      return true;
    }
  }

  const int socket_;
  std::string received_;
};

bool send_line(int socket, std::string line) {
  line.push_back('\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::string part_line(std::string_view part) {
  std::string line;
  ObjectWriter object(line);
  object.text("part", part);
  object.close();
  return line;
}

std::string reply_of(const Result<std::string>& result) {
  std::string reply;
  ObjectWriter object(reply);
  if (result) {
    object.text("text", *result);
  } else {
    object.text("error", result.error().message);
    object.integer("exit", exit_code_of(result.error()));
  }
  object.close();
  return reply;
}

}  // namespace

Result<std::string> carry_out_control(const OperatorCommands& commands, std::string_view request,
                                      const SendPart& send) {
  simdjson::dom::parser parser;
  NORN_ASSIGN(const simdjson::dom::object object, rest::parse_object(parser, request));
  rest::JsonInput input(object, "");
  NORN_ASSIGN(const std::string name, input.text("command"));
  const auto command = commands.find(name);
  if (command == commands.end()) {
    return fail(ErrorCode::kInvalid,
                fmt::format("The server does not know the command '{}'. It may be of "
                            "another version of Norn, or run without the app (--listen none).",
                            name));
  }
  return command->second(input, send);
}

Result<std::unique_ptr<ControlServer>> ControlServer::start(const std::filesystem::path& folder,
                                                            OperatorCommands commands) {
  const std::filesystem::path path = folder / kSocketName;
  const Descriptor directory(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return failed("cannot open", folder);
  Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (listener.get() < 0) return failed("cannot make the socket", path);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return failed("cannot replace", path);
  const sockaddr_un address = address_in(directory.get());
  // The umask (main.cc) keeps others out from the first moment.
  if (::bind(listener.get(), generic(address), sizeof(address)) != 0 ||
      ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || ::listen(listener.get(), kMaxWaiting) != 0) {
    return failed("cannot listen on", path);
  }
  return std::unique_ptr<ControlServer>(
      new ControlServer(path, listener.release(), std::move(commands)));
}

ControlServer::ControlServer(std::filesystem::path socket, int listener, OperatorCommands commands)
    : socket_(std::move(socket)), listener_(listener), commands_(std::move(commands)) {
  thread_ = std::thread([this] { serve(); });
}

ControlServer::~ControlServer() {
  stopping_ = true;
  ::unlink(socket_.c_str());
  ::shutdown(listener_, SHUT_RDWR);  // Wakes `accept`.
  thread_.join();
  ::close(listener_);
}

void ControlServer::serve() {
  bool is_failing = false;
  while (true) {
    const Descriptor client(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() < 0) {
      if (errno == EINVAL) return;  // The destructor has ended it.
      if (errno == EINTR || errno == ECONNABORTED) continue;
      // Too many open files, for instance: the client waits in the queue of the socket.
      if (!std::exchange(is_failing, true)) {
        log::warn("commands have to wait: {}", std::strerror(errno));
      }
      std::this_thread::sleep_for(kAcceptPause);
      continue;
    }
    is_failing = false;
    if (!is_ours(client.get())) {
      log::warn("a command of another user of this machine was refused");
      continue;
    }
    set_timeout(client.get(), kClientTimeoutS);
    const std::optional<std::string> line = SocketLines(client.get()).next();
    if (!line) continue;
    const auto send = [this, &client](std::string_view part) -> Result<void> {
      if (stopping_) return fail(ErrorCode::kUnavailable, "The server is stopping.");
      if (send_line(client.get(), part_line(part))) return {};
      return fail(ErrorCode::kUnavailable, "The program that asked has gone.");
    };
    send_line(client.get(), reply_of(carry_out_control(commands_, *line, send)));
  }
}

Result<std::optional<std::string>> ask_server(const std::filesystem::path& folder,
                                              std::string_view request, const SendPart& receive) {
  const std::filesystem::path path = folder / kSocketName;
  const Descriptor directory(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) {
    if (errno == ENOENT) return std::nullopt;
    return failed("cannot open", folder);
  }
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) return failed("cannot make a socket for", path);
  const sockaddr_un address = address_in(directory.get());
  if (::connect(socket.get(), generic(address), sizeof(address)) != 0) {
    // Refused by the socket of a server that was killed.
    if (errno == ENOENT || errno == ECONNREFUSED) return std::nullopt;
    return failed("cannot talk to the server at", path);
  }
  set_timeout(socket.get(), kServerTimeoutS);
  const bool sent = send_line(socket.get(), std::string(request));
  SocketLines lines(socket.get());
  simdjson::dom::parser parser;
  while (true) {
    const std::optional<std::string> line = sent ? lines.next() : std::nullopt;
    if (!line) {
      return fail(ErrorCode::kUnavailable,
                  fmt::format("The server at {} did not answer. Only the user who runs it, and "
                              "root, may give it commands.",
                              path.string()));
    }
    NORN_ASSIGN(const simdjson::dom::object object, rest::parse_object(parser, *line));
    std::string_view text;
    if (object["part"].get(text) == simdjson::SUCCESS) {
      NORN_TRY(receive(text));
      continue;
    }
    if (object["text"].get(text) == simdjson::SUCCESS) return std::string(text);
    if (object["error"].get(text) == simdjson::SUCCESS) {
      int64_t exit_code = 0;
      // A server of another version may not say.
      if (object["exit"].get(exit_code) != simdjson::SUCCESS) exit_code = kExitFailed;
      return fail(error_code_of_exit(static_cast<int>(exit_code)), std::string(text));
    }
    return fail(ErrorCode::kUnavailable,
                fmt::format("The server at {} gave no answer that is understood.", path.string()));
  }
}

}  // namespace norn::cli
