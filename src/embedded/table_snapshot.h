#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/committer.h"
#include "embedded/database.h"
#include "store/bulk_tables.h"

namespace norn::embedded {

// The items of a table at one moment, read step by step. It may be given to another thread.
class TableSnapshot final : public store::TableAtTime {
 public:
  static Result<std::unique_ptr<store::TableAtTime>> take(Database& database,
                                                          const Committer& committer,
                                                          const Table& table);
  TableSnapshot(Database& database, const Committer& committer, SpaceId space, uint64_t pin,
                store::TableDescription table);
  ~TableSnapshot() override;
  TableSnapshot(const TableSnapshot&) = delete;
  TableSnapshot& operator=(const TableSnapshot&) = delete;

  const store::TableDescription& table() const override { return table_; }
  Result<std::optional<store::Item>> next() override;

 private:
  // Replaces items_ with the next ones; with none at the end.
  Result<void> read_step();

  Database& database_;
  const Committer& committer_;
  const SpaceId space_;
  const uint64_t pin_;
  const store::TableDescription table_;
  KeyRange left_;  // What was not read yet.
  std::vector<store::Item> items_;
  size_t position_ = 0;  // In items_.
};

}  // namespace norn::embedded
