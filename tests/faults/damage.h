#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "faults/pair_ledger.h"

// Ways to damage the files of a store that is not open.
namespace norn::testing {

std::string read_bytes(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);

// The files in `folder` whose names match: starting with `prefix`, ending with `suffix`.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder,
                                            std::string_view prefix, std::string_view suffix);

// Copies a folder in which `damaged` has `bytes` instead. The other files are linked, not copied:
// a database does not change a file once it has been closed.
void copy_with(const std::filesystem::path& from, const std::filesystem::path& to,
               const std::string& damaged, const std::string& bytes);

// The byte values to try in place of `original`: one bit flipped, zero, and all ones.
std::vector<char> wrong_bytes(char original, size_t offset);
std::vector<char> all_bit_flips(char original);

// A store in a copy of a folder, with one file changed.
class DamagedCopy {
 public:
  DamagedCopy(const std::filesystem::path& original, const std::filesystem::path& target,
              const std::string& file, const std::string& bytes);
  ~DamagedCopy();
  DamagedCopy(const DamagedCopy&) = delete;
  DamagedCopy& operator=(const DamagedCopy&) = delete;

  const Result<std::unique_ptr<embedded::EmbeddedStore>>& store() const { return store_; }
  // The start was refused because of damage, and says so.
  bool refused() const;

 private:
  std::filesystem::path target_;
  FaultyDisk disk_;
  Result<std::unique_ptr<embedded::EmbeddedStore>> store_;
};

}  // namespace norn::testing
