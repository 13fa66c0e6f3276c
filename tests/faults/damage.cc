#include "faults/damage.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace norn::testing {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  NORN_CHECK(in.good(), "a file of the test can be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << bytes;
  out.close();
  NORN_CHECK(!out.fail(), "a file of the test can be written");
}

std::vector<fs::path> files_of(const fs::path& folder, std::string_view prefix,
                               std::string_view suffix) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix)) {
      files.push_back(entry.path());
    }
  }
  return files;
}

void copy_with(const fs::path& from, const fs::path& to, const std::string& damaged,
               const std::string& bytes) {
  fs::create_directories(to);
  fs::permissions(to, fs::perms::owner_all);
  for (const auto& entry : fs::directory_iterator(from)) {
    const std::string name = entry.path().filename().string();
    if (name != damaged && name != "norn.lock") {
      fs::create_hard_link(entry.path(), to / name);
    }
  }
  write_bytes(to / damaged, bytes);
}

std::vector<char> all_bit_flips(char original) {
  std::vector<char> bytes;
  for (int bit = 0; bit < 8; ++bit) {
    bytes.push_back(static_cast<char>(original ^ (1 << bit)));
  }
  return bytes;
}

std::vector<char> wrong_bytes(char original, size_t offset) {
  std::vector<char> bytes{all_bit_flips(original)[offset % 8], '\x00', '\xff'};
  std::erase(bytes, original);
  return bytes;
}

DamagedCopy::DamagedCopy(const fs::path& original, const fs::path& target, const std::string& file,
                         const std::string& bytes)
    : target_(target), store_(nullptr) {
  copy_with(original, target, file, bytes);
  store_ = try_open(fault_options(target, &disk_));
}

DamagedCopy::~DamagedCopy() {
  store_ = nullptr;
  fs::remove_all(target_);
}

bool DamagedCopy::refused() const {
  return !store_ && store_.error().code == ErrorCode::kCorruption &&
         store_.error().message.find("is damaged") != std::string::npos;
}

}  // namespace norn::testing
