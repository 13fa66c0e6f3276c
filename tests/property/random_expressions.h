#pragma once

#include <string>
#include <vector>

#include "property/random_source.h"
#include "store/requests/write_requests.h"
#include "store/schema.h"

namespace norn::testing {

// Writes expressions for one request and gathers their placeholders. Some are wrong.
class RandomExpressions {
 public:
  RandomExpressions(RandomSource& random, const store::TableSchema& schema)
      : random_(random), schema_(schema) {}

  std::string condition(int depth = 2);
  std::string update();
  std::string projection();
  // For the table or an index of it.
  std::string key_condition(const store::KeySchema& key);

  // What the request must bring; sometimes too much or too little of it.
  store::Placeholders placeholders();

 private:
  std::string value(store::Value value);
  store::Value key_value(const store::KeyAttribute& attribute);
  // " AND sort < :v", of any kind.
  std::string narrowing(const store::KeyAttribute& attribute);
  std::string path();
  std::string comparison();
  std::string function();
  std::string set_action(const std::string& target);
  // Distinct attributes to write to, mostly without overlaps.
  std::vector<std::string> targets();

  RandomSource& random_;
  const store::TableSchema& schema_;
  store::Placeholders placeholders_;
};

}  // namespace norn::testing
