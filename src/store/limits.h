#pragma once

#include <cstddef>
#include <cstdint>

// DynamoDB's documented limits.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
namespace norn::store {

inline constexpr size_t kMaxItemBytes = 400 * 1024;
inline constexpr size_t kMaxPartitionKeyBytes = 2048;
inline constexpr size_t kMaxSortKeyBytes = 1024;
// Of the partition key and of the sort key of a global index, each.
inline constexpr size_t kMaxKeyPartAttributes = 4;
inline constexpr int kMaxNesting = 32;
inline constexpr size_t kMaxAttributeNameBytes = 65535;
inline constexpr size_t kMaxKeyNameBytes = 255;

inline constexpr size_t kMaxExpressionBytes = 4096;
inline constexpr size_t kMaxExpressionOperators = 300;
inline constexpr size_t kMaxPlaceholderBytes = 255;  // Of "#name" or ":value", with the sign.
inline constexpr size_t kMaxInOperands = 100;
inline constexpr size_t kMaxExpressionNamesBytes = 2 * 1024 * 1024;
inline constexpr size_t kMaxExpressionValuesBytes = 2 * 1024 * 1024;

inline constexpr size_t kMaxPageBytes = 1024 * 1024;
inline constexpr size_t kMaxBatchGetKeys = 100;
inline constexpr size_t kMaxBatchGetBytes = 16 * 1024 * 1024;
inline constexpr size_t kMaxBatchWrites = 25;
inline constexpr size_t kMaxTransactActions = 100;
inline constexpr size_t kMaxTransactBytes = 4 * 1024 * 1024;
inline constexpr int64_t kClientTokenMs = 10 * 60 * 1000;
inline constexpr uint32_t kMaxSegments = 1'000'000;

inline constexpr size_t kMaxGlobalIndexes = 20;
inline constexpr size_t kMaxLocalIndexes = 5;
inline constexpr size_t kMaxProjectedNonKeyAttributes = 100;  // Over all indexes of a table.
inline constexpr size_t kMaxNonKeyAttributesPerIndex = 20;
inline constexpr uint64_t kMaxItemCollectionBytes = 10ULL * 1024 * 1024 * 1024;

inline constexpr size_t kMaxTags = 50;
inline constexpr size_t kMaxTagKeyCharacters = 128;
inline constexpr size_t kMaxTagValueCharacters = 256;

inline constexpr int64_t kStreamRetentionMs = 24LL * 60 * 60 * 1000;
inline constexpr size_t kMaxStreamRecordsPerRead = 1000;
inline constexpr size_t kMaxStreamReadBytes = 1024 * 1024;
// Items that expired longer ago than this are left alone, as DynamoDB does.
inline constexpr int64_t kTtlIgnoredAfterS = 5LL * 365 * 24 * 60 * 60;

}  // namespace norn::store
