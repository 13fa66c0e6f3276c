#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/requests/write_requests.h"

namespace norn::store {

// Resolves the #names and :values of one request's expressions and remembers which were used,
// because DynamoDB refuses requests that bring placeholders they do not use.
class PlaceholderUse {
 public:
  explicit PlaceholderUse(const Placeholders& placeholders) : placeholders_(placeholders) {}

  bool generated() const { return placeholders_.generated; }

  // `parameter` names the expression in errors: "ConditionExpression", "UpdateExpression", ...
  Result<std::string> name(std::string_view placeholder, std::string_view parameter);
  Result<Value> value(std::string_view placeholder, std::string_view parameter);

  // Checks the placeholders themselves (shape of the keys, sizes) and, given whether the request
  // has any expression at all, that they are allowed. To be called before the expressions are
  // parsed.
  Result<void> check_shape(bool has_expressions) const;
  // To be called when all expressions of the request have been parsed.
  Result<void> check_all_used() const;

 private:
  const Placeholders& placeholders_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace norn::store
