#include <algorithm>
#include <string>

#include "store/measure.h"
#include "store/questions.h"

namespace norn::bench {
namespace {

constexpr double kReadTarget = 0.70;
// Requests are made before the clock runs. So many are enough to reach all over the data, and what
// they touch fits in the cache whatever the number of items.
constexpr uint64_t kMaxKeys = 200'000;
constexpr uint64_t kMaxMonths = 10'000;

// Items that are spread evenly over the data.
uint64_t sample(uint64_t index, uint64_t samples, uint64_t population) {
  return index * population / samples;
}

struct Gets {
  std::vector<store::GetRequest> requests;
  std::vector<std::string> keys;
};

Gets make_gets(const Pair& pair) {
  const uint64_t count = std::min(pair.items, kMaxKeys);
  Gets gets;
  gets.requests.reserve(count);
  gets.keys.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t number = sample(i, count, pair.items);
    gets.requests.push_back(get_request(number));
    gets.keys.push_back(raw_key(pair.bare.table(), number));
  }
  return gets;
}

struct Queries {
  std::vector<store::QueryRequest> requests;
  std::vector<embedded::KeyRange> ranges;
};

Queries make_queries(const Pair& pair) {
  const uint64_t months = pair.items / kEntriesPerMonth;
  const uint64_t count = std::min(months, kMaxMonths);
  Queries queries;
  queries.requests.reserve(count);
  queries.ranges.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t month = sample(i, count, months);
    queries.requests.push_back(month_request(month));
    queries.ranges.push_back(raw_month(pair.bare.table(), month));
  }
  return queries;
}

void get_one(embedded::EmbeddedStore& store, const store::GetRequest& request) {
  const auto result = store.get(request);
  if (!result || !result->item) {
    give_up("an item is not there");
  }
}

void get_bare(BareDatabase& bare, const std::string& key) {
  if (bare.get(key) == 0) {
    give_up("an item is empty");
  }
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
  const Gets gets = make_gets(pair);
  for (size_t i = 0; i < gets.keys.size(); ++i) {  // Fills both caches.
    get_one(pair.store, gets.requests[i]);
    get_bare(pair.bare, gets.keys[i]);
  }
  std::vector<Finding> findings;
  for (const size_t threads : {1, 2}) {
    const auto bare = [&](double seconds) {
      return rate(seconds, threads, [&](uint64_t random) {
        get_bare(pair.bare, gets.keys[random % gets.keys.size()]);
      });
    };
    const auto store = [&](double seconds) {
      return rate(seconds, threads, [&](uint64_t random) {
        get_one(pair.store, gets.requests[random % gets.requests.size()]);
      });
    };
    findings.push_back(finding(with_threads("get from the cache", threads), pair.items,
                               compare(bare, store, pair.seconds), kReadTarget, "gets"));
  }
  return findings;
}

std::vector<Finding> measure_queries(const Pair& pair) {
  const Queries queries = make_queries(pair);
  for (size_t i = 0; i < queries.ranges.size(); ++i) {
    query_one(pair.store, queries.requests[i]);
    query_bare(pair.bare, queries.ranges[i]);
  }
  std::vector<Finding> findings;
  for (const size_t threads : {1, 2}) {
    const auto bare = [&](double seconds) {
      return rate(seconds, threads, [&](uint64_t random) {
        query_bare(pair.bare, queries.ranges[random % queries.ranges.size()]);
      });
    };
    const auto store = [&](double seconds) {
      return rate(seconds, threads, [&](uint64_t random) {
        query_one(pair.store, queries.requests[random % queries.requests.size()]);
      });
    };
    findings.push_back(finding(with_threads("query of 70 items by an index", threads), pair.items,
                               compare(bare, store, pair.seconds), kReadTarget, "queries"));
  }
  return findings;
}

}  // namespace norn::bench
