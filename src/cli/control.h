#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "apps/shared/commands.h"
#include "base/error.h"

// How commands talk to a server that is using the data folder: over the Unix socket `norn.sock` in
// it, for the user who runs the server and for root. A client sends one line, a JSON object with
// the name of the command and its arguments, and gets one line: {"text":"..."}, or {"error":"..."}
// with the exit code ("exit") that the command has then. A long answer comes in lines before that
// one:
// {"part":"..."}.
namespace norn::cli {

using apps::OperatorCommands;
using apps::SendPart;

// Carries out a request: {"command":"user-passwd", ...}. The error is kInvalid if there is no such
// command; otherwise it is that of the command.
Result<std::string> carry_out_control(const OperatorCommands& commands, std::string_view request,
                                      const SendPart& send);

// Answers one client after the other, on a thread of its own.
class ControlServer {
 public:
  // Replaces the socket of a server that was killed: the caller has the lock of the folder.
  static Result<std::unique_ptr<ControlServer>> start(const std::filesystem::path& folder,
                                                      OperatorCommands commands);
  // Finishes the command under way, unless its answer is a long one, and removes the socket.
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

 private:
  ControlServer(std::filesystem::path socket, int listener, OperatorCommands commands);
  void serve();

  const std::filesystem::path socket_;
  const int listener_;
  const OperatorCommands commands_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

// Sends a request to the server of a data folder and returns its text, or the error of the command
// (with a code that stands for its exit code). `receive` gets the parts of a long answer; an error
// of it ends the request. Returns nullopt if no server is running.
Result<std::optional<std::string>> ask_server(const std::filesystem::path& folder,
                                              std::string_view request, const SendPart& receive);

}  // namespace norn::cli
