#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "rest/json_input.h"

// How commands talk to a server that is using the data folder: over the Unix socket `norn.sock` in
// it, for the user who runs the server and for root. A client sends one line, a JSON object with
// the name of the command and its arguments, and gets one line: {"text":"..."} or {"error":"..."}.
namespace norn::cli {

// Returns the text to print.
using ControlCommand = std::function<Result<std::string>(rest::JsonInput& request)>;
using ControlCommands = std::map<std::string, ControlCommand, std::less<>>;

// Carries out a request: {"command":"user-passwd", ...}. The error is kInvalid if there is no such
// command; otherwise it is that of the command.
Result<std::string> carry_out_control(const ControlCommands& commands, std::string_view request);

// Answers one client after the other, on a thread of its own.
class ControlServer {
 public:
  // Replaces the socket of a server that was killed: the caller has the lock of the folder.
  static Result<std::unique_ptr<ControlServer>> start(const std::filesystem::path& folder,
                                                      ControlCommands commands);
  // Finishes the command under way and removes the socket.
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

 private:
  ControlServer(std::filesystem::path socket, int listener, ControlCommands commands);
  void serve();

  const std::filesystem::path socket_;
  const int listener_;
  const ControlCommands commands_;
  std::thread thread_;
};

// Sends a request to the server of a data folder and returns its text, or the error of the command
// (kInvalid). Returns nullopt if no server is running.
Result<std::optional<std::string>> ask_server(const std::filesystem::path& folder,
                                              std::string_view request);

}  // namespace norn::cli
