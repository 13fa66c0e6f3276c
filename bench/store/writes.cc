#include <thread>
#include <utility>

#include "store/in_flight.h"
#include "store/measure.h"
#include "store/questions.h"

namespace norn::bench {
namespace {

constexpr double kWriteTarget = 0.60;
constexpr size_t kInFlight = 64;
constexpr size_t kPutsPerTurn = kInFlight * 100;

std::vector<store::PutRequest> make_puts(uint64_t first) {
  std::vector<store::PutRequest> puts;
  puts.reserve(kPutsPerTurn);
  for (uint64_t i = 0; i < kPutsPerTurn; ++i) {
    puts.push_back(put_request(first + i));
  }
  return puts;
}

std::vector<RawEntry> make_raw(const embedded::Table& table, uint64_t first) {
  std::vector<RawEntry> entries;
  entries.reserve(kPutsPerTurn);
  for (uint64_t i = 0; i < kPutsPerTurn; ++i) {
    entries.push_back(raw_entry(table, first + i));
  }
  return entries;
}

double per_second(SteadyClock::time_point begin) {
  return static_cast<double>(kPutsPerTurn) / seconds_since(begin);
}

// One thread that writes batches of 64, one after another.
double put_bare(BareDatabase& bare, const std::vector<RawEntry>& entries) {
  const auto begin = SteadyClock::now();
  for (size_t i = 0; i < entries.size(); i += kInFlight) {
    bare.write(entries, i, i + kInFlight);
  }
  return per_second(begin);
}

// One thread that keeps 64 puts outstanding.
double put_submitted(embedded::EmbeddedStore& store, std::vector<store::PutRequest> puts) {
  const auto begin = SteadyClock::now();
  InFlight in_flight(store, kInFlight);
  for (store::PutRequest& put : puts) {
    in_flight.submit(std::move(put));
  }
  in_flight.drain();
  return per_second(begin);
}

// 64 threads that each wait for their put.
double put_blocking(embedded::EmbeddedStore& store, const std::vector<store::PutRequest>& puts) {
  const auto begin = SteadyClock::now();
  {
    std::vector<std::jthread> threads;
    for (size_t thread = 0; thread < kInFlight; ++thread) {
      threads.emplace_back([&, thread] {
        for (size_t i = thread; i < puts.size(); i += kInFlight) {
          must(store.put(puts[i]));
        }
      });
    }
  }
  return per_second(begin);
}

}  // namespace

std::vector<Finding> measure_puts(const Pair& pair) {
  // Each side goes through the same numbers and writes each of them once.
  uint64_t next_bare = pair.items;
  uint64_t next_store = pair.items;
  const auto bare = [&](double) {
    const auto entries =
        make_raw(pair.bare.table(), std::exchange(next_bare, next_bare + kPutsPerTurn));
    return put_bare(pair.bare, entries);
  };
  const auto submitted = [&](double) {
    return put_submitted(pair.store,
                         make_puts(std::exchange(next_store, next_store + kPutsPerTurn)));
  };
  const auto blocking = [&](double) {
    const auto puts = make_puts(std::exchange(next_store, next_store + kPutsPerTurn));
    return put_blocking(pair.store, puts);
  };
  return {finding("durable conditional put, 64 in flight", pair.items,
                  compare(bare, submitted, pair.seconds), kWriteTarget, "puts"),
          finding("the same by 64 waiting threads", pair.items,
                  compare(bare, blocking, pair.seconds), kWriteTarget, "puts")};
}

}  // namespace norn::bench
