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
#include <latch>
#include <string>
#include <thread>

#include "base/log.h"

namespace norn::cli {
namespace {

// What the server answers within some milliseconds; empty if it does not.
std::string answer_within(int socket, int milliseconds) {
  const timeval timeout{.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  char buffer[100];
  const ssize_t count = ::recv(socket, buffer, sizeof(buffer), 0);
  return count > 0 ? std::string(buffer, static_cast<size_t>(count)) : std::string();
}

// A connection to the server in this folder, to which a request is sent.
int ask(int directory) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = fmt::format("/proc/self/fd/{}/norn.sock", directory);
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  constexpr std::string_view kRequest = "{\"command\":\"greet\"}\n";
  EXPECT_EQ(::send(socket, kRequest.data(), kRequest.size(), 0),
            static_cast<ssize_t>(kRequest.size()));
  return socket;
}

TEST(ControlServer, AnswersWhenThereAreFilesToOpenAgain) {
  constexpr std::string_view kHello = "{\"text\":\"hello\"}\n";
  std::string pattern = (std::filesystem::temp_directory_path() / "norn-control-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  // The log is opened while there are files, because UBSan opens some for a type that is new to it.
  log::warn("the control socket is about to be short of files");
  // The first request is held until there are no more files: whoever waits in accept() already has
  // the number of the next one.
  std::latch entered(1);
  std::latch released(1);
  const auto greet = [&](rest::JsonInput&, const SendPart&) {
    if (!entered.try_wait()) entered.count_down();
    released.wait();
    return Result<std::string>("hello");
  };
  auto server = ControlServer::start(folder, {{"greet", greet}});
  ASSERT_TRUE(server) << server.error().message;
  const int directory = ::open(folder.c_str(), O_PATH | O_DIRECTORY);
  const int first = ask(directory);
  entered.wait();
  const int second = ask(directory);

  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = STDERR_FILENO + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  released.count_down();
  EXPECT_EQ(answer_within(first, 10'000), kHello);
  EXPECT_EQ(answer_within(second, 200), "");
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(answer_within(second, 10'000), kHello);
  for (const int one : {first, second, directory}) ::close(one);
  server->reset();
  std::filesystem::remove_all(folder);
}

TEST(ControlServer, DoesNotWaitForALongAnswerToEnd) {
  std::string pattern = (std::filesystem::temp_directory_path() / "norn-control-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  const auto tell_for_ever = [](rest::JsonInput&, const SendPart& send) -> Result<std::string> {
    while (true) NORN_TRY(send("more"));
  };
  auto server = ControlServer::start(folder, {{"tell", tell_for_ever}});
  ASSERT_TRUE(server) << server.error().message;
  std::latch told(1);
  std::thread client([&] {
    const auto hear = [&](std::string_view) -> Result<void> {
      if (!told.try_wait()) told.count_down();
      return {};
    };
    const auto answer = ask_server(folder, R"({"command":"tell"})", hear);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().message, "The server is stopping.");
  });
  told.wait();
  server->reset();
  client.join();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace norn::cli
