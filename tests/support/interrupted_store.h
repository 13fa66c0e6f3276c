#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "store/store.h"

namespace norn::testing {

// A store in which something else happens between what a service has decided and what it writes.
class InterruptedStore final : public store::Store {
 public:
  explicit InterruptedStore(Store& inner) : inner_(inner) {}

  // Done once, before the next transaction is written.
  void before_write(std::function<void()> happening) { happening_ = std::move(happening); }
  // After so many more writes, of any kind, the process seems to have ended: all writes are refused
  // until `restart`. Returns from `restart` whether any was.
  void end_after(int writes) {
    writes_left_ = writes;
    has_ended_ = false;
  }
  bool restart() {
    writes_left_.reset();
    return std::exchange(has_ended_, false);
  }
  // How many items all queries together have returned.
  size_t queried_items() const { return queried_items_; }
  // So many transactions, of either kind, are refused with this error and not made.
  void refuse(int times, Error error) {
    refusals_ = times;
    error_ = std::move(error);
  }

  Result<store::TableDescription> create_table(const store::CreateTableRequest& request) override {
    return inner_.create_table(request);
  }
  Result<store::TableDescription> describe_table(std::string_view table) override {
    return inner_.describe_table(table);
  }
  Result<store::ListTablesResult> list_tables(const store::ListTablesRequest& request) override {
    return inner_.list_tables(request);
  }
  Result<store::TableDescription> update_table(const store::UpdateTableRequest& request) override {
    return inner_.update_table(request);
  }
  Result<store::TableDescription> delete_table(std::string_view table) override {
    return inner_.delete_table(table);
  }
  Result<store::TtlDescription> update_ttl(const store::UpdateTtlRequest& request) override {
    return inner_.update_ttl(request);
  }
  Result<store::TtlDescription> describe_ttl(std::string_view table) override {
    return inner_.describe_ttl(table);
  }
  Result<void> change_tags(const store::ChangeTagsRequest& request) override {
    return inner_.change_tags(request);
  }
  Result<store::Tags> list_tags(std::string_view table) override { return inner_.list_tags(table); }
  Result<store::GetResult> get(const store::GetRequest& request) override {
    return inner_.get(request);
  }
  Result<store::PageResult> query(const store::QueryRequest& request) override {
    auto page = inner_.query(request);
    if (page) queried_items_ += page->items.size();
    return page;
  }
  Result<store::PageResult> scan(const store::ScanRequest& request) override {
    return inner_.scan(request);
  }
  Result<store::BatchGetResult> batch_get(const store::BatchGetRequest& request) override {
    return inner_.batch_get(request);
  }
  Result<store::TransactGetResult> transact_get(const store::TransactGetRequest& request) override {
    if (refused()) return std::unexpected(error_);
    return inner_.transact_get(request);
  }
  Result<store::WriteResult> put(const store::PutRequest& request) override {
    if (has_no_writes_left()) return ended();
    return inner_.put(request);
  }
  Result<store::WriteResult> update(const store::UpdateRequest& request) override {
    if (has_no_writes_left()) return ended();
    return inner_.update(request);
  }
  Result<store::WriteResult> remove(const store::DeleteRequest& request) override {
    if (has_no_writes_left()) return ended();
    return inner_.remove(request);
  }
  Result<store::BatchWriteResult> batch_write(const store::BatchWriteRequest& request) override {
    if (has_no_writes_left()) return ended();
    return inner_.batch_write(request);
  }
  Result<store::TransactWriteResult> transact_write(
      const store::TransactWriteRequest& request) override {
    if (const auto happening = std::exchange(happening_, nullptr)) happening();
    if (refused()) return std::unexpected(error_);
    if (has_no_writes_left()) return ended();
    return inner_.transact_write(request);
  }
  Result<store::ListStreamsResult> list_streams(const store::ListStreamsRequest& request) override {
    return inner_.list_streams(request);
  }
  Result<store::StreamDescription> describe_stream(
      const store::DescribeStreamRequest& request) override {
    return inner_.describe_stream(request);
  }
  Result<store::ReadStreamResult> read_stream(const store::ReadStreamRequest& request) override {
    return inner_.read_stream(request);
  }

 private:
  bool refused() {
    if (refusals_ == 0) return false;
    --refusals_;
    return true;
  }

  bool has_no_writes_left() {
    if (!writes_left_) return false;
    if (*writes_left_ > 0) {
      --*writes_left_;
      return false;
    }
    has_ended_ = true;
    return true;
  }
  static std::unexpected<Error> ended() {
    return fail(ErrorCode::kUnavailable, "The process has ended.");
  }

  Store& inner_;
  std::optional<int> writes_left_;
  bool has_ended_ = false;
  std::function<void()> happening_;
  int refusals_ = 0;
  std::atomic<size_t> queried_items_ = 0;
  Error error_;
};

}  // namespace norn::testing
