#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/api/operation.h"
#include "store/store.h"

namespace norn::testing {

// Calls operations as the API does, without HTTP: JSON in, JSON out. Only for those that answer
// before they return.
class OperationCaller {
 public:
  OperationCaller(store::Store& store, const Clock& clock, store::TableBackups* backups = nullptr,
                  store::ContinuousBackups* continuous = nullptr,
                  dynamodb::Transfers* transfers = nullptr,
                  store::SettingsOfTables* settings = nullptr)
      : context_{.store = store,
                 .clock = clock,
                 .backups = backups,
                 .continuous = continuous,
                 .transfers = transfers,
                 .settings = settings} {}

  Result<std::string> call(std::string_view operation, std::string_view json) const;
  // The reply to a call that must succeed, or what it failed with.
  std::string reply(std::string_view operation, std::string_view json) const;
  // "ValidationException: ..." of a call that must fail.
  std::string error(std::string_view operation, std::string_view json) const;

 private:
  dynamodb::Context context_;
};

// The text of the first member of that name in `json`, however deep; empty when there is none.
std::string member_text(std::string_view json, std::string_view name);

// A text as JSON has it.
std::string quoted(std::string_view text);

// Whether the text begins with, has or lacks the part; a failure shows the text.
::testing::AssertionResult begins(std::string_view text, std::string_view part);
::testing::AssertionResult has(std::string_view text, std::string_view part);
::testing::AssertionResult lacks(std::string_view text, std::string_view part);

}  // namespace norn::testing
