#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gedcom/line_reader.h"

namespace norn::gedcom {

// A file that can be read at any position, wherever its bytes are: so that it need not be in
// memory.
struct FileBytes {
  uint64_t size = 0;
  // Fills a part of the span, from its beginning, and returns how many bytes these are. 0 is the
  // end of the file.
  std::function<Result<size_t>(uint64_t position, std::span<char> out)> read = {};
};

// The bytes must live as long as the file.
FileBytes file_of(std::string_view bytes);

// So many bytes from there on, or as many as there are.
Result<std::string> read_at(const FileBytes& file, uint64_t position, size_t bytes);

// A new stream of the file, from its beginning.
ByteSource stream_of(const FileBytes& file);

}  // namespace norn::gedcom
