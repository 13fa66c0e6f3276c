#include "store/tables/table_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "store/errors.h"

namespace norn::store {
namespace {

// What every on-demand table is warm for.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
constexpr Throughput kWarmOnDemand{12'000, 4'000};

// Clears a limit of on-demand throughput in UpdateTable.
constexpr int64_t kNoLimit = -1;

enum class Occasion : bool { kNew, kUpdate };

Throughput greatest(const Throughput& one, const Throughput& other) {
  return {std::max(one.read_units, other.read_units), std::max(one.write_units, other.write_units)};
}

bool is_or_was_on_demand(const TableDescription& table) {
  return table.billing == BillingMode::kPayPerRequest || table.was_on_demand;
}

Throughput warm_for(const TableDescription& table, const Throughput& provisioned,
                    const Throughput& kept) {
  const Throughput base = is_or_was_on_demand(table) ? kWarmOnDemand : Throughput{};
  return greatest(greatest(base, provisioned), kept);
}

// `where` is "table" or "index NAME".
Result<void> change_limit(std::string_view member, std::optional<int64_t> asked, Occasion occasion,
                          BillingMode billing, std::string_view where,
                          std::optional<int64_t>& limit) {
  if (!asked) {
    return {};
  }
  if (billing == BillingMode::kProvisioned) {
    return invalid_parameter(
        fmt::format("{} for OnDemandThroughput cannot be specified when {}", member,
                    occasion == Occasion::kNew ? "table BillingMode is PROVISIONED."
                                               : "the table BillingMode is PROVISIONED"));
  }
  const bool clears = occasion == Occasion::kUpdate && asked == kNoLimit;
  if (*asked < 1 && !clears) {
    return invalid_parameter(fmt::format(
        "Requested {} for OnDemandThroughput for {} is outside of valid range", member, where));
  }
  limit = clears ? std::nullopt : asked;
  return {};
}

Result<void> change_limits(const std::optional<PartialThroughput>& asked, Occasion occasion,
                           BillingMode billing, std::string_view where, PartialThroughput& limits) {
  if (!asked) {
    return {};
  }
  NORN_TRY(change_limit("MaxReadRequestUnits", asked->read_units, occasion, billing, where,
                        limits.read_units));
  return change_limit("MaxWriteRequestUnits", asked->write_units, occasion, billing, where,
                      limits.write_units);
}

// What warm throughput may not fall below, and how DynamoDB calls that.
struct WarmFloor {
  Throughput units;
  std::string read_name;
  std::string write_name;
};

WarmFloor floor_of_new(const TableDescription& table, const Throughput& provisioned) {
  if (table.billing == BillingMode::kProvisioned) {
    return {provisioned, "ReadCapacityUnits of ProvisionedThroughput",
            "WriteCapacityUnits of ProvisionedThroughput"};
  }
  constexpr std::string_view kInitial =
      "initial throughput for OnDemand. See: "
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
      "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
  return {kWarmOnDemand, std::string(kInitial), std::string(kInitial)};
}

WarmFloor floor_of_update(const Throughput& current) {
  constexpr std::string_view kCurrent =
      "current WarmThroughput, decreasing WarmThroughput is not supported";
  return {current, std::string(kCurrent), std::string(kCurrent)};
}

Result<void> warm_up(const std::optional<PartialThroughput>& asked, const WarmFloor& floor,
                     std::string_view where, Throughput& warm) {
  if (!asked) {
    return {};
  }
  const auto refused = [&](std::string_view member, std::string_view name) {
    return invalid_parameter(fmt::format("Requested {} for WarmThroughput for {} is lower than {}",
                                         member, where, name));
  };
  if (asked->read_units && *asked->read_units < floor.units.read_units) {
    return refused("ReadUnitsPerSecond", floor.read_name);
  }
  if (asked->write_units && *asked->write_units < floor.units.write_units) {
    return refused("WriteUnitsPerSecond", floor.write_name);
  }
  warm = greatest(warm, {asked->read_units.value_or(floor.units.read_units),
                         asked->write_units.value_or(floor.units.write_units)});
  return {};
}

// A key that is named by its id or an alias is one of this store.
std::string key_arn(std::string_view key) {
  if (key.starts_with("arn:")) {
    return std::string(key);
  }
  if (key.empty()) {
    key = "alias/aws/dynamodb";
  }
  return fmt::format("arn:aws:kms:local:000000000000:{}{}", key.starts_with("alias/") ? "" : "key/",
                     key);
}

Result<void> change_encryption(const UpdateTableRequest::EncryptionChange& change,
                               TableDescription& table) {
  if (!change.key && !table.encryption_key) {
    return invalid_parameter("Table is already encrypted by default");
  }
  if (change.key && table.encryption_key == *change.key) {
    return invalid_parameter(
        "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you "
        "want to change Master Key");
  }
  table.encryption_key = change.key ? std::optional(key_arn(*change.key)) : std::nullopt;
  return {};
}

std::string where_of(const IndexDescription& index) {
  return fmt::format("index {}", index.schema.name);
}

Result<IndexDescription*> global_index(TableDescription& table, std::string_view name) {
  const auto found = std::ranges::find_if(table.indexes, [&](const IndexDescription& index) {
    return index.schema.global && index.schema.name == name;
  });
  if (found == table.indexes.end()) {
    return validation(
        fmt::format("Cannot update an index that is not a GlobalSecondaryIndex: {}", name));
  }
  return &*found;
}

void note_times(const Throughput& before, const Throughput& after, int64_t now_ms,
                ThroughputTimes& times) {
  if (after.read_units > before.read_units || after.write_units > before.write_units) {
    times.increased_ms = now_ms;
  } else if (after != before) {
    times.decreased_ms = now_ms;
  }
}

}  // namespace

Throughput warm_throughput(const TableDescription& table) {
  return warm_for(table, table.throughput, table.warm);
}

Throughput warm_throughput(const TableDescription& table, const IndexDescription& index) {
  return warm_for(table, index.throughput.value_or(Throughput{}), index.warm);
}

Result<void> describe_new_settings(const CreateTableRequest& request, TableDescription& table) {
  if (request.encryption_key) {
    table.encryption_key = key_arn(*request.encryption_key);
  }
  NORN_TRY(
      change_limits(request.on_demand, Occasion::kNew, table.billing, "table", table.on_demand));
  NORN_TRY(warm_up(request.warm, floor_of_new(table, table.throughput), "table", table.warm));
  for (size_t i = 0; i < request.global_indexes.size(); ++i) {
    NORN_TRY(describe_new_settings(request.global_indexes[i], table,
                                   table.indexes[request.local_indexes.size() + i]));
  }
  return {};
}

Result<void> describe_new_settings(const IndexDefinition& definition, const TableDescription& table,
                                   IndexDescription& index) {
  const std::string where = where_of(index);
  NORN_TRY(
      change_limits(definition.on_demand, Occasion::kNew, table.billing, where, index.on_demand));
  return warm_up(definition.warm, floor_of_new(table, index.throughput.value_or(Throughput{})),
                 where, index.warm);
}

Result<void> update_settings(const UpdateTableRequest& request, const TableDescription& current,
                             TableDescription& table) {
  // Throughput that was provisioned once keeps a table warm.
  table.warm = greatest(table.warm, current.throughput);
  for (IndexDescription& index : table.indexes) {
    const auto known = std::ranges::find_if(current.indexes, [&](const IndexDescription& other) {
      return other.schema.name == index.schema.name;
    });
    if (known != current.indexes.end()) {
      index.warm = greatest(index.warm, known->throughput.value_or(Throughput{}));
    }
    if (table.billing == BillingMode::kProvisioned) {
      index.on_demand = {};
    }
  }
  if (table.billing == BillingMode::kProvisioned) {
    table.on_demand = {};
  }
  NORN_TRY(
      change_limits(request.on_demand, Occasion::kUpdate, table.billing, "table", table.on_demand));
  NORN_TRY(warm_up(request.warm, floor_of_update(warm_throughput(current)), "table", table.warm));
  for (const auto& [name, limits] : request.index_on_demand) {
    NORN_ASSIGN(IndexDescription * index, global_index(table, name));
    NORN_TRY(change_limits(limits, Occasion::kUpdate, table.billing, where_of(*index),
                           index->on_demand));
  }
  for (const auto& [name, warm] : request.index_warm) {
    NORN_ASSIGN(IndexDescription * index, global_index(table, name));
    NORN_TRY(warm_up(warm, floor_of_update(warm_throughput(table, *index)), where_of(*index),
                     index->warm));
  }
  if (request.encryption) {
    NORN_TRY(change_encryption(*request.encryption, table));
  }
  return {};
}

void note_throughput_times(const TableDescription& before, TableDescription& after,
                           int64_t now_ms) {
  if (before.billing != after.billing) {
    if (after.billing == BillingMode::kPayPerRequest) {
      after.on_demand_since_ms = now_ms;
    }
    return;
  }
  note_times(before.throughput, after.throughput, now_ms, after.throughput_times);
  for (IndexDescription& index : after.indexes) {
    const auto known = std::ranges::find_if(before.indexes, [&](const IndexDescription& other) {
      return other.schema.name == index.schema.name;
    });
    if (known != before.indexes.end()) {
      note_times(known->throughput.value_or(Throughput{}), index.throughput.value_or(Throughput{}),
                 now_ms, index.throughput_times);
    }
  }
}

}  // namespace norn::store
