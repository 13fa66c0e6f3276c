#include "embedded/wal_check.h"

#include <fmt/format.h>
#include <rocksdb/env.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace norn::embedded {
namespace {

// The log format of RocksDB (db/log_format.h): blocks of 32 KiB, each a run of records with a
// header of checksum (4 bytes), length (2) and type (1). Numbers are little-endian. What is too
// short for a header at the end of a block is padding.
constexpr size_t kLogBlockBytes = 32768;
constexpr size_t kLogHeaderBytes = 7;
constexpr uint8_t kFirstType = 1;  // The types are full, first, middle and last.
constexpr uint8_t kLastType = 4;

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

// CRC-32C as RocksDB stores it: masked (util/crc32c.h). At most one block of each log is summed, so
// the table-driven form is fast enough.
class Checksum {
 public:
  void add(char byte) {
    crc_ = kCrc32cTable[(crc_ ^ static_cast<uint8_t>(byte)) & 0xff] ^ (crc_ >> 8);
  }
  uint32_t masked() const {
    const uint32_t crc = crc_ ^ 0xffffffffU;
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
  }

 private:
  uint32_t crc_ = 0xffffffffU;
};

uint32_t little_endian(std::string_view bytes, size_t count) {
  uint32_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  }
  return value;
}

size_t length_of(std::string_view record) {
  return little_endian(record.substr(4), 2);
}
bool has_known_type(std::string_view record) {
  const auto type = static_cast<uint8_t>(record[6]);
  return kFirstType <= type && type <= kLastType;
}

bool is_zero(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char byte) { return byte == '\0'; });
}

// Whether `rest`, whose first header promises more bytes than there are, begins with a whole record
// all the same: its checksum fits some shorter length, at which the log ends or goes on.
bool hides_whole_record(std::string_view rest) {
  const uint32_t stored = little_endian(rest, 4);
  Checksum checksum;
  checksum.add(rest[6]);
  for (size_t end = kLogHeaderBytes;; ++end) {
    const std::string_view next = rest.substr(end);
    if (checksum.masked() == stored &&
        (next.size() < kLogHeaderBytes || has_known_type(next) || is_zero(next))) {
      return true;
    }
    if (next.empty()) {
      return false;
    }
    checksum.add(next.front());
  }
}

// Whether a block, the last one of its log or not, is a run of records that is whole or, at the end
// of the log, torn.
bool is_sound(std::string_view block, bool is_last) {
  while (block.size() >= kLogHeaderBytes) {
    const size_t bytes = kLogHeaderBytes + length_of(block);
    if (has_known_type(block) && bytes <= block.size()) {
      block.remove_prefix(bytes);
      continue;
    }
    if (is_last && is_zero(block)) {
      return true;  // Space that was set aside and not written to.
    }
    return is_last && has_known_type(block) && !hides_whole_record(block);
  }
  return true;
}

Error damaged_log(const std::string& path, std::string_view what) {
  return {ErrorCode::kCorruption, fmt::format("{}: {}", path, what), nullptr};
}

Result<void> check_log(rocksdb::Env& env, const std::string& path) {
  std::unique_ptr<rocksdb::SequentialFile> file;
  auto status = env.NewSequentialFile(path, &file, rocksdb::EnvOptions());
  std::string buffer(kLogBlockBytes, '\0');
  std::string block;
  bool is_last = false;
  while (status.ok() && !is_last) {
    rocksdb::Slice next;
    status = file->Read(kLogBlockBytes, &next, buffer.data());
    // Checked one step later: only the next block shows whether this one is the last.
    is_last = next.empty();
    if (status.ok() && !is_sound(block, is_last)) {
      return std::unexpected(damaged_log(path, "a record is damaged"));
    }
    block.assign(next.data(), next.size());
  }
  if (!status.ok()) {
    return std::unexpected(damaged_log(path, status.ToString()));
  }
  return {};
}

// The name of the manifest that counts.
Result<std::string> current_manifest(rocksdb::Env& env, const std::filesystem::path& directory) {
  const std::string path = (directory / "CURRENT").string();
  std::string name;
  if (const auto status = rocksdb::ReadFileToString(&env, path, &name); !status.ok()) {
    return std::unexpected(damaged_log(path, status.ToString()));
  }
  if (!name.ends_with('\n') ||
      !env.FileExists((directory / name.substr(0, name.size() - 1)).string()).ok()) {
    return std::unexpected(damaged_log(path, "it does not name the manifest"));
  }
  name.pop_back();
  return name;
}

}  // namespace

Result<void> check_logs(rocksdb::Env& env, const std::filesystem::path& directory) {
  std::vector<std::string> names;
  if (!env.GetChildren(directory.string(), &names).ok()) {
    return {};  // There is no database yet.
  }
  std::vector<std::string> logs;
  std::ranges::copy_if(names, std::back_inserter(logs),
                       [](const std::string& name) { return name.ends_with(".log"); });
  const bool has_tables =
      std::ranges::any_of(names, [](const std::string& name) { return name.ends_with(".sst"); });
  if (std::ranges::find(names, "CURRENT") != names.end()) {
    NORN_ASSIGN(std::string manifest, current_manifest(env, directory));
    logs.push_back(std::move(manifest));
  } else if (has_tables || !logs.empty()) {
    return std::unexpected(damaged_log((directory / "CURRENT").string(), "the file is missing"));
  }
  for (const std::string& log : logs) {
    NORN_TRY(check_log(env, (directory / log).string()));
  }
  return {};
}

}  // namespace norn::embedded
