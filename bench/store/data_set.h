#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "embedded/catalog.h"
#include "embedded/key_codec.h"
#include "store/requests/read_requests.h"
#include "store/requests/table_requests.h"
#include "store/requests/write_requests.h"

// The data that is measured: entries of calendars in a single-table design, about 1 KB each. Entry
// n is the same in every run. A month of a calendar has 70 of them, a calendar twelve months.
namespace norn::bench {

inline constexpr const char* kTable = "calendars";
inline constexpr uint64_t kEntriesPerMonth = 70;

// PK and SK, and two global indexes that carry whole items: by time and by user.
store::CreateTableRequest table_request();

store::Item entry(uint64_t number);

store::GetRequest get_request(uint64_t number);
// The entries of one month, through the index by time.
store::QueryRequest month_request(uint64_t month);
// A put that must not replace anything.
store::PutRequest put_request(uint64_t number);
// Changes the title and counts the version up.
store::UpdateRequest update_request(uint64_t number);

// The same data as RocksDB sees it, for the ceilings.
struct RawEntry {
  std::string item_key;
  std::array<std::string, 2> index_keys;
  std::string value;  // Of all three keys: both indexes carry the whole item.
};
RawEntry raw_entry(const embedded::Table& table, uint64_t number);
std::string raw_key(const embedded::Table& table, uint64_t number);
embedded::KeyRange raw_month(const embedded::Table& table, uint64_t month);

// A random number for every number: the same in every run.
uint64_t mix(uint64_t number);

// A value that must be there. A benchmark that fails has nothing to report.
template <typename T>
T must(Result<T> result);

[[noreturn]] void give_up(const std::string& why);

template <typename T>
T must(Result<T> result) {
  if (!result) {
    give_up(result.error().message);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

}  // namespace norn::bench
