#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "store/store.h"

// The table of the crash test, and what each of its writes leaves behind: a function of numbers
// that the journal has, so that the parent can tell what must be there.
namespace norn::testing {

inline constexpr const char* kTable = "crash";
inline constexpr const char* kExtraIndex = "by_city";
inline constexpr int kGroups = 6;
inline constexpr int kAccounts = 3;
inline constexpr int64_t kInitialBalance = 1000;

store::CreateTableRequest crash_table();
store::UpdateTableRequest create_extra_index();

// Transfers move money between the three accounts of a group, count themselves in each of them, and
// leave a marker.
struct Transfer {
  std::string id;
  int group = 0;
  std::array<int64_t, kAccounts> deltas{};  // Their sum is zero.
  bool fails = false;                       // Because of a condition that cannot hold.
};
store::Map account_key(int group, int account);
store::Map first_account(int group, int account);
store::TransactWriteRequest transfer_request(const Transfer& transfer, std::string token);
store::Map marker_item(const Transfer& transfer);

// Items that many threads write, each time under the condition that the version is still the one
// that they saw.
store::Map version_key(int key);
store::Map version_item(int key, int64_t version, int writer);
store::PutRequest version_request(int key, int64_t version, int writer);

// Items that one thread alone writes, with ever greater numbers.
enum class OwnedKind : char { kPut = 'p', kUpdate = 'u', kDelete = 'd' };
store::Map owned_key(int writer, int key);
store::Map owned_item(int writer, int key, int64_t number, OwnedKind kind);
store::WriteRequest owned_request(int writer, int key, int64_t number, OwnedKind kind);

// Items that have expired already when they are written.
inline constexpr const char* kExpiringPrefix = "expiring#";
store::Map expiring_item(int writer, int64_t number, int64_t now_s);

// Items that only make the table larger, so that filling an index takes its time.
store::Map filler_item(int number);

}  // namespace norn::testing
