#include "cli/control.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace norn::cli {
namespace {

ControlCommands greeting() {
  return {{"greet", [](rest::JsonInput&) { return Result<std::string>("hello"); }}};
}

// What the server answers within some milliseconds; empty if it does not.
std::string answer_within(int socket, int milliseconds) {
  const timeval timeout{.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  char buffer[100];
  const ssize_t count = ::recv(socket, buffer, sizeof(buffer), 0);
  return count > 0 ? std::string(buffer, static_cast<size_t>(count)) : std::string();
}

TEST(ControlServer, AnswersWhenThereAreFilesToOpenAgain) {
  std::string pattern = (std::filesystem::temp_directory_path() / "norn-control-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  auto server = ControlServer::start(folder, greeting());
  ASSERT_TRUE(server) << server.error().message;
  const int directory = ::open(folder.c_str(), O_PATH | O_DIRECTORY);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);

  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(socket) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<int> filling;  // The numbers below that are still free.
  for (int one = ::dup(socket); one >= 0; one = ::dup(socket)) filling.push_back(one);

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = fmt::format("/proc/self/fd/{}/norn.sock", directory);
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  constexpr std::string_view kRequest = "{\"command\":\"greet\"}\n";
  ASSERT_EQ(::send(socket, kRequest.data(), kRequest.size(), 0),
            static_cast<ssize_t>(kRequest.size()));
  EXPECT_EQ(answer_within(socket, 200), "");

  for (const int one : filling) ::close(one);
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(answer_within(socket, 10'000), "{\"text\":\"hello\"}\n");
  ::close(socket);
  ::close(directory);
  server->reset();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace norn::cli
