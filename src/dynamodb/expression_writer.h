#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "store/requests/write_requests.h"
#include "store/value.h"

namespace norn::dynamodb {

// Writes expressions for requests that came in another form (the older parameters, PartiQL), with
// placeholders for every name and value in them.
class ExpressionWriter {
 public:
  ExpressionWriter() = default;
  // Puts `mark` into all placeholders, to distinguish them from others of the same request.
  explicit ExpressionWriter(std::string mark) : mark_(std::move(mark)) {}

  // The placeholder that stands for the attribute: "#n0". The same name gets the same one.
  std::string name(std::string_view attribute);
  // The placeholder that stands for the value: ":v0".
  std::string value(store::Value value);

  store::Placeholders take() && { return std::move(placeholders_); }

 private:
  std::string mark_;
  store::Placeholders placeholders_;
  std::map<std::string, std::string, std::less<>> by_attribute_;  // To its placeholder.
};

}  // namespace norn::dynamodb
