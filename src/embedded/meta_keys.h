#pragma once

#include <string_view>

// The first byte of a key in the meta family is the kind of the record. docs/store_format.md.
namespace norn::embedded {

inline constexpr std::string_view kCollectionSize = "c";  // c <table> <partition> -> bytes
inline constexpr std::string_view kNextId = "i";          // i -> next table, index or stream id
inline constexpr std::string_view kCounters = "n";        // n <table or index> -> items, bytes
inline constexpr std::string_view kPreparedTable = "p";   // p <table> -> ids of its indexes
inline constexpr std::string_view kStreamEnds = "q";      // q <stream> -> next, first kept
inline constexpr std::string_view kStreamRecord = "s";    // s <stream> -> Stream
inline constexpr std::string_view kTableRecord = "t";     // t <table> -> Table
inline constexpr std::string_view kTokenExpiry = "u";     // u <time> <token> -> nothing
inline constexpr std::string_view kFormatVersion = "v";   // v -> version of this layout
inline constexpr std::string_view kToken = "w";           // w <token> -> expiry, fingerprint

}  // namespace norn::embedded
