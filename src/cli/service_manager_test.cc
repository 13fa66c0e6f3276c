#include "cli/service_manager.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

namespace norn::cli {
namespace {

using Variables = std::map<std::string, std::string>;

dynamodb::Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

// The side of the manager: a socket in a folder of its own, or an abstract one.
class Manager {
 public:
  explicit Manager(bool is_abstract = false) {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_sd_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    name_ = (is_abstract ? "@" : "") + (folder_ / "notify").string();
    socket_ = ::socket(AF_UNIX, SOCK_DGRAM, 0);
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name_.copy(address.sun_path, sizeof(address.sun_path) - 1);
    if (is_abstract) address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0);
  }
  ~Manager() {
    ::close(socket_);
    std::filesystem::remove_all(folder_);
  }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  const std::string& name() const { return name_; }

  // The next message; empty if none comes for long.
  std::string next() const {
    char buffer[500];
    const ssize_t count = ::recv(socket_, buffer, sizeof(buffer), 0);
    return count > 0 ? std::string(buffer, static_cast<size_t>(count)) : std::string();
  }

 private:
  std::filesystem::path folder_;
  std::string name_;
  int socket_ = -1;
};

TEST(ServiceManager, IsToldHowFarTheServiceIs) {
  for (const bool is_abstract : {false, true}) {
    const Manager manager(is_abstract);
    const ServiceManager told(environment_of({{"NOTIFY_SOCKET", manager.name()}}));
    EXPECT_TRUE(told.is_there());
    told.ready("at http://127.0.0.1:1\nWATCHDOG=trigger");
    EXPECT_EQ(manager.next(), "READY=1\nSTATUS=at http://127.0.0.1:1\\nWATCHDOG=trigger");
    told.reloading();
    EXPECT_TRUE(manager.next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
    told.alive();
    EXPECT_EQ(manager.next(), "WATCHDOG=1");
    told.stopping();
    EXPECT_TRUE(manager.next().starts_with("STOPPING=1\n"));
  }
}

TEST(ServiceManager, IsNotThereWithoutASocketThatCanBeOne) {
  for (const std::string& name : {std::string(), std::string("relative"), std::string(200, '/')}) {
    const ServiceManager told(environment_of({{"NOTIFY_SOCKET", name}, {"WATCHDOG_USEC", "1000"}}));
    EXPECT_FALSE(told.is_there()) << name;
    EXPECT_FALSE(told.watchdog()) << name;
    told.ready("");
  }
  // A manager that has gone is no reason to fail.
  ServiceManager(environment_of({{"NOTIFY_SOCKET", "/nonexistent/notify"}})).ready("");
}

TEST(ServiceManager, WaitsForSignsOfLifeOfTheProcessThatItNames) {
  const std::string own = fmt::format("{}", ::getpid());
  const auto wait = [](Variables variables) {
    variables.emplace("NOTIFY_SOCKET", "/run/notify");
    return ServiceManager(environment_of(std::move(variables))).watchdog();
  };
  EXPECT_EQ(wait({{"WATCHDOG_USEC", "60000000"}}), std::chrono::seconds(60));
  EXPECT_EQ(wait({{"WATCHDOG_USEC", "5000"}, {"WATCHDOG_PID", own}}), std::chrono::milliseconds(5));
  EXPECT_EQ(wait({}), std::nullopt);
  EXPECT_EQ(wait({{"WATCHDOG_USEC", "5000"}, {"WATCHDOG_PID", "1"}}), std::nullopt);
  for (const std::string bad : {"", "0", "-1", "x", "5s", "99999999999999999999"}) {
    EXPECT_EQ(wait({{"WATCHDOG_USEC", bad}}), std::nullopt) << bad;
  }
}

TEST(ServiceWatchdog, PassesSignsOfLifeOnOnlyWhileTheServiceAnswers) {
  const Manager manager;
  const ServiceManager told(
      environment_of({{"NOTIFY_SOCKET", manager.name()}, {"WATCHDOG_USEC", "3000"}}));
  std::atomic<int> asked = 0;
  {
    // The second question gets no answer, the third one the report of a full disk.
    const ServiceWatchdog watchdog(
        told, [&](std::chrono::milliseconds /*timeout*/) -> Result<std::string> {
          const int count = ++asked;
          told.ready(fmt::format("{}", count));
          if (count == 2) return fail(ErrorCode::kInternal, "no reply");
          if (count == 3) return fail(ErrorCode::kUnavailable, "the disk is full");
          return "ok";
        });
    for (const std::string_view expected :
         {"READY=1\nSTATUS=1", "WATCHDOG=1", "READY=1\nSTATUS=2", "READY=1\nSTATUS=3", "WATCHDOG=1",
          "READY=1\nSTATUS=4", "WATCHDOG=1"}) {
      EXPECT_EQ(manager.next(), expected);
    }
  }
  EXPECT_GE(asked, 4);
}

TEST(ServiceWatchdog, AsksNothingWithoutAManagerThatWaits) {
  const ServiceManager told(environment_of({}));
  const ServiceWatchdog watchdog(told, [](std::chrono::milliseconds) -> Result<std::string> {
    ADD_FAILURE() << "there is no need to ask";
    return "";
  });
}

}  // namespace
}  // namespace norn::cli
