#include "property/compare_stores.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "property/compare_replies.h"
#include "property/random_operations.h"

namespace norn::testing {

using namespace store;

namespace {

// Tables are made anew so often that the model, which looks at every item, stays quick.
constexpr int64_t kOperationsPerTable = 3000;

// How far one store's streams have been read: by ARN and shard. Absent means to the end.
using Positions = std::map<std::pair<std::string, std::string>, std::optional<StreamPosition>>;

// What is new in all streams of the table.
Result<std::vector<StreamRecord>> read_on(Store& store, const std::string& table,
                                          Positions& positions) {
  std::vector<StreamRecord> records;
  ListStreamsRequest list;
  list.table = table;
  NORN_ASSIGN(const ListStreamsResult streams, store.list_streams(list));
  for (const StreamSummary& summary : streams.streams) {
    DescribeStreamRequest describe;
    describe.arn = summary.arn;
    NORN_ASSIGN(const StreamDescription stream, store.describe_stream(describe));
    for (const Shard& shard : stream.shards) {
      std::optional<StreamPosition>& position =
          positions.try_emplace({stream.arn, shard.id}, StreamPosition{}).first->second;
      ReadStreamRequest request;
      request.arn = stream.arn;
      request.shard = shard.id;
      request.limit = 100;
      while (position) {
        request.position = *position;
        NORN_ASSIGN(ReadStreamResult page, store.read_stream(request));
        position = page.next;
        if (page.records.empty()) break;
        for (StreamRecord& record : page.records) records.push_back(std::move(record));
      }
    }
  }
  return records;
}

// Each operation, done with both stores, as the texts of two replies.
struct Replies {
  std::string model;
  std::string candidate;
};

class Comparison {
 public:
  Comparison(ModelStore& model, const Candidate& candidate, ManualClock& clock)
      : model_(model), candidate_(candidate), clock_(clock) {}

  Replies operator()(const PutRequest& r) {
    return both([&](Store& s) { return s.put(r); });
  }
  Replies operator()(const UpdateRequest& r) {
    return both([&](Store& s) { return s.update(r); });
  }
  Replies operator()(const DeleteRequest& r) {
    return both([&](Store& s) { return s.remove(r); });
  }
  Replies operator()(const BatchWriteRequest& r) {
    return both([&](Store& s) { return s.batch_write(r); });
  }
  Replies operator()(const TransactWriteRequest& r) {
    return both([&](Store& s) { return s.transact_write(r); });
  }
  Replies operator()(const GetRequest& r) {
    return both([&](Store& s) { return s.get(r); });
  }
  Replies operator()(const BatchGetRequest& r) {
    return both([&](Store& s) { return s.batch_get(r); });
  }
  Replies operator()(const TransactGetRequest& r) {
    return both([&](Store& s) { return s.transact_get(r); });
  }
  Replies operator()(const ListTablesRequest& r) {
    return both([&](Store& s) { return s.list_tables(r); });
  }
  Replies operator()(const DescribeTable& r) {
    return both([&](Store& s) { return s.describe_table(r.table); });
  }
  Replies operator()(const DeleteTable& r) {
    return both([&](Store& s) { return s.delete_table(r.table); });
  }
  Replies operator()(const UpdateTtlRequest& r) {
    return both([&](Store& s) { return s.update_ttl(r); });
  }

  Replies operator()(const CreateTableRequest& r) {
    // Two streams of one table must not begin in the same millisecond.
    clock_.advance_ms(1);
    return both([&](Store& s) { return s.create_table(r); });
  }

  Replies operator()(const UpdateTableRequest& r) {
    clock_.advance_ms(1);
    const Result<TableDescription> model = model_.update_table(r);
    Result<TableDescription> candidate = candidate_.store.update_table(r);
    if (model && candidate) {
      // The change may go on in the candidate; both are compared when it is done.
      maintain();
      return (*this)(DescribeTable{r.table});
    }
    return {reply_text(model), reply_text(candidate)};
  }

