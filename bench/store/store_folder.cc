#include "store/store_folder.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "store/data_set.h"
#include "store/in_flight.h"
#include "store/measure.h"

namespace norn::bench {
namespace {

namespace fs = std::filesystem;

// An entry and its two index entries, with keys and the overhead of blocks.
constexpr uint64_t kCachedBytesPerItem = 4096;
constexpr uint64_t kMinCacheBytes = uint64_t{256} << 20;
constexpr uint64_t kMaxCacheBytes = uint64_t{6} << 30;
constexpr std::ptrdiff_t kLoadInFlight = 2048;

// Every number below `count` once, in an order without locality: steps of a length that has no
// divisor in common with the count.
class Shuffled {
 public:
  explicit Shuffled(uint64_t count) : count_(count), step_(count * 5 / 8 + 1) {
    while (std::gcd(step_, count_) != 1) {
      ++step_;
    }
  }
  uint64_t operator[](uint64_t index) const { return index * step_ % count_; }

 private:
  uint64_t count_;
  uint64_t step_;
};

uint64_t sum_of_files(const fs::path& directory, auto&& counts) {
  uint64_t bytes = 0;
  for (const auto& file : fs::directory_iterator(directory)) {
    if (file.is_regular_file() && counts(file.path())) {
      bytes += file.file_size();
    }
  }
  return bytes;
}

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

}  // namespace

embedded::Options options_for(const fs::path& directory, size_t block_cache_bytes, bool sync) {
  embedded::Options options;
  options.directory = directory;
  options.block_cache_bytes = block_cache_bytes;
  options.background = false;
  options.sync = sync;
  return options;
}

size_t cache_bytes_for(uint64_t items) {
  return std::clamp(items * kCachedBytesPerItem, kMinCacheBytes, kMaxCacheBytes);
}

std::unique_ptr<embedded::EmbeddedStore> open_store(const embedded::Options& options) {
  return must(embedded::EmbeddedStore::open(options, system_clock()));
}

Loaded load(const fs::path& directory, uint64_t items) {
  const auto begin = SteadyClock::now();
  const auto store = open_store(options_for(directory, kMinCacheBytes, /*sync=*/false));
  must(store->create_table(table_request()));
  InFlight writes(*store, kLoadInFlight);
  const Shuffled order(items);
  for (uint64_t i = 0; i < items; ++i) {
    writes.submit(put_request(order[i]));
  }
  writes.drain();
  return {seconds_since(begin), must(store->describe_table(kTable)).size_bytes};
}

uint64_t disk_bytes(const fs::path& directory) {
  return sum_of_files(
      directory, [](const fs::path& file) { return !file.filename().string().starts_with("LOG"); });
}

uint64_t wal_bytes(const fs::path& directory) {
  return sum_of_files(directory, [](const fs::path& file) { return file.extension() == ".log"; });
}

void write_day(embedded::EmbeddedStore& store, uint64_t items, uint64_t first_new,
               uint64_t writes) {
  InFlight in_flight(store, kLoadInFlight);
  for (uint64_t i = 0; i < writes; ++i) {
    if (i % 2 == 0) {
      in_flight.submit(put_request(first_new + i));
    } else {
      in_flight.submit(update_request(mix(i) % items));
    }
  }
  in_flight.drain();
}

}  // namespace norn::bench
