#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "http/reader/request_reader.h"

// What the tests of reading requests share: all requests of a client, read without a socket.
namespace norn::http {

struct ReadRequest {
  std::string method = {};
  std::string target = {};
  std::string path = {};
  std::string query = {};
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  bool keep_alive = true;

  friend bool operator==(const ReadRequest&, const ReadRequest&) = default;
};

struct ReadResult {
  std::vector<ReadRequest> requests = {};
  int refused = 0;  // The status of the refusal that came last; 0 without one.
  std::string why = {};
  bool in_the_middle = false;  // The bytes ended within a request.
  size_t invitations = 0;

  friend bool operator==(const ReadResult&, const ReadResult&) = default;
};

inline ReadRequest copy_of(const Request& request, const Head& head) {
  ReadRequest copy{.method = std::string(request.method),
                   .target = std::string(request.target),
                   .path = std::string(request.path),
                   .query = std::string(request.query),
                   .body = std::string(request.body),
                   .keep_alive = head.keep_alive};
  for (const auto& [name, value] : request.headers) copy.headers.emplace_back(name, value);
  return copy;
}

// Reads bytes that arrive `piece` at a time.
inline ReadResult read_all(std::string_view bytes, size_t piece, const Limits& limits,
                           BodyBudget& budget) {
  RequestReader reader(limits, budget);
  Request request;
  ReadResult result;
  while (true) {
    const auto state = reader.read(request);
    if (state == RequestReader::State::kRefused) {
      result.refused = reader.refusal().status;
      result.why = reader.refusal().said.text();
      return result;
    }
    if (state == RequestReader::State::kComplete) {
      result.requests.push_back(copy_of(request, reader.head()));
      reader.next();
      continue;
    }
    if (reader.take_invitation()) ++result.invitations;
    if (bytes.empty()) break;
    const auto room = reader.room();
    NORN_CHECK(!room.empty(), "a reader that needs more has room for it");
    const size_t count = std::min({piece, room.size(), bytes.size()});
    std::memcpy(room.data(), bytes.data(), count);
    reader.commit(count);
    bytes.remove_prefix(count);
  }
  result.in_the_middle = !reader.is_empty();
  return result;
}

}  // namespace norn::http
