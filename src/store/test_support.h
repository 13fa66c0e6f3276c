#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/item.h"
#include "store/schema.h"

// What the unit tests of this folder have in common.
namespace norn::store::test {

inline Item item(std::string_view json) {
  Result<Item> result = Item::from_json(json);
  EXPECT_TRUE(result.has_value()) << json << ": " << (result ? "" : result.error().message);
  return result ? *result : Item();
}

// The message of an error, or "ok": tables of cases compare it as text.
template <typename T>
std::string outcome(const Result<T>& result) {
  return result ? "ok" : result.error().message;
}

// PK and SK (strings), a GSI on GSI1PK (S) and GSI1SK (N) that carries `colour`, an LSI on `size`
// (N) that carries keys only, and a GSI on `kind` (B) that carries all.
inline TableSchema things_schema() {
  TableSchema schema;
  schema.name = "Things";
  schema.key = {{"PK", Type::kString}, KeyAttribute{"SK", Type::kString}};
  IndexSchema by_size;
  by_size.name = "BySize";
  by_size.global = false;
  by_size.key = {{"PK", Type::kString}, KeyAttribute{"size", Type::kNumber}};
  by_size.projection.kind = ProjectionKind::kKeysOnly;
  IndexSchema gsi;
  gsi.name = "GSI1";
  gsi.key = {{"GSI1PK", Type::kString}, KeyAttribute{"GSI1SK", Type::kNumber}};
  gsi.projection = {ProjectionKind::kInclude, {"colour"}};
  IndexSchema by_kind;
  by_kind.name = "ByKind";
  by_kind.key = {{"kind", Type::kBinary}, std::nullopt};
  schema.indexes = {by_size, gsi, by_kind};
  return schema;
}

inline std::shared_ptr<const TableSchema> things() {
  return std::make_shared<const TableSchema>(things_schema());
}

}  // namespace norn::store::test
