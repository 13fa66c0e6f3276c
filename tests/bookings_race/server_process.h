#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

namespace norn::race {

// A real server on a data folder, which is killed and started again while others use it. Each of
// its lives has a number and ports of its own.
class ServerProcess {
 public:
  // Does not start it yet.
  ServerProcess(std::filesystem::path program, std::filesystem::path folder);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // From one thread only, which has to live as long as the server does. Whether it answers now.
  bool start();
  // With SIGKILL; returns when the process is gone, so that it does nothing any more.
  void kill();
  // With SIGTERM. Whether it ended well.
  bool stop();

  // From any thread: the server as it is, or as soon as it is there again.
  struct Life {
    int number = 0;  // 0: it did not come back.
    uint16_t port = 0;
    uint16_t dynamodb_port = 0;
  };
  Life await_life();
  bool is_alive(int life);
  // Whether that life is over within some time.
  bool await_end_of(int life);

  // Of the link for the first account, printed by the first life.
  const std::string& setup_secret() const { return setup_secret_; }
  // The end of what it has logged.
  std::string log_text() const;

 private:
  std::filesystem::path log() const { return folder_ / "log"; }
  bool spawn();
  std::string read_line();
  uint16_t read_port(const std::string& before);
  void reap();

  const std::filesystem::path program_;
  const std::filesystem::path folder_;
  std::string setup_secret_;
  pid_t process_ = -1;
  int output_ = -1;  // What it prints.
  int lives_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  Life life_;  // Guarded by mutex_, as is:
  int last_over_ = 0;
};

}  // namespace norn::race
