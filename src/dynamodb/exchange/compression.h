#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

// Files of lines, compressed or not, as streams: a file may be larger than memory.
namespace norn::exchange {

enum class Compression : uint8_t { kNone, kGzip, kZstd };

// By the ending of the name: .gz, .zst, or none of them.
Compression compression_of(const std::filesystem::path& path);
// ".gz", ".zst" or "".
std::string_view ending_of(Compression compression);

// Makes compressed bytes of text.
class Compressor {
 public:
  static std::unique_ptr<Compressor> make(Compression compression);
  virtual ~Compressor() = default;
  // Appends what `text` has become so far.
  virtual void add(std::string_view text, std::string& out) = 0;
  // Appends the rest, and begins anew. What is appended to a file afterwards is a stream of its
  // own, which readers of both formats take as the continuation (RFC 1952, section 2.2; RFC 8878,
  // section 3). Without text since the last call it appends nothing.
  virtual void finish(std::string& out) = 0;
};

// The reverse. The bytes say which compression they have.
class Decompressor {
 public:
  static std::unique_ptr<Decompressor> make(Compression compression);
  virtual ~Decompressor() = default;
  // Appends to `out` a part of what the bytes contain, and removes from `bytes` what was read. The
  // error says what is wrong with them.
  virtual Result<void> read(std::string_view& bytes, std::string& out) = 0;
  // Whether there is more to be had from the bytes that it has read already.
  virtual bool has_pending() const = 0;
  // Whether the bytes so far are whole: not so if a file ends early.
  virtual bool is_whole() const = 0;
};

// The compression that the first bytes of a file show.
Compression compression_of_bytes(std::string_view beginning);

}  // namespace norn::exchange