  Replies operator()(const QueryRequest& r) {
    if (r.index.empty()) return page_by_page(r);
    const std::string sort = sort_attribute(r);
    return {drained_text(drain(model_, r), sort), drained_text(drain(candidate_.store, r), sort)};
  }

  Replies operator()(const ParallelScan& r) {
    return {drained_text(scan_all(model_, r), ""), drained_text(scan_all(candidate_.store, r), "")};
  }

  Replies operator()(const ReadStreams& r) {
    if (r.from_the_start) {
      model_positions_.clear();
      candidate_positions_.clear();
    }
    const auto model = read_on(model_, r.table, model_positions_);
    const auto candidate = read_on(candidate_.store, r.table, candidate_positions_);
    // Who fell behind begins again at what is left.
    if (!model) model_positions_.clear();
    if (!candidate) candidate_positions_.clear();
    return {reply_text(model), reply_text(candidate)};
  }

  Replies operator()(const PassTime& r) {
    clock_.advance_ms(r.ms);
    if (r.maintain) maintain();
    return {};
  }

 private:
  template <typename Request>
  Replies both(Request&& request) {
    return {reply_text(request(static_cast<Store&>(model_))),
            reply_text(request(candidate_.store))};
  }

  void maintain() {
    model_.expire_due();
    candidate_.maintain();
  }

  // The pages of a table have one order, so each page must be the same.
  Replies page_by_page(QueryRequest request) {
    while (true) {
      const Result<PageResult> model = model_.query(request);
      Replies replies{reply_text(model), reply_text(candidate_.store.query(request))};
      if (replies.model != replies.candidate || !model || !model->last_key) return replies;
      request.start_after = model->last_key;
    }
  }

  // By what the entries of a query are sorted, when the reply shows it.
  std::string sort_attribute(const QueryRequest& request) {
    const Result<TableDescription> table = model_.describe_table(request.table);
    const IndexSchema* index = table ? table->schema.find_index(request.index) : nullptr;
    const bool is_shown = request.projection.empty() && request.select != Select::kCount;
    return index != nullptr && index->key.sort && is_shown ? index->key.sort->name : "";
  }

  static std::string drained_text(const Result<Drained>& drained, const std::string& sort) {
    return drained ? unordered_text(*drained, sort) : error_text(drained.error());
  }

  static Result<Drained> scan_all(Store& store, const ParallelScan& scan) {
    if (scan.segments == 0) return drain(store, scan.request);
    Drained all;
    for (int64_t segment = 0; segment < scan.segments; ++segment) {
      ScanRequest request = scan.request;
      request.segment = segment;
      request.total_segments = scan.segments;
      NORN_ASSIGN(Drained part, drain(store, request));
      all.count += part.count;
      all.scanned_count += part.scanned_count;
      for (Item& item : part.items) all.items.push_back(std::move(item));
    }
    return all;
  }

  ModelStore& model_;
  const Candidate& candidate_;
  ManualClock& clock_;
  Positions model_positions_;
  Positions candidate_positions_;
};

}  // namespace

std::optional<std::string> compare_stores(ModelStore& model, const Candidate& candidate,
                                          ManualClock& clock, uint64_t seed, int64_t operations) {
  RandomSource random(seed);
  RandomOperations source(random, model, clock);
  Comparison comparison(model, candidate, clock);
  std::deque<Operation> planned;
  for (int64_t i = 0; i < operations; ++i) {
    if (i % kOperationsPerTable == 0)
      std::ranges::move(source.new_tables(), std::back_inserter(planned));
    if (planned.empty()) planned.push_back(source.next());
    const Operation operation = std::move(planned.front());
    planned.pop_front();
    const Replies replies = std::visit(comparison, operation);
    if (replies.model != replies.candidate) {
      return fmt::format(
          "operation {} differs (again with --seed {} --operations {}):\n{}\nthe model says: {}\n"
          "the candidate says: {}\n",
          i, seed, i + 1, to_text(operation), replies.model, replies.candidate);
    }
  }
  return std::nullopt;
}

}  // namespace norn::testing
