#include "embedded/wal_check.h"

#include <fmt/format.h>
#include <rocksdb/env.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace norn::embedded {
namespace {

// The log format of RocksDB (db/log_format.h): blocks of 32 KiB, each a run of records with a
// header of checksum (4 bytes), length (2) and type (1). Numbers are little-endian.
constexpr size_t kBlockBytes = 32768;
constexpr size_t kHeaderBytes = 7;
constexpr std::array<uint8_t, 4> kRecordTypes = {1, 2, 3, 4};  // Full, first, middle, last.

constexpr std::array<uint32_t, 256> make_crc32c_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78U : 0U);
    }
    table[i] = crc;
  }
  return table;
}
constexpr auto kCrc32cTable = make_crc32c_table();

// CRC-32C of the type and the payload, masked as RocksDB stores it (util/crc32c.h). At most one
// block is summed at each start, so the table-driven form is fast enough.
uint32_t masked_crc(uint8_t type, std::string_view payload) {
  uint32_t crc = 0xffffffffU;
  const auto add = [&crc](uint8_t byte) { crc = kCrc32cTable[(crc ^ byte) & 0xff] ^ (crc >> 8); };
  add(type);
  for (const char byte : payload) {
    add(static_cast<uint8_t>(byte));
  }
  crc ^= 0xffffffffU;
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
}

uint32_t little_endian(std::string_view bytes, size_t count) {
  uint32_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  }
  return value;
}

std::optional<uint64_t> log_number(const std::string& name) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || std::string_view(end) != ".log") {
    return std::nullopt;
  }
  return number;
}

std::optional<std::string> newest_log(rocksdb::Env& env, const std::string& directory) {
  std::vector<std::string> names;
  if (!env.GetChildren(directory, &names).ok()) {
    return std::nullopt;
  }
  std::optional<std::string> newest;
  uint64_t newest_number = 0;
  for (const std::string& name : names) {
    const auto number = log_number(name);
    if (number && (!newest || *number > newest_number)) {
      newest = name;
      newest_number = *number;
    }
  }
  return newest;
}

// Whether the last block ends in a whole record that its header calls incomplete.
bool ends_in_disguised_record(std::string_view block) {
  while (block.size() >= kHeaderBytes) {
    const size_t length = little_endian(block.substr(4), 2);
    const auto type = static_cast<uint8_t>(block[6]);
    const bool known = std::ranges::find(kRecordTypes, type) != kRecordTypes.end();
    if (known && kHeaderBytes + length <= block.size()) {
      block.remove_prefix(kHeaderBytes + length);
      continue;
    }
    const uint32_t stored = little_endian(block, 4);
    const std::string_view rest = block.substr(kHeaderBytes);
    return std::ranges::any_of(
        kRecordTypes, [&](uint8_t candidate) { return masked_crc(candidate, rest) == stored; });
  }
  return false;
}

rocksdb::Status read_last_block(rocksdb::Env& env, const std::string& path, std::string& block) {
  uint64_t size = 0;
  auto status = env.GetFileSize(path, &size);
  if (!status.ok() || size == 0) {
    return status;
  }
  std::unique_ptr<rocksdb::RandomAccessFile> file;
  status = env.NewRandomAccessFile(path, &file, rocksdb::EnvOptions());
  if (!status.ok()) {
    return status;
  }
  const uint64_t start = (size - 1) / kBlockBytes * kBlockBytes;
  block.resize(size - start);
  rocksdb::Slice read;
  status = file->Read(start, block.size(), &read, block.data());
  block = read.ToString();
  return status;
}

}  // namespace

Result<void> check_last_wal_record(rocksdb::Env& env, const std::filesystem::path& directory) {
  const auto name = newest_log(env, directory.string());
  if (!name) {
    return {};
  }
  const std::string path = (directory / *name).string();
  std::string block;
  if (const auto status = read_last_block(env, path, block); !status.ok()) {
    return fail(ErrorCode::kCorruption,
                fmt::format("Cannot read the log {}: {}", path, status.ToString()));
  }
  if (ends_in_disguised_record(block)) {
    return fail(ErrorCode::kCorruption,
                fmt::format("The last record of the log {} is damaged", path));
  }
  return {};
}

}  // namespace norn::embedded
