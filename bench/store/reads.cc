#include <algorithm>
#include <string>

#include "store/measure.h"
#include "store/questions.h"

namespace norn::bench {
namespace {

constexpr double kReadTarget = 0.70;
// What is read is spread evenly over the data, and fits in the cache whatever the number of items.
constexpr uint64_t kMaxKeys = 200'000;
constexpr uint64_t kMaxMonths = 10'000;

class Sample {
 public:
  Sample(uint64_t population, uint64_t max)
      : population_(population), size_(std::min(population, max)) {}
  uint64_t size() const { return size_; }
  // The sample's number at any place: places go round.
  uint64_t operator[](uint64_t place) const { return place % size_ * population_ / size_; }

 private:
  uint64_t population_;
  uint64_t size_;
};

void get_one(embedded::EmbeddedStore& store, const store::GetRequest& request) {
  const auto result = store.get(request);
  if (!result || !result->item) {
    give_up("an item is not there");
  }
}

// The ceilings use their buffers again and again: memory for results is the store's own business.
void get_bare(BareDatabase& bare, const std::string& key) {
  thread_local std::string buffer;
  bare.get(key, buffer);
}

void query_one(embedded::EmbeddedStore& store, const store::QueryRequest& request) {
  const auto result = store.query(request);
  if (!result || result->count != kEntriesPerMonth) {
    give_up("a month does not have its entries");
  }
}

void query_bare(BareDatabase& bare, const embedded::KeyRange& range) {
  thread_local std::string buffer;
  if (bare.walk(range, buffer) != kEntriesPerMonth) {
    give_up("a range does not have its entries");
  }
}

std::string with_threads(const std::string& question, size_t threads) {
  return question + (threads == 1 ? ", 1 thread" : ", " + std::to_string(threads) + " threads");
}

}  // namespace

std::vector<Finding> measure_gets(const Pair& pair) {
  const Sample numbers(pair.items, kMaxKeys);
  const auto request = [&](uint64_t random) { return get_request(numbers[random]); };
  const auto key = [&](uint64_t random) { return raw_key(pair.bare.table(), numbers[random]); };
  const auto get_from_store = [&](const store::GetRequest& one) { get_one(pair.store, one); };
  const auto get_from_bare = [&](const std::string& one) { get_bare(pair.bare, one); };
  for (uint64_t i = 0; i < numbers.size(); ++i) {  // Fills both caches.
    get_from_store(request(i));
    get_from_bare(key(i));
  }
  std::vector<Finding> findings;
  for (const size_t threads : {1, 2}) {
    const auto bare = [&](double seconds) { return rate(seconds, threads, key, get_from_bare); };
    const auto store = [&](double seconds) {
      return rate(seconds, threads, request, get_from_store);
    };
    findings.push_back(finding(with_threads("get from the cache", threads), pair.items,
                               compare(bare, store, pair.seconds), kReadTarget, "gets"));
  }
  return findings;
}

std::vector<Finding> measure_queries(const Pair& pair) {
  const Sample months(pair.items / kEntriesPerMonth, kMaxMonths);
  const auto request = [&](uint64_t random) { return month_request(months[random]); };
  const auto range = [&](uint64_t random) { return raw_month(pair.bare.table(), months[random]); };
  const auto query_store = [&](const store::QueryRequest& one) { query_one(pair.store, one); };
  const auto walk_bare = [&](const embedded::KeyRange& one) { query_bare(pair.bare, one); };
  for (uint64_t i = 0; i < months.size(); ++i) {
    query_store(request(i));
    walk_bare(range(i));
  }
  std::vector<Finding> findings;
  for (const size_t threads : {1, 2}) {
    const auto bare = [&](double seconds) { return rate(seconds, threads, range, walk_bare); };
    const auto store = [&](double seconds) { return rate(seconds, threads, request, query_store); };
    findings.push_back(finding(with_threads("query of 70 items by an index", threads), pair.items,
                               compare(bare, store, pair.seconds), kReadTarget, "queries"));
  }
  return findings;
}

}  // namespace norn::bench
