#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"
#include "cli/control.h"
#include "cli/data_options.h"
#include "cli/open_data.h"
#include "store/store.h"

// The whole data of a store for commands that move it, also while a server uses the data folder.
namespace norn::cli {

// The commands by which a server lets the operator read and write whole tables. A call moves one
// page or one batch, so that others wait for a moment only.
OperatorCommands exchange_commands(store::Store& store, const Clock& clock);

// The store of the server that uses a data folder, over its socket. It has what moving tables
// needs: tables, scans, puts. All else is refused with kUnknownOperation.
class ServedStore final : public store::Store {
 public:
  explicit ServedStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  Result<store::TableDescription> create_table(const store::CreateTableRequest& request) override;
  Result<store::TableDescription> describe_table(std::string_view table) override;
  Result<store::ListTablesResult> list_tables(const store::ListTablesRequest& request) override;
  Result<store::TtlDescription> update_ttl(const store::UpdateTtlRequest& request) override;
  Result<store::TtlDescription> describe_ttl(std::string_view table) override;
  Result<store::Tags> list_tags(std::string_view table) override;
  Result<store::PageResult> scan(const store::ScanRequest& request) override;
  // Without a condition, and returning nothing.
  Result<store::WriteResult> put(const store::PutRequest& request) override;
  // Puts of one table.
  Result<store::BatchWriteResult> batch_write(const store::BatchWriteRequest& request) override;

  Result<store::TableDescription> update_table(const store::UpdateTableRequest& request) override;
  Result<store::TableDescription> delete_table(std::string_view table) override;
  Result<void> change_tags(const store::ChangeTagsRequest& request) override;
  Result<store::GetResult> get(const store::GetRequest& request) override;
  Result<store::PageResult> query(const store::QueryRequest& request) override;
  Result<store::BatchGetResult> batch_get(const store::BatchGetRequest& request) override;
  Result<store::TransactGetResult> transact_get(const store::TransactGetRequest& request) override;
  Result<store::WriteResult> update(const store::UpdateRequest& request) override;
  Result<store::WriteResult> remove(const store::DeleteRequest& request) override;
  Result<store::TransactWriteResult> transact_write(
      const store::TransactWriteRequest& request) override;
  Result<store::ListStreamsResult> list_streams(const store::ListStreamsRequest& request) override;
  Result<store::StreamDescription> describe_stream(
      const store::DescribeStreamRequest& request) override;
  Result<store::ReadStreamResult> read_stream(const store::ReadStreamRequest& request) override;

 private:
  // The JSON of the reply.
  Result<std::string> call(std::string_view operation, std::string_view request);
  Result<void> put_items(std::string_view table, std::string_view items);

  const std::filesystem::path folder_;
};

// A store of the command line: behind an endpoint, in a folder that a server uses, or in a folder
// that none uses, which is locked then.
class OpenedStore {
 public:
  enum class Folder : uint8_t { kExists, kIsMade };
  // The clock must outlive it.
  static Result<OpenedStore> open(const DataOptions& options, Folder folder, const Clock& clock);

  store::Store& store() const { return served_ ? *served_ : data_.store(); }
  // The folder or the endpoint.
  const std::string& location() const { return data_.location; }

 private:
  Data data_;
  std::unique_ptr<ServedStore> served_;
};

}  // namespace norn::cli
