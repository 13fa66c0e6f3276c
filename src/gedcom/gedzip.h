#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gedcom/file_bytes.h"
#include "gedcom/line_reader.h"

struct zip;

// GEDZIP: a ZIP archive with a GEDCOM file and the media that it names.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#gedzip
namespace norn::gedcom {

constexpr size_t kMaxGedzipFiles = 65'535;
// What is read of an archive to find out which files are in it.
constexpr size_t kMaxDirectoryBytes = size_t{32} << 20;

// Whether a file begins as ZIP archives do.
bool is_zip(std::string_view bytes);

class Gedzip {
 public:
  struct File {
    std::string name;    // "media/photo.jpg"
    uint64_t bytes = 0;  // As the archive says; read() does not trust it.
    uint64_t index = 0;
  };

  // What the file reads must outlive the archive. Returns kInvalid if it is no archive, or has no
  // gedcom.ged, and the errors of the file. An archive with a single file of another name that ends
  // with .ged is taken, too: many people put theirs into one by hand.
  static Result<Gedzip> open(FileBytes file);
  // The bytes must outlive the archive.
  static Result<Gedzip> open(std::string_view bytes) { return open(file_of(bytes)); }

  // A new stream of the GEDCOM file, from its beginning. The archive must outlive it.
  Result<ByteSource> gedcom() const;
  uint64_t gedcom_bytes() const { return gedcom_.bytes; }  // As the archive says.

  // All other files, without folders.
  const std::vector<File>& media() const { return media_; }
  // The file that a FILE line names; nullptr without one. It is a part of a URL there, so that a
  // space in the name of the file may be %20.
  const File* find(std::string_view path) const;
  // Returns kInvalid if the file is damaged, encrypted, or has more than `max_bytes`. It never
  // takes more memory than that.
  Result<std::string> read(const File& file, size_t max_bytes) const;

 private:
  class Input;
  using Archive = std::unique_ptr<zip, void (*)(zip*)>;

  Gedzip(std::shared_ptr<Input> input, Archive archive)
      : input_(std::move(input)), archive_(std::move(archive)) {}

  Result<void> list();
  Result<ByteSource> stream(const File& file) const;

  std::shared_ptr<Input> input_;  // Shared with the streams of files.
  Archive archive_;
  File gedcom_;
  std::vector<File> media_;
};

}  // namespace norn::gedcom
