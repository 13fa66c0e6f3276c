#pragma once

#include <string>
#include <string_view>

#include "store/requests/read_requests.h"
#include "store/requests/stream_requests.h"
#include "store/requests/table_requests.h"
#include "store/requests/write_requests.h"

// The store's requests as the JSON of DynamoDB's operations. Empty members are omitted: an empty
// expression means none.
namespace norn::dynamodb {

std::string to_request(const store::PutRequest& request);
std::string to_request(const store::UpdateRequest& request);
std::string to_request(const store::DeleteRequest& request);
std::string to_request(const store::BatchWriteRequest& request);
// `token` goes in place of the request's own.
std::string to_request(const store::TransactWriteRequest& request, std::string_view token);

std::string to_request(const store::GetRequest& request);
std::string to_request(const store::QueryRequest& request);
std::string to_request(const store::ScanRequest& request);
std::string to_request(const store::BatchGetRequest& request);
std::string to_request(const store::TransactGetRequest& request);

std::string to_request(const store::CreateTableRequest& request);
std::string to_request(const store::UpdateTableRequest& request);
std::string to_request(const store::ListTablesRequest& request);
std::string to_request(const store::UpdateTtlRequest& request);
std::string table_request(std::string_view table);  // {"TableName":...}
std::string tag_request(std::string_view arn, const store::Tags& tags);
std::string untag_request(std::string_view arn, const std::vector<std::string>& keys);
std::string list_tags_request(std::string_view arn, std::string_view next_token);

std::string to_request(const store::ListStreamsRequest& request);
std::string to_request(const store::DescribeStreamRequest& request);
std::string iterator_request(const store::ReadStreamRequest& request);
std::string records_request(std::string_view iterator, std::optional<int64_t> limit);

}  // namespace norn::dynamodb
