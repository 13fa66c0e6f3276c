#include "bookings_race/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace norn::race {
namespace {

// Only bounds how long a broken program can hold up a test.
constexpr std::chrono::seconds kPatience(120);

}  // namespace

ServerProcess::ServerProcess(std::filesystem::path program, std::filesystem::path folder)
    : program_(std::move(program)), folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

ServerProcess::~ServerProcess() {
  if (process_ > 0) kill();
}

std::string ServerProcess::log_text() const {
  constexpr size_t kMaxBytes = 4'000;
  std::ifstream file(log());
  std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.size() > kMaxBytes ? text.substr(text.size() - kMaxBytes) : text;
}

bool ServerProcess::spawn() {
  std::array<int, 2> output{};
  if (::pipe2(output.data(), O_CLOEXEC) != 0) return false;
  std::vector<std::string> words{program_.string(),
                                 "serve",
                                 "--data",
                                 (folder_ / "data").string(),
                                 "--listen",
                                 "127.0.0.1:0",
                                 "--dynamodb-listen",
                                 "127.0.0.1:0",
                                 "--rate-limit",
                                 "0",
                                 "--log-level",
                                 "warn"};
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  const int log_file =
      ::open(log().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // It must not outlive the test.
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(log_file, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(log_file);
  ::close(output[1]);
  output_ = output[0];
  return process_ > 0;
}

// Up to the end of the line; what there is of it when the process ends or says nothing.
std::string ServerProcess::read_line() {
  std::string line;
  pollfd readable{output_, POLLIN, 0};
  const int patience_ms = static_cast<int>(std::chrono::milliseconds(kPatience).count());
  char byte = 0;
  while (::poll(&readable, 1, patience_ms) == 1 && ::read(output_, &byte, 1) == 1 && byte != '\n') {
    line.push_back(byte);
  }
  return line;
}

// The port of the address in the next line, which begins like this; 0 when it does not.
uint16_t ServerProcess::read_port(const std::string& before) {
  const std::string line = read_line();
  const std::string start = before + " http://127.0.0.1:";
  uint16_t port = 0;
  if (line.starts_with(start)) {
    std::from_chars(line.data() + start.size(), line.data() + line.size(), port);
  }
  return port;
}

bool ServerProcess::start() {
  if (!spawn()) return false;
  Life life;
  life.port = read_port("Norn is ready at");
  life.dynamodb_port = life.port == 0 ? 0 : read_port("The DynamoDB API is at");
  if (life.dynamodb_port == 0) {
    kill();
    return false;
  }
  life.number = ++lives_;
  if (life.number == 1) {
    const std::string line = read_line();
    setup_secret_ = line.substr(line.find('#') + 1);
  }
  const std::scoped_lock lock(mutex_);
  life_ = life;
  changed_.notify_all();
  return true;
}

void ServerProcess::reap() {
  ::close(output_);
  process_ = -1;
  const std::scoped_lock lock(mutex_);
  last_over_ = lives_;
  life_ = {};
  changed_.notify_all();
}

void ServerProcess::kill() {
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  reap();
}

bool ServerProcess::stop() {
  ::kill(process_, SIGTERM);
  int status = 0;
  ::waitpid(process_, &status, 0);
  reap();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

ServerProcess::Life ServerProcess::await_life() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return life_.number != 0; });
  return life_;
}

bool ServerProcess::is_alive(int life) {
  const std::scoped_lock lock(mutex_);
  return life_.number == life;
}

bool ServerProcess::await_end_of(int life) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, kPatience, [&] { return last_over_ >= life; });
}

}  // namespace norn::race
