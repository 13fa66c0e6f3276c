#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/value.h"

namespace norn::store {

// An attribute that is part of a key. Its type is S, N or B.
struct KeyAttribute {
  std::string name;
  Type type = Type::kString;
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

// Tables and local indexes have one partition attribute and at most one sort attribute. A global
// index may have up to four of each; `partition` and `sort` are then the first ones.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.MultiAttributeKeys
struct KeySchema {
  KeyAttribute partition;
  std::optional<KeyAttribute> sort;
  std::vector<KeyAttribute> more_partition = {};
  std::vector<KeyAttribute> more_sort = {};
  friend bool operator==(const KeySchema&, const KeySchema&) = default;

  // Whether the partition or the sort key is made of several attributes.
  bool has_several() const { return !more_partition.empty() || !more_sort.empty(); }
  size_t count() const { return 1 + more_partition.size() + sort_count(); }
  size_t sort_count() const { return sort ? 1 + more_sort.size() : 0; }

  // Each calls visit(attribute) in the order of the schema.
  template <typename Visit>
  void each_partition(Visit visit) const {
    visit(partition);
    for (const KeyAttribute& attribute : more_partition) visit(attribute);
  }
  template <typename Visit>
  void each_sort(Visit visit) const {
    if (sort) visit(*sort);
    for (const KeyAttribute& attribute : more_sort) visit(attribute);
  }
  template <typename Visit>
  void each(Visit visit) const {
    each_partition(visit);
    each_sort(visit);
  }
};

enum class ProjectionKind : uint8_t { kAll, kKeysOnly, kInclude };

// Which attributes an index carries besides its own keys and the table's.
struct IndexProjection {
  ProjectionKind kind = ProjectionKind::kAll;
  std::vector<std::string> non_key_attributes;  // With kInclude only.
  friend bool operator==(const IndexProjection&, const IndexProjection&) = default;
};

enum class IndexStatus : uint8_t { kActive, kCreating, kDeleting };

struct IndexSchema {
  std::string name;
  KeySchema key;
  IndexProjection projection;
  bool global = true;  // A GSI; otherwise an LSI.
  IndexStatus status = IndexStatus::kActive;
  friend bool operator==(const IndexSchema&, const IndexSchema&) = default;
};

enum class StreamView : uint8_t { kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };
enum class BillingMode : uint8_t { kPayPerRequest, kProvisioned };
enum class TableStatus : uint8_t { kCreating, kUpdating, kDeleting, kActive };
enum class TableClass : uint8_t { kStandard, kStandardInfrequentAccess };

struct Throughput {
  int64_t read_units = 0;
  int64_t write_units = 0;
  friend bool operator==(const Throughput&, const Throughput&) = default;
};

// What a table is made of: everything that decides how its items are stored and found.
struct TableSchema {
  std::string name;
  KeySchema key;
  std::vector<IndexSchema> indexes;  // LSIs first, then GSIs, each in the order of creation.

  const IndexSchema* find_index(std::string_view index_name) const;
  bool has_local_indexes() const;
};

// The wire's names of the enumerations above ("PAY_PER_REQUEST", "KEYS_ONLY", ...).
std::string_view to_name(ProjectionKind kind);
std::string_view to_name(IndexStatus status);
std::string_view to_name(StreamView view);
std::string_view to_name(BillingMode mode);
std::string_view to_name(TableStatus status);
std::string_view to_name(TableClass table_class);

}  // namespace norn::store
