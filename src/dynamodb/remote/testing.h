#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "dynamodb/remote/aws_config.h"
#include "dynamodb/signing/sigv4_text.h"
#include "http/message.h"
#include "http/text.h"

// For tests: an HTTP server that does what a test says, including what no server should do.
namespace norn::dynamodb {

using Variables = std::map<std::string, std::string>;

// An environment with these variables only.
inline Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

struct ScriptedRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  std::string header(std::string_view name) const {
    for (const auto& [header_name, value] : headers) {
      if (equals_ignoring_case(header_name, name)) return value;
    }
    return "";
  }
  // As a server's handler would see it. Valid as long as this.
  http::Request view() const {
    http::Request request;
    request.method = method;
    request.path = path;
    request.body = body;
    for (const auto& [name, value] : headers) request.headers.emplace_back(name, value);
    return request;
  }
};

struct ScriptedReply {
  int status = 200;
  std::string body = "{}";
  std::string headers = {};  // Whole lines.
  bool dropped = false;      // The connection is closed instead.
};

// Serves one connection at a time, on a thread of its own.
class ScriptedEndpoint {
 public:
  using Script = std::function<ScriptedReply(const ScriptedRequest&)>;

  explicit ScriptedEndpoint(Script script) : script_(std::move(script)) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    NORN_CHECK(bind(listener_, any, size) == 0 && listen(listener_, 16) == 0 &&
                   getsockname(listener_, any, &size) == 0,
               "a port of loopback can be listened on");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~ScriptedEndpoint() {
    shutdown(listener_, SHUT_RDWR);
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
      if (connection_ >= 0) shutdown(connection_, SHUT_RDWR);
    }
    thread_.join();
    close(listener_);
  }
  ScriptedEndpoint(const ScriptedEndpoint&) = delete;
  ScriptedEndpoint& operator=(const ScriptedEndpoint&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::vector<ScriptedRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  size_t connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
  }

 private:
  void serve() {
    while (true) {
      const int connection = accept(listener_, nullptr, nullptr);
      if (connection < 0) return;
      {
        const std::lock_guard lock(mutex_);
        connection_ = connection;
        ++connections_;
        if (closing_) shutdown(connection, SHUT_RDWR);
      }
      std::string buffer;
      while (answer_next(connection, buffer)) {
      }
      {
        const std::lock_guard lock(mutex_);
        connection_ = -1;
      }
      close(connection);
    }
  }

  static bool read_until(int connection, std::string& buffer, size_t size) {
    char bytes[4096];
    while (buffer.size() < size) {
      const ssize_t count = recv(connection, bytes, sizeof(bytes), 0);
      if (count <= 0) return false;
      buffer.append(bytes, static_cast<size_t>(count));
    }
    return true;
  }

  bool answer_next(int connection, std::string& buffer) {
    size_t end = 0;
    while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
      if (!read_until(connection, buffer, buffer.size() + 1)) return false;
    }
    ScriptedRequest request;
    const std::vector<std::string_view> lines =
        split(std::string_view(buffer).substr(0, end), '\n');
    const std::vector<std::string_view> words = split(lines[0], ' ');
    request.method = words[0];
    request.path = words[1];
    for (size_t i = 1; i < lines.size(); ++i) {
      std::string_view line = lines[i];
      if (line.ends_with('\r')) line.remove_suffix(1);
      const size_t colon = line.find(':');
      request.headers.emplace_back(line.substr(0, colon), http::trim(line.substr(colon + 1)));
    }
    const std::string length = request.header("content-length");
    const size_t size = end + 4 + (length.empty() ? 0 : std::stoul(length));
    if (!read_until(connection, buffer, size)) return false;
    request.body = buffer.substr(end + 4, size - end - 4);
    buffer.erase(0, size);
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    const ScriptedReply reply = script_(request);
    if (reply.dropped) return false;
    const std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " X\r\n" + reply.headers +
                             "content-length: " + std::to_string(reply.body.size()) + "\r\n\r\n" +
                             reply.body;
    return send(connection, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  const Script script_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<ScriptedRequest> requests_;
  size_t connections_ = 0;
  int connection_ = -1;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace norn::dynamodb
