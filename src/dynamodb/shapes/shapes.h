#pragma once

#include "dynamodb/shapes/shape.h"

// The parameters of all operations but those of PartiQL.
namespace norn::dynamodb {

// Operations on items: shapes_items.cc.
extern const Shape kPutItemShape;
extern const Shape kGetItemShape;
extern const Shape kUpdateItemShape;
extern const Shape kDeleteItemShape;
extern const Shape kQueryShape;
extern const Shape kScanShape;
extern const Shape kBatchGetItemShape;
extern const Shape kBatchWriteItemShape;
extern const Shape kTransactGetItemsShape;
extern const Shape kTransactWriteItemsShape;

// Operations on tables: shapes_tables.cc.
extern const Shape kCreateTableInput;
extern const Shape kUpdateTableInput;
extern const Shape kListTablesInput;
extern const Shape kTableNameInput;  // DescribeTable, DeleteTable and others that take only it.
extern const Shape kUpdateTimeToLiveInput;
extern const Shape kTagResourceInput;
extern const Shape kUntagResourceInput;
extern const Shape kListTagsOfResourceInput;
extern const Shape kCreateBackupInput;
extern const Shape kBackupArnInput;  // DescribeBackup and DeleteBackup.
extern const Shape kListBackupsInput;
extern const Shape kRestoreTableFromBackupInput;
extern const Shape kUpdateContinuousBackupsInput;
extern const Shape kRestoreTableToPointInTimeInput;
extern const Shape kNoInput;

// Exports and imports: shapes_transfers.cc.
extern const Shape kExportTableInput;
extern const Shape kDescribeExportInput;
extern const Shape kListExportsInput;
extern const Shape kImportTableInput;
extern const Shape kDescribeImportInput;
extern const Shape kListImportsInput;
extern const Shape kTableCreationParameters;  // Of an import; in shapes_tables.cc.

// Settings beside tables: shapes_settings.cc.
extern const Shape kPutResourcePolicyInput;
extern const Shape kGetResourcePolicyInput;
extern const Shape kDeleteResourcePolicyInput;
extern const Shape kUpdateContributorInsightsInput;
extern const Shape kDescribeContributorInsightsInput;
extern const Shape kListContributorInsightsInput;
extern const Shape kEnableKinesisInput;
extern const Shape kDisableKinesisInput;
extern const Shape kUpdateKinesisInput;

// Global tables: shapes_global_tables.cc.
extern const Shape kUpdateReplicaScalingInput;
extern const Shape kCreateGlobalTableInput;
extern const Shape kGlobalTableNameInput;  // DescribeGlobalTable, DescribeGlobalTableSettings.
extern const Shape kListGlobalTablesInput;
extern const Shape kUpdateGlobalTableInput;
extern const Shape kUpdateGlobalTableSettingsInput;

// Operations on streams: shapes_streams.cc.
extern const Shape kListStreamsInput;
extern const Shape kDescribeStreamInput;
extern const Shape kGetShardIteratorInput;
extern const Shape kGetRecordsInput;

}  // namespace norn::dynamodb
