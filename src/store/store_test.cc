#include "store/store.h"

#include <gtest/gtest.h>

#include "store/errors.h"

namespace norn::store {
namespace {

// Answers each write so that the test can tell which method was called.
class RecordingStore final : public Store {
 public:
  Result<TableDescription> create_table(const CreateTableRequest&) override { return none(); }
  Result<TableDescription> describe_table(std::string_view) override { return none(); }
  Result<ListTablesResult> list_tables(const ListTablesRequest&) override { return none(); }
  Result<TableDescription> update_table(const UpdateTableRequest&) override { return none(); }
  Result<TableDescription> delete_table(std::string_view) override { return none(); }
  Result<TtlDescription> update_ttl(const UpdateTtlRequest&) override { return none(); }
  Result<TtlDescription> describe_ttl(std::string_view) override { return none(); }
  Result<void> change_tags(const ChangeTagsRequest&) override { return none(); }
  Result<Tags> list_tags(std::string_view) override { return none(); }
  Result<GetResult> get(const GetRequest&) override { return none(); }
  Result<PageResult> query(const QueryRequest&) override { return none(); }
  Result<PageResult> scan(const ScanRequest&) override { return none(); }
  Result<BatchGetResult> batch_get(const BatchGetRequest&) override { return none(); }
  Result<TransactGetResult> transact_get(const TransactGetRequest&) override { return none(); }

  Result<WriteResult> put(const PutRequest&) override { return write_units(1); }
  Result<WriteResult> update(const UpdateRequest&) override { return write_units(2); }
  Result<WriteResult> remove(const DeleteRequest&) override { return validation("not this one"); }
  Result<BatchWriteResult> batch_write(const BatchWriteRequest&) override {
    return BatchWriteResult{};
  }
  Result<TransactWriteResult> transact_write(const TransactWriteRequest&) override {
    return TransactWriteResult{};
  }

  Result<ListStreamsResult> list_streams(const ListStreamsRequest&) override { return none(); }
  Result<StreamDescription> describe_stream(const DescribeStreamRequest&) override {
    return none();
  }
  Result<ReadStreamResult> read_stream(const ReadStreamRequest&) override { return none(); }

 private:
  static std::unexpected<Error> none() { return validation("not called"); }
  static WriteResult write_units(double units) {
    WriteResult result;
    result.capacity.table_write_units = units;
    return result;
  }
};

TEST(StoreTest, SubmitCallsTheBlockingMethodAndAnswersOnce) {
  RecordingStore store;
  const auto submit = [&](WriteRequest request) {
    std::vector<Result<WriteReply>> replies;
    store.submit(std::move(request),
                 [&](Result<WriteReply> reply) { replies.push_back(std::move(reply)); });
    EXPECT_EQ(replies.size(), 1U);
    return replies.at(0);
  };
  EXPECT_EQ(std::get<WriteResult>(*submit(PutRequest{})).capacity.table_write_units, 1);
  EXPECT_EQ(std::get<WriteResult>(*submit(UpdateRequest{})).capacity.table_write_units, 2);
  EXPECT_EQ(submit(DeleteRequest{}).error().message, "not this one");
  EXPECT_TRUE(std::holds_alternative<BatchWriteResult>(*submit(BatchWriteRequest{})));
  EXPECT_TRUE(std::holds_alternative<TransactWriteResult>(*submit(TransactWriteRequest{})));
}

}  // namespace
}  // namespace norn::store
