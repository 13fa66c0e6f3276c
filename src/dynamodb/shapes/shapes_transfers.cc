#include "dynamodb/shapes/shapes.h"
#include "dynamodb/shapes/shapes_common.h"

namespace norn::dynamodb {
namespace {

constexpr Range kPageOfTransfers{1, 25};
constexpr Range kArnLength{37, 1024};

constexpr Shape kTransferToken{.kind = Kind::kString, .length = {1, 1024}};
constexpr Shape kTransferArn{.kind = Kind::kString, .length = kArnLength};
constexpr Shape kTransferTable{.kind = Kind::kString, .length = {1, 1024}};
constexpr Shape kTransferPage{.kind = Kind::kInteger, .value = kPageOfTransfers};
// The rest of their rules has other words: bucket.h.
constexpr Shape kBucketName{.kind = Kind::kString, .length = {0, 255}};
constexpr Shape kBucketPrefix{.kind = Kind::kString, .length = {0, 1024}};
constexpr Shape kEpochSeconds{.kind = Kind::kDouble};

constexpr std::string_view kSseAlgorithms[] = {"AES256", "KMS"};
constexpr Shape kSseAlgorithm{.kind = Kind::kString, .one_of = kSseAlgorithms};
constexpr Shape kSseKey{.kind = Kind::kString, .length = {1, 2048}};
constexpr std::string_view kExportFormats[] = {"DYNAMODB_JSON", "ION"};
constexpr Shape kExportFormat{.kind = Kind::kString, .one_of = kExportFormats};
constexpr std::string_view kExportTypes[] = {"FULL_EXPORT", "INCREMENTAL_EXPORT"};
constexpr Shape kExportType{.kind = Kind::kString, .one_of = kExportTypes};
constexpr std::string_view kExportViews[] = {"NEW_IMAGE", "NEW_AND_OLD_IMAGES"};
constexpr Shape kExportView{.kind = Kind::kString, .one_of = kExportViews};
constexpr Member kIncrementMembers[] = {
    {"ExportFromTime", &kEpochSeconds},
    {"ExportToTime", &kEpochSeconds},
    {"ExportViewType", &kExportView},
};
constexpr Shape kIncrement{.kind = Kind::kStructure,
                           .class_name = "IncrementalExportSpecification",
                           .members = kIncrementMembers};
constexpr Member kExportTableMembers[] = {
    {"TableArn", &kTransferTable, true},
    {"ExportTime", &kEpochSeconds},
    {"ClientToken", &kTransferToken},
    {"S3Bucket", &kBucketName, true},
    {"S3BucketOwner", &kStringShape},
    {"S3Prefix", &kBucketPrefix},
    {"S3SseAlgorithm", &kSseAlgorithm},
    {"S3SseKmsKeyId", &kSseKey},
    {"ExportFormat", &kExportFormat},
    {"ExportType", &kExportType},
    {"IncrementalExportSpecification", &kIncrement},
};
constexpr Member kDescribeExportMembers[] = {{"ExportArn", &kTransferArn, true}};
constexpr Member kListExportsMembers[] = {
    {"TableArn", &kTransferTable},
    {"MaxResults", &kTransferPage},
    {"NextToken", &kStringShape},
};

constexpr Member kBucketSourceMembers[] = {
    {"S3BucketOwner", &kStringShape},
    {"S3Bucket", &kBucketName, true},
    {"S3KeyPrefix", &kBucketPrefix},
};
constexpr Shape kBucketSource{
    .kind = Kind::kStructure, .class_name = "S3BucketSource", .members = kBucketSourceMembers};
constexpr std::string_view kInputFormats[] = {"DYNAMODB_JSON", "ION", "CSV"};
constexpr Shape kInputFormat{.kind = Kind::kString, .one_of = kInputFormats};
constexpr std::string_view kCompressions[] = {"GZIP", "ZSTD", "NONE"};
constexpr Shape kInputCompression{.kind = Kind::kString, .one_of = kCompressions};
constexpr Shape kDelimiter{.kind = Kind::kString, .length = {1, 1}};
constexpr Shape kCsvHeader{.kind = Kind::kString, .length = {1, 65536}};
constexpr Shape kCsvHeaders{.kind = Kind::kList, .element = &kCsvHeader, .length = {1, 255}};
constexpr Member kCsvMembers[] = {
    {"Delimiter", &kDelimiter},
    {"HeaderList", &kCsvHeaders},
};
constexpr Shape kCsv{.kind = Kind::kStructure, .class_name = "CsvOptions", .members = kCsvMembers};
constexpr Member kFormatOptionsMembers[] = {{"Csv", &kCsv}};
constexpr Shape kFormatOptions{
    .kind = Kind::kStructure, .class_name = "InputFormatOptions", .members = kFormatOptionsMembers};
constexpr Member kImportTableMembers[] = {
    {"ClientToken", &kTransferToken},
    {"S3BucketSource", &kBucketSource, true},
    {"InputFormat", &kInputFormat, true},
    {"InputFormatOptions", &kFormatOptions},
    {"InputCompressionType", &kInputCompression},
    {"TableCreationParameters", &kTableCreationParameters, true},
};
constexpr Member kDescribeImportMembers[] = {{"ImportArn", &kTransferArn, true}};
constexpr Shape kImportsToken{.kind = Kind::kString, .length = {112, 1024}};
constexpr Member kListImportsMembers[] = {
    {"TableArn", &kTransferTable},
    {"PageSize", &kTransferPage},
    {"NextToken", &kImportsToken},
};

}  // namespace

constinit const Shape kExportTableInput =
    input_shape("ExportTableToPointInTimeInput", kExportTableMembers);
constinit const Shape kDescribeExportInput =
    input_shape("DescribeExportInput", kDescribeExportMembers);
constinit const Shape kListExportsInput = input_shape("ListExportsInput", kListExportsMembers);
constinit const Shape kImportTableInput = input_shape("ImportTableInput", kImportTableMembers);
constinit const Shape kDescribeImportInput =
    input_shape("DescribeImportInput", kDescribeImportMembers);
constinit const Shape kListImportsInput = input_shape("ListImportsInput", kListImportsMembers);

}  // namespace norn::dynamodb
