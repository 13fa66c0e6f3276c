#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/shared/check.h"
#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/replies.h"

// For tests of checks.
namespace norn::apps {

// Looks at all tables of a store, as `norn doctor` does.
class Checkup {
 public:
  Checkup(store::Store& store, std::vector<std::unique_ptr<Check>> checks)
      : store_(store), checks_(std::move(checks)) {}

  // "<check>: <what>" of each finding, one a line, in their order.
  std::string found() {
    std::multiset<std::string> lines;
    for (const auto& [check, finding] : findings())
      lines.insert(check + ": " + finding.what + "\n");
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
  }

  // Repairs what can be, and returns how many that were.
  size_t repair() {
    size_t repaired = 0;
    for (const auto& [check, finding] : findings()) {
      if (finding.actions.empty()) continue;
      repaired += testing::must(write_all(store_, finding.actions)) ? 1 : 0;
    }
    return repaired;
  }

  // Without a condition.
  void remove(const std::string& table, const std::string& pk, const std::string& sk) {
    store::DeleteRequest request;
    request.table = table;
    request.key = key_of(pk, sk);
    testing::must(store_.remove(request));
  }
  // "SET a = 1" of an item that is there.
  void update(const std::string& table, const std::string& pk, const std::string& sk,
              const std::string& expression, store::Map values = {}) {
    store::UpdateRequest request;
    request.table = table;
    request.key = key_of(pk, sk);
    request.update = expression;
    request.condition = "attribute_exists(PK)";
    request.placeholders.values = std::move(values);
    testing::must(store_.update(request));
  }

 private:
  std::vector<std::pair<std::string, Finding>> findings() {
    std::set<std::string> tables;
    for (const auto& check : checks_) tables.insert(check->table());
    std::vector<std::pair<std::string, Finding>> all;
    for (const std::string& table : tables) {
      const auto items = testing::must(testing::drain(store_, testing::scan(table))).items;
      for (const store::Item& item : items) {
        for (const auto& check : checks_) {
          if (check->table() != table) continue;
          for (Finding& finding : testing::must(check->look(item))) {
            all.emplace_back(check->name(), std::move(finding));
          }
        }
      }
    }
    return all;
  }

  store::Store& store_;
  const std::vector<std::unique_ptr<Check>> checks_;
};

}  // namespace norn::apps
