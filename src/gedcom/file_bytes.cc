#include "gedcom/file_bytes.h"

namespace norn::gedcom {

FileBytes file_of(std::string_view bytes) {
  return {.size = bytes.size(),
          .read = [bytes](uint64_t position, std::span<char> out) -> Result<size_t> {
            if (position >= bytes.size()) return 0;
            return bytes.copy(out.data(), out.size(), position);
          }};
}

ByteSource stream_of(const FileBytes& file) {
  return [read = file.read, position = uint64_t{0}](std::span<char> out) mutable -> Result<size_t> {
    NORN_ASSIGN(const size_t count, read(position, out));
    position += count;
    return count;
  };
}

Result<std::string> read_at(const FileBytes& file, uint64_t position, size_t bytes) {
  std::string out(bytes, '\0');
  size_t total = 0;
  while (total < bytes) {
    NORN_ASSIGN(const size_t count, file.read(position + total, std::span(out).subspan(total)));
    if (count == 0) break;
    total += count;
  }
  out.resize(total);
  return out;
}

}  // namespace norn::gedcom
