#pragma once

#include <set>
#include <string>

#include "base/error.h"

namespace norn::apps {

// Knows with whom a person shares the things of an app. Safe from any thread.
class Company {
 public:
  virtual ~Company() = default;
  // Adds the ids of those who are now members of something that the person is a member of, the
  // person included. The index that finds the person's things may lag; membership itself does not.
  virtual Result<void> add_company_of(const std::string& user_id, std::set<std::string>& ids) = 0;
};

}  // namespace norn::apps
