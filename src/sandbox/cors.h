#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "http/message.h"

namespace norn::sandbox {

// Lets pages of some origins call the DynamoDB API from a browser (CORS,
// https://fetch.spec.whatwg.org/#http-cors-protocol). All others are refused, as without it.
class Cors {
 public:
  // Returns an error if one is no origin: "http://localhost:5173".
  static Result<void> check(const std::vector<std::string>& origins);
  explicit Cors(std::vector<std::string> origins) : origins_(std::move(origins)) {}

  // Adds what a browser needs to the reply of a request from one of the origins. Answers a
  // preflight request, and returns true then.
  bool handle(http::Exchange& exchange) const;

 private:
  const std::vector<std::string> origins_;
};

}  // namespace norn::sandbox
