#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "dynamodb/remote/aws_config.h"
#include "dynamodb/remote/client.h"
#include "dynamodb/remote/credentials.h"
#include "dynamodb/remote/retry.h"
#include "dynamodb/remote/streams.h"
#include "http/client.h"
#include "store/store.h"

namespace norn::dynamodb {

struct RemoteOptions {
  std::string endpoint;  // Empty: that of the environment or the profile, or Amazon's.
  std::string region;    // Empty: that of the environment or the profile.
  RetryPolicy retry;
  http::HttpClientOptions http;
};

// The store contract over any endpoint that speaks DynamoDB's API.
//
// Requests that were refused temporarily (throttling, no connection, 503) are retried. If a reply
// is lost, the request may or may not have been executed. Then it depends on the request:
// - Reads, batches, and puts and deletes that neither have a condition nor return anything are
//   retried, because they are idempotent.
// - Transactions are retried with their token (a random one if the caller gave none), so that they
//   are executed once.
// - All others (updates, conditional writes, writes that return values, changes of tables) return
//   kUnavailable with a message that it is unknown whether they were executed. A retry could count
//   an update twice, and a condition could fail because of its own first success. A caller that has
//   to know uses a transaction with a token.
//
// Limits of the wire: sizes of item collections are rounded down to gigabytes, and the types of the
// keys of a stream are unknown (kString). Tags that are set and removed by one
// request are two calls.
class RemoteStore final : public store::Store {
 public:
  // Finds address and credentials, and checks that the endpoint answers, accepts the credentials
  // and supports transactions. Errors have the reason and what to do. `clock` must outlive the
  // store.
  static Result<std::unique_ptr<RemoteStore>> open(const RemoteOptions& options,
                                                   const Environment& environment,
                                                   const Clock& clock);

  const RemoteAddress& address() const { return client_.address(); }
  // For operations that are not a part of the contract.
  RemoteClient& client() { return client_; }

  Result<store::TableDescription> create_table(const store::CreateTableRequest& request) override;
  Result<store::TableDescription> describe_table(std::string_view table) override;
  Result<store::ListTablesResult> list_tables(const store::ListTablesRequest& request) override;
  Result<store::TableDescription> update_table(const store::UpdateTableRequest& request) override;
  Result<store::TableDescription> delete_table(std::string_view table) override;
  Result<store::TtlDescription> update_ttl(const store::UpdateTtlRequest& request) override;
  Result<store::TtlDescription> describe_ttl(std::string_view table) override;
  Result<void> change_tags(const store::ChangeTagsRequest& request) override;
  Result<store::Tags> list_tags(std::string_view table) override;

  Result<store::GetResult> get(const store::GetRequest& request) override;
  Result<store::PageResult> query(const store::QueryRequest& request) override;
  Result<store::PageResult> scan(const store::ScanRequest& request) override;
  // Requests unprocessed keys again; those that are left when the result is full or the retries are
  // used up are in the result. The same goes for batch_write.
  Result<store::BatchGetResult> batch_get(const store::BatchGetRequest& request) override;
  Result<store::TransactGetResult> transact_get(const store::TransactGetRequest& request) override;

  Result<store::WriteResult> put(const store::PutRequest& request) override;
  Result<store::WriteResult> update(const store::UpdateRequest& request) override;
  Result<store::WriteResult> remove(const store::DeleteRequest& request) override;
  Result<store::BatchWriteResult> batch_write(const store::BatchWriteRequest& request) override;
  Result<store::TransactWriteResult> transact_write(
      const store::TransactWriteRequest& request) override;

  Result<store::ListStreamsResult> list_streams(const store::ListStreamsRequest& request) override;
  Result<store::StreamDescription> describe_stream(
      const store::DescribeStreamRequest& request) override;
  Result<store::ReadStreamResult> read_stream(const store::ReadStreamRequest& request) override;

 private:
  RemoteStore(RemoteAddress address, const RemoteOptions& options, const Environment& environment,
              const Clock& clock);

  // Checks with a request that does nothing whether the endpoint can be used.
  Result<void> probe();
  // Tags belong to ARNs.
  Result<std::string> arn_of(std::string_view table);

  http::HttpClient http_;
  http::HttpClient metadata_http_;
  CredentialChain credentials_;
  RemoteClient client_;
  StreamIterators iterators_;
};

}  // namespace norn::dynamodb
