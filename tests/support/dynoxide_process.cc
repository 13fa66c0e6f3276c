#include "support/dynoxide_process.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace norn::testing {
namespace {

// A port that nothing listens on now.
int free_port() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (descriptor < 0 || bind(descriptor, any, size) != 0 ||
      getsockname(descriptor, any, &size) != 0) {
    throw std::runtime_error("there is no free port on loopback");
  }
  close(descriptor);
  return ntohs(address.sin_port);
}

std::optional<std::string> dynoxide_environment(const std::string& name) {
  if (name == "AWS_ACCESS_KEY_ID" || name == "AWS_SECRET_ACCESS_KEY") return "test";
  if (name == "AWS_REGION") return "us-east-1";
  return std::nullopt;
}

}  // namespace

DynoxideProcess::DynoxideProcess() {
  const char* const program = std::getenv("NORN_DYNOXIDE");
  if (program == nullptr || *program == '\0') {
    throw std::runtime_error(
        "NORN_DYNOXIDE is not set: it must name the program of @dynoxide/linux-x64");
  }
  // Where an ordinary user can read it: other people's programs are not run as root.
  const std::string copy = folder_.path() / "dynoxide";
  std::filesystem::copy_file(program, copy);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(copy, std::filesystem::perms(0755));
  port_ = free_port();
  const std::string port = std::to_string(port_);
  child_ = fork();
  if (child_ < 0) throw std::runtime_error("fork failed");
  if (child_ == 0) {
    if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl(copy.c_str(), copy.c_str(), "--host", "127.0.0.1", "--port", port.c_str(), nullptr);
    _exit(127);
  }
}

DynoxideProcess::~DynoxideProcess() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

std::string DynoxideProcess::endpoint() const {
  return fmt::format("http://127.0.0.1:{}", port_);
}

std::unique_ptr<dynamodb::RemoteStore> DynoxideProcess::open_store(const Clock& clock) const {
  dynamodb::RemoteOptions options;
  options.endpoint = endpoint();
  options.retry.max_attempts = 20;  // The engine may be starting still.
  options.retry.max_delay_ms = 500;
  auto opened = dynamodb::RemoteStore::open(options, dynoxide_environment, clock);
  if (!opened) throw std::runtime_error(opened.error().message);
  return *std::move(opened);
}

}  // namespace norn::testing
