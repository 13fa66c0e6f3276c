#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>

#include "apps/accounts/schema.h"
#include "apps/accounts/users/users.h"
#include "apps/shared/items.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/faults.h"
#include "base/ids.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// Fixtures for tests of accounts.
namespace norn::accounts {

// Ids that count: 1, 2, 3, ...
class CountingIds final : public Ids {
 public:
  std::string uuid() override { return id_of(++last_); }
  std::string secret(size_t bytes) override {
    return std::string(bytes, static_cast<char>('A' + ++last_secret_));
  }

  static std::string id_of(int number) {
    return fmt::format("550e8400-e29b-41d4-a716-{:012}", number);
  }

 private:
  std::atomic<int> last_ = 0;
  std::atomic<int> last_secret_ = 0;
};

// 2024-01-15T10:30:00.123Z
constexpr int64_t kStartMs = 1'705'314'600'123;

// The tables that accounts write to, with the indexes of the designs.
class World : public ::testing::Test {
 protected:
  World() {
    store::CreateTableRequest calendars = apps::single_table(tables_.calendars());
    store::CreateTableRequest projects = apps::single_table(tables_.projects());
    store::CreateTableRequest family = apps::single_table(tables_.family());
    apps::add_index(calendars, "GSI2", "GSI2PK", "GSI2SK");
    apps::add_index(calendars, "GSI3", "GSI3PK", "GSI3SK");
    apps::add_index(projects, "GSI1", "GSI1PK", "GSI1SK");
    apps::add_index(family, "GSI3", "GSI3PK", "GSI3SK");
    for (const auto& table : {calendars, projects, family, norn_table(tables_)}) {
      testing::must(apps::ensure_table(store_, table, table.table == "norn" ? "ttl" : ""));
    }
  }

  // The JSON of an item, "" when it is not there.
  std::string json(const std::string& table, std::string_view pk, std::string_view sk) {
    const auto found = testing::must(store_.get(testing::get(table, {{"PK", pk}, {"SK", sk}})));
    return found.item ? std::string(found.item->json()) : std::string();
  }

  size_t count(const std::string& table) {
    return testing::must(store_.scan(testing::scan(table))).items.size();
  }

  // In `norn`: the guard of the address, the ACCOUNT, the entry of the directory, and the mark of
  // the latest user, which stays.
  static constexpr size_t kItemsOfOnePerson = 4;
  static constexpr size_t kItemsOfNobody = 1;

  ManualClock clock_{kStartMs};
  testing::ModelStore store_{clock_};
  apps::TableNames tables_;
  CountingIds ids_;
};

inline std::string json_of(const store::Map& attributes) {
  return std::string(testing::item(attributes).json());
}

// Why something failed: "kind of error/field", for short tables.
template <typename T>
std::string field_of(const Result<T>& result) {
  if (result) return "none";
  const Fault* const fault = fault_of(result.error());
  return fault != nullptr ? fault->field : "";
}

template <typename T>
::testing::AssertionResult fails(const Result<T>& result, ErrorCode code,
                                 std::string_view field = "") {
  if (result) return ::testing::AssertionFailure() << "it succeeded";
  if (result.error().code != code || field_of(result) != field) {
    return ::testing::AssertionFailure()
           << testing::to_text(result.error()) << ", field '" << field_of(result) << "'";
  }
  return ::testing::AssertionSuccess();
}

inline NewUser person(const std::string& email, bool administrator = false) {
  NewUser user;
  user.email = email;
  user.name = email.substr(0, email.find('@'));
  user.administrator = administrator;
  return user;
}

inline NewUser john() {
  NewUser user;
  user.email = "john@example.com";
  user.name = "John Doe";
  return user;
}

}  // namespace norn::accounts
